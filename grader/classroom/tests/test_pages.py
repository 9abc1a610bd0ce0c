# SPDX-License-Identifier: Apache-2.0
"""Tests the pages for students and the teacher."""
import os
import shutil
import unittest

from toy import ToyCase


class Pages(ToyCase):
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

    def test_the_summary_says_whose_language_was_not_checked(self):
        self.toy.hand_in("ann/toy.cu", "points 1")
        self.toy.hand_in("bob/toy.cu", "points 2 unchecked")
        self.graded()
        page = (self.toy.out / "summary.html").read_text()
        self.assertIn("1 submissions were not fully checked for code that nvcc would refuse", page)
        self.assertIn("2 of 2 graded; median 1.5, mean 1.5 of 100", page)

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


if __name__ == "__main__":
    unittest.main()
