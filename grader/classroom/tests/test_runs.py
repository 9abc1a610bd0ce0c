# SPDX-License-Identifier: Apache-2.0
"""Tests when grade-class grades, stops and continues. No interruption may lose or double a mark."""
import json
import pathlib
import random
import signal
import subprocess
import time
import unittest

from toy import ToyCase


class Runs(ToyCase):
    def started(self, *options, **how):
        child = subprocess.Popen(self.toy.command(*options), **how)
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        return child

    def test_kill_9_anywhere_loses_and_doubles_nothing(self):
        chance = random.Random(1)
        for i in range(24):
            self.toy.hand_in(f"s{i:02}/toy.cu", f"points {i} seconds 0.1")
        place = self.toy.out / "graded/90_toy"

        def results():
            return len(list(place.iterdir())) if place.exists() else 0

        self.toy.hold()  # four attempts take at most five turns each, so never all 24
        for attempt in range(5):
            options = ["--jobs", "4"] + (["--resume"] if (self.toy.out / "class.json").exists() else [])
            with subprocess.Popen(self.toy.command(*options), stdout=subprocess.DEVNULL,
                                  start_new_session=True) as child:
                # Kills grade-class first while it collects the submissions, then whenever it has made progress.
                before = results()
                while not (self.toy.out / "handed_in").exists() if attempt == 0 else results() == before:
                    self.assertIsNone(child.poll())
                    if attempt > 0:
                        self.toy.give_a_turn()
                    time.sleep(0.01)
                time.sleep(chance.uniform(0, 0.1))
                self.assertIsNone(child.poll())
                child.kill()
        self.toy.let_go()
        self.graded("--resume")
        book = self.toy.gradebook()
        self.assertEqual({s: r["total"] for s, r in book.items()}, {f"s{i:02}": str(i) for i in range(24)})
        places = list((self.toy.out / "graded/90_toy").iterdir())
        self.assertEqual(len(places), 24)
        self.assertFalse((self.toy.out / "work").exists())
        for _ in range(6000):  # on a busy machine, a killed process takes a while to end
            if str(self.toy.folder) not in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True,
                                                          check=True).stdout:
                break
            time.sleep(0.1)
        else:
            self.fail("a process is still running")

    def test_ctrl_c_and_resume(self):
        for i in range(6):
            self.toy.hand_in(f"s{i}/toy.cu", f"points {i}")
        self.toy.hold()
        # A shell's background programs and their children ignore Ctrl-C.
        child = self.started("--jobs", "1", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        for number in (1, 2):
            self.toy.give_a_turn()
            while not (line := child.stdout.readline()).startswith(f"[{number}/6]"):
                self.assertNotEqual(line, "")
        child.send_signal(signal.SIGINT)
        said = child.communicate()[0]
        self.assertEqual(child.returncode, 130)
        self.assertIn("--resume continues", said)
        self.toy.let_go()
        self.assertIn("2 of 6 already have their results", self.graded("--resume"))
        self.assertLessEqual(max(self.toy.graded().values()), 2)  # one more for the interrupted piece

    def test_what_resume_refuses(self):
        self.toy.hand_in("ann/toy.cu", "points 1")
        for file in ("common/lab/lab.h", "lib/libsimcu.a"):
            self.toy.folder.joinpath(file).parent.mkdir(parents=True)
            self.toy.folder.joinpath(file).touch()
        with open(self.toy.folder / "recipes/90_toy.sim", "a", encoding="utf-8") as recipe:
            recipe.write(f"--read\n{self.toy.folder}/common/lab\n")
        self.assertIn("nothing to resume", self.graded("--resume", status=2))
        self.graded()
        self.assertIn("Continue it with --resume", self.graded(status=2))
        self.assertIn("has the seed", self.graded("--resume", "--seed", "1", status=2))
        # Marks depend on these files.
        for file, of_another_build in (("grade", "# "), ("compile", "# "), ("common/lab/lab.h", "// "),
                                       ("lib/libsimcu.a", "")):
            before = self.toy.folder.joinpath(file).read_bytes()
            with open(self.toy.folder / file, "a", encoding="utf-8") as changed:
                changed.write(of_another_build + "another build\n")
            self.assertIn("the grader or the rubrics have changed", self.graded("--resume", status=2), file)
            self.toy.folder.joinpath(file).write_bytes(before)
        self.graded("--resume")

    def test_only_a_folder_of_its_own_is_written_to(self):
        self.toy.hand_in("ann/toy.cu", "points 1")
        notes = self.toy.hand_in("../course/notes.txt", "a term's work")
        for out, said in ((notes.parent, "contains other files"), (notes, "is a file"),
                          (self.toy.submissions, "contains other files"),
                          (self.toy.submissions / "week1", "would be mistaken for a submission")):
            self.toy.out = out
            for options in ((), ("--labs", "7")):  # a later refusal also removes nothing
                self.assertIn(said, self.graded(*options, status=2))
        self.assertEqual(notes.read_text(), "a term's work")
        self.assertEqual([str(path.relative_to(self.toy.submissions)) for path in self.toy.submissions.rglob("*")],
                         ["ann", "ann/toy.cu"])
        self.toy.out = self.toy.folder / "begun"  # a run that was killed before class.json
        (self.toy.out / "handed_in/bob/90_toy").mkdir(parents=True)
        (self.toy.out / "lock").touch()
        (self.toy.out / ".new-abc").touch()
        self.graded()
        self.assertEqual(list(self.toy.gradebook()), ["ann"])

    def test_who_comes_after_the_run_was_begun_is_told(self):
        self.toy.hand_in("ann/toy.cu", "points 1")
        self.graded("--seed", "5")
        self.assertNotIn("Not graded, because they were added", self.graded("--resume"))
        self.toy.hand_in("bob/toy.cu", "points 2")
        said = self.graded("--resume")
        self.assertIn("after the run was started: bob. --regrade STUDENT FILE grades", said)
        self.assertEqual(list(self.toy.gradebook()), ["ann"])

    def test_two_at_once(self):
        self.toy.hand_in("ann/toy.cu", "points 1")
        self.toy.hold()
        first = self.started(stdout=subprocess.DEVNULL)
        while not (self.toy.out / "class.json").exists():
            self.assertIsNone(first.poll())
            time.sleep(0.02)
        self.assertIn("Another grade-class is running", self.graded("--resume", status=2))
        self.toy.let_go()
        self.assertEqual(first.wait(), 0)

    def test_faults_of_the_machine_are_no_marks(self):
        self.toy.hand_in("ann/toy.cu", "points 60 fault once")
        self.toy.hand_in("bob/toy.cu", "points 60 fault always")
        said = self.graded("--jobs", "1", status=3)
        self.assertIn("NOT GRADED", said)
        book = self.toy.gradebook()
        self.assertEqual((book["ann"]["lab90"], book["bob"]["lab90"]), ("60", ""))
        self.assertIn("fault of the machine: 90", book["bob"]["flags"])
        self.graded("--resume", status=3)
        self.assertEqual(self.toy.graded()["points 60 fault always"], 4)

    def test_without_a_sandbox_nothing_is_graded_unless_trusted(self):
        self.toy.hand_in("ann/toy.cu", "points 1")
        self.assertIn("the sandbox is incomplete. This kernel has no Landlock.", self.graded(status=3, TOY_NO_BOX="1"))
        self.assertFalse(self.toy.out.exists())
        said = self.graded("--trust-submissions", TOY_NO_BOX="1")
        self.assertIn("THE SANDBOX IS INCOMPLETE", said)
        self.assertIn("these marks can be forged", (self.toy.out / "summary.html").read_text())
        self.assertTrue(json.loads((self.toy.out / "students/ann/results.json").read_text())["extra_data"][
            "trusted_submissions"])

    def test_a_full_disk(self):
        for i in range(4):
            self.toy.hand_in(f"s{i}/toy.cu", f"points {i}" + "x" * 1000)
        small = pathlib.Path(self.scratch.name, "small")
        small.mkdir()
        self.toy.out = small / "out"
        script = (f'mount -t tmpfs -o size=96k none {small} 2>/dev/null || exit 77; "$@"; s=$?; find {small} -name '
                  f'"*.new-*" -o -name ".new-*"; '
                  f'[ $s = 3 ] || exit 1; mount -o remount,size=4m {small}; "$@" --resume || exec "${{@}}"')
        done = subprocess.run(["unshare", "--map-root-user", "--mount", "sh", "-c", script
                               + f" && cat {small}/out/gradebook.csv", "sh", *self.toy.command("--jobs", "1")],
                              capture_output=True, text=True, check=False)
        if done.returncode == 77 or "unshare" in done.stderr:
            self.skipTest("no mount namespaces here")
        self.assertIn("No space left on device", done.stderr)
        self.assertIn("s3,3,3,", done.stdout)
        self.assertNotIn(".new-", done.stdout)

    def test_bad_requests(self):
        self.assertIn("contains no submissions", self.graded(status=2))
        self.assertFalse(self.toy.out.exists())
        self.toy.hand_in("ann/toy.cu", "points 1")
        self.assertIn("there is no such lab", self.graded("--labs", "7", status=2))
        self.assertIn("must be positive numbers", self.graded("--jobs", "-1", status=2))
        self.assertIn("a whole number from 0", self.graded("--seed", "-5", status=2))
        self.assertIn("--gres, --per-task: these options need --slurm",
                      self.graded("--gres", "gpu:1", "--per-task", "4", status=2))
        self.assertFalse(self.toy.out.exists())
        self.graded()
        self.assertIn("there is no student `nobody`", self.graded("--replay", "nobody", status=2))


if __name__ == "__main__":
    unittest.main()
