# SPDX-License-Identifier: Apache-2.0
"""A piece of work: one lab's files, handed in by one student, or identically by several.

Its result is the folder OUT/graded/NN_name/KEY/, which is created completely or not at all:

results.json   as `grade` wrote it (Gradescope's format)
report.txt     what `grade` printed
report.html    if `grade` writes one
log.txt        compilers' messages, seconds, what failed
"""
import ctypes
import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

import store

COMPILE_SECONDS = 900  # for a machine that hangs; compile_submission itself limits the compiler
LOG_BYTES = 1 << 20


class Fault(Exception):
    """A failure of the machine or the grader, which never leads to a mark."""


def key_of(lab, files, config):
    """Returns a hash of all inputs of the result. files: {name: sha256}."""
    text = json.dumps([lab, sorted(files.items()), str(config["seed"]), config["backend"], config["fingerprint"]])
    return hashlib.sha256(text.encode()).hexdigest()[:40]


def place_of(out, lab, key):
    return pathlib.Path(out) / "graded" / lab / key


def is_done(out, lab, key):
    return (place_of(out, lab, key) / "results.json").exists()


_libc = ctypes.CDLL(None)


def dies_with_us():
    """Ends the child process if grade-class is killed (PR_SET_PDEATHSIG)."""
    _libc.prctl(1, signal.SIGKILL)


def run(command, seconds, environment=None, log=None):
    """Kills the processes that the command leaves in its session. Returns the exit status, or None after a timeout."""
    with open(log or os.devnull, "ab") as output:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                 env=environment,
                                 start_new_session=True, preexec_fn=dies_with_us)
        try:
            return child.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            child.wait()


def tail(path, most=2000):
    try:
        data = pathlib.Path(path).read_bytes()
    except OSError:
        return ""
    return store.lines_shown(data[-most:].decode("utf-8", "replace")).strip()


def make_runners(book, lab, config, folder, log):
    source = folder / "labs" / lab / book.labs[lab].source
    runners = folder / "runners/labs"
    runners.mkdir(parents=True)
    environment = dict(os.environ)
    environment.pop("GRADE_REQUIRE_SANDBOX", None)
    if not config["trust"]:
        environment["GRADE_REQUIRE_SANDBOX"] = "1"
    for kind in dict.fromkeys((config["backend"], "check")):
        recipe = book.recipe(lab, kind)
        if recipe is None:
            continue
        runner = runners / f"{lab}.{kind}"
        places = {"@FILE@": str(source), "@RUNNER@": str(runner)}
        status = run([places.get(word, word) for word in recipe], COMPILE_SECONDS, environment, log)
        if status != 0:
            raise Fault(f"compile_submission ended with status {status}: {tail(log)}")
        fault = pathlib.Path(f"{runner}.fault")
        if fault.exists():
            raise Fault(tail(fault))
        said = pathlib.Path(f"{runner}.log")  # contains warnings if there is a runner
        if said.exists() and not runner.exists() and kind != "check" and book.recipe(lab, "check"):
            shutil.copyfile(said, runners / f"{lab}.check.log")  # the other compiler would report the same
            break


def grade_command(book, lab, config, folder):
    command = [str(book.grade), "--lab", lab, "--backend", config["backend"], "--labs-dir", str(folder / "labs"),
               "--rubrics", str(book.rubrics), "--runners", str(folder / "runners"), "--reports",
               str(folder / "reports"),
               "--memory", str(config["memory"]), "--lab-minutes", str(config["lab_minutes"]), "--thorough"]
    return command if config["trust"] else command + ["--require-sandbox"]


def prepare(book, lab, source_folder, config, folder, log):
    (folder / "labs" / lab).mkdir(parents=True)
    for file in sorted(pathlib.Path(source_folder).iterdir()):
        shutil.copyfile(file, folder / "labs" / lab / file.name)
    make_runners(book, lab, config, folder, log)


def seeded(config):
    """Other users could read a seed in the command line. Memory is in large pages, as in `make grade`
    (common/build/workbook/machine.py)."""
    workers = {"SIMCU_WORKERS": str(config["workers"])} if "workers" in config else {}
    return {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1", **workers, **os.environ, "GRADE_SEED": str(config["seed"])}


def grade(book, out, lab, key, source_folder, config):
    """Raises Fault, or OSError if the disk is full, and then leaves no incomplete result."""
    started = time.time()
    work = pathlib.Path(out) / "work"
    work.mkdir(exist_ok=True)
    folder = pathlib.Path(tempfile.mkdtemp(dir=work, prefix=f"{os.uname().nodename}-{os.getpid()}-"))
    try:
        log = folder / "log.txt"
        prepare(book, lab, source_folder, config, folder, log)
        built = time.time()
        said = folder / "report.txt"
        limit = config["lab_minutes"] * 60 * 2 + 300  # `grade` itself limits the runners
        status = run(grade_command(book, lab, config, folder), limit, seeded(config), said)
        if status is None:
            raise Fault(f"`grade` did not end within {limit:.0f} s and was stopped")
        try:
            results = store.read_json(folder / "reports/results.json")
        except (OSError, ValueError):
            raise Fault(f"`grade` ended with status {status} without results: {tail(said)}") from None
        if "score" not in results:
            raise Fault(results.get("output", "no score") + " " + tail(said))
        ready = folder / "ready"
        ready.mkdir()
        for name in ("results.json", "report.html"):
            if (folder / "reports" / name).exists():
                shutil.copyfile(folder / "reports" / name, ready / name)
        shutil.copyfile(said, ready / "report.txt")
        notes = "".join(tail(note) + "\n" for note in sorted(folder.glob("runners/labs/*.note")))
        store.write(ready / "log.txt", f"graded on {os.uname().nodename}, seed {config['seed']}\nbuilt in "
                                       f"{built - started:.1f} s, "
                    f"graded in {time.time() - built:.1f} s, `grade` ended with status "
                    f"{status}\n{notes}{tail(log, LOG_BYTES)}\n")
        store.publish(ready, place_of(out, lab, key))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
