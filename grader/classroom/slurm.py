# SPDX-License-Identifier: Apache-2.0
"""Grades pieces as Slurm job arrays. Controllers, nodes and tasks can die at any moment, and grading a piece twice does
no harm, so missing pieces are submitted again."""
import os
import shlex
import shutil
import subprocess
import time

import piece
import pool
import store

PASSED_ON = ("partition", "account", "constraint", "gres", "qos", "time", "mem", "cpus-per-task", "nodelist")
ROUNDS_WITHOUT_RESULTS = 3  # afterwards, missing pieces count as faults
PATIENCE_SECONDS = 1800  # the longest wait for an answer of the controller
POLL_SECONDS = float(os.environ.get("GRADE_CLASS_POLL", "5"))


class Failed(Exception):
    pass


def ask(command):
    """Returns (status, output). The status is 127 if the program does not exist, and 124 after a timeout."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
                              check=False)
        return done.returncode, done.stdout if done.returncode == 0 else done.stderr
    except FileNotFoundError:
        return 127, f"{command[0]} was not found"
    except subprocess.TimeoutExpired:
        return 124, "no answer within 60 s"


def until_answered(command):
    """Waits for a controller that does not answer. Raises Failed for other errors."""
    since, said = time.time(), False
    while True:
        status, output = ask(command)
        if status == 0:
            return output
        waits = any(words in output for words in ("Unable to contact", "Connection refused", "Connection timed out",
                                                  "Socket timed out", "no answer",
                                                  "Zero Bytes", "Transport endpoint", "Communication connection",
                                                  "Resource temporarily unavailable"))
        if not waits or time.time() - since > PATIENCE_SECONDS:
            raise Failed(f"{' '.join(command[:1])}: {output.strip()}")
        if not said:
            print("Slurm's controller does not answer. Waiting: "
                  f"{output.strip().splitlines()[-1]}", flush=True)
            said = True
        time.sleep(POLL_SECONDS)


def submit(book, out, round_file, tasks, given):
    launcher = [str(book.build / "bin/grade-class"), *given.own, "--task", str(round_file)]
    logs = out / "slurm"
    command = ["sbatch", "--parsable", "--job-name=grade-class", "--no-requeue", "--open-mode=append",
               f"--output={logs}/%A_%a.log",
               f"--array=0-{tasks - 1}" + (f"%{given.most_tasks}" if given.most_tasks else "")]
    for option in PASSED_ON:
        value = getattr(given, option.replace("-", "_"))
        if value:
            command.append(f"--{option}={value}")
    return until_answered(command + ["--wrap", shlex.join(launcher) + ' "$SLURM_ARRAY_TASK_ID"']).strip().split(";")[0]


def is_queued(job):
    while True:
        status, output = ask(["squeue", "--noheader", "--format=%T", f"--jobs={job}"])
        if status == 0:
            return bool(output.strip())
        if "Invalid job id" in output:
            return False  # ended long ago, or forgotten by a controller that died
        until_answered(["squeue", "--noheader"])


def cancel_earlier(out):
    """Cancels arrays that an earlier grade-class for this folder has left running."""
    record = out / "slurm/jobs"
    if record.exists():
        jobs = record.read_text(encoding="utf-8").split()
        if jobs:
            ask(["scancel", *jobs])
        record.unlink()


def run(book, out, items, config, given):
    """Like pool.run: returns {(lab, key): fault}."""
    if ask(["sbatch", "--version"])[0] != 0:
        raise Failed("--slurm: sbatch was not found on this machine. Start grade-class on a login node.")
    (out / "slurm").mkdir(exist_ok=True)
    cancel_earlier(out)
    shutil.rmtree(out / "work", ignore_errors=True)
    store.write_json(out / "slurm/config.json",
                     {name: value for name, value in config.items() if name not in ("students", "nobodys")})
    wanted = {(item["lab"], item["key"]): item for item in items}
    missing = [key for key in wanted if not piece.is_done(out, *key)]
    progress = pool.Progress(len(wanted) - len(missing), len(wanted))
    idle_rounds = number = 0
    while missing and idle_rounds < ROUNDS_WITHOUT_RESULTS:
        number += 1
        # Small tasks use more nodes, and lose less if one fails. But a controller starts only about one per second.
        size = given.per_task or max(1, min(20, -(-len(missing) // 64)))
        size = 1 if idle_rounds else size
        chunks = [[wanted[key] for key in missing[at:at + size]] for at in range(0, len(missing), size)]
        round_file = out / "slurm" / f"round-{number}-{os.getpid()}.json"
        store.write_json(round_file, {"out": str(out), "chunks": chunks})
        job = submit(book, out, round_file, len(chunks), given)
        with open(out / "slurm/jobs", "a", encoding="utf-8") as record:
            record.write(job + "\n")
        print(f"Slurm job {job}: {len(missing)} submissions in {len(chunks)} tasks"
              + (f", try {number}" if number > 1 else ""), flush=True)
        before = len(missing)
        while True:
            queued = is_queued(job)  # before the results, so that a task that ends in between is noticed
            still = [key for key in missing if not piece.is_done(out, *key)]
            for key in set(missing) - set(still):
                item = wanted[key]
                progress.note(f"{item['lab'][:2]} {', '.join(item['students'][:2])}")
            missing = still
            if not queued or not missing:
                break
            time.sleep(POLL_SECONDS)
        idle_rounds = idle_rounds + 1 if len(missing) == before else 0
    return {key: fault_of(out, *key) for key in missing}


def fault_of(out, lab, key):
    try:
        return (out / "slurm" / f"fault-{lab}-{key}").read_text(encoding="utf-8")
    except OSError:
        return "the task ended without a result; the tasks' logs are in OUT/slurm"


def task(book, round_file, number):
    plan = store.read_json(round_file)
    out = plan["out"]
    config = store.read_json(os.path.join(out, "slurm/config.json"))
    if book.fingerprint(config["labs"]) != config["fingerprint"]:
        print("The run was started with a different build of the grader than this node has.")
        return 3
    for item in plan["chunks"][int(number)]:
        fault = pool.grade_one(book, out, item, config)
        if fault:
            store.write(os.path.join(out, "slurm", f"fault-{item['lab']}-{item['key']}"), fault)
            print(f"{item['lab']} {item['key']}: {store.lines_shown(fault)}")
    return 0
