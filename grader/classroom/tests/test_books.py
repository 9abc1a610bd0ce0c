# SPDX-License-Identifier: Apache-2.0
"""Tests the books after the first grading."""
import json
import pathlib
import re
import sys
import unittest

from books_case import BooksCase, CANVAS, TEXT
from toy import MARKS

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import roster
import summary


class Books(BooksCase):
    def test_extensions(self):
        for name in ("ann", "bob"):
            self.toy.hand_in(f"{name}/toy.cu", "points 100")
        times = self.file("times.csv", "ann,90,2026-10-07T12:00+00:00\nbob,90,2026-10-07T12:00+00:00\n")
        policy = {"deadlines": {"90": "2026-10-05T23:59+00:00"}, "percent_per_day": 10}
        roster = self.file("r.csv", "student,mail\nann,a@x.org\nbob,b@x.org\n")
        for extensions, said in (
            ({"axn": {"90": "2026-10-09T23:59"}}, "there is no student `axn`; did you mean ann?"),
            ({"ann": {"07": "2026-10-09"}}, "there is no lab `07`"),
            ({"ann": "2026-10-09"}, "write extensions as"),
            ({"ann": {"90": "next week"}}, "extension for ann of 90: `next week` is not a time"),
        ):
            bad = self.file("policy.json", json.dumps({**policy, "extensions": extensions}))
            self.assertIn(said, self.graded("--roster", roster, "--policy", bad, "--times", times, status=2))
            self.assertFalse(self.toy.out.exists())
        good = {
            **policy,
            "extensions": {"a@x.org": {"90": "2026-10-09T23:59+00:00"}, "bob": {"90": "2026-10-06T23:59+00:00"}},
        }
        self.graded("--roster", roster, "--policy", self.file("policy.json", json.dumps(good)), "--times", times)
        self.assertEqual(
            self.marks(),
            {"ann": ("100", "extended: 90"), "bob": ("90", "late: 90 by 1 d (extended), -10 % of the mark")},
        )
        # The given files are kept, and another policy is applied without grading again.
        self.again("--resume", "--policy", self.file("policy.json", json.dumps({**good, "percent_per_day": 20})))
        self.assertEqual(self.marks()["bob"][0], "80")
        self.assertEqual(sum(self.toy.graded().values()), 1)
        self.assertEqual(
            [(row["student"], row["old"], row["new"], row["why"]) for row in self.rows("history.csv")],
            [("bob", "90", "80", "computed again")],
        )

    def test_canvas_says_who_is_late_and_not_by_how_much(self):
        self.toy.hand_in("ann_1_1_toy.cu", "points 60")
        self.toy.hand_in("bob_LATE_2_2_toy.cu", "points 70")
        self.graded("--policy", self.file("policy.json", '{"deadlines": {"90": "2026-10-05T23:59+00:00"}}'))
        self.assertEqual(self.marks(), {"ann": ("60", ""), "bob": ("70", "late: according to Canvas; no time: 90")})

    def test_a_regrade_is_in_the_same_book(self):
        self.toy.hand_in("smithjohn_4325_1_toy.cu", "points 60")
        self.graded("--roster", self.file("canvas.csv", CANVAS))
        new = self.file("new/anything.cu", "points 80")
        self.again("--regrade", "4325", new, "--why", "the wrong file; =1+1")
        self.again("--regrade", "Poe, Al", self.file("al.cu", "points 7"), "--why", "was ill")
        self.again("--regrade", "apoe", self.file("al.cu", "points 7"))
        self.assertEqual(
            {student: mark for student, (mark, _) in self.marks().items()},
            {"Smith, John 4325": "80", "Smith, John 4326": "", "Poe, Al": "7"},
        )
        self.assertIn('"Smith, John",4325,j1,jsmith,A,80', (self.toy.out / "canvas.csv").read_text())
        self.assertEqual(
            [(row["student"], row["lab"], row["old"], row["new"], row["why"]) for row in self.rows("history.csv")],
            [
                ("Smith, John 4325", "90", "60", "80", "regrade: the wrong file; '=1+1"),
                ("Poe, Al", "90", "", "7", "regrade: was ill"),
                ("Poe, Al", "90", "7", "7", "regrade: al.cu"),
            ],
        )
        self.assertRegex(self.rows("history.csv")[0]["when"], r"^\d{4}-\d\d-\d\dT")
        self.assertEqual(len({line for line in (text for text in self.toy.graded())}), 3)
        self.assertIn("points 80", self.again("--replay", "4325"))
        self.assertTrue((self.toy.out / "handed_in/smithjohn/90_toy/toy.cu").read_text() == "points 60")
        self.again("--resume")
        self.assertEqual(self.marks()["Smith, John 4325"][0], "80")

    def test_what_a_regrade_refuses(self):
        self.toy.hand_in("smithjohn_4325_1_toy.cu", "points 60")
        self.assertIn("nothing to regrade", self.again("--regrade", "x", "y", status=2))
        self.graded("--roster", self.file("canvas.csv", CANVAS))
        before = {path: path.read_bytes() for path in self.toy.out.rglob("*") if path.is_file()}
        for arguments, said in (
            (("Smith, John", self.file("a.cu", "x")),
             "is the name of 2 students: write Smith, John 4325 or Smith, John 4326"),
            (("Smiht, John 4325", self.file("a.cu", "x")), "there is no student"),
            (("4325", "/none"), "/none does not exist"),
            (("4325", self.file("a.txt", "x")), "contains nothing for lab 90"),
            (("4325", self.file("a.zip", "x")), "refused: a.zip cannot be read"),
        ):
            self.assertIn(said, self.again("--regrade", *arguments, status=2))
        self.assertIn("Use --regrade without a folder", self.graded("--regrade", "a", "b", status=2))
        self.assertIn("--why needs --regrade", self.graded("--why", "x", status=2))
        self.assertEqual(before, {path: path.read_bytes() for path in self.toy.out.rglob("*") if path.is_file()})

    def test_changes_by_hand_are_kept(self):
        for name, points in (("ann", 60), ("bob", 70)):
            self.toy.hand_in(f"{name}/toy.cu", f"points {points}")
        self.graded()
        self.edit("ann", change="5,5", comment="explained it well")
        self.edit("bob", change="-80")
        self.again("--resume")
        self.again("--resume")
        self.assertEqual(
            [(row["lab90"], row["total"], row["change"], row["comment"], row["flags"]) for row in self.rows()],
            [
                ("65.5", "65.5", "5,5", "explained it well", "changed by hand: 90 by +5.5 (explained it well)"),
                ("0", "0", "-80", "", "changed by hand: 90 by -80"),
            ],
        )
        self.assertIn("explained it well", (self.toy.out / "students/ann/report.html").read_text())
        self.assertEqual(
            [(row["student"], row["old"], row["new"], row["why"]) for row in self.rows("history.csv")],
            [("ann", "60", "65.5", "by hand: explained it well"), ("bob", "70", "0", "by hand: ")],
        )
        self.again("--regrade", "ann", self.file("ann.cu", "points 62"))
        self.assertEqual(self.rows()[0]["lab90"], "67.5")

    def test_a_run_that_was_killed_between_two_books_is_gone_on_with(self):
        self.toy.hand_in("ann/toy.cu", "points 60")
        self.graded()
        book = (self.toy.out / "gradebook.csv").read_bytes()
        self.again("--regrade", "ann", self.file("ann.cu", "points 70"))
        (self.toy.out / "gradebook.csv").write_bytes(book)
        self.again("--resume")
        self.assertEqual(self.marks()["ann"][0], "70")

    def test_what_cannot_be_kept_is_named(self):
        self.toy.hand_in("ann/toy.cu", "points 60")
        self.graded()
        for cells, said in (
            ({"change": "five"}, "`five` is not a valid change; write points to add"),
            ({"change": "5; 6"}, "`5; 6` is not a valid change"),
            ({"change": "07 5"}, "`07 5` is not a valid change"),
            ({"lab90": "65"}, "lab90 of ann was 60 and is `65` now. "
                               "To change a mark, write the points to add into the column `change`"),
        ):
            self.edit("ann", **{"lab90": "60", "change": "", **cells})
            self.assertIn("gradebook.csv:2: " + said, self.again("--resume", status=2))

    def test_known_texts(self):
        lab = self.toy.folder / "solutions/90_toy"
        lab.mkdir(parents=True)
        (lab / "toy.cu").write_text(MARKS.format(TEXT.format("kStart", 100)))
        self.file(
            "last_term/handed_in/zoe/90_toy/toy.cu",
            MARKS.format(re.sub(r"in\[", "keys(", re.sub("sum", "total", TEXT.format(7, 1))).replace("]", ")")),
        )
        for i in range(9):  # found even if most of the class has copied it
            self.toy.hand_in(f"s{i}/toy.cu", MARKS.format(TEXT.format("a" * (i + 1), i)))
        self.toy.hand_in("zak/toy.cu", MARKS.format(re.sub(r"in\[", "k(", TEXT.format(3, 55)).replace("]", ")")))
        self.toy.hand_in("own/toy.cu", MARKS.format("int mine(int a) { return a; } // points 8"))
        self.assertIn("--against", self.graded("--against", "/none", status=2))
        self.graded("--against", str(self.toy.folder / "last_term"))
        marks = self.marks()
        self.assertEqual([marks[f"s{i}"][1] for i in range(9)],
                         ["alike: 90, 100% in common with the published solution"] * 9)
        self.assertEqual(
            (marks["zak"][1], marks["own"][1]),
            ("alike: 90, 100% in common with last_term/handed_in/zoe/90_toy/toy.cu", "")
        )
        self.assertNotIn("alike", (self.toy.out / "students/zak/report.html").read_text())
        page = (self.toy.out / "summary.html").read_text()
        self.assertIn("the published solution", page)
        self.assertIn("<mark>", (self.toy.out / "similar/90-known-001.html").read_text())

    def test_mistakes_are_grouped_by_cause(self):
        def said(text, verdict="WRONG"):
            return summary.mistake({"output": text, "tags": ["90_toy", "Lab90.One", verdict]})

        self.assertEqual(
            said("n = 1 000: element 17 is 4294967295, expected 0x1f. Repeat: …"),
            said("n = 64: element 3 is 12, expected 0x2. Repeat: …"),
        )
        loop = (
            "kernel `scan_kernel` failed: the launch timed out and was terminated (cudaErrorLaunchTimeout)\n  it did"
            " not finish within 4 s\n  block (0,0,0):\n    threads 0-20"
        )
        checked = (
            "Found by the checkers: deadlock in kernel `scan_kernel`: it did not finish within 0.8 s.\n  still running"
            " by block 0, thread 0"
        )
        self.assertEqual(
            {said("TIMED OUT: " + text, "TIMED OUT") for text in (loop, checked)},
            {"TIMED OUT: kernel `scan_kernel` did not finish"},
        )
        self.assertNotEqual(said(loop, "TIMED OUT"), said(loop.replace("scan", "sort"), "TIMED OUT"))
        self.assertEqual(
            said(
                (
                    "NO BUILD: This exercise does not compile; the others are graded without it:\n  a.cu:30: error: 'x'"
                    " was not declared"
                ),
                "NO BUILD",
            ),
            said(
                (
                    "NO BUILD: This exercise does not compile; the others are graded without it:\n  a.cu:97: error: 'x'"
                    " was not declared"
                ),
                "NO BUILD",
            ),
        )
        self.assertNotEqual(said("the keys are not sorted"), said("the keys are not there"))

    def test_times_as_systems_write_them(self):
        for text, iso in (
            ("2026-10-05 21:59:00.123456789 Z", "2026-10-05T21:59:00.123456+00:00"),
            ("2026-10-05T23:59+02:00", "2026-10-05T23:59:00+02:00"),
            ("2026-10-05 21:59:00 UTC", "2026-10-05T21:59:00+00:00"),
        ):
            self.assertEqual(roster.moment(text, "").isoformat(), iso)
        for text, time in (
            ("Monday, 5 October 2026, 11:59 PM", (5, 23, 59)),
            ("Monday, 5 October 2026, 12:01 AM", (5, 0, 1)),
            ("Montag, 5. Oktober 2026, 23:59", (5, 23, 59)),
            ("5 October 2026, 9:05 AM", (5, 9, 5)),
        ):
            found = roster.moment(text, "")
            self.assertEqual((found.month, found.day, found.hour, found.minute), (10, *time), text)
        for text in ("lundi 5 octobre", "Monday, 5 Foo 2026, 1:00 PM", ""):
            with self.assertRaises(roster.Bad):
                roster.moment(text, "")


if __name__ == "__main__":
    unittest.main()
