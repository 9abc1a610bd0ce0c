# SPDX-License-Identifier: Apache-2.0
"""make package: each system's entry script runs in a folder laid out as that system does, and answers in its format.
The grader is the toy's, so that this is about what is around it. test_package.py SOURCE"""
import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

from toy import Toy

SOURCE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
# https://gradescope-autograders.readthedocs.io/en/latest/specs/, "Output format"
TOP = {"score": (int, float), "execution_time": (int, float), "output": str, "output_format": str, "test_output_format": str, "test_name_format": str, "visibility": str,
       "stdout_visibility": str, "extra_data": dict, "tests": list, "leaderboard": list}
TEST = {"score": (int, float), "max_score": (int, float), "status": str, "name": str, "name_format": str, "number": str, "output": str, "output_format": str, "tags": list,
        "visibility": str, "extra_data": dict}
VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}


class Package(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = pathlib.Path(scratch.name)
        self.toy = Toy(self.root / "toy")
        # What an image has built, with the toy's lab for lab 01.
        self.grader = self.root / "grade-class"
        words = " ".join(self.toy.launcher)
        self.grader.write_text(f'#!/bin/bash\nargs=("$@")\nfor i in "${{!args[@]}}"; do [ "${{args[i]}}" != 01 ] || args[i]=90; done\nexec {words} "${{args[@]}}"\n')
        self.grader.chmod(0o755)

    def package(self, system):
        done = subprocess.run([sys.executable, "-B", str(SOURCE / "grader/classroom/package.py"), str(SOURCE), system, "01", str(self.root / "packages")],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.root / "packages" / system

    def start(self, folder, *command, **environment):
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, env=dict(os.environ, GRADE_CLASS=str(self.grader), **environment), check=False)

    def no_solutions(self, tar):
        with tarfile.open(tar) as archive:
            names = archive.getnames()
        for name in names:
            self.assertNotRegex(name, "^solutions/|selfcheck|/tests/|notes/")
        for needed in ("common/build/setup.sh", "common/build/workbook.sh", "CMakeLists.txt", "grader/classroom/single.py", "grader/classroom/grade-class.in",
                       "grader/labs/01_enumeration/given.cu", "labs/01_enumeration/enumeration.h"):
            self.assertIn(needed, names)

    def scripts_are_well_formed(self, folder):
        for file in folder.rglob("*"):
            if file.is_file() and file.read_bytes().startswith(b"#!"):
                self.assertTrue(os.access(file, os.X_OK), file)
                self.assertEqual(subprocess.run(["bash", "-n", str(file)], check=False).returncode, 0, file)

    def test_gradescope(self):
        box = self.root / "autograder"
        for part in ("source", "submission"):
            (box / part).mkdir(parents=True)
        with zipfile.ZipFile(self.package("gradescope") / "gradescope.zip") as archive:
            for info in archive.infolist():
                path = archive.extract(info, box / "source")
                os.chmod(path, info.external_attr >> 16)
        self.assertEqual(sorted(p.name for p in (box / "source").iterdir()), ["run_autograder", "setup.sh", "workbook.tar.gz"])
        self.scripts_are_well_formed(box)
        self.no_solutions(box / "source/workbook.tar.gz")
        shutil.move(box / "source/run_autograder", box / "run_autograder")  # as it does
        for text, score in (("points 60", 60), ("#error", 0), ("points 60 fault always", None), ("points 60 notgraded 40", None)):
            (box / "submission/toy.cu").write_text(text)
            shutil.rmtree(box / "results", ignore_errors=True)
            done = self.start(box, str(box / "run_autograder"), AUTOGRADER=str(box))
            self.assertEqual(done.returncode, 0, done.stderr)
            results = json.loads((box / "results/results.json").read_text())
            self.assertEqual(results.get("score"), score, results)
            for key, value in results.items():
                self.assertIsInstance(value, TOP[key], key)
            for test in results["tests"]:
                for key, value in test.items():
                    self.assertIsInstance(value, TEST[key], key)
                self.assertIn(test.get("status", "passed"), ("passed", "failed"))
                self.assertIn(test.get("visibility", "visible"), VISIBILITIES)

    def test_autolab(self):
        package = self.package("autolab")
        self.scripts_are_well_formed(package)
        self.no_solutions(package / "image/workbook.tar.gz")
        for text, line in (("points 60", {"scores": {"lab01": 60}}), ("points 60 fault always", None)):
            place = self.root / "autolab"
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir()
            # Tango puts these side by side in the image's home folder, the Makefile under its own name, and calls make.
            shutil.copy(package / "autograde-Makefile", place / "Makefile")
            shutil.copy(package / "autograde.tar", place)
            (place / "toy.cu").write_text(text)
            done = self.start(place, "make")
            last = done.stdout.strip().splitlines()[-1]
            if line:
                self.assertEqual(json.loads(last.replace("lab90", "lab01")), line)
            else:
                self.assertNotEqual(done.returncode, 0)
                self.assertNotIn('"scores"', done.stdout)

    def test_moodle(self):
        package = self.package("moodle")
        self.scripts_are_well_formed(package)
        self.no_solutions(package / "image/workbook.tar.gz")
        for text, grade in (("points 60", "Grade :=>> 60"), ("points 60 fault always", None)):
            place = self.root / "vpl"
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir()
            (place / "toy.cu").write_text(text)
            self.assertEqual(self.start(place, "bash", str(package / "vpl_evaluate.sh")).returncode, 0)
            said = self.start(place, "./vpl_execution").stdout.splitlines()  # the jail server starts it
            self.assertEqual([line for line in said if line.startswith("Grade")], [grade] if grade else [])
            self.assertEqual((said[0], "--|>" in said), ("<|--", True))

    def test_github_classroom(self):
        package = self.package("github-classroom")
        self.scripts_are_well_formed(package)
        workflow = (package / ".github/workflows/classroom.yml").read_text()
        # The reporter reads runners, and for each the variable NAME_RESULTS.
        for runner in re.search(r"runners: (\S+)", workflow)[1].split(","):
            self.assertRegex(runner, "^[a-zA-Z0-9]+$")
            self.assertIn(f"{runner.upper()}_RESULTS: ${{{{ steps.{runner}.outputs.result }}}}", workflow)
            self.assertIn(f"id: {runner}\n", workflow)
        try:
            import yaml
            self.assertEqual(list(yaml.safe_load(workflow)["jobs"]), ["run-autograding-tests"])
        except ImportError:
            pass
        test = {"name": "n", "number": "01.1", "score": 60, "max_score": 60, "tags": ["01", "Lab01.A", "GOOD"]}
        other = {"name": "m", "number": "01.2", "score": 0, "max_score": 0, "tags": ["01", "Lab01.B", "NOT GRADED"]}
        for results, points, most, status in (({"score": 60, "tests": [test], "extra_data": {}}, 60, 60, "pass"),
                                              ({"score": 60, "tests": [test, other], "extra_data": {"not_graded": 40}}, 60, 100, "fail"),
                                              ({"tests": [test], "extra_data": {}}, 0, 60, "error"), (None, 0, 0, "error")):
            clone = self.root / "clone"
            shutil.rmtree(clone, ignore_errors=True)
            shutil.copytree(package, clone)
            if results:
                (clone / "build/reports/student").mkdir(parents=True)
                (clone / "build/reports/student/results.json").write_text(json.dumps(results))
            output = self.root / "output"
            output.write_text("")
            self.start(clone, "bash", ".github/classroom/lab.sh", "01", GITHUB_OUTPUT=str(output), MAKE_COMMAND="true")
            key, value = output.read_text().strip().split("=", 1)
            answer = json.loads(base64.b64decode(value))
            self.assertEqual((key, sum(t["score"] for t in answer["tests"]), answer["max_score"], answer["status"]), ("result", points, most, status))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
