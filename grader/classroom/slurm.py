# SPDX-License-Identifier: Apache-2.0
"""Grades pieces as Slurm job arrays: many pieces a task, since a cluster starts about one task a second.

Whatever fails, a result is a folder that is there as a whole or not, named by the content it is of. So nothing is
doubled when a piece is graded twice, and nothing is lost: when an array has left the queue, what is missing is
submitted again. Controllers, nodes and tasks may die at any moment; the loop below asks until somebody answers.
"""
import os
import shlex
import shutil
import subprocess
import time

import piece
import pool
import store

PASSED_ON = ("partition", "account", "constraint", "gres", "qos", "time", "mem", "cpus-per-task", "nodelist")
ROUNDS_WITHOUT_RESULTS = 3    # then what is missing is a fault
PATIENCE_SECONDS = 1800       # without an answer of the controller
POLL_SECONDS = float(os.environ.get("GRADE_CLASS_POLL", "5"))


class Failed(Exception):
    pass


def ask(command):
    """(status, output); 127 if the program does not exist, 124 if nobody answers."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
                              check=False)
        return done.returncode, done.stdout if done.returncode == 0 else done.stderr
    except FileNotFoundError:
        return 127, f"{command[0]} was not found"
    except subprocess.TimeoutExpired:
        return 124, "no answer within 60 s"


def until_answered(command):
    """Its output; a controller that is away is waited for. Raises Failed for what waiting does not mend."""
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
            print(f"Slurm's controller does not answer, waiting: {output.strip().splitlines()[-1]}", flush=True)
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
    """Whether the job is still known and not ended."""
    while True:
        status, output = ask(["squeue", "--noheader", "--format=%T", f"--jobs={job}"])
        if status == 0:
            return bool(output.strip())
        if "Invalid job id" in output:
            return False  # long ended, or forgotten by a controller that died
        until_answered(["squeue", "--noheader"])


def cancel_earlier(out):
    """Arrays that an earlier grade-class of this folder has left running."""
    record = out / "slurm/jobs"
    if record.exists():
        jobs = record.read_text(encoding="utf-8").split()
        if jobs:
            ask(["scancel", *jobs])
        record.unlink()


def run(book, out, items, config, given):
    """As pool.run: {(lab, key): what failed}."""
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
        # With more tasks, more nodes work, and less is lost if one fails; but a controller starts only about one task
        # per second.
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
            queued = is_queued(job)  # asked before looking, so that a task that ends in between is seen
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
        return "its task ended without a result; OUT/slurm has the tasks' logs"


def task(book, round_file, number):
    """What one array task does: its chunk, one piece after the other."""
    plan = store.read_json(round_file)
    out = plan["out"]
    config = store.read_json(os.path.join(out, "slurm/config.json"))
    if book.fingerprint(config["labs"]) != config["fingerprint"]:
        print("This node has another build of the grader than the one that the run was begun with.")
        return 3
    for item in plan["chunks"][int(number)]:
        fault = pool.grade_one(book, out, item, config)
        if fault:
            store.write(os.path.join(out, "slurm", f"fault-{item['lab']}-{item['key']}"), fault)
            print(f"{item['lab']} {item['key']}: {store.lines_shown(fault)}")
    return 0
