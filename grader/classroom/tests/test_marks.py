# SPDX-License-Identifier: Apache-2.0
"""Tests the marks that grade-class gives."""
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from toy import Toy, ToyCase


class Marks(ToyCase):
    def of_one(self, submission, labs, status=0):
        """Grades one submission as an autograder does. Returns its results."""
        results = self.toy.folder / "results.json"
        self.said(subprocess.run([*self.toy.launcher, str(submission), "--labs", labs, "--results", str(results)],
                                 capture_output=True, text=True, check=False), status)
        return json.loads(results.read_text()) if results.exists() else None

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
            results = self.of_one(self.toy.submissions / "ann", labs)
            self.assertEqual((results["score"], results["extra_data"]["max_score"], results["extra_data"]["bonus"]),
                             (60, 100, 61) if labs == "" else (61, 100, 0))
            shutil.rmtree(self.toy.out)

    def test_no_check_runners(self):
        self.toy.hand_in("ann/toy.cu", "points 60")
        (self.toy.folder / "recipes/90_toy.check").unlink()
        self.assertIn("points would be missing", self.graded(status=2))
        self.graded("--without-checkers")
        self.assertIn("--without-checkers", (self.toy.out / "summary.html").read_text())

    def test_one_submission_for_an_autograder(self):
        self.toy.hand_in("toy.cu", "points 60")
        self.assertEqual(self.of_one(self.toy.submissions, "90")["score"], 60)
        self.toy.hand_in("toy.cu", "points 60 notgraded 40")
        self.assertNotIn("score", self.of_one(self.toy.submissions, "90", status=3))
        (self.toy.folder / "results.json").unlink()
        self.assertIsNone(self.of_one(self.toy.folder / "none", "90", status=2))

    def test_late_days(self):
        for name in ("ann", "bob", "eve", "zoe", "tim"):
            self.toy.hand_in(f"{name}/toy.cu", "points 100")
        policy = self.file("policy.json", json.dumps({"deadlines": {"90": "2026-10-05T23:59+00:00"},
                                                      "grace_minutes": 10, "free_days": 1, "percent_per_day": 10,
                                                      "last_day": 5}))
        times = self.file("times.csv", "student,lab,time\n"
                                       "ann,90,2026-10-06T00:05+00:00\nbob,90,2026-10-06T20:00+00:00\n"
                                       "eve,90,2026-10-08T23:00+00:00\nzoe,90,2026-10-12T00:00+00:00\n")
        self.graded("--policy", policy, "--times", times)
        book = self.toy.gradebook()
        self.assertEqual({s: (r["lab90"], r["flags"]) for s, r in book.items()},
                         {"ann": ("100", ""), "bob": ("100", "late: 90 by 1 d, 1 free"),
                          "eve": ("80", "late: 90 by 3 d, 1 free, -20 % of the mark"),
                          "zoe": ("0", "late: 90 by 6 d, 1 free, -100 % of the mark"), "tim": ("100", "no time: 90")})

    def test_a_deadline_of_lab_1_is_one_of_lab_01(self):
        self.toy = Toy(pathlib.Path(self.scratch.name, "first"), lab="01_toy")
        self.toy.hand_in("ann/toy.cu", "points 60")
        times = self.file("times.csv", "ann;1;2026-10-06T10:00+00:00\n")
        policy = self.file("policy.json", '{"deadlines": {"1": "2026-10-05T23:59+00:00"}, "percent_per_day": 10}')
        self.graded("--policy", policy, "--times", times)
        self.assertEqual((self.toy.gradebook()["ann"]["lab01"], self.toy.gradebook()["ann"]["flags"]),
                         ("54", "late: 01 by 1 d, -10 % of the mark"))
        self.graded("--resume", "--times", times)  # the earlier policy still applies
        shutil.rmtree(self.toy.out)
        self.assertIn("--times needs --policy", self.graded("--times", times, status=2))


if __name__ == "__main__":
    unittest.main()
