#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Looks for tests that fail by luck: runs the tests of a finished build many times, each time in a different order.

    python3 common/build/provoke.py build --runs 10            on an idle machine
    python3 common/build/provoke.py build --runs 10 --load     with more tests at once than cores, busy loops and a full
                                                               disk queue; now and then, all tests are frozen
    python3 common/build/provoke.py build --only grader -n 3   tests whose names match

Writes each run's output to build/reports/provoked/run_N.log. The status is 1 if a test failed. Freezing needs a control
group, which usually only root can create.
"""
import argparse
import collections
import contextlib
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

FROZEN_S = (0.5, 4)  # seconds that all tests are frozen: shorter than any time limit
BETWEEN_S = (5, 20)  # seconds between freezes
WRITTEN = 64 << 20  # bytes written to the disk at a time
NICE = 10


class Freezer:
    """A control group that can be stopped without a signal, as if a laptop were suspended."""

    def __init__(self):
        name = f"provoke-{os.getpid()}"
        first = pathlib.Path("/sys/fs/cgroup/freezer"), "freezer.state", ("FROZEN", "THAWED")
        second = pathlib.Path("/sys/fs/cgroup"), "cgroup.freeze", ("1", "0")
        self.group = None
        for root, file, words in (first, second):
            with contextlib.suppress(OSError):
                group = root / name
                group.mkdir()
                self.group, self.file, self.words = group, group / file, words
                if self.file.exists():
                    return
                self.group = None
                group.rmdir()

    def enter(self):  # runs in the process to be frozen
        if self.group:
            (self.group / "cgroup.procs").write_text(str(os.getpid()))

    def freeze_now_and_then(self, chance, ended):
        while self.group and not ended.wait(chance.uniform(*BETWEEN_S)):
            self.file.write_text(self.words[0])
            ended.wait(chance.uniform(*FROZEN_S))
            self.file.write_text(self.words[1])

    def close(self):  # also ends the tests of an interrupted run
        if self.group:
            self.file.write_text(self.words[1])
            for process in (self.group / "cgroup.procs").read_text().split():
                with contextlib.suppress(OSError):
                    os.kill(int(process), signal.SIGKILL)
            for _ in range(100):
                with contextlib.suppress(OSError):
                    self.group.rmdir()
                    break
                time.sleep(0.1)
            self.group = None


@contextlib.contextmanager
def load(folder, freezer, chance):
    loop = ["nice", f"-n{NICE}", sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(loop) for _ in range(os.cpu_count())]
    ended = threading.Event()

    def write():
        file = folder / "written"
        while not ended.is_set():
            with open(file, "wb") as out:
                out.write(bytes(WRITTEN))
                os.fsync(out.fileno())
        file.unlink()

    threads = [threading.Thread(target=write),
               threading.Thread(target=freezer.freeze_now_and_then, args=(chance, ended))]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()
        for process in busy:
            process.kill()
            process.wait()


def run_once(options, number, folder, chance):
    jobs = options.jobs or os.cpu_count() * (3 if options.load else 1) + 1
    command = ["ctest", "--test-dir", str(options.build), "--schedule-random", "--output-on-failure",
               "--parallel", str(jobs)]
    if options.only:
        command += ["--tests-regex", options.only]
    log = folder / f"run_{number}.log"
    freezer = Freezer() if options.load else None
    if freezer and not freezer.group:
        print("Cannot create a control group on this machine, so the tests will not be frozen.")

    def prepare():
        if freezer:
            os.nice(NICE)
            freezer.enter()

    with log.open("w") as out, contextlib.ExitStack() as around:
        if freezer:
            around.callback(freezer.close)
            around.enter_context(load(folder, freezer, chance))
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, preexec_fn=prepare, check=False)
    text = log.read_text(errors="replace")
    shutil.copy(options.build / "Testing/Temporary/LastTest.log", folder / f"run_{number}.tests.log")
    ran = re.search(r"tests failed out of (\d+)", text)
    failed = re.findall(r"^\s*\d+/\d+ Test +#\d+: (\S+) \.*\s*\*\*\*", text, re.M)
    skipped = re.findall(r"^\s*\d+/\d+ Test +#\d+: (\S+) \.*\s*\*\*\*Skipped", text, re.M)
    return sorted(set(failed) - set(skipped)), int(ran[1]) if ran else 0


def main():
    for number in (signal.SIGTERM, signal.SIGHUP):  # as for Ctrl-C, so that nothing stays frozen
        signal.signal(number, lambda *_: sys.exit(1))
    parser = argparse.ArgumentParser(
        description="Runs the tests many times and reports those that failed at least once.")
    parser.add_argument("build", type=pathlib.Path, help="a build folder in which `make test` has built everything")
    parser.add_argument("-n", "--runs", type=int, default=10)
    parser.add_argument("--load", action="store_true",
                        help="run the tests under load, at low priority, and freeze them now and then")
    parser.add_argument("--jobs", type=int, help="tests at a time (default: cores + 1, or under load 3 x cores + 1)")
    parser.add_argument("--only", help="a regular expression for the tests' names")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30), help="seed for the times of freezing")
    options = parser.parse_args()
    if not (options.build / "CTestTestfile.cmake").exists():
        parser.error(f"{options.build} is not a build folder with tests; `make test` makes one")
    options.build = options.build.resolve()
    folder = options.build / "reports/provoked"
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(options.seed)
    print(f"Seed {options.seed}; the output of each run is in {folder}.")
    times = collections.defaultdict(list)
    for number in range(1, options.runs + 1):
        begin = time.monotonic()
        failed, ran = run_once(options, number, folder, chance)
        print(f"Run {number} of {options.runs}: {ran} tests in {time.monotonic() - begin:.0f} s, {len(failed)} failed"
              + "".join(f"\n  {name}" for name in failed), flush=True)
        if not ran:
            sys.exit(f"No tests ran, see {folder}/run_{number}.log")
        for name in failed:
            times[name].append(number)
    for name, runs in sorted(times.items()):
        print(f"{name} failed in {len(runs)} of {options.runs} runs: {', '.join(map(str, runs))}")
    sys.exit(1 if times else 0)


if __name__ == "__main__":
    main()
