# SPDX-License-Identifier: Apache-2.0
"""Tests that a real Slurm gives the same grade book, even if its daemons and tasks are killed."""
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

import local_slurm
from toy import Toy

STUDENTS = 24


class Slurm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        pathlib.Path(cls.scratch.name).chmod(0o755)
        cls.slurm = local_slurm.LocalSlurm(pathlib.Path(cls.scratch.name, "slurm"))
        cls.addClassCleanup(cls.slurm.stop)
        cls.slurm.start()
        os.environ["GRADE_CLASS_POLL"] = "0.3"

    def toy(self, name, seconds=0.05):  # per piece
        toy = Toy(pathlib.Path(self.scratch.name, name))
        for i in range(STUDENTS):
            toy.hand_in(f"s{i:02}/toy.cu", f"points {4 * i} seconds {seconds}" if i % 6 else "#error" * (i // 6 + 1))
        return toy

    def expected(self):
        return {f"s{i:02}": str(4 * i if i % 6 else 0) for i in range(STUDENTS)}

    def results(self, toy):
        place = toy.out / "graded/90_toy"
        return len(list(place.iterdir())) if place.exists() else 0

    def check(self, toy):
        self.assertEqual({s: r["total"] for s, r in toy.gradebook().items()}, self.expected())
        self.assertEqual(self.results(toy), STUDENTS)

    def test_the_same_gradebook_as_on_one_machine(self):
        toy = self.toy("plain")
        done = toy.run("--slurm", "--seed", "1", "--partition", "class", "--per-task", "8")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("in 3 tasks", done.stdout)
        self.check(toy)
        there = (toy.out / "gradebook.csv").read_text()
        toy.out = toy.folder / "local"
        self.assertEqual(toy.run("--seed", "1").returncode, 0)
        self.assertEqual((toy.out / "gradebook.csv").read_text(), there)

    def test_kill_9_of_controller_node_tasks_and_of_grade_class(self):
        toy = self.toy("killed", 0.4)
        toy.hold()
        child = subprocess.Popen(toy.command("--slurm", "--per-task", "6"), stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True)
        self.addCleanup(child.communicate)
        self.addCleanup(child.kill)

        def after(number):
            """Waits for at least `number` results, and then gives no further turns."""
            for _ in range(12000):
                if self.results(toy) >= number:
                    return
                self.assertIsNone(child.poll())
                toy.give_a_turn()
                time.sleep(0.05)
            self.fail(f"no {number} results within minutes, but {self.results(toy)}")

        after(2)
        self.assertGreater(local_slurm.kill_tasks(toy.out), 0)
        after(4)
        self.slurm.kill("slurmctld")
        time.sleep(1)
        self.slurm.start_controller()
        after(7)
        self.slurm.kill("slurmd")  # its tasks continue, and report to the next slurmd
        time.sleep(1)
        self.slurm.start_node()
        after(10)
        child.kill()
        toy.let_go()
        done = toy.run("--slurm", "--resume", "--per-task", "6")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("Slurm job", done.stdout)
        self.check(toy)

    def test_what_is_passed_on_and_what_is_wrong(self):
        toy = self.toy("wrong")
        done = toy.run("--slurm", "--partition", "nowhere")
        self.assertEqual(done.returncode, 3)
        self.assertIn("invalid partition", done.stderr.lower())
        done = toy.run("--slurm", "--resume", "--gres", "gpu:1")
        self.assertEqual(done.returncode, 3)
        self.assertIn("gres", done.stderr.lower())

    def test_faults_are_tried_again_and_then_named(self):
        toy = Toy(pathlib.Path(self.scratch.name, "faults"))
        toy.hand_in("ann/toy.cu", "points 60")
        toy.hand_in("bob/toy.cu", "points 60 fault always")
        done = toy.run("--slurm")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn("fault of the machine: 90", toy.gradebook()["bob"]["flags"])
        self.assertEqual(toy.gradebook()["ann"]["total"], "60")


if __name__ == "__main__":
    reason = local_slurm.why_not()
    if reason:
        print(f"Not tested: grade-class --slurm ({reason}).")
        sys.exit(77)
    unittest.main()
