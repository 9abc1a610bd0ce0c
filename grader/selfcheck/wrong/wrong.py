#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Test: each wrong program of a lab gets the expected verdict and messages. README.md says how to write one.

wrong.py compile SOURCE BUILD LAB      part of the build: one runner for all patches, and one per patch compiled alone
wrong.py judge SOURCE BUILD LAB        the test
wrong.py try SOURCE BUILD PATCH        compiles this patch alone, judges it and shows the reports (first build the lab:
                                       `make solutions LAB=NN`)
wrong.py refresh SOURCE [LAB]          remakes patches if lines around them in the solution have changed
LAB is NN_name.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import patches
import switches

CPP = (".cu", ".cuh", ".cpp", ".h")


def one_line(text):
    return " ".join(text.split())


class Runners:
    """`chosen` maps names of patches to their numbers; a patch alone has number 1."""

    def __init__(self, source, build, lab, folder, chosen, grader="grade"):
        self.source, self.build, self.lab, self.folder, self.chosen = source, build, lab, folder, chosen
        self.grader = build / "bin" / grader
        self.files = folder / lab.name

    def write(self):
        after = {number: self.lab.after(self.lab.patches[name]) for name, number in self.chosen.items()}
        shutil.rmtree(self.folder, ignore_errors=True)
        self.files.mkdir(parents=True)
        (self.folder / "labs").mkdir()
        for file in sorted({*self.lab.solution, *(file for files in after.values() for file in files)}):
            text = self.lab.solution.get(file)
            versions = {number: files.get(file) for number, files in after.items() if files.get(file) != text}
            if versions and len(after) == 1:
                text = versions[1]  # None if the file is deleted. No switches: their branches would count as steps
            elif versions:
                try:
                    text = switches.merge(text, versions)
                except switches.CannotSwitch as error:
                    number, why = error.args
                    name = next(name for name, n in self.chosen.items() if n == number)
                    raise patches.Mistake(f"{self.lab.patches[name].path}: {why}") from None
            if text is not None:
                (self.files / file).write_text(text)

    def compile(self, flavour, name):
        """A flavour of the build has its own flags and parts. Returns the compiler's output."""
        parts, labs = self.build / "runners" / "parts", self.source / "labs" / self.lab.name
        linked = [parts / f"{part}.{flavour}.o"
                  for part in (self.lab.name, "device", "canary", "baselines", "host_checks")]
        command = [self.build / "bin" / "simcu", f"@{parts}/{flavour}.flags", "-w", f"-I{self.source}/common",
                   f"-I{labs}", f"-I{self.source}/solutions/{self.lab.name}", self.files / f"{self.lab.name[3:]}.cu",
                   self.folder / "chosen.o", *[part for part in linked if part.exists()],
                   self.build / "grader" / "librunner_main.a", "-o", self.folder / "labs" / f"{self.lab.name}.{name}"]
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)

    def commands(self):
        """Writes the files. Returns (function, arguments) of each compilation."""
        if not self.is_compiled():
            self.link_to(self.build / "runners" / "solutions", self.folder)
            return []
        chosen = self.source / "grader" / "selfcheck" / "wrong" / "chosen.cpp"
        subprocess.run(["c++", "-O2", "-c", chosen, "-o", self.folder / "chosen.o"], check=True)
        on_host = (self.build / "runners" / "parts" / f"{self.lab.name}.host_check.o").exists()
        return [(self, "sim", "sim"), (self, "host_check" if on_host else "check", "check")]

    def link_to(self, runners, folder):
        """Links the plain runner of this lab, not the one with checkers, into folder/labs."""
        link = folder / "labs" / f"{self.lab.name}.sim"
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(runners / link.name)

    def is_compiled(self):
        return any(file.endswith(CPP) for name in self.chosen for file in self.lab.patches[name].hunks)

    def grade(self, number, options, runners=None):
        """Returns (the report on one line, results.json)."""
        reports = self.folder / "reports"
        command = [self.grader, "--backend", "sim", "--lab", self.lab.name, "--seed", "3", "--rubrics",
                   self.source / "grader" / "labs", "--labs-dir", self.folder, "--runners", runners or self.folder,
                   "--reports", reports, "--trial-seconds", "10",  # long enough for the same result on any machine
                   "--verbose", *options]
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                             check=False, env={**os.environ, "HOME": f"/{number}"})
        try:
            return run.stdout, json.loads((reports / "results.json").read_text())
        except (OSError, ValueError):
            raise patches.Mistake(f"`grade` wrote no results.json, and printed: {run.stdout}") from None

    def replay(self, number, captured):
        run = subprocess.run([self.folder / "labs" / f"{self.lab.name}.check", "--replay", captured],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                             env={**os.environ, "HOME": f"/{number}"})
        return run.stdout if run.returncode == 99 else f"(status {run.returncode})"


def all_runners(source, build, lab):
    """Returns the patches that share a program, then one entry per patch that is compiled alone."""
    folder, judged = build / "grader" / "selfcheck" / "wrong" / lab.name, lab.judged()
    alone = [p for p in judged if p.alone or not all(file.endswith(CPP) for file in p.hunks)]
    together = [patch.name for patch in judged if patch not in alone]
    made = []
    if together:
        made.append(Runners(source, build, lab, folder / "together", {name: i for i, name in enumerate(together, 1)}))
    return made + [Runners(source, build, lab, folder / patch.name, {patch.name: 1}) for patch in alone]


def compile_all(runners):
    """Compiles two at a time, because the build runs several of these commands. Returns whether all compile."""
    commands = []
    for some in runners:
        some.write()
        commands += some.commands()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = list(pool.map(lambda command: command[0].compile(*command[1:]), commands))
    for (some, flavour, _), run in zip(commands, runs):
        if run.returncode != 0:
            print(f"{some.files} does not compile for {flavour}:\n{run.stdout}\n"
                  "`wrong.py try` compiles one patch alone.")
    return all(run.returncode == 0 for run in runs)


class Judge:
    """Counts what is not as expected in `failed`."""

    def __init__(self, shows=False):
        self.failed, self.shows, self.said = 0, shows, {}

    def complain(self, patch, what):
        print(f"FAILED: {patch.name}: {what}")
        self.failed += 1

    def judge(self, runners, patch):
        for expected in patch.expectations:
            self.expect(runners, patch, expected)

    def expect(self, runners, patch, expected):
        options, without = ["--test", expected.pattern], None
        if expected.pattern == "*":  # as in `make grade` without TEST
            options = []
        captured = runners.folder / "captured"
        if expected.one("Launch"):
            options += ["--lab-minutes", "0.03"]  # it gets a second
        if expected.one("Replayed"):
            options += ["--capture", captured]
        if expected.one("Checkers"):
            without = self.plain_only(runners)
        number, began = runners.chosen[patch.name], time.monotonic()
        report, results = runners.grade(number, options, without)
        said = one_line(report)
        self.said[patch.name] = self.said.get(patch.name, "") + said + "\n"
        wrong = list(differences(expected, results, said))
        replayed = expected.one("Replayed")
        if replayed and replayed not in (again := runners.replay(number, captured)):
            wrong.append(f"run again, it does not say \"{replayed}\": {again}")
        for what in wrong:
            self.complain(patch, f"{expected.pattern}: {what}")
        if wrong or self.shows:
            print(report)
        if not wrong:
            print(f"good: {patch.name}: {expected.pattern}, {time.monotonic() - began:.1f} s")

    @staticmethod
    def plain_only(runners):
        without = runners.folder / "without_checkers"
        runners.link_to(runners.folder / "labs", without)
        return without

    def right_without(self, runners):
        """All named tests must be GOOD if no patch is chosen. (workbook.solutions_are_graded has the checkers too.)"""
        named = [expected for name in runners.chosen for expected in runners.lab.patches[name].expectations]
        expected = [e for e in named if not e.one("Checkers")]
        report, results = runners.grade(0, ["--test", ",".join(e.pattern for e in expected)],
                                        self.plain_only(runners))
        if results["score"] != results["extra_data"]["max_score"]:
            print(f"FAILED: without a patch, not all tests are GOOD:\n{report}")
            self.failed += 1

    def quotes(self, source, lab):
        """docs/instructors/course_plan.md quotes these reports. Every quote must be in one of them."""
        page = source / "docs" / "instructors" / "course_plan.md"
        text = page.read_text() if page.exists() else ""
        for name, block in re.findall(rf"^<!-- wrong {lab.name[:2]} (\w+) -->\n```\w*\n(.*?)^```", text, re.M | re.S):
            for quote in re.split(r"^…$", block, flags=re.M):
                if one_line(quote) not in self.said.get(name, ""):
                    print(f"FAILED: {name}: {page} quotes text that is not in its report: {quote}")
                    self.failed += 1


def differences(expected, results, said):
    others = [test for test in results["tests"] if test["tags"][2] != "GOOD"]
    if (wanted := expected.one("Verdict")) is not None:
        verdicts, _, words = wanted.partition(": ")
        got = others[0]["tags"][2] if others else "GOOD"
        output = others[0]["output"].partition(": ")[2] if others else ""
        if got not in verdicts.split("|") or not output.startswith(words):
            yield f"is not \"{wanted}\", but \"{got}: {output[:400]}\""
    if (points := expected.one("Points")) is not None:
        if results["score"] != int(points):
            yield f"earns {results['score']} points, not {points}"
        got = sorted(f"{test['tags'][1]} {test['tags'][2]}" for test in others)
        if got != sorted(expected.all("Fails")):
            yield f"the tests that are not GOOD are {', '.join(got) or 'none'}"
    for text in expected.all("Says"):
        if text not in said:
            yield f"does not say \"{text}\""
    for text in expected.all("Never says"):
        if text in said:
            yield f"says \"{text}\""


def judge_all(source, lab, runners):
    judge = Judge()
    for some in runners:
        if some.is_compiled() and not (some.folder / "labs" / f"{lab.name}.check").exists():
            print(f"FAILED: {some.folder} is not compiled. The build's output says why.")
            return False
        if len(some.chosen) > 1:
            judge.right_without(some)
        for name in some.chosen:
            judge.judge(some, lab.patches[name])
    judge.quotes(source, lab)
    return judge.failed == 0


def refresh(source, names):
    good = True
    for name in names or sorted(path.name for path in (source / "solutions").iterdir() if path.is_dir()):
        for mistake in patches.Lab(source, name).refresh():
            print(mistake)
            good = False
    return good


def main(arguments):
    if len(arguments) < 2 or (arguments[0] != "refresh" and len(arguments) != 4):
        print(__doc__)
        return False
    source = pathlib.Path(arguments[1]).resolve()
    if arguments[0] == "refresh":
        return refresh(source, arguments[2:])
    build = pathlib.Path(arguments[2]).resolve()
    if arguments[0] == "try":
        path = pathlib.Path(arguments[3]).resolve()
        lab = patches.Lab(source, path.parent.name)
        folder = build / "grader" / "selfcheck" / "wrong" / lab.name / path.stem
        runners = Runners(source, build, lab, folder, {path.stem: 1}, f"grade_{lab.name[:2]}")
        judge = Judge(shows=True)
        if not compile_all([runners]):
            return False
        judge.judge(runners, lab.patches[path.stem])
        return judge.failed == 0
    lab = patches.Lab(source, arguments[3])
    runners = all_runners(source, build, lab)
    return compile_all(runners) if arguments[0] == "compile" else judge_all(source, lab, runners)


if __name__ == "__main__":
    try:
        sys.exit(0 if main(sys.argv[1:]) else 1)
    except patches.Mistake as mistake:
        print(mistake)
        sys.exit(1)
