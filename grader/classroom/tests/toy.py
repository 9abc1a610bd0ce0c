# SPDX-License-Identifier: Apache-2.0
"""A workbook with one lab whose compiler and grader are scripts, for testing the rest of grade-class.

A submission of 90_toy is text that contains any of these:

points 60     it earns 60 of 100 points
#error        it does not compile; with `#warning`, it compiles with a message
seconds 0.2   its grading takes 0.2 s
page          its report is a page
left out      its exercise 2 does not compile
fault once    the machine fails once; with `fault always`, always
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
CLASSROOM = HERE.parent
COMPILED = tempfile.TemporaryDirectory()  # grade-class's compiled modules, shared by all runs of a test
MARKS = "// BEGIN YOUR CODE (exercise 1)\n{}\n// END YOUR CODE\n"

COMPILER = r"""#!/bin/sh
if [ -n "$TOY_NO_BOX" ] && [ -n "$GRADE_REQUIRE_SANDBOX" ]; then
  echo 'GRADE_REQUIRE_SANDBOX: none was not compiled. This kernel has no Landlock.' >&2
  exit 1
fi
while [ $# != 0 ]; do
  case $1 in
    --source) source=$2 ;;
    --output) runner=$2 ;;
  esac
  shift
done
if grep -q '#error' "$source"; then
  echo 'error: #error' >"$runner.log"
elif [ "$source" != /dev/null ]; then
  cat "$source" >"$runner"
fi
if grep -q '#warning' "$source"; then echo 'warning: #warning' >"$runner.log"; fi
"""
GRADER = r"""#!/usr/bin/python3 -IS
import json, os, pathlib, re, sys, time
value = lambda name: sys.argv[sys.argv.index(name) + 1]
lab = value("--lab")
text = pathlib.Path(value("--labs-dir"), lab, lab[3:] + ".cu").read_text(errors="replace")
number = lambda word, other: float((re.search(word + r" ([\d.]+)", text) or [0, other])[1])
time.sleep(number("seconds", 0))
with open(pathlib.Path(__file__).with_name("graded"), "a") as log:
    log.write(re.sub(r"\s+", " ", text) + "\n")
turns = pathlib.Path(__file__).with_name("turns")
while turns.exists():
    try:
        next(turns.iterdir()).unlink()
        break
    except (StopIteration, FileNotFoundError):
        time.sleep(0.02)
marker = pathlib.Path(__file__).with_name("failed")
fault = "fault always" in text or ("fault once" in text and not marker.exists())
if fault:
    marker.touch()
built = pathlib.Path(value("--runners"), f"labs/{lab}.sim").exists()
checked = pathlib.Path(value("--runners"), f"labs/{lab}.check").exists()
points = min(int(number("points", 0)), 100 if checked else 60) if built else 0
tests = [{"name": name, "number": lab[:2] + "." + exercise,
          "score": min(most, max(0, points - before)), "max_score": most,
          "output": "" if points >= before + most else "WRONG: the keys are <b>not</b> sorted. More of it",
          "tags": [lab, f"Lab{lab[:2]}." + test,
                   "NO BUILD" if not built else "GOOD" if points >= before + most else "WRONG"]}
         for exercise, test, name, most, before in (("1", "One", "the first", 60, 0),
                                                    ("2", "Two", "the second", 40, 60))]
if "left out" in text:
    tests[1].update(score=0, output="This exercise does not compile; the others are graded without it: …",
                    tags=[lab, f"Lab{lab[:2]}.Two", "NO BUILD"])
result = {"output": "Score", "execution_time": 0.1, "tests": tests,
          "extra_data": {"max_score": 100, "not_graded": int(number("notgraded", 0)), "seed": os.environ["GRADE_SEED"],
                         "language_checked": "unchecked" not in text}}
if not fault:
    result["score"] = sum(test["score"] for test in tests)
pathlib.Path(value("--reports")).mkdir(exist_ok=True)
pathlib.Path(value("--reports"), "results.json").write_text(json.dumps(result))
if "page" in text:
    pathlib.Path(value("--reports"), "report.html").write_text(
        f"<html><body><main><h1>x of y points</h1>the grader's page of {lab}</main></body></html>")
print("graded with seed", os.environ["GRADE_SEED"], "points", points)
sys.exit(3 if fault else 0)
"""


class Toy:
    def __init__(self, folder, visibility=None, lab="90_toy"):
        self.folder = pathlib.Path(folder)
        self.out = self.folder / "out"
        self.submissions = self.folder / "submissions"
        self.submissions.mkdir(parents=True)
        (self.folder / "recipes").mkdir()
        for name, text in (("compile", COMPILER), ("grade", GRADER)):
            (self.folder / name).write_text(text)
            (self.folder / name).chmod(0o755)
        self.add_lab(lab, visibility=visibility)
        # In place of the build's launcher, which Slurm's tasks start.
        (self.folder / "bin").mkdir()
        launcher = self.folder / "bin/grade-class"
        launcher.write_text(f'#!/bin/sh\nexec "{sys.executable}" -IS -X pycache_prefix="{COMPILED.name}" "{CLASSROOM}" '
                            f'--source "{self.folder}" --build "{self.folder}" "$@"\n')
        launcher.chmod(0o755)
        self.launcher = [str(launcher), "--grade", f"{self.folder}/grade", "--rubrics", f"{self.folder}/rubrics",
                         "--recipes", f"{self.folder}/recipes", "--stubs", f"{self.folder}/labs"]

    def add_lab(self, lab, first_line="", visibility=None):
        (self.folder / "rubrics" / lab).mkdir(parents=True)
        (self.folder / "labs" / lab).mkdir(parents=True)
        (self.folder / "rubrics" / lab / "rubric.csv").write_text(
            first_line + f"exercise,test,points,shows,title,visibility\n1,One,60,the first,A,\n2,Two,40,the "
                         f"second,B,{visibility or ''}\n")
        (self.folder / "labs" / lab / f"{lab[3:]}.cu").write_text(MARKS.format("points 0"))
        for kind in ("sim", "check"):
            (self.folder / "recipes" / f"{lab}.{kind}").write_text(
                f"{self.folder}/compile\n--source\n@FILE@\n--output\n@RUNNER@\n")

    def hand_in(self, name, text):
        path = self.submissions / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def command(self, *options):
        return [*self.launcher, str(self.submissions), "--out", str(self.out), *options]

    def run(self, *options, **environment):
        return subprocess.run(self.command(*options), capture_output=True, text=True,
                              env=dict(os.environ, **environment), check=False)

    def hold(self):
        """From now on, each `grade` waits for a turn, so that running pieces keep running."""
        (self.folder / "turns").mkdir()

    def give_a_turn(self):
        """Turns do not add up, and a killed process can have taken one."""
        (self.folder / "turns/one").touch()

    def let_go(self):
        shutil.rmtree(self.folder / "turns", ignore_errors=True)

    def gradebook(self):
        import csv
        with open(self.out / "gradebook.csv", encoding="utf-8", newline="") as file:
            return {row["student"]: row for row in csv.DictReader(file)}

    def graded(self):
        """Returns how many times `grade` was run, by submission."""
        import collections
        log = self.folder / "graded"
        return collections.Counter(log.read_text().splitlines()) if log.exists() else {}

    def config(self):
        return json.loads((self.out / "class.json").read_text())


class ToyCase(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.toy = Toy(pathlib.Path(self.scratch.name, "toy"))

    def said(self, done, status):
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def graded(self, *options, status=0, **environment):
        return self.said(self.toy.run(*options, **environment), status)

    def again(self, *options, status=0):
        """Runs grade-class again without the folder of submissions."""
        return self.said(subprocess.run([*self.toy.launcher, "--out", str(self.toy.out), *options],
                                        capture_output=True, text=True, check=False), status)

    def file(self, name, text):
        return str(self.toy.hand_in("../" + name, text))
