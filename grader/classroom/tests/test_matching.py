# SPDX-License-Identifier: Apache-2.0
"""Tests the matching of submissions to students."""
import csv
import json
import unittest
import zipfile

from books_case import BooksCase, CANVAS


class Matching(BooksCase):
    def test_canvas_two_of_one_name(self):
        self.toy.hand_in("smithjohn_4325_1_toy.cu", "points 60")
        self.toy.hand_in("smithjohn_LATE_4326_2_toy.cu", "points 70")
        self.graded("--roster", self.file("canvas.csv", CANVAS))
        self.assertEqual(
            self.marks(),
            {
                "Smith, John 4325": ("60", ""),
                "Smith, John 4326": ("70", "late: according to Canvas"),
                "Poe, Al": ("", "nothing handed in"),
            },
        )
        self.assertEqual(
            (self.toy.out / "canvas.csv").read_text().splitlines()[2:],
            ['"Smith, John",4325,j1,jsmith,A,60', '"Smith, John",4326,j2,jsmith2,A,70', '"Poe, Al",4323,a1,apoe,A,'],
        )
        with zipfile.ZipFile(self.toy.out / "canvas_feedback.zip") as archive:
            self.assertEqual(sorted(archive.namelist()), ["smithjohn_4325_1_report.txt", "smithjohn_4326_2_report.txt"])
            self.assertIn("90.1  GOOD  60/60", archive.read("smithjohn_4325_1_report.txt").decode())

    def test_moodles_worksheet_and_its_numbers(self):
        head = (
            "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified"
            " (submission),Last modified (grade),Feedback comments\n"
        )
        line = 'Participant {},{},{}@x.org,Submitted for grading,,100.00,Yes,"{}",-,\n'.format
        sheet = self.file(
            "worksheet.csv",
            "\ufeff"
            + head
            + line(11, "John Smith", "js", "Monday, 5 October 2026, 11:50 PM")
            + line(12, "John Smith", "js2", "Dienstag, 6. Oktober 2026, 20:00")
            + line(13, "J\u00fcrgen M\u00fcller", "jm", "-").replace("grading,,", "grading,55,"),
        )  # already graded in Moodle, so the grade stays
        for number, points in ((11, 60), (12, 70)):
            self.toy.hand_in(f"John Smith_{number}_assignsubmission_file/toy.cu", f"points {points}")
        policy = self.file("policy.json", json.dumps({"deadlines": {"90": "2026-10-05T23:59"}, "percent_per_day": 10}))
        self.graded("--roster", sheet, "--policy", policy)
        self.assertEqual(
            self.marks(),
            {
                "John Smith 11": ("60", ""),
                "John Smith 12": ("63", "late: 90 by 1 d, -10 % of the mark"),
                "J\u00fcrgen M\u00fcller": ("", "nothing handed in"),
            },
        )
        lines = list(csv.reader((self.toy.out / "moodle.csv").read_text(encoding="utf-8").splitlines()))
        self.assertEqual(
            [(line[0], line[4], line[9]) for line in lines[1:]],
            [
                ("Participant 11", "60", ""),
                ("Participant 12", "63", "late: 90 by 1 d, -10 % of the mark"),
                ("Participant 13", "55", "nothing handed in"),
            ],
        )
        with zipfile.ZipFile(self.toy.out / "moodle_feedback.zip") as archive:
            self.assertEqual(
                sorted(archive.namelist()),
                [f"John Smith_{number}_assignsubmission_file_report.html" for number in (11, 12)],
            )
        french = self.file("french.csv", head + line(11, "John Smith", "js", "lundi 5 octobre 2026, 23:50"))
        self.toy.out = self.toy.folder / "french"
        said = self.graded("--roster", french, "--policy", policy, status=2)
        self.assertIn("french.csv (export it in English): when John Smith handed in: `lundi 5 octobre", said)
        self.assertFalse(self.toy.out.exists())
        self.toy.add_lab("91_more")
        self.toy.out = self.toy.folder / "two"
        self.assertIn(
            "is the worksheet of one assignment. Name its lab, as in --labs 90",
            self.graded("--roster", sheet, status=2),
        )

    def test_moodles_groups_and_participants(self):
        self.toy.hand_in("Group A-Anna-Lena Doe_11_assignsubmission_file_/toy.cu", "points 60")
        self.toy.hand_in("Jean-Luc Roe_12_assignsubmission_file_/toy.cu", "points 70")
        people = self.file(
            "participants.csv", "First name,Last name,Email address\nAnna-Lena,Doe,a@x.org\nJean-Luc,Roe,j@x.org\n"
        )
        self.graded("--roster", people)
        self.assertEqual(self.marks(), {"Anna-Lena Doe": ("60", ""), "Jean-Luc Roe": ("70", "")})

    def test_who_cannot_be_matched_has_candidates_and_nobody_is_said_to_be_absent(self):
        self.toy.hand_in("John Smith_11_assignsubmission_file_/toy.cu", "points 60")
        self.toy.hand_in("Jane Do_12_assignsubmission_file_/toy.cu", "points 70")
        people = (
            "First name,Last name,ID number,submission\nJohn,Smith,s1,{}\nJohn,Smith,s2,\nJane,Doe,s3,{}\nAl,Poe,s4,\n"
        )
        said = self.graded("--roster", self.file("people.csv", people.format("", "")))
        self.assertIn("2 submissions match no student in the roster: Jane Do, John Smith", said)
        self.assertEqual(
            {student: flags for student, (_, flags) in self.marks().items()},
            {
                "John Smith s1": "not matched: perhaps John Smith",
                "John Smith s2": "not matched: perhaps John Smith",
                "Jane Doe": "not matched: perhaps Jane Do",
                "Al Poe": "nothing handed in",
                "John Smith": "several students in the roster have this name, perhaps John Smith s1 or John Smith s2",
                "Jane Do": "not in the roster, perhaps Jane Doe",
            },
        )
        self.assertEqual(
            (self.toy.out / "moodle.csv").read_text().splitlines()[1:],
            ["s1,-,", "s2,-,", "s3,-,", "s4,-,nothing handed in"],
        )
        self.assertIn("Not matched", (self.toy.out / "summary.html").read_text())
        # The remedy is to write the submission's name into the roster.
        self.graded("--resume", "--roster", self.file("people.csv", people.format("John Smith", "Jane Do")))
        self.assertEqual(
            self.marks(),
            {
                "John Smith s1": ("60", ""),
                "John Smith s2": ("", "nothing handed in"),
                "Jane Doe": ("70", ""),
                "Al Poe": ("", "nothing handed in"),
            },
        )

    def test_a_number_that_is_not_in_the_roster_is_not_matched_by_name(self):
        self.toy.hand_in("smithjohn_9999_1_toy.cu", "points 60")
        self.graded("--roster", self.file("canvas.csv", CANVAS))
        self.assertEqual(
            self.marks()["smithjohn"][1],
            "not in the roster: Canvas's number 9999, perhaps Smith, John 4325 or Smith, John 4326",
        )
        self.assertEqual(
            (self.marks()["Smith, John 4325"], self.marks()["Poe, Al"]),
            (("", "not matched: perhaps smithjohn"), ("", "nothing handed in")),
        )

    def test_a_number_with_somebody_elses_name_is_not_matched(self):
        # Al has chosen this name, and Canvas appends 9999_1.
        self.toy.hand_in("poeal_4326_9999_1_toy.cu", "points 60")
        self.graded("--roster", self.file("canvas.csv", CANVAS))
        self.assertEqual(
            self.marks()["poeal"][1],
            "its number and its name belong to different students, perhaps Poe, Al or Smith, John 4326;"
            " renamed: 1_toy.cu was graded as toy.cu",
        )
        self.assertEqual(self.marks()["Smith, John 4326"], ("", "not matched: perhaps poeal"))

    def test_canvas_group_is_its_members_by_number(self):
        self.toy.hand_in("teamred_4323_1_toy.cu", "points 60")
        self.graded("--roster", self.file("canvas.csv", CANVAS))
        self.assertEqual(
            self.marks()["Poe, Al"], ("60", "matched by number; the name teamred may be a group's")
        )
        self.assertNotIn("teamred", (self.toy.out / "students/teamred/report.html").read_text().replace("<title>", ""))

        # Canvas does not name the other members, so they are matched by the roster's column.
        head, *lines = CANVAS.splitlines()
        named = (
            "\n".join(
                [head + ",submission", lines[0] + ",", lines[1] + ",teamred", lines[2] + ",", lines[3] + ",teamred"]
            )
            + "\n"
        )
        self.again("--resume", "--roster", self.file("canvas.csv", named))
        self.assertEqual(
            self.marks(),
            {
                "Smith, John 4325": ("60", ""),
                "Smith, John 4326": ("", "nothing handed in"),
                "Poe, Al": ("60", "in a group with Smith, John 4325"),
            },
        )
        self.assertEqual(
            [line.split(",")[-1] for line in (self.toy.out / "canvas.csv").read_text().splitlines()[2:]],
            ["60", "", "60"],
        )

    def test_what_came_by_two_ways_is_one_students(self):
        self.toy.add_lab("91_more")
        self.toy.hand_in("poeal_4323_1_toy.cu", "points 60")
        self.toy.hand_in("Al Poe/91_more/more.cu", "points 70")
        self.graded("--roster", self.file("canvas.csv", CANVAS))
        self.assertEqual([(row["total"], row["flags"]) for row in self.rows()][2:], [("130", "")])
        self.assertIn("points 70", self.again("--replay", "apoe"))
        self.again("--regrade", "apoe", self.file("regraded/more.cu", "points 75"))
        self.assertEqual([(row["total"], row["flags"]) for row in self.rows()][2:], [("135", "")])
        self.toy.out = self.toy.folder / "two"
        self.toy.hand_in("Al Poe/90_toy/toy.cu", "points 90")
        self.graded("--roster", str(self.toy.folder / "canvas.csv"))
        self.assertEqual(
            [row["flags"].split(";")[0] for row in self.rows()][2:],
            [
                "doubled: Al Poe, poeal claim to be this student",
                "doubled: also Poe, Al, who has a submission",
            ],
        )

    def test_gradescope_says_when(self):
        self.toy.hand_in(
            "submission_metadata.yml",
            "".join(
                f"submission_{n}:\n  :submitters:\n  - :name: John Smith\n    :sid: s{n}\n    :email: j{n}@x.org\n"
                f"  :created_at: 2026-10-0{n} 23:00:00.123456789 Z\n"
                for n in (5, 6)
            ),
        )
        for n in (5, 6):
            self.toy.hand_in(f"submission_{n}/toy.cu", f"points {n}0")
        policy = self.file(
            "policy.json", json.dumps({"deadlines": {"90": "2026-10-05T23:59+00:00"}, "percent_per_day": 10})
        )
        self.graded(
            "--roster",
            self.file("people.csv", "student,name,email\ns5,John Smith,j5@x.org\ns6,John Smith,j6@x.org\n"),
            "--policy",
            policy,
        )
        self.assertEqual(self.marks(), {"s5": ("50", ""), "s6": ("54", "late: 90 by 1 d, -10 % of the mark")})


if __name__ == "__main__":
    unittest.main()
