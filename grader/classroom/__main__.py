# SPDX-License-Identifier: Apache-2.0
"""grade-class: a class's submissions, from a folder to a gradebook. docs/instructors/grading_a_class.md is the manual."""
import argparse
import fcntl
import os
import pathlib
import re
import secrets
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

import gradebook
import handed_in
import piece
import pool
import reports
import roster
import single
import slurm
import store
import summary
import workbook

GRADED, BAD_REQUEST, FAILED = 0, 2, 3
FORMAT = 1
OF_A_BEGINNING = re.compile(r"(lock|handed_in)$|\.new-")  # all that is in OUT before class.json


class Refused(Exception):
    """A request that is not carried out, with the exit status."""

    def __init__(self, sentence, status=BAD_REQUEST):
        super().__init__(sentence)
        self.status = status


def parse(arguments):
    p = argparse.ArgumentParser(prog="grade-class", description="Grades a class's submissions into a gradebook.", allow_abbrev=False,
                                epilog="Exit status: 0 graded, 2 a bad request, 3 something could not be graded.")
    p.add_argument("submissions", nargs="?", help="the folder with what was handed in")
    p.add_argument("--out", help="the folder for results: new, or with --resume begun before")
    p.add_argument("--labs", default="", help="01,03: these labs alone")
    p.add_argument("--jobs", type=int, default=0, help="how many are graded side by side (one for each core)")
    p.add_argument("--resume", action="store_true", help="goes on where an interrupted run of the same --out was")
    p.add_argument("--roster", help="roster.csv: who is in the class, in the gradebook's order")
    p.add_argument("--policy", help="policy.json: deadlines and what being late costs")
    p.add_argument("--times", help="times.csv: student,lab,time of handing in, for --policy")
    p.add_argument("--after-due", action="store_true", help="students' reports show tests that are visible after the due date")
    p.add_argument("--backend", choices=("sim", "cuda"), default="sim")
    p.add_argument("--seed", type=int, help="the inputs' seed (drawn if not given; the same for all)")
    p.add_argument("--memory", type=int, default=2048, help="MiB that a submission may use (2048)")
    p.add_argument("--lab-minutes", type=float, default=15, help="that a lab's tests may take (15)")
    p.add_argument("--trust-submissions", action="store_true", help="grades where the sandbox is not full: marks can be forged, files read")
    p.add_argument("--without-checkers", action="store_true", help="grades where the check runners cannot be built; points will be missing")
    p.add_argument("--replay", metavar="STUDENT", help="grades one student's files again, as they were graded, and prints the report")
    p.add_argument("--results", metavar="FILE", help="grades SUBMISSIONS as one submission, and writes its results.json")
    s = p.add_argument_group("a Slurm cluster")
    s.add_argument("--slurm", action="store_true", help="as job arrays; --out must lie where all nodes see it")
    s.add_argument("--per-task", type=int, default=0, help="submissions that one array task grades")
    s.add_argument("--most-tasks", type=int, default=0, help="array tasks that run at a time")
    for option in slurm.PASSED_ON:
        s.add_argument("--" + option, help=argparse.SUPPRESS if option == "nodelist" else "handed to sbatch")
    h = p.add_argument_group("set by the build, and by tests")
    for option in ("source", "build", "grade", "rubrics", "recipes", "stubs"):
        h.add_argument("--" + option, help=argparse.SUPPRESS)
    h.add_argument("--task", nargs=2, metavar=("FILE", "N"), help=argparse.SUPPRESS)
    given = p.parse_args(arguments)
    given.own = [word for option in ("source", "build", "grade", "rubrics", "recipes", "stubs") if getattr(given, option)
                 for word in ("--" + option, os.path.abspath(getattr(given, option)))]
    return given


def sandbox_of(book, lab, backend):
    """"full", or a sentence about what is missing. compile_submission is asked, which is in the same box."""
    program = book.recipe(lab, backend)[0]
    with tempfile.TemporaryDirectory() as scratch:
        asked = subprocess.run([program, "--source", "/dev/null", "--name", "none", "--output", scratch + "/none", "--quiet", "--", "true"],
                               env=dict(os.environ, GRADE_REQUIRE_SANDBOX="1"), capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    return "full" if asked.returncode == 0 else " ".join(asked.stderr.split()).replace("GRADE_REQUIRE_SANDBOX: none was not compiled. ", "") or "unknown"


def settings(given, book, labs):
    if given.seed is not None and not 0 <= given.seed < 10**19:  # as `grade` takes it
        raise Refused(f"--seed {given.seed}: write a whole number from 0 to 9999999999999999999.")
    book.require(labs, given.backend, given.without_checkers)
    sandbox = sandbox_of(book, labs[0], given.backend)
    if sandbox != "full":
        if not given.trust_submissions:
            raise Refused(f"Nothing was graded: the sandbox is not full. {sandbox}\nA machine that has it is the way out. --trust-submissions "
                          "grades all the same: then a submission can read your files and forge its marks.", FAILED)
        print("!" * 78 + f"\nTHE SANDBOX IS NOT FULL, AND --trust-submissions WAS GIVEN.\n{sandbox}\nSubmissions can read what you can read, "
              "and marks can be forged. The summary says so.\n" + "!" * 78, file=sys.stderr)
    return {"format": FORMAT, "seed": given.seed if given.seed is not None else secrets.randbelow(1 << 32), "labs": labs, "backend": given.backend,
            "fingerprint": book.fingerprint(labs), "trust": given.trust_submissions and sandbox != "full", "sandbox": sandbox,
            "without_checkers": given.without_checkers, "memory": given.memory, "lab_minutes": given.lab_minutes, "after_due": given.after_due}


def begin(given, book, out):
    """A new run: looks at what was handed in, and writes class.json when all of it is copied."""
    if not given.submissions:
        raise Refused("Say where the submissions are: grade-class SUBMISSIONS --out DIR")
    submissions = pathlib.Path(given.submissions)
    if not submissions.is_dir():
        raise Refused(f"{submissions} is not a folder." + (" Unpack what your system exported, and name the folder." if submissions.is_file() else ""))
    labs = book.choose(given.labs)
    config = settings(given, book, labs)
    shutil.rmtree(out / "handed_in", ignore_errors=True)  # of an earlier run that did not come further
    students, nobodys = [], []
    for item in handed_in.take_in(submissions, out, {lab: book.labs[lab] for lab in labs}):
        if isinstance(item, str):
            nobodys.append(item)
        else:
            students.append({"student": item.student, "folder": item.folder, "aliases": item.aliases, "group": item.group, "labs": item.labs, "flags": item.flags})
    if not students:
        raise Refused(f"{submissions} has no submission in it: a folder for each student, archives, or .cu files named NAME_{book.labs[labs[0]].source}.")
    config.update(students=students, nobodys=nobodys, entries=sorted(os.listdir(submissions)), submissions=str(submissions.resolve()), begun=time.strftime("%Y-%m-%dT%H:%M:%S%z"))
    store.write_json(out / "class.json", config)
    return config


def go_on(given, book, out):
    config = store.read_json(out / "class.json")
    if config.get("format") != FORMAT:
        raise Refused(f"{out / 'class.json'} was written by another version.")
    if given.labs and book.choose(given.labs) != config["labs"]:
        raise Refused(f"--resume: {out} is of labs {','.join(lab[:2] for lab in config['labs'])}, not {given.labs}.")
    if given.seed is not None and given.seed != config["seed"]:
        raise Refused(f"--resume: {out} has the seed {config['seed']}.")
    current = settings(given, book, config["labs"])
    if current["fingerprint"] != config["fingerprint"]:
        raise Refused(f"--resume: the grader or the rubrics have changed since {out} was begun. Grade into another folder: --seed {config['seed']} takes the same inputs.")
    for name in ("trust", "sandbox", "without_checkers"):
        if current[name] != config[name]:
            raise Refused(f"--resume: {out} was begun with {name} {config[name]}, and now it is {current[name]}.")
    config["after_due"] = given.after_due
    there = os.listdir(given.submissions) if given.submissions and os.path.isdir(given.submissions) else []
    new = sorted(set(there) - set(config.get("entries", there)))
    if new:
        print(f"Not looked at, as they came to {given.submissions} after the run was begun: {', '.join(map(store.shown, new[:5]))}{', …' if len(new) > 5 else ''}. "
              f"Grade them in a folder of their own: --seed {config['seed']} takes the same inputs.", file=sys.stderr)
    return config


def pieces_of(config, out):
    """([item for the pool], {(lab, folder): key}): the same content is one piece, whoever handed it in."""
    items, keys = {}, {}
    for student in config["students"]:
        for lab, files in student["labs"].items():
            key = keys[lab, student["folder"]] = piece.key_of(lab, files, config)
            item = items.setdefault((lab, key), {"lab": lab, "key": key, "students": [], "folder": str(out / "handed_in" / student["folder"] / lab)})
            item["students"].append(student["student"])
    return list(items.values()), keys


def write_reports(given, book, out, config, items, keys, faults, own_roster, policy):
    labs = config["labs"]
    rows = gradebook.rows_of(out, config["students"], labs, keys, faults, own_roster, policy)
    launcher = book.build / "bin/grade-class"
    for row in rows:
        row.apart = book.bonus_of(labs)
        if row.handed_in:
            reports.write_student(out, row, book, labs, config, shlex.join([str(launcher), "--out", str(out), "--replay", row.folder]))
    entries = {lab: {} for lab in labs}
    for item in items:
        entries[item["lab"]][item["key"]] = (item["students"], pathlib.Path(item["folder"]))
    summary.write(out, rows, book, labs, config, entries, config["nobodys"])
    gradebook.write_imports(out, rows, book, labs, own_roster)
    gradebook.write_folders(out, rows)
    gradebook.write(out, rows, labs)
    return rows


def grade_class(given, book):
    out = pathlib.Path(given.out).resolve()
    own_roster = roster.Roster(given.roster) if given.roster else None
    if given.times and not given.policy:
        raise Refused("--times says when, and --policy what that costs: give both.")
    policy = roster.Policy(given.policy, given.times, {lab.number for lab in book.labs.values()}) if given.policy else None
    if given.jobs < 0 or given.per_task < 0 or given.most_tasks < 0 or given.memory <= 0 or given.lab_minutes <= 0:
        raise Refused("--jobs, --per-task, --most-tasks, --memory and --lab-minutes are numbers from 1.")
    if given.resume and not (out / "class.json").exists():
        raise Refused(f"{out} has no class.json, so there is nothing to resume." if out.exists() else f"{out} is not there, so there is nothing to resume.")
    if not given.resume and (out / "class.json").exists():
        raise Refused(f"{out} is there already. --resume goes on with it; for a new run name another folder.")
    for_slurm = ["--" + name for name in (*slurm.PASSED_ON, "per-task", "most-tasks") if getattr(given, name.replace("-", "_"))]
    if for_slurm and not given.slurm:
        raise Refused(f"{', '.join(for_slurm)}: only with --slurm.")
    if out.exists() and not out.is_dir():
        raise Refused(f"{out} is a file. Name a new folder for the results.")
    # A run that is refused later removes OUT, so nothing of anybody else's may be in it.
    if not given.resume and out.exists() and any(not OF_A_BEGINNING.match(entry.name) for entry in out.iterdir()):
        raise Refused(f"{out} has other files in it. Name a new folder for the results.")
    if not given.resume and given.submissions and out.is_relative_to(pathlib.Path(given.submissions).resolve()):
        raise Refused(f"{out} is inside of {given.submissions}, where it would be taken for a student's. Name a folder next to it.")
    out.mkdir(parents=True, exist_ok=True)
    out.chmod(0o700)  # the seed and the marks are nobody else's
    with open(out / "lock", "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused(f"Another grade-class is at work in {out}.") from None
        try:
            config = go_on(given, book, out) if given.resume else begin(given, book, out)
        except BaseException:
            if not (out / "class.json").exists():  # nothing half-begun stays
                shutil.rmtree(out, ignore_errors=True)
            raise
        items, keys = pieces_of(config, out)
        print(f"{len(config['students'])} students, {len(keys)} labs handed in, {len(items)} of them different; seed {config['seed']}", flush=True)
        if given.slurm:
            faults = slurm.run(book, out, items, config, given)
        else:
            shutil.rmtree(out / "work", ignore_errors=True)
            faults = pool.run(book, out, items, config, given.jobs or len(os.sched_getaffinity(0)), len(items))
        shutil.rmtree(out / "work", ignore_errors=True)
        rows = write_reports(given, book, out, config, items, keys, faults, own_roster, policy)
    for (lab, _), fault in list(faults.items())[:5]:
        print(f"not graded, {lab[:2]}: {store.lines_shown(fault)}", file=sys.stderr)
    print(f"{len(rows)} students: {out}/gradebook.csv, {out}/summary.html")
    return FAILED if faults else GRADED


def replay(given, book):
    out = pathlib.Path(given.out).resolve()
    if not (out / "class.json").exists():
        raise Refused(f"{out} has no class.json: nothing was graded there.")
    config = store.read_json(out / "class.json")
    wanted = {s["folder"]: s for s in config["students"] if given.replay in (s["folder"], s["student"])}
    if not wanted:
        near = sorted(s["folder"] for s in config["students"])
        raise Refused(f"--replay {store.shown(given.replay)}: there is no such student. Some of them: {', '.join(near[:5])}.")
    student = next(iter(wanted.values()))
    labs = book.choose(given.labs) if given.labs else config["labs"]
    if book.fingerprint(config["labs"]) != config["fingerprint"]:
        print("The grader or the rubrics have changed since; marks may differ for that reason.", file=sys.stderr)
    for lab in labs:
        if lab not in student["labs"]:
            print(f"{lab}: not handed in")
            continue
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            piece.prepare(book, lab, out / "handed_in" / student["folder"] / lab, config, folder, folder / "log.txt")
            subprocess.run(piece.grade_command(book, lab, config, folder), env=piece.seeded(config), stdin=subprocess.DEVNULL, check=False)
    return GRADED


def main(arguments):
    given = parse(arguments)
    try:
        book = workbook.Workbook(given.source, given.build, given.grade, given.rubrics, given.recipes, given.stubs)
        if given.task:
            return slurm.task(book, *given.task)
        if given.results:
            return single.grade(given, book, settings)
        if not given.out:
            raise Refused("Say where the results go: grade-class SUBMISSIONS --out DIR")
        return replay(given, book) if given.replay else grade_class(given, book)
    except Refused as refused:
        print(f"grade-class: {refused}", file=sys.stderr)
        return refused.status
    except (roster.Bad, workbook.Missing) as bad:
        print(f"grade-class: {bad}", file=sys.stderr)
        return BAD_REQUEST
    except (piece.Fault, slurm.Failed) as fault:
        print(f"grade-class: {store.lines_shown(fault)}", file=sys.stderr)
        return FAILED
    except OSError as error:
        print(f"grade-class: {error.strerror}: {error.filename or given.out}. What is graded is on the disk; --resume goes on when this is mended.", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("Stopped. The same command with --resume goes on from here.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
