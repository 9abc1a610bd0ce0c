# SPDX-License-Identifier: Apache-2.0
"""Grades a class from the exports of three systems, with a toy grader. `test_exports.py STUDENTS SOURCE BUILD` uses the
real one for a few submissions of lab 01."""
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import made_exports
from toy import Toy

STUDENTS = 300
REAL = None  # the launcher of a real build


class Exports(unittest.TestCase):
    def graded(self, system, percent):
        """Returns (the book's rows, the people)."""
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.toy = toy = Toy(pathlib.Path(scratch.name, "toy"))
        people = made_exports.people(STUDENTS)
        roster = toy.hand_in("../roster.csv", getattr(made_exports, system)(toy, people))
        policy = toy.hand_in(
            "../policy.json",
            json.dumps(
                {"deadlines": {made_exports.LAB[:2]: made_exports.DEADLINE.isoformat()}, "percent_per_day": percent}
            ),
        )
        toy.launcher = REAL or toy.launcher
        done = toy.run("--labs", made_exports.LAB[:2], "--roster", str(roster), "--policy", str(policy))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("no student in the roster", done.stderr)
        return list(toy.gradebook().values()), people

    def right(self, people, marks, percent):
        """marks: the published marks in the people's order."""
        wrong = [
            (s.first, s.last, s.at, mark, made_exports.mark_of(s, percent))
            for s, mark in zip(people, marks)
            if (float(mark) if mark not in ("", "-") else None) != made_exports.mark_of(s, percent)
        ]
        self.assertEqual(wrong, [])
        self.assertEqual(len(marks), STUDENTS)

    def absent(self, book, people):
        """Only people who handed in nothing may be reported as such."""
        said = [s.at for s, row in zip(people, book) if "nothing handed in" in row["flags"]]
        self.assertEqual(said, [s.at for s in people if s.handed_in == "nothing"])
        self.assertEqual(
            [s.at for s, row in zip(people, book) if "nothing to grade" in row["flags"]],
            [s.at for s in people if s.handed_in in ("empty", "typed")],
        )

    def published(self, name):
        return list(csv.DictReader((self.toy.out / name).read_text(encoding="utf-8").splitlines()))

    def test_canvas(self):
        book, people = self.graded("canvas", 0)  # Canvas does not report how late a file is
        self.assertEqual(len({row["student"] for row in book}), STUDENTS)
        self.right(people, [row[f"lab{made_exports.LAB[:2]}"] for row in book], 0)
        back = self.published("canvas.csv")[1:]
        self.assertEqual([int(row["ID"]) for row in back], [s.number for s in people])
        self.right(people, [row[f"Lab {made_exports.LAB[:2]} (4711)"] for row in back], 0)
        self.absent(book, people)
        self.assertEqual(
            [s.at for s, row in zip(people, book) if "late: according to Canvas" in row["flags"]],
            [s.at for s in people if s.days_late and s.handed_in == "file"],
        )

    def test_moodle(self):
        book, people = self.graded("moodle", 10)
        self.right(people, [row[f"lab{made_exports.LAB[:2]}"] for row in book], 10)
        back = self.published("moodle.csv")
        self.assertEqual([row["Identifier"] for row in back], [f"Participant {1230000 + s.at}" for s in people])
        self.right(people, [row["Grade"] for row in back], 10)
        self.absent(book, people)

    def test_gradescope(self):
        book, people = self.graded("gradescope", 10)
        leader, *others = (people[at] for at in made_exports.GROUP)
        for member in others:
            member.points, member.days_late = leader.points, leader.days_late
        self.right(people, [row[f"lab{made_exports.LAB[:2]}"] for row in book], 10)
        self.absent(book, people)


def real_texts(source):
    """Returns {mark: text} of the solution, of the solution with one exercise of the stub, and of the stub."""
    pattern = re.compile(r"// BEGIN YOUR CODE[^\n]*\n.*?// END YOUR CODE", re.S)
    solution, stub = (
        (source / tree / made_exports.LAB / made_exports.file()).read_text() for tree in ("solutions", "labs")
    )
    given, texts = pattern.findall(stub), {}
    for left_out in [(), *((at,) for at in range(len(given))), range(len(given))]:
        at = iter(range(len(given)))
        text = pattern.sub(lambda region: given[i] if (i := next(at)) in left_out else region[0], solution)
        with tempfile.TemporaryDirectory() as scratch:
            (pathlib.Path(scratch) / made_exports.file()).write_text(text)
            results = pathlib.Path(scratch) / "results.json"
            subprocess.run([*REAL, scratch, "--labs", made_exports.LAB[:2], "--results", str(results)], check=True)
            texts[json.loads(results.read_text())["score"]] = text
    return texts


if __name__ == "__main__":
    if len(sys.argv) > 2:
        REAL = [str(pathlib.Path(sys.argv.pop()) / "bin/grade-class")]
        made_exports.LAB = "01_enumeration"
        made_exports.TEXTS = real_texts(pathlib.Path(sys.argv.pop()))
        print("marks of the texts, graded one by one:", *made_exports.TEXTS, flush=True)
    if len(sys.argv) > 1:
        STUDENTS = int(sys.argv.pop())
    unittest.main()
