# SPDX-License-Identifier: Apache-2.0
"""Tests grade-class with scripts in place of the compiler and the grader. No interruption may lose or double a mark."""
import csv
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from toy import Toy


class Class(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.toy = Toy(pathlib.Path(self.scratch.name, "toy"))

    def graded(self, *options, status=0, **environment):
        done = self.toy.run(*options, **environment)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def started(self, *options, **how):
        child = subprocess.Popen(self.toy.command(*options), **how)
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        return child

    def test_marks(self):
        self.toy.hand_in("ann/toy.cu", "points 100")
        self.toy.hand_in("bob/toy.cu", "points 60")
        self.toy.hand_in("eve/toy.cu", "#error")
        self.toy.hand_in("tim/toy.cu", "points 60 left out")
        self.toy.hand_in("zoe/notes.txt", "")
        self.graded()
        book = self.toy.gradebook()
        self.assertEqual(list(book["ann"]), ["student", "total", "lab90", "change", "comment", "flags"])
        self.assertEqual([(s, r["total"], r["lab90"], r["flags"]) for s, r in book.items()],
                         [("ann", "100", "100", ""), ("bob", "60", "60", ""), ("eve", "0", "0", "no build: 90"),
                          ("tim", "60", "60", "no build: 90.2"),
                          ("zoe", "0", "", "nothing to grade: notes.txt; missing: 90")])
        report = json.loads((self.toy.out / "students/bob/results.json").read_text())
        self.assertEqual((report["score"], len(report["tests"])), (60, 2))
        page = (self.toy.out / "students/bob/report.html").read_text()
        self.assertIn("&lt;b&gt;not&lt;/b&gt;", page)
        self.assertEqual(oct(self.toy.out.stat().st_mode)[-3:], "700")

    def test_a_warning_costs_nothing(self):
        self.toy.hand_in("ann/toy.cu", "points 100 #warning")
        self.graded()
        self.assertEqual((self.toy.gradebook()["ann"]["total"], self.toy.gradebook()["ann"]["flags"]), ("100", ""))

    def test_the_same_content_is_graded_once_and_with_one_seed(self):
        for name in ("ann", "bob", "eve"):
            self.toy.hand_in(f"{name}/toy.cu", "points 60")
        self.toy.hand_in("zoe/toy.cu", "points 61")
        self.graded("--seed", "5")
        self.assertEqual(sorted(self.toy.graded().values()), [1, 1])
        self.assertIn("graded with seed 5", next((self.toy.out / "graded/90_toy").glob("*/report.txt")).read_text())

    def test_the_seed_is_drawn_and_kept(self):
        self.toy.hand_in("ann/toy.cu", "points 60")
        self.graded()
        seed = self.toy.config()["seed"]
        shutil.rmtree(self.toy.out)
        self.graded()
        self.assertNotEqual(seed, self.toy.config()["seed"])

    def test_a_dispute_is_replayed(self):
        self.toy.hand_in("an n'/toy.cu", "points 61")
        self.graded()
        folder = self.toy.config()["students"][0]["folder"]
        for name in (folder, "an n'", "ANN"):
            done = subprocess.run([*self.toy.launcher, "--out", str(self.toy.out), "--replay", name],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.stdout, f"graded with seed {self.toy.config()['seed']} points 61\n", done.stderr)

    def test_no_path_or_machine_is_in_what_students_get(self):
        self.toy.hand_in("ann/toy.cu", "points 61 page")
        self.toy.hand_in("bob/toy.cu", "#error")
        self.graded()
        for file in (self.toy.out / "students").rglob("*.*"):
            text = file.read_text()
            for secret in (str(self.toy.folder), os.uname().nodename, "replay"):
                self.assertNotIn(secret, text, file)

    def test_the_graders_page_is_the_report(self):
        self.toy.add_lab("91_more")
        self.toy.hand_in("ann/labs/90_toy/toy.cu", "points 61 page")
        self.toy.hand_in("ann/labs/91_more/more.cu", "points 62 page")
        self.graded("--labs", "90")
        page = (self.toy.out / "students/ann/report.html").read_text()
        self.assertIn("the grader's page of 90_toy", page)
        self.assertIn("<h1>ann: 61 of 100 points</h1>", page)
        shutil.rmtree(self.toy.out)
        self.graded()
        self.assertIn('<a href="91_more.html">', (self.toy.out / "students/ann/report.html").read_text())
        self.assertIn("the grader's page of 91_more", (self.toy.out / "students/ann/91_more.html").read_text())

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

    def test_the_summary_says_whose_language_was_not_checked(self):
        self.toy.hand_in("ann/toy.cu", "points 1")
        self.toy.hand_in("bob/toy.cu", "points 2 unchecked")
        self.graded()
        page = (self.toy.out / "summary.html").read_text()
        self.assertIn("1 submissions were not fully checked for code that nvcc would refuse", page)
        self.assertIn("2 of 2 graded; median 1.5, mean 1.5 of 100", page)

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

    def test_roster_missing_students_and_strangers(self):
        self.toy.hand_in("doejane_77_1_toy.cu", "points 60")
        self.toy.hand_in("joe@x.org/toy.cu", "points 70")
        self.toy.hand_in("mallory/toy.cu", "points 80")
        roster = self.toy.hand_in("../roster.csv",
                                  "student,name,email\njd1,Jane Doe,jane@x.org\n=cmd,Al Roe,al@x.org\njr1,Joe "
                                  "Roe,joe@x.org\n")
        self.graded("--roster", str(roster))
        with open(self.toy.out / "gradebook.csv", encoding="utf-8") as file:
            rows = list(csv.reader(file))[1:]
        self.assertEqual(rows,
                         [["jd1", "60", "60", "", "", ""],
                          ["'=cmd", "0", "", "", "", "nothing matched: some submissions below have no owner"],
                                ["jr1", "70", "70", "", "", ""], ["mallory", "80", "80", "", "", "not in the roster"]])
        self.assertEqual((self.toy.out / "students.csv").read_text(),
                         "student,folder\njd1,doejane\njr1,joe@x.org\nmallory,mallory\n")
        moodle = (self.toy.out / "moodle.csv").read_text().splitlines()
        self.assertEqual(moodle[:3], ["email,Lab 90,Feedback", "jane@x.org,60,", "al@x.org,-,"])

    def test_who_claims_anothers_row_is_told(self):
        self.toy.hand_in("jd1/toy.cu", "points 60")
        self.toy.hand_in("Jane Doe/toy.cu", "points 5")
        metadata = "submission_{0}:\n  :submitters:\n  - :name: {1}\n    :sid: {2}\n"
        self.toy.hand_in("submission_metadata.yml", metadata.format(1, "Al Roe", "jr1")
                         + metadata.format(2, "Mallory", "ml1"))
        self.toy.hand_in("submission_1/toy.cu", "points 70")
        self.toy.hand_in("submission_2/toy.cu", "points 80")
        roster = self.toy.hand_in("../roster.csv", "student,name\njd1,Jane Doe\nar1,Al Roe\njr1,Joe Roe\nml1,Mallory\n")
        self.graded("--roster", str(roster))
        book = self.toy.gradebook()
        rows = {student: row["flags"] for student, row in book.items()}
        self.assertEqual((book["jd1"]["total"], book["Jane Doe"]["flags"]),
                         ("60", "doubled: also jd1, who has a submission"))
        self.assertEqual(rows["jd1"], "doubled: Jane Doe, jd1 claim to be this student")
        self.assertEqual(rows["jr1 (not matched)"], "its names belong to different students, perhaps ar1 or jr1")
        self.assertEqual((rows["ar1"], rows["ml1"]), ("not matched: perhaps jr1 (not matched)", ""))

    def test_a_groups_members_have_its_marks(self):
        person = "  - :name: {1}\n    :sid: {0}\n".format
        group = person("jd1", "Jane Doe") + person("jr1", "Joe Roe") + person("al1", "Al Roe") + person("xx1", "Max Xi")
        self.toy.hand_in("submission_metadata.yml", "submission_1:\n  :submitters:\n" + group
                         + "submission_2:\n  :submitters:\n" + person("al1", "Al Roe"))
        self.toy.hand_in("submission_1/toy.cu", "points 70")
        self.toy.hand_in("submission_2/toy.cu", "points 80")
        roster = self.toy.hand_in("../roster.csv", "student,name\nal1,Al Roe\njd1,Jane Doe\njr1,Joe Roe\n")
        expected = {"jd1": ("70", ""), "jr1": ("70", "in a group with jd1"), "xx1": ("70", "in a group with jd1"),
                    "al1": ("80", "")}
        self.graded()
        self.assertEqual({student: (row["total"], row["flags"]) for student, row in self.toy.gradebook().items()},
                         expected)
        expected["xx1"] = ("70", "not in the roster; in a group with jd1")
        self.graded("--resume", "--roster", str(roster))
        self.assertEqual({student: (row["total"], row["flags"]) for student, row in self.toy.gradebook().items()},
                         expected)
        self.assertIn("jr1,jd1\n", (self.toy.out / "students.csv").read_text())
        self.assertEqual(json.loads((self.toy.out / "students/jd1/results.json").read_text())["extra_data"]["student"],
                         "jd1")

    def test_canvas_takes_its_own_export_back(self):
        self.toy.hand_in("doejane_77_1_toy.cu", "points 60")
        roster = self.toy.hand_in("../canvas_export.csv",
                                  'Student,ID,SIS User ID,SIS Login ID,Section,Lab 90 (4711),Other (1)\n'
                                  '    Points Possible,,,,,100,5\n"Doe, Jane",77,j1,jdoe,A,,\n"Roe, '
                                  'Al",78,a1,aroe,A,,\n')
        self.graded("--roster", str(roster))
        self.assertEqual((self.toy.out / "canvas.csv").read_text().splitlines(),
                         ["Student,ID,SIS User ID,SIS Login ID,Section,Lab 90 (4711)", "    Points Possible,,,,,100",
                          '"Doe, Jane",77,j1,jdoe,A,60', '"Roe, Al",78,a1,aroe,A,'])

    def test_canvas_with_columns_that_some_schools_have(self):
        self.toy.hand_in("doejane_77_1_toy.cu", "points 60")
        roster = self.toy.hand_in("../canvas_export.csv",
                                  "Student,ID,SIS User ID,SIS Login ID,Integration ID,Section,Other (1),Lab 90 (4711)\n"
                                  ',,,,,,Manual Posting,\n    Points Possible,,,,,,5,100\n"Doe, '
                                  'Jane",77,j1,jdoe,i1,A,,\n"Student, Test",99,,t,,A,,\n')
        self.graded("--roster", str(roster))
        self.assertEqual((self.toy.out / "canvas.csv").read_text().splitlines(),
                         ["Student,ID,SIS User ID,SIS Login ID,Integration ID,Section,Lab 90 (4711)",
                          "    Points Possible,,,,,,100", '"Doe, Jane",77,j1,jdoe,i1,A,60'])

    def test_late_days(self):
        for name in ("ann", "bob", "eve", "zoe", "tim"):
            self.toy.hand_in(f"{name}/toy.cu", "points 100")
        policy = self.toy.hand_in("../policy.json",
                                  json.dumps({"deadlines": {"90": "2026-10-05T23:59+00:00"}, "grace_minutes": 10,
                                              "free_days": 1,
                                                                "percent_per_day": 10, "last_day": 5}))
        times = self.toy.hand_in("../times.csv",
                                 "student,lab,time\nann,90,2026-10-06T00:05+00:00\nbob,90,2026-10-06T20:00+00:00\n"
                                                 "eve,90,2026-10-08T23:00+00:00\nzoe,90,2026-10-12T00:00+00:00\n")
        self.graded("--policy", str(policy), "--times", str(times))
        book = self.toy.gradebook()
        self.assertEqual({s: (r["lab90"], r["flags"]) for s, r in book.items()},
                         {"ann": ("100", ""), "bob": ("100", "late: 90 by 1 d, 1 free"),
                          "eve": ("80", "late: 90 by 3 d, 1 free, -20 % of the mark"),
                          "zoe": ("0", "late: 90 by 6 d, 1 free, -100 % of the mark"), "tim": ("100", "no time: 90")})

    def test_a_deadline_of_lab_1_is_one_of_lab_01(self):
        self.toy = Toy(pathlib.Path(self.scratch.name, "first"), lab="01_toy")
        self.toy.hand_in("ann/toy.cu", "points 60")
        times = self.toy.hand_in("../times.csv", "ann;1;2026-10-06T10:00+00:00\n")
        policy = self.toy.hand_in("../policy.json",
                                  '{"deadlines": {"1": "2026-10-05T23:59+00:00"}, "percent_per_day": 10}')
        self.graded("--policy", str(policy), "--times", str(times))
        self.assertEqual((self.toy.gradebook()["ann"]["lab01"], self.toy.gradebook()["ann"]["flags"]),
                         ("54", "late: 01 by 1 d, -10 % of the mark"))
        self.graded("--resume", "--times", str(times))  # the earlier policy still applies
        shutil.rmtree(self.toy.out)
        self.assertIn("--times needs --policy", self.graded("--times", str(times), status=2))

    def test_rosters_as_they_are_exported(self):
        self.toy.hand_in("jd1/toy.cu", "points 60")
        self.toy.hand_in("Al Roe_1234567_assignsubmission_file_/toy.cu", "points 70")
        # CSV separators in countries with a decimal comma
        for text, students in (("student;name;e-mail\njd1;Jane Doe;jane@x.org\nar1;Roe, Al;al@x.org\n", ("jd1", "ar1")),
                               ("student\tname\njd1\tJane Doe\nar1\tAl Roe\n", ("jd1", "ar1")),
                               ('"First name","Last name","Email address"\nJane,Doe,jd1@x.org\nAl,Roe,al@x.org\n',
                                ("Jane Doe", "Al Roe")),
                               ("First name,Surname,ID number\nJane,Doe,jd1\nAl,Roe,ar1\n", ("Jane Doe", "Al Roe")),
                               ("student,First name,Last name\njd1,Jane,Doe\nar1,Al,Roe\n", ("jd1", "ar1")),
                               ("student,first name,last name\njd1,Jane,Doe\njd2,Jane,Doe\nar1,Al,Roe\n",
                                ("jd1", "ar1"))):
            for encoding in ("utf-8-sig", "utf-16"):
                roster = self.toy.hand_in("../roster.csv", text.replace("\n", "\r\n").encode(encoding))
                self.graded("--roster", str(roster))
                book = self.toy.gradebook()
                self.assertEqual([book[student]["total"] for student in students], ["60", "70"], text)
                self.assertNotIn("not in the roster", str(book), text)
                shutil.rmtree(self.toy.out)

    def test_bad_policies_and_rosters_are_named(self):
        self.toy.hand_in("ann/toy.cu", "points 1")
        for name, text, options, said in (
                ("p.json", "{", ["--policy"], "p.json cannot be read"),
                ("p.json", '{"deadlines": {}, "typo": 1}', ["--policy"], "write an object with `deadlines`"),
                ("p.json", '{"deadlines": {"90": "soon"}}', ["--policy"], "`soon` is not a time"),
                ("p.json", '{"deadlines": {}, "percent_per_day": -1}', ["--policy"], "percent_per_day cannot be -1"),
                ("p.json", '{"deadlines": {"lab90": "2026-10-05"}}', ["--policy"], "there is no lab `lab90`"),
                ("p.json", '{"deadlines": {"91": "2026-10-05"}}', ["--policy"], "there is no lab `91`"),
                ("r.csv", "student,name\n1,J\xfcrgen\n".encode("latin-1"), ["--roster"], "save it as CSV in UTF-8"),
                ("r.csv", "student\n", ["--roster"], "has no student"),
                ("r.csv", "student\nann\nann\n", ["--roster"], "r.csv:3: ann appears twice")):
            file = self.toy.hand_in("../" + name, text)
            self.assertIn(said, self.graded(*options, str(file), status=2))
            self.assertFalse(self.toy.out.exists())

    def test_hidden_tests_are_in_the_marks_and_not_in_the_students_reports(self):
        for visibility, option, seen in (("hidden", [], 1), ("after due date", [], 1),
                                         ("after due date", ["--after-due"], 2), ("hidden", ["--after-due"], 1)):
            with tempfile.TemporaryDirectory() as scratch:
                toy = self.toy = Toy(pathlib.Path(scratch, "toy"), visibility)
                toy.hand_in("ann/toy.cu", "points 60")
                self.graded(*option)
                results = json.loads((toy.out / "students/ann/results.json").read_text())
                self.assertEqual((results["score"], len(results["tests"])), (60, seen))
                for file in (toy.out / "students/ann").iterdir():
                    if file.name != "log.txt" or seen < 2:
                        self.assertEqual("the second" in file.read_text(), seen == 2, file)

    def test_points_that_were_not_graded_are_not_full_marks(self):
        self.toy.hand_in("ann/toy.cu", "points 60 notgraded 40")
        self.graded()
        self.assertEqual((self.toy.gradebook()["ann"]["lab90"], self.toy.gradebook()["ann"]["flags"]),
                         ("60", "not graded: 40 points of 90"))
        results = json.loads((self.toy.out / "students/ann/results.json").read_text())
        self.assertEqual(results["output"], "Score: 60/100")

    def test_a_bonus_lab_is_marked_apart(self):
        self.toy.add_lab("91_more", "# bonus\n")
        self.toy.hand_in("ann/labs/90_toy/toy.cu", "points 60")
        self.toy.hand_in("ann/labs/91_more/more.cu", "points 61")
        self.toy.hand_in("bob/labs/91_more/more.cu", "points 62")
        for labs, totals in (("", ["60", "0"]), ("91", ["61", "62"])):
            self.graded("--labs", labs)
            book = self.toy.gradebook()
            self.assertEqual([(r["total"], r["lab91"]) for r in book.values()], list(zip(totals, ("61", "62"))))
            report = json.loads((self.toy.out / "students/ann/results.json").read_text())
            self.assertEqual((report["score"], report["output"]), (60, "Score: 60/100; bonus: 61") if labs == ""
                             else (61, "Score: 61/100"))
            results = self.toy.folder / "results.json"
            done = subprocess.run([*self.toy.launcher, str(self.toy.submissions / "ann"), "--labs", labs, "--results",
                                   str(results)], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            results = json.loads(results.read_text())
            self.assertEqual((results["score"], results["extra_data"]["max_score"], results["extra_data"]["bonus"]),
                             (60, 100, 61) if labs == "" else (61, 100, 0))
            shutil.rmtree(self.toy.out)

    def test_no_check_runners(self):
        self.toy.hand_in("ann/toy.cu", "points 60")
        (self.toy.folder / "recipes/90_toy.check").unlink()
        self.assertIn("points would be missing", self.graded(status=2))
        self.graded("--without-checkers")
        self.assertIn("--without-checkers", (self.toy.out / "summary.html").read_text())

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

    def test_names_in_pages_are_text(self):
        self.toy.hand_in("<script>alert(1)</script>/toy.cu".replace("/script", "%script"), "points 60")
        self.toy.hand_in("a\x1b[2Jb\u202e/toy.cu", "points 61")
        self.toy.hand_in("<img>.txt", "")
        said = self.graded()
        self.assertNotIn("\x1b", said)
        for file in self.toy.out.rglob("*.html"):
            page = file.read_text()
            self.assertNotIn("<script", page)
            self.assertNotIn("<img", page)
            self.assertNotIn("\u202e", page)
        for file in self.toy.out.rglob("*"):
            if file.is_file() and "handed_in" not in file.parts:
                self.assertNotIn(b"\x1b", file.read_bytes(), file)

    def test_one_submission_for_an_autograder(self):
        self.toy.hand_in("toy.cu", "points 60")
        results = self.toy.folder / "results.json"
        done = subprocess.run([*self.toy.launcher, str(self.toy.submissions), "--labs", "90", "--results",
                               str(results)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(results.read_text())["score"], 60)
        self.toy.hand_in("toy.cu", "points 60 notgraded 40")
        done = subprocess.run([*self.toy.launcher, str(self.toy.submissions), "--labs", "90", "--results",
                               str(results)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 3)
        self.assertNotIn("score", json.loads(results.read_text()))
        results.unlink()
        done = subprocess.run([*self.toy.launcher, str(self.toy.folder / "none"), "--labs", "90", "--results",
                               str(results)], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, results.exists()), (2, False), done.stdout)


if __name__ == "__main__":
    unittest.main()
