#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how much a second core speeds up grade-class, with one job on one core and two jobs on two cores.

Usage: measure_class.py OUT.csv [STUDENTS]     from the root of the repository, after `make class`, on an idle machine

36 submissions of lab 01 take about seven minutes. `machine` is the most that any program can gain: one submission is
compiled four times on one core, and then four times on each of two cores at once.
"""
import datetime
import os
import pathlib
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
import time

LAB = "01_enumeration"
SEED = "1"


def measured(command, cores):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(["taskset", "-c", ",".join(map(str, cores)), *command], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"measure_class.py: this ended with status {done.returncode}: "
                 f"{' '.join(command)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compiling(build, source, scratch, core):
    words = (build / f"runners/recipes/{LAB}.sim").read_text(encoding="utf-8").splitlines()
    words = [{"@FILE@": str(source), "@RUNNER@": f"{scratch}/runner{core}"}.get(word, word) for word in words]
    return f"for i in 1 2 3 4; do taskset -c {core} " + " ".join(f"'{word}'" for word in words) + " || exit 1; done"


def main():
    if len(sys.argv) not in (2, 3) or not pathlib.Path("common/lab").is_dir():
        sys.exit("usage: " + __doc__.split("Usage: ")[1].split("\n")[0])
    out, students = pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 36
    build = pathlib.Path("build").resolve()
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2:
        sys.exit("measure_class.py: this machine allows only one core.")
    busy = os.getloadavg()[0]
    if busy > 0.5:
        print(f"measure_class.py: the load is {busy:.1f}; other programs will affect the times.", file=sys.stderr)
    rows = []
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        subprocess.run([sys.executable, "-B", "grader/classroom/tests/made_class.py", ".", LAB, str(scratch / "class"),
                        str(students)], check=True)
        source = scratch / f"class/s000/labs/{LAB}/{LAB[3:]}.cu"
        one = measured(["sh", "-c", compiling(build, source, scratch, cores[0])], cores)
        two = measured(["sh", "-c", f"({compiling(build, source, scratch, cores[0])}) & "
                                    f"({compiling(build, source, scratch, cores[1])}) || exit 1; wait"], cores)
        rows += [("machine", 1, 4, *one), ("machine", 2, 8, *two)]
        for used in (1, 2):
            print(f"grade-class with {used} of {len(cores)} cores …", file=sys.stderr)
            rows.append(("grade_class", used, students,
                         *measured([str(build / "bin/grade-class"), str(scratch / "class"),
                                    "--out", str(scratch / f"out{used}"), "--labs", "01", "--seed", SEED,
                                    "--jobs", str(used)], cores[:used])))
        books = [(scratch / f"out{used}/gradebook.csv").read_bytes() for used in (1, 2)]
        if books[0] != books[1]:
            shutil.copytree(scratch, str(out) + ".kept")
            sys.exit(f"measure_class.py: the two grade books differ; both are in {out}.kept")
    speedups = {}
    for what in ("machine", "grade_class"):
        (n1, s1), (n2, s2) = ((n, s) for w, _, n, s, _ in rows if w == what)
        speedups[what] = (n2 / s2) / (n1 / s1)
    model = next((line.split(": ", 1)[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8")
                  if line.startswith("model name")), platform.machine())
    with open(out, "w", encoding="utf-8") as file:
        file.write(f"# machine: {model}, {os.cpu_count()} cores, Linux {platform.release().split('-')[0]}; load "
                   f"{busy:.1f} before\n# date: {datetime.date.today()}\n"
                   f"# class: made_class.py . {LAB} FOLDER {students}: half complete, three in ten with one exercise "
                   f"missing, two in ten stubs, no two alike\n"
                   f"# command: docs/measurements/measure_class.py {out.name} {students}\n"
                   f"# result: {speedups['grade_class']:.2f} times the submissions a second on two cores (goal 1.8); "
                   f"the machine's compiler alone {speedups['machine']:.2f} times\n"
                   "what,cores,pieces,seconds,cpu_seconds\n")
        file.writelines(f"{what},{used},{pieces},{seconds:.2f},{cpu:.2f}\n"
                        for what, used, pieces, seconds, cpu in rows)
    print(out.read_text(encoding="utf-8"), end="")


if __name__ == "__main__":
    main()
