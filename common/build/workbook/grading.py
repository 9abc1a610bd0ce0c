# SPDX-License-Identifier: Apache-2.0
"""`make grade`: builds what the grader needs, and starts it while the check runner still compiles."""
import glob
import os
import subprocess
import sys
import threading

from building import READY, Running
from exercises import state_of_files
from machine import in_large_pages, remove
from settings import Refusal, check_seed, chosen_backend, chosen_exercise, number_of, variable
from terminal import say


def run(command, environment=None, **options):
    """Returns a program's status, or 128 plus the signal that ended it. Ctrl-C also ends the program."""
    process = subprocess.Popen(command, env={**os.environ, **(environment or {})}, **options)
    try:
        process.wait()
    except BaseException:  # Ctrl-C also reached the program, which cleans up
        process.terminate()
        process.wait()
        raise
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


def forget_older(build, audience, lab):
    """Removes runners that are newer than a changed file, which was restored from a copy or saved under a wrong clock.
    The build would consider such runners up to date."""
    for folder in [f"{audience}/{lab}"] if lab else sorted(glob.glob(f"{audience}/[0-9][0-9]_*")):
        files = state_of_files(f"{folder}/*.cu", f"{folder}/*.h", f"{folder}/*.cuh")
        state = "".join(f"{file} {when} {size}\n" for file, (when, size) in files.items())
        known = build / "runners" / f"{folder}.state"
        try:
            if known.exists() and known.read_text(encoding="utf-8") == state:
                continue
            if known.exists():
                for kind in ("sim", "check", "cuda"):
                    runner = build / "runners" / f"{folder}.{kind}"
                    if runner.exists() and all(when <= runner.stat().st_mtime_ns for when, _ in files.values()):
                        remove(runner)
            if known.parent.is_dir():
                known.write_text(state, encoding="utf-8")
        except OSError:
            pass


class Grading:

    def __init__(self, build, device, audience, what="graded", in_steps=False):
        self.build, self.device, self.audience = build, device, audience
        self.what = what  # what to build: `graded` or, without the check runners, `runners`
        self.in_steps = in_steps  # shows the backend's results while the check runner compiles
        self.lab, self.exercise = chosen_exercise()
        check_seed()
        self.backend = chosen_backend(build)
        build.configure(self.backend)
        self.own_tools = build.has_own_tools()
        # Builds one lab's tests if it can, because tests take long to compile.
        self.program = f"grade_{number_of(self.lab)}" if self.lab and self.own_tools else "grade"

    def target(self, what):
        return f"{what}_{self.audience}_{self.lab or 'all'}_{self.backend}"

    def runner(self, kind):
        return self.build / "runners" / self.audience / f"{self.lab}.{kind}"

    def arguments(self, options):
        reports = "student" if self.audience == "labs" else "solutions"
        # A partial run leaves the report of a whole lab unchanged.
        part = "part" if variable("TEST") or self.exercise or "--until-failure" in options else ""
        chosen = [("--lab", self.lab), ("--test", variable("TEST")), ("--exercise", self.exercise)]
        return [
            "--audience", self.audience, "--backend", self.backend, "--labs-dir", self.audience, "--rubrics",
            "grader/labs", "--runners",
            variable("RUNNERS") or str(self.build / "runners"), "--reports",
            str(self.build / "reports" / reports), "--results",
            str(self.build / "reports" / reports / part),
        ] + [word for option, value in chosen if value for word in (option, str(value))
             ] + (["--verbose"] if variable("V") not in ("", "0") else [])

    def grade(self, *options):
        """Returns the grader's status, or 1 if its own parts could not be built."""
        tools = [self.program] if self.own_tools else []
        checks = self.runner("check")
        with self.build.lock() as lock:
            forget_older(self.build, self.audience, self.lab)
            if self.in_steps:
                if not self.build.make(*tools, self.target("runners")):
                    return 1
                if not os.access(self.runner(self.backend), os.X_OK):
                    return self.start(options)
                with self.beside(self.target(self.what)) as building:
                    return self.start_beside(lock, building, checks, options, wait=False)
            # If the tests have what they need, they begin while the check runner compiles. On a GPU they wait, because
            # compiling would disturb their times.
            if self.lab and (self.what, self.backend) == ("graded", "sim") and checks.exists():
                with self.beside(f"ready_{self.audience}_{self.lab}_{self.backend}", *tools,
                                 self.target(self.what)) as building:
                    if not building.show_until(READY) and not building.succeeded():
                        remove(checks)
                        return 1
                    return self.start_beside(lock, building, checks, options, wait=True)
            if not self.build.make(*tools, self.target(self.what)):
                return 1
            lock.share()
            return self.start(options)

    def beside(self, *targets):
        return Running(self.build, targets, log=self.build / "beside.log")

    def start_beside(self, lock, building, checks, options, wait):
        """Starts the grader, which waits for the build where it needs a result: it reads a pipe that closes when the
        build ends. Removes an old check runner if a new one could not be built."""
        end, begin = os.pipe()

        def share_when_built():
            building.reader.join()
            if building.process.returncode and not building.stopped:
                remove(checks)
            lock.share()
            os.close(begin)

        waiting = threading.Thread(target=share_when_built, daemon=True)
        waiting.start()
        try:
            status = self.start([*options, "--building", str(end)], pass_fds=[end])
        finally:
            os.close(end)
        if not wait:
            return status
        waiting.join()
        if not building.succeeded():
            sys.stderr.write((self.build / "beside.log").read_text(encoding="utf-8", errors="replace"))
            return 1
        return status

    def start(self, options, **how):
        seed = {"GRADE_SEED": variable("SEED")} if variable("SEED") else {}
        return run([str(self.build.tools() / self.program), *self.arguments(options), *options],
                   {**self.device.environment(), **in_large_pages(), **seed}, **how,
                   )


def sweep(build, device):
    if not variable("LAB"):
        raise Refusal("make sweep: say which lab, as in `make sweep LAB=05`.")
    if variable("TEST"):
        raise Refusal(f"make sweep: a sweep runs no tests, so TEST={variable('TEST')} has no effect.")
    if variable("EXERCISE"):
        raise Refusal(f"make sweep: a sweep measures a lab's sort, so EXERCISE={variable('EXERCISE')} has no effect.")
    lab, _ = chosen_exercise()
    if not os.path.exists(f"grader/labs/{lab}/sweep.cpp"):
        others = [number_of(file.split("/")[2]) for file in sorted(glob.glob("grader/labs/*/sweep.cpp"))]
        raise Refusal(f"Lab {number_of(lab)} has no sweep. These labs have one: {' '.join(others) or 'none'}.")
    audience = variable("OF") or "labs"
    if audience not in ("labs", "solutions"):
        raise Refusal(f"OF={audience}: a sweep measures your code (OF=labs, or not set) or the reference solution "
                      "(OF=solutions).")
    return Grading(build, device, audience, "runners").grade("--sweep")


def class_tools(build, device):
    status = run([sys.executable, "-B", "grader/classroom/workbook.py", "."])
    if status:
        return status
    build.configure(chosen_backend(build))
    build.require("class_tools")
    prefix = f"SIMCU_DEVICE={device.name} " if device.name else ""
    say(f"Ready: {prefix}{build.folder}/bin/grade-class SUBMISSIONS --out RESULTS "
        "(docs/instructors/grading_a_class.md)")
    return 0
