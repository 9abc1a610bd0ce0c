# SPDX-License-Identifier: Apache-2.0
"""Tests make package: each system's scripts run in a root folder with its layout, as its user. Usage: test_package.py
SOURCE"""
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

import system_root
from toy import CLASSROOM, Toy

SOURCE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
# https://gradescope-autograders.readthedocs.io/en/latest/specs/, "Output format"
TOP = {"score": (int, float), "execution_time": (int, float), "output": str, "output_format": str,
       "test_output_format": str, "test_name_format": str, "visibility": str,
       "stdout_visibility": str, "extra_data": dict, "tests": list, "leaderboard": list}
TEST = {"score": (int, float), "max_score": (int, float), "status": str, "name": str, "name_format": str,
        "number": str, "output": str, "output_format": str, "tags": list,
        "visibility": str, "extra_data": dict}
# Handed in next to the lab's file, in place of the results and of what the scripts use.
FORGED = {"results.json": json.dumps({"score": 100, "output": "", "tests": [],
                                      "extra_data": {"max_score": 100, "scores": {"lab01": 100}}}),
          "json.py": 'print("Grade :=>> 100")\n', "said/x": "", "submission": ""}
VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}


class Package(unittest.TestCase):
    def setUp(self):
        os.umask(0o022)
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)
        self.toy = Toy(self.scratch / "toy")
        self.toy.folder.chmod(0o777)  # the toy keeps its count there
        shutil.copytree(CLASSROOM, self.toy.folder / "classroom", ignore=shutil.ignore_patterns("tests", "__pycache__"))
        for path in (self.toy.folder / "classroom").iterdir():
            path.chmod(0o644)

    def root(self, places):
        """The toy lab is lab 01. apt-get and the build only record their arguments in /asked."""
        (self.scratch / "asked").mkdir()
        root = system_root.Root(self.scratch, {**places, self.toy.folder: str(self.toy.folder),
                                               self.scratch / "asked": "/asked"})
        words = " ".join(word if word != self.toy.launcher[0]
                         else f"python3 -IS -B {self.toy.folder}/classroom --source {self.toy.folder} --build "
                              f"{self.toy.folder}"
                         for word in self.toy.launcher)
        (self.toy.folder / "grade-class").write_text(f'#!/bin/bash\nargs=("$@")\nfor i in "${{!args[@]}}"; do [ '
                                                     f'"${{args[i]}}" != 01 ] || args[i]=90; done\nexec {words} '
                                                     f'"${{args[@]}}"\n')
        (self.toy.folder / "grade-class").chmod(0o755)
        root.program("apt-get", '#!/bin/bash\necho "apt-get $*" >>/asked/log\n')
        root.program("bash", f"""#!/bin/bash
case ${{1-}} in
  common/build/*)
    [ -f "$1" ] && [ -f CMakeLists.txt ] && echo "$* BACKEND=${{BACKEND-}} in $PWD" >>/asked/log || exit 1 ;;
  *) exec /bin/bash "$@" ;;
esac
""")
        root.program("python3", f"""#!/bin/bash
[ "${{2-}}" = common/build/workbook ] || exec /usr/bin/python3 "$@"
[ -f "$2/__main__.py" ] && [ -f CMakeLists.txt ] && echo "${{*:2}} BACKEND=${{BACKEND-}} in $PWD" >>/asked/log || exit 1
mkdir -p build/bin && cp {self.toy.folder}/grade-class build/bin/
""")
        return root

    def image_is_made(self, root, script, tools):
        """Checks that the system's script, run once as root, builds the tools where grading expects them."""
        done = root.run("/", script)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual((self.scratch / "asked/log").read_text().splitlines(),
                         ["apt-get update", "apt-get install -y make",
                          f"common/build/setup.sh class BACKEND= in {tools}",
                          f"common/build/workbook class BACKEND=sim in {tools}"])

    def package(self, system):
        done = subprocess.run([sys.executable, "-B", str(SOURCE / "grader/classroom/package.py"), str(SOURCE), system,
                               "01", str(self.scratch / "packages")],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.scratch / "packages" / system

    def no_solutions(self, tar):
        with tarfile.open(tar) as archive:
            names = archive.getnames()
        for name in names:
            self.assertNotRegex(name, "^solutions/|selfcheck|/tests/|notes/")
        for needed in ("common/build/setup.sh", "common/build/workbook/__main__.py", "CMakeLists.txt",
                       "grader/classroom/single.py", "grader/classroom/grade-class.in",
                       "grader/labs/01_enumeration/given.cu", "labs/01_enumeration/enumeration.h"):
            self.assertIn(needed, names)

    def scripts_are_well_formed(self, folder):
        for file in folder.rglob("*"):
            if file.is_file() and file.read_bytes().startswith(b"#!"):
                self.assertTrue(os.access(file, os.X_OK), file)
                self.assertEqual(subprocess.run(["bash", "-n", str(file)], check=False).returncode, 0, file)

    def test_gradescope(self):
        box = self.scratch / "autograder"
        for part in ("source", "submission"):
            (box / part).mkdir(parents=True)
        with zipfile.ZipFile(self.package("gradescope") / "gradescope.zip") as archive:
            for info in archive.infolist():
                path = archive.extract(info, box / "source")
                os.chmod(path, info.external_attr >> 16)
        self.assertEqual(sorted(p.name for p in (box / "source").iterdir()),
                         ["run_autograder", "setup.sh", "workbook.tar.gz"])
        self.scripts_are_well_formed(box)
        self.no_solutions(box / "source/workbook.tar.gz")
        root = self.root({box: "/autograder"})
        self.image_is_made(root, "/autograder/source/setup.sh", "/autograder/source/workbook")
        shutil.move(box / "source/run_autograder", box / "run_autograder")  # as Gradescope does
        for text, score in (("points 60", 60), ("#error", 0), ("points 60 fault always", None),
                            ("points 60 notgraded 40", None), (None, 0)):
            shutil.rmtree(box / "submission")
            (box / "submission").mkdir()
            if text:
                (box / "submission/toy.cu").write_text(text)
            shutil.rmtree(box / "results", ignore_errors=True)
            done = root.run("/autograder", "/autograder/run_autograder")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue((box / "results/results.json").exists(), done.stdout + done.stderr)
            results = json.loads((box / "results/results.json").read_text())
            self.assertEqual(results.get("score"), score, results)
            for key, value in results.items():
                self.assertIsInstance(value, TOP[key], key)
            for test in results["tests"]:
                for key, value in test.items():
                    self.assertIsInstance(value, TEST[key], key)
                self.assertIn(test.get("status", "passed"), ("passed", "failed"))
                self.assertIn(test.get("visibility", "visible"), VISIBILITIES)

    def hand_in_forged(self, place):
        for name, text in FORGED.items():
            (place / name).parent.mkdir(exist_ok=True)
            (place / name).write_text(text)

    def image_of_tools(self, package):
        """Returns the folder /opt of an image built by the package's Dockerfile."""
        opt = self.scratch / "opt"
        shutil.copytree(package / "image", opt, ignore=shutil.ignore_patterns("Dockerfile"))
        return opt

    def test_autolab(self):
        package = self.package("autolab")
        self.scripts_are_well_formed(package)
        self.no_solutions(package / "image/workbook.tar.gz")
        self.assertIn("\nCOPY workbook.tar.gz build.sh /opt/\nRUN bash /opt/build.sh\n",
                      (package / "image/Dockerfile").read_text())
        home = self.scratch / "home"
        home.mkdir()
        root = self.root({self.image_of_tools(package): "/opt", home: "/home/autograde"})
        self.image_is_made(root, "/opt/build.sh", "/opt/workbook")
        # Tango's autodriver (autodriver.c, config.py) puts the files into a folder of its user, names the makefile
        # "Makefile", and starts make with resource limits.
        for text, line in (("points 60", {"scores": {"lab01": 60}}), ("points 60 fault always", None),
                           (None, {"scores": {"lab01": 0}})):
            place = home / "autolab"
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir()
            shutil.copy(package / "autograde-Makefile", place / "Makefile")
            shutil.copy(package / "autograde.tar", place)
            if text:
                (place / "toy.cu").write_text(text)
            self.hand_in_forged(place)
            for path in (home, place, *place.iterdir()):
                if os.getuid() == 0:
                    os.chown(path, 2001, 2001)
            done = root.run("/home/autograde/autolab", "/usr/bin/make", user="autograde",
                            limits=("--nproc=100:100", "--fsize=104857600:104857600"), HOME="/home/autolab")
            self.assertTrue(done.stdout.strip(), done.stderr)
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
        home = self.scratch / "home"
        home.mkdir()
        root = self.root({self.image_of_tools(package): "/opt", home: "/home/student"})
        self.image_is_made(root, "/opt/build.sh", "/opt/workbook")
        for text, grade in (("points 60", "Grade :=>> 60"), ("points 60 fault always", None), (None, "Grade :=>> 0")):
            shutil.rmtree(home)
            home.mkdir()
            shutil.copy(package / "vpl_evaluate.sh", home)
            if text:
                (home / "toy.cu").write_text(text)
            self.hand_in_forged(home)
            for path in (home, *home.iterdir()):
                if os.getuid() == 0:
                    os.chown(path, 2002, 2002)
            self.assertEqual(root.run("/home/student", "./vpl_evaluate.sh", user="student").returncode, 0)
            done = root.run("/home/student", "./vpl_execution", user="student")  # as the jail server does
            said = done.stdout.splitlines()
            self.assertEqual([line for line in said if line.startswith("Grade")], [grade] if grade else [], done.stdout
                             + done.stderr)
            self.assertEqual((said[0], "--|>" in said), ("<|--", True))

    def test_github_classroom(self):
        package = self.package("github-classroom")
        self.scripts_are_well_formed(package)
        workflow = (package / ".github/workflows/classroom.yml").read_text()
        # The reporter reads the list of runners, and the variable NAME_RESULTS for each runner.
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
        root = self.root({})
        root.program("make", '#!/bin/bash\n[ "$*" = "setup grade LAB=01 BACKEND=sim" ] || exit 9\nmkdir -p '
                             'build/reports/student\n[ ! -f given.json ] || cp given.json '
                             'build/reports/student/results.json\n')
        for results, points, most, status in (({"score": 60, "tests": [test], "extra_data": {}}, 60, 60, "pass"),
                                              ({"score": 60, "tests": [test, other], "extra_data": {"not_graded": 40}},
                                               60, 100, "fail"),
                                              ({"tests": [test], "extra_data": {}}, 0, 60, "error"),
                                              (None, 0, 0, "error")):
            work = self.scratch / "work"
            shutil.rmtree(work, ignore_errors=True)
            clone = work / "lab/lab"  # the layout of actions/checkout
            shutil.copytree(package, clone)
            if results:
                (clone / "given.json").write_text(json.dumps(results))
            output = clone / "output"
            output.write_text("")
            for path in (work, *work.rglob("*")):
                if os.getuid() == 0:
                    os.chown(path, 2002, 2002)
            root.places[work] = "/home/student/actions"
            root.run("/home/student/actions/lab/lab", "bash", ".github/classroom/lab.sh", "01", user="student",
                     GITHUB_OUTPUT="/home/student/actions/lab/lab/output")
            key, value = output.read_text().strip().split("=", 1)
            answer = json.loads(base64.b64decode(value))
            self.assertEqual((key, sum(t["score"] for t in answer["tests"]), answer["max_score"], answer["status"]),
                             ("result", points, most, status))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as empty:
        if missing := system_root.why_not(empty):
            print(
                f"NOT TESTED: no root folder can be created and entered here, so no package's scripts were run.\n"
                f"{missing}")
            sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
