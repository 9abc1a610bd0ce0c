#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants small faults in the sources of a finished build, one at a time, and checks that the tests catch them.

    python3 common/build/seeded_faults.py build                 all faults of seeded_faults.txt, which takes a long time
    python3 common/build/seeded_faults.py build guard leak      faults whose names contain one of these texts
    python3 common/build/seeded_faults.py build --check         only checks that the table fits sources and build

Writes the output to build/reports/seeded_faults.log and restores the sources and the build. The status is 1 if a fault
was not caught, or if a test that caught one also fails without it.
"""
import argparse
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

TABLE = pathlib.Path(__file__).with_name("seeded_faults.txt")
KEYS = {"fault": "fault: ", "file": "file: ", "old": "- ", "new": "+ ", "build": "build:", "tests": "tests: "}


def read_table():
    """Yields a dict per block: its line number, and the text after each of KEYS."""
    text = TABLE.read_text(encoding="utf-8")
    for block in re.finditer(r"^fault: .*(?:\n.+)*", text, re.M):
        fault = {"line": text.count("\n", 0, block.start()) + 1}
        for key, begin in KEYS.items():
            fault[key] = "\n".join(line[len(begin):] for line in block[0].splitlines() if line.startswith(begin))
        yield fault


def mistakes(fault, root, tests, targets):
    file = root / fault["file"]
    times = file.read_text(encoding="utf-8").count(fault["old"]) if file.is_file() and fault["old"] else 0
    if times != 1:
        yield f"the old text occurs {times} times in {fault['file']}, but must occur once"
    yield from (f"the build has no target {name}" for name in fault["build"].split() if targets and name not in targets)
    if not any(re.search(fault["tests"] or "^$", name) for name in tests):
        yield f"the build has no test {fault['tests']}"


def run(*command, log=None):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace", check=False)
    if log:
        log.write(done.stdout)
    return done


def make(build, targets, log):
    command = ["cmake", "--build", build, "--parallel", str(os.cpu_count()), "--target", *targets, "--", "-k"]
    return not targets or run(*command, *["0"] * (build / "build.ninja").exists(), log=log).returncode == 0


def failing(build, tests, log, *options):
    tests = re.sub(r"\$$", "( |$)", tests)  # ctest adds a parameter to a test's name
    said = run("ctest", "--test-dir", build, "--output-on-failure", "-R", tests, *options, log=log).stdout
    return re.findall(r"^\s*\d+ - (\S+) .*\(", said.partition("The following tests FAILED:")[2], re.M)


def at_signals(action):
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, action)


def attempt(fault, root, build, log):
    file, begin = root / fault["file"], time.monotonic()
    right = file.read_bytes()
    try:
        file.write_bytes(right.replace(fault["old"].encode(), fault["new"].encode()))
        built = make(build, fault["build"].split(), log)
        fault["by"] = "".join(failing(build, fault["tests"], log, "--stop-on-failure")[:1])
    finally:
        at_signals(signal.SIG_IGN)  # a second Ctrl-C would leave the fault in the file
        file.write_bytes(right)  # newer than what was built with the fault
        at_signals(lambda *_: sys.exit(130))
    result = (fault["by"] or "NOT CAUGHT") + ("" if built else " (some targets were not built)")
    fault["result"] = f"{time.monotonic() - begin:5.0f} s  {fault['fault']}: {result}"


def main():
    parser = argparse.ArgumentParser(description="Plants faults, and checks that the tests catch them.")
    parser.add_argument("build", type=pathlib.Path, help="a build folder in which `make test` has built everything")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a part of the name of a fault")
    parser.add_argument("--check", action="store_true", help="only check the table against the sources and the build")
    options = parser.parse_args()
    build, cache = options.build.resolve(), options.build / "CMakeCache.txt"
    home = re.search(r"^CMAKE_HOME_DIRECTORY:\w+=(.*)$", cache.read_text() if cache.is_file() else "", re.M)
    faults = [f for f in read_table() if not options.names or any(name in f["fault"] for name in options.names)]
    if not home or not faults:
        parser.error("the table has no such fault" if home else f"{build} is not a build folder; `make test` makes one")
    root = pathlib.Path(home[1])
    tests = re.findall(r"^ *Test +#\d+: (\S+)", run("ctest", "--test-dir", build, "-N").stdout, re.M)
    listed = run("ninja", "-C", build, "-t", "targets", "all").stdout if (build / "build.ninja").exists() else ""
    targets = {line.rpartition(": ")[0] for line in listed.splitlines()}
    wrong = [f"{TABLE}:{f['line']}: {what}" for f in faults for what in mistakes(f, root, tests, targets)]
    if wrong or options.check:
        sys.exit("\n".join(wrong) or print(f"{len(faults)} faults match the sources and the build."))
    git = run("git", "-C", root, "status", "--porcelain", "--", *{f["file"] for f in faults})
    if git.returncode or git.stdout:
        sys.exit(f"Commit or restore these files first, because faults will be planted in them:\n{git.stdout}")
    at_signals(lambda *_: sys.exit(130))
    begun = []
    (build / "reports").mkdir(exist_ok=True)
    with open(build / "reports/seeded_faults.log", "w", encoding="utf-8") as log:
        try:
            for fault in faults:
                begun.append(fault)
                log.write(f"\n==== {TABLE}:{fault['line']}: {fault['fault']}\n")
                attempt(fault, root, build, log)
                print(f"[{len(begun)} of {len(faults)}] {fault['result']}", flush=True)
        finally:
            print("Building without a fault", flush=True)
            log.write("\n==== without a fault\n")
            sound = make(build, sorted({name for f in begun for name in f["build"].split()}), log)
        caught = sorted({re.escape(f["by"]) for f in faults if f["by"]})
        always = failing(build, f"^({'|'.join(caught)})$", log) if caught else []
    print("\n   Time  Fault: the test that caught it", *(f["result"] for f in faults), sep="\n")
    for problem in [f"{name} also fails without a fault." for name in always] + ["The build fails."] * (not sound):
        print(problem)
    sys.exit(1 if always or not sound or not all(f["by"] for f in faults) else 0)


if __name__ == "__main__":
    main()
