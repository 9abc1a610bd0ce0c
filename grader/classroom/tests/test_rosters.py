# SPDX-License-Identifier: Apache-2.0
"""Tests whose row of the grade book gets a mark."""
import csv
import json
import shutil
import unittest

from toy import ToyCase


class Rosters(ToyCase):
    def test_roster_missing_students_and_strangers(self):
        self.toy.hand_in("doejane_77_1_toy.cu", "points 60")
        self.toy.hand_in("joe@x.org/toy.cu", "points 70")
        self.toy.hand_in("mallory/toy.cu", "points 80")
        roster = self.file("roster.csv", "student,name,email\njd1,Jane Doe,jane@x.org\n=cmd,Al Roe,al@x.org\n"
                                         "jr1,Joe Roe,joe@x.org\n")
        self.graded("--roster", roster)
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
        roster = self.file("roster.csv", "student,name\njd1,Jane Doe\nar1,Al Roe\njr1,Joe Roe\nml1,Mallory\n")
        self.graded("--roster", roster)
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
        roster = self.file("roster.csv", "student,name\nal1,Al Roe\njd1,Jane Doe\njr1,Joe Roe\n")
        expected = {"jd1": ("70", ""), "jr1": ("70", "in a group with jd1"), "xx1": ("70", "in a group with jd1"),
                    "al1": ("80", "")}
        self.graded()
        self.assertEqual({student: (row["total"], row["flags"]) for student, row in self.toy.gradebook().items()},
                         expected)
        expected["xx1"] = ("70", "not in the roster; in a group with jd1")
        self.graded("--resume", "--roster", roster)
        self.assertEqual({student: (row["total"], row["flags"]) for student, row in self.toy.gradebook().items()},
                         expected)
        self.assertIn("jr1,jd1\n", (self.toy.out / "students.csv").read_text())
        self.assertEqual(json.loads((self.toy.out / "students/jd1/results.json").read_text())["extra_data"]["student"],
                         "jd1")

    def test_canvas_takes_its_own_export_back(self):
        self.toy.hand_in("doejane_77_1_toy.cu", "points 60")
        roster = self.file("canvas_export.csv",
                           "Student,ID,SIS User ID,SIS Login ID,Section,Lab 90 (4711),Other (1)\n"
                           '    Points Possible,,,,,100,5\n"Doe, Jane",77,j1,jdoe,A,,\n"Roe, Al",78,a1,aroe,A,,\n')
        self.graded("--roster", roster)
        self.assertEqual((self.toy.out / "canvas.csv").read_text().splitlines(),
                         ["Student,ID,SIS User ID,SIS Login ID,Section,Lab 90 (4711)", "    Points Possible,,,,,100",
                          '"Doe, Jane",77,j1,jdoe,A,60', '"Roe, Al",78,a1,aroe,A,'])

    def test_canvas_with_columns_that_some_schools_have(self):
        self.toy.hand_in("doejane_77_1_toy.cu", "points 60")
        roster = self.file("canvas_export.csv",
                           "Student,ID,SIS User ID,SIS Login ID,Integration ID,Section,Other (1),Lab 90 (4711)\n"
                           ',,,,,,Manual Posting,\n    Points Possible,,,,,,5,100\n'
                           '"Doe, Jane",77,j1,jdoe,i1,A,,\n"Student, Test",99,,t,,A,,\n')
        self.graded("--roster", roster)
        self.assertEqual((self.toy.out / "canvas.csv").read_text().splitlines(),
                         ["Student,ID,SIS User ID,SIS Login ID,Integration ID,Section,Lab 90 (4711)",
                          "    Points Possible,,,,,,100", '"Doe, Jane",77,j1,jdoe,i1,A,60'])

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
                roster = self.file("roster.csv", text.replace("\n", "\r\n").encode(encoding))
                self.graded("--roster", roster)
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
            self.assertIn(said, self.graded(*options, self.file(name, text), status=2))
            self.assertFalse(self.toy.out.exists())


if __name__ == "__main__":
    unittest.main()
