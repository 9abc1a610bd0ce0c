# SPDX-License-Identifier: Apache-2.0
import csv

from toy import ToyCase

TEXT = """int own(const int* in, int n) {{
  int sum = {0};
  for (int i = 0; i < n; ++i) sum += in[i] * in[n - 1 - i] - (in[i] >> 3) + (i % 7 == 2 ? in[i / 2] : -in[i]);
  while (sum > {0} && n != 0) sum = sum / 2 + in[sum % n] * (sum & 15) - in[(sum + 1) % n] / (1 + in[0] * in[0]);
  return sum < 0 ? -sum * n : sum ^ (n << 4);
}}
// points {1}"""
CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Lab 90 (77)\n    Points Possible,,,,,100\n"
    '"Smith, John",4325,j1,jsmith,A,\n"Smith, John",4326,j2,jsmith2,A,\n"Poe, Al",4323,a1,apoe,A,\n'
)


class BooksCase(ToyCase):
    """A toy class of students. Tests read and edit its grade books."""

    def rows(self, name="gradebook.csv", delimiter=","):
        with open(self.toy.out / name, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file, delimiter=delimiter))

    def marks(self):
        return {row["student"]: (row["lab90"], row["flags"]) for row in self.rows()}

    def edit(self, student, **cells):
        rows = self.rows(delimiter=";" if ";change;" in (self.toy.out / "gradebook.csv").read_text() else ",")
        next(row for row in rows if row["student"] == student).update(cells)
        with open(self.toy.out / "gradebook.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys(), delimiter=";")  # as a spreadsheet can save it
            writer.writeheader()
            writer.writerows(rows)
