#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parent.parent / "check_numbers.py"
DATA = "# machine: m\nversion,n,ms\ncopy,16,0.506\nscan,16,0.767\n"
PAGE = "# Notes\n\n## Measured\n\nFrom [data](../measurements/data.csv): %s\n"


class Numbers(unittest.TestCase):
    def check(self, said, derived=""):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name in ("docs/notes", "docs/measurements"):
                os.makedirs(root / name)
            (root / "docs/measurements/data.csv").write_text(DATA, encoding="utf-8")
            (root / "docs/notes/page.md").write_text(PAGE % said, encoding="utf-8")
            if derived:
                (root / "docs/measurements/derived.csv").write_text("page,number,text,follows\n" + derived,
                                                                    encoding="utf-8")
            done = subprocess.run([sys.executable, "-B", CHECK, root], capture_output=True, text=True, check=False)
            return done.returncode, done.stdout

    def good(self, *arguments):
        status, said = self.check(*arguments)
        self.assertEqual(status, 0, said)

    def bad(self, message, *arguments):
        status, said = self.check(*arguments)
        self.assertEqual(status, 1, said)
        self.assertIn(message, said)

    def test_a_value_of_the_file_may_be_rounded_and_in_other_units(self):
        self.good("a copy takes 0.51 ms, or 506 µs.")

    def test_a_number_that_is_in_no_file(self):
        self.bad("docs/notes/page.md:5: 0.52 ms is not in any file", "a copy takes 0.52 ms.")

    def test_a_value_is_rounded_and_not_cut_off(self):
        self.bad("0.50 ms is not in any file", "a copy takes 0.50 ms.")

    def test_numbers_in_code_headings_and_links_do_not_count(self):
        self.good("see `9.99 ms` and [this](9.99.html), CUDA 13.7.")

    def test_errata_and_literature_do_not_count(self):
        self.good("nothing.\n\n## Errata of the source\n\nIt says 8.88 ms.")

    RATIO = "docs/notes/page.md,1.52,1.52 times," \
            "\"at('data.csv','ms',version='scan')/at('data.csv','ms',version='copy')\"\n"

    def test_a_derived_number(self):
        self.good("the scan takes 1.52 times as long.", self.RATIO)

    def test_a_derived_number_that_does_not_follow(self):
        self.bad("is 1.51581", "the scan takes 1.53 times as long.", self.RATIO.replace("1.52", "1.53"))

    def test_a_row_that_the_page_no_longer_needs(self):
        self.bad('no such number near "1.52 times"', "nothing.", self.RATIO)

    def test_a_row_of_a_page_that_is_not_there(self):
        self.bad("there is no page docs/notes/other.md", "nothing.", self.RATIO.replace("page.md", "other.md"))

    CELLS = "docs/notes/page.md,cells,| version |,\"at('data.csv','ms',version='{row}',n='{column}') * 2\"\n" \
            "docs/notes/page.md,means,a copy,copy\n"
    TABLE = "\n\n| version | 2⁴ | other |\n|---|---|---|\n| a copy | 1.01 | – |\n| scan | %s | – |\n"

    def test_the_cells_of_a_table(self):
        self.good(self.TABLE % "1.53", self.CELLS)
        self.bad("at('data.csv','ms',version='scan',n='16') * 2 is 1.534", self.TABLE % "1.54", self.CELLS)
        self.bad("has 0 rows", (self.TABLE % "1.53").replace("a copy", "no copy"), self.CELLS)

    def test_a_file_or_row_or_column_that_is_not_there(self):
        for old, new, message in (("data.csv", "none.csv", "there is no file none.csv"),
                                  ("'scan'", "'sort'", "has 0 rows"),
                                  ("'ms',version='scan'", "'us',version='scan'", "has no column us")):
            self.bad(message, "the scan takes 1.52 times as long.", self.RATIO.replace(old, new))

    def test_an_expression_can_do_nothing_else(self):
        self.bad("cannot compute", "it takes 1.52 times as long.", "docs/notes/page.md,1.52,1.52 times,\"open('x')\"\n")


if __name__ == "__main__":
    unittest.main()
