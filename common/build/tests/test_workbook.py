# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "workbook"))
import building  # noqa: E402
import exercises  # noqa: E402
import settings  # noqa: E402
import terminal  # noqa: E402


class Settings(unittest.TestCase):

    def test_a_lab_has_four_names(self):
        lab = settings.all_labs()[2]
        for name in ("3", "03", lab, f"labs/{lab}/"):
            self.assertEqual(settings.lab_named(name), lab)
        for name in ("003", "", "33", "labs"):
            self.assertRaises(settings.Refusal, settings.lab_named, name)

    def test_an_exercise_names_its_lab(self):
        for given in ({"EXERCISE": "3.4"}, {"EXERCISE": "03.4"}, {"EXERCISE": "4", "LAB": "03"}):
            with mock.patch.dict(os.environ, given):
                lab, exercise = settings.chosen_exercise()
                self.assertEqual((lab[:2], exercise), ("03", 4))

    def test_a_chosen_device_has_an_architecture(self):
        with mock.patch.dict(os.environ):
            self.assertEqual(settings.Device("t4").architecture, "sm_75")
            self.assertEqual(settings.Device("h100").architecture, "")  # the simulated device's own


class Terminal(unittest.TestCase):

    def test_paragraphs_are_filled_and_code_is_not(self):
        rest = ["", "```", "a long line of code stays as it is", "```", "| a | table stays too |"]
        text = "\n".join(["- one two three `make it so` four", "  five", *rest])
        with mock.patch.object(terminal, "columns", return_value=20):
            filled = terminal.filled(text).split("\n")
            self.assertEqual(filled, ["- one two three", "  `make it so` four", "  five", *rest])
        with mock.patch.object(terminal, "columns", return_value=0):
            self.assertEqual(terminal.filled(text), text)

    def test_what_the_build_says_to_nobody_is_not_shown(self):
        for line in ("ninja: no work to do.", "-- Configuring done", "[ 12%] Built target grade"):
            self.assertTrue(terminal.CHATTER.search(line), line)
        self.assertFalse(terminal.CHATTER.search("[3/9] Compiling labs/01_enumeration (sim)"))


class Exercises(unittest.TestCase):
    LINES = [
        b"// BEGIN YOUR CODE (exercise 1)", b"a", b"// END YOUR CODE", b"// BEGIN YOUR CODE (exercise 2)", b"b",
        b"// BEGIN YOUR CODE (exercise 3)", b"// END YOUR CODE",
    ]

    def test_a_region_ends_before_the_next_one_begins(self):
        self.assertEqual(exercises.lines_of_exercise(self.LINES, 1), (1, 3))
        self.assertEqual(exercises.lines_of_exercise(self.LINES, 2), (4, None))
        self.assertEqual(exercises.lines_of_exercise(self.LINES, 4), (None, None))

    def test_each_exercise_has_a_statement_and_hints(self):
        for lab in settings.all_labs():
            for exercise in sorted(set(settings.rubric_exercises(lab))):
                self.assertTrue(exercises.statement_of(lab, exercise).startswith(f"**{exercise}. "))
                title, hints = exercises.hints_of(lab, exercise)
                self.assertTrue(title == "" or hints, (lab, exercise))

    def test_links_that_lead_nowhere_are_no_files(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "one.cu").write_text("1\n")
            pathlib.Path(folder, "two.cu").symlink_to("nowhere")
            state = exercises.state_of_files(f"{folder}/*.cu", f"{folder}/*.h")
            self.assertEqual([(file, size) for file, (_, size) in state.items()], [(f"{folder}/one.cu", 2)])

    def test_the_first_exercise_that_is_not_all_right_is_open(self):
        with tempfile.TemporaryDirectory() as folder:
            build = building.Build(folder, "next")
            lab = settings.all_labs()[0]
            self.assertEqual(exercises.first_open_exercise(build), (lab, 1))
            marks = pathlib.Path(folder, "reports/student/marks", lab)
            marks.parent.mkdir(parents=True)
            marks.write_text("1 15 15\n2 19.5 20\n")
            self.assertEqual(exercises.first_open_exercise(build), (lab, 2))
            marks.write_text("1 15 15\n2 20 20\n")
            self.assertEqual(exercises.first_open_exercise(build, lab), (None, None))


if __name__ == "__main__":
    os.chdir(sys.argv.pop(1))
    unittest.main()
