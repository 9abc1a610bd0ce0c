# SPDX-License-Identifier: Apache-2.0
"""A run of grade-class, from the submissions to the books in OUT. class.json has its settings and each submission."""
import fcntl
import os
import pathlib
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
import time

import books
import handed_in
import layouts
import piece
import pool
import slurm
import store

GRADED, BAD_REQUEST, FAILED = 0, 2, 3
FORMAT = 2
OF_A_BEGINNING = re.compile(r"(lock|handed_in)$|\.new-")  # the only files in OUT before class.json is written


class Refused(Exception):
    def __init__(self, sentence, status=BAD_REQUEST):
        super().__init__(sentence)
        self.status = status


def sandbox_of(book, lab, backend):
    """Returns "full", or a message about missing parts, from compile_submission, which uses the same sandbox."""
    program = book.recipe(lab, backend)[0]
    with tempfile.TemporaryDirectory() as scratch:
        asked = subprocess.run(
            [
                program,
                "--source",
                "/dev/null",
                "--name",
                "none",
                "--output",
                scratch + "/none",
                "--quiet",
                "--",
                "true",
            ],
            env=dict(os.environ, GRADE_REQUIRE_SANDBOX="1"),
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    return (
        "full"
        if asked.returncode == 0
        else " ".join(asked.stderr.split()).replace("GRADE_REQUIRE_SANDBOX: none was not compiled. ", "") or "unknown"
    )


def settings(given, book, labs):
    if given.seed is not None and not 0 <= given.seed < 10**19:  # the range that `grade` accepts
        raise Refused(f"--seed {given.seed}: write a whole number from 0 to 9999999999999999999.")
    book.require(labs, given.backend, given.without_checkers)
    sandbox = sandbox_of(book, labs[0], given.backend)
    if sandbox != "full":
        if not given.trust_submissions:
            raise Refused(
                (
                    f"Nothing was graded: the sandbox is incomplete. {sandbox}\nUse a machine with a complete "
                    "sandbox. With --trust-submissions, the class is graded anyway, but a submission can "
                    "read your files and forge its marks."
                ),
                FAILED,
            )
        print(
            "!" * 78
            + f"\nTHE SANDBOX IS INCOMPLETE, AND --trust-submissions WAS GIVEN.\n{sandbox}\nSubmissions can "
              "read all files that you can read, and can forge marks. The summary says so.\n"
            + "!" * 78,
            file=sys.stderr,
        )
    return {
        "format": FORMAT,
        "seed": given.seed if given.seed is not None else secrets.randbelow(1 << 32),
        "labs": labs,
        "backend": given.backend,
        "fingerprint": book.fingerprint(labs),
        "trust": given.trust_submissions and sandbox != "full",
        "sandbox": sandbox,
        "without_checkers": given.without_checkers,
        "memory": given.memory,
        "lab_minutes": given.lab_minutes,
        "after_due": given.after_due,
    }


def folders_against(given):
    folders = [pathlib.Path(name).resolve() for name in given.against or ()]
    for folder in folders:
        if not folder.is_dir():
            raise Refused(f"--against {folder} is not a folder.")
    return list(map(str, folders))


def begin(given, book, out):
    """Copies the submissions, and returns the content of class.json, which is not yet written."""
    if not given.submissions:
        raise Refused("Name the folder with the submissions: grade-class SUBMISSIONS --out DIR")
    submissions = pathlib.Path(given.submissions)
    if not submissions.is_dir():
        raise Refused(
            f"{submissions} is not a folder."
            + (" Unpack your system's export, and name the resulting folder." if submissions.is_file() else "")
        )
    labs = book.choose(given.labs)
    config = settings(given, book, labs)
    shutil.rmtree(out / "handed_in", ignore_errors=True)  # left by an interrupted run
    items = list(handed_in.take_in(submissions, out, {lab: book.labs[lab] for lab in labs}))
    students = [dict(vars(item)) for item in items if not isinstance(item, str)]
    if not students:
        raise Refused(
            f"{submissions} contains no submissions: no folders of students, no archives, and no .cu files "
            f"named NAME_{book.labs[labs[0]].source}."
        )
    config.update(
        students=students,
        nobodys=[item for item in items if isinstance(item, str)],
        entries=sorted(os.listdir(submissions)),
        submissions=str(submissions.resolve()),
        begun=time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        against=folders_against(given),
        regrades=0,
    )
    return config


def go_on(given, book, out):
    config = store.read_json(out / "class.json")
    if config.get("format") != FORMAT:
        raise Refused(f"{out / 'class.json'} was written by another version.")
    if given.labs and book.choose(given.labs) != config["labs"]:
        raise Refused(f"--resume: {out} was started with labs {','.join(lab[:2] for lab in config['labs'])}, "
                      f"not {given.labs}.")
    if given.seed is not None and given.seed != config["seed"]:
        raise Refused(f"--resume: {out} has the seed {config['seed']}.")
    current = settings(given, book, config["labs"])
    if current["fingerprint"] != config["fingerprint"]:
        raise Refused(
            f"--resume: the grader or the rubrics have changed since {out} was started. Grade into another "
            f"folder; --seed {config['seed']} gives the same inputs."
        )
    for name in ("trust", "sandbox", "without_checkers"):
        if current[name] != config[name]:
            raise Refused(f"--resume: {out} was started with {name} = {config[name]}, "
                          f"but now {name} is {current[name]}.")
    config["after_due"] = given.after_due
    config["against"] = folders_against(given) or config["against"]
    there = os.listdir(given.submissions) if given.submissions and os.path.isdir(given.submissions) else []
    new = sorted(set(there) - set(config.get("entries", there)))
    if new:
        print(
            (
                f"Not graded, because they were added to {given.submissions} after the run was started: "
                f"{', '.join(map(store.shown, new[:5]))}{', …' if len(new) > 5 else ''}. --regrade STUDENT "
                "FILE grades one of them."
            ),
            file=sys.stderr,
        )
    return config


def regrade(given, book, out, config, directory, persons):
    """Takes in one student's new files, keeps the old ones, and updates `config`. Returns (student, [lab numbers],
    reason)."""
    name, source = given.regrade
    student = directory.who(name, "--regrade")
    person = next(person for person in persons if person.student == student)
    labs = {lab: book.labs[lab] for lab in config["labs"]}
    if not os.path.lexists(source):
        raise Refused(f"--regrade: {source} does not exist. Name the file, folder or archive to grade.")
    base, flags = os.path.basename(os.path.abspath(source)), []
    owner = layouts.owner_of(
        base, os.path.isdir(source), {lab.source: folder for folder, lab in labs.items()}, {}, None
    )
    taken = handed_in.sort_out(
        handed_in.collect(source, owner.rest if owner and owner.rest else base, flags), labs, flags
    )
    if not taken:
        raise Refused(
            f"--regrade: {source} contains nothing for lab {' or '.join(lab[:2] for lab in labs)}"
            + "".join(f"; {store.shown(flag)}" for flag in flags[:5])
            + "."
        )
    if person.submission:
        own = next(s for s in config["students"] if s["folder"] == person.submission["folder"])
    else:
        folder = store.file_name(student)
        while folder.lower() in {s["folder"].lower() for s in config["students"]}:
            folder += "~"
        own = vars(handed_in.Submission(student, folder, names=[student]))
        config["students"].append(own)
    config["regrades"] += 1
    place = f"{own['folder']}~regrade{config['regrades']}"
    shutil.rmtree(out / "handed_in" / place, ignore_errors=True)  # left by a regrade that was killed
    for lab, files in taken.items():
        had = own["places"].get(lab, own["folder"])
        if person.submission:  # of several systems, the one with this lab's file
            had = person.submission["places"].get(lab, person.submission["folder"])
        whose = next(
            (s for s in config["students"] if s["labs"].get(lab) and s["places"].get(lab, s["folder"]) == had), own
        )
        whose["labs"][lab] = handed_in.keep(out / "handed_in" / place / lab, files)
        whose["places"][lab] = place
    kept = [
        flag
        for flag in own["flags"]
        if flag.startswith("late:") or set(taken) != set(labs) and not flag.startswith("nothing to grade")
    ]
    own["flags"] = list(dict.fromkeys([*kept, *(store.shown(flag[: handed_in.MOST_FLAG]) for flag in flags)]))
    return student, [lab[:2] for lab in taken], given.why or base


def pieces_of(config, out):
    """Returns ([item for the pool], {(lab, its place in handed_in): key}). Identical content is one piece."""
    items, keys = {}, {}
    for student in config["students"]:
        for lab, files in student["labs"].items():
            place = student["places"].get(lab, student["folder"])
            key = keys[lab, place] = piece.key_of(lab, files, config)
            item = items.setdefault(
                (lab, key),
                {"lab": lab, "key": key, "students": [], "folder": str(handed_in.place_of(out, student, lab))},
            )
            item["students"].append(student["student"])
    return list(items.values()), keys


def refuse_early(given, out):
    if given.jobs < 0 or given.per_task < 0 or given.most_tasks < 0 or given.memory <= 0 or given.lab_minutes <= 0:
        raise Refused("--jobs, --per-task, --most-tasks, --memory and --lab-minutes must be positive "
                      "numbers.")
    if given.why and not given.regrade:
        raise Refused("--why needs --regrade: it gives the reason for a regrade.")
    if given.regrade and given.submissions:
        raise Refused("Use --regrade without a folder of submissions: grade-class --out DIR --regrade "
                      "STUDENT FILE")
    going_on = "--regrade" if given.regrade else "--resume"
    if given.resume and not (out / "class.json").exists():
        raise Refused(
            f"{out} has no class.json, so there is nothing to {going_on[2:]}."
            if out.exists()
            else f"{out} does not exist, so there is nothing to {going_on[2:]}."
        )
    if not given.resume and (out / "class.json").exists():
        raise Refused(f"{out} already exists. Continue it with --resume, or name another folder for a new "
                      "run.")
    for_slurm = [
        "--" + name for name in (*slurm.PASSED_ON, "per-task", "most-tasks") if getattr(given, name.replace("-", "_"))
    ]
    if for_slurm and not given.slurm:
        raise Refused(f"{', '.join(for_slurm)}: these options need --slurm.")
    if out.exists() and not out.is_dir():
        raise Refused(f"{out} is a file. Name a new folder for the results.")
    # OUT is removed if the run is refused later, so it must not contain other files.
    if not given.resume and out.exists() and any(not OF_A_BEGINNING.match(entry.name) for entry in out.iterdir()):
        raise Refused(f"{out} contains other files. Name a new folder for the results.")
    if not given.resume and given.submissions and out.is_relative_to(pathlib.Path(given.submissions).resolve()):
        raise Refused(
            f"{out} is inside {given.submissions}, where it would be mistaken for a submission. Name a "
            "folder next to it."
        )


def grade_class(given, book):
    out = pathlib.Path(given.out).resolve()
    given.resume = given.resume or bool(given.regrade)
    refuse_early(given, out)
    out.mkdir(parents=True, exist_ok=True)
    out.chmod(0o700)  # hides the seed and the marks from other users
    with open(out / "lock", "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused(f"Another grade-class is running in {out}.") from None
        try:
            config = go_on(given, book, out) if given.resume else begin(given, book, out)
            own, regraded = books.Books(given, book, out, config), None
            if given.regrade:
                regraded = regrade(given, book, out, config, own.directory, own.persons)
                own.look(config)
            own.keep()
            store.write_json(out / "class.json", config)
        except BaseException:
            if not (out / "class.json").exists():  # leaves no incomplete run behind
                shutil.rmtree(out, ignore_errors=True)
            raise
        items, keys = pieces_of(config, out)
        print(
            (
                f"{len(config['students'])} students, {len(keys)} submitted labs, {len(items)} of them "
                f"different; seed {config['seed']}"
            ),
            flush=True,
        )
        if given.slurm:
            faults = slurm.run(book, out, items, config, given)
        else:
            shutil.rmtree(out / "work", ignore_errors=True)
            faults = pool.run(book, out, items, config, given.jobs or len(os.sched_getaffinity(0)), len(items))
        shutil.rmtree(out / "work", ignore_errors=True)
        rows = own.write(book, config, items, keys, faults, regraded)
    for (lab, _), fault in list(faults.items())[:5]:
        print(f"not graded, {lab[:2]}: {store.lines_shown(fault)}", file=sys.stderr)
    unmatched = [row for row in rows if row.person.candidates or not row.person.listed] if own.roster else []
    if unmatched:
        print(
            (
                f"{len(unmatched)} submissions match no student in the roster: "
                f"{', '.join(store.shown(row.student) for row in unmatched[:5])}{', …' if len(unmatched) > 5 else ''}; "
                "see the summary"
            ),
            file=sys.stderr,
        )
    print(f"{len(rows)} students: {out}/gradebook.csv, {out}/summary.html")
    return FAILED if faults else GRADED


def replay(given, book):
    out = pathlib.Path(given.out).resolve()
    if not (out / "class.json").exists():
        raise Refused(f"{out} has no class.json, so nothing was graded there.")
    config = store.read_json(out / "class.json")
    if config.get("format") != FORMAT:
        raise Refused(f"{out / 'class.json'} was written by another version.")
    student = next((s for s in config["students"] if given.replay in (s["folder"], s["student"])), None)
    if student is None:
        given.roster = given.policy = given.times = None
        own = books.Books(given, book, out, config)
        person = next(p for p in own.persons if p.student == own.directory.who(given.replay, "--replay"))
        student = person.submission
    if student is None:
        raise Refused(f"--replay {store.shown(given.replay)}: there is no submission.")
    labs = book.choose(given.labs) if given.labs else config["labs"]
    if book.fingerprint(config["labs"]) != config["fingerprint"]:
        print("The grader or the rubrics have changed since then, so marks can differ.", file=sys.stderr)
    for lab in labs:
        if lab not in student["labs"]:
            print(f"{lab}: not handed in")
            continue
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            piece.prepare(book, lab, handed_in.place_of(out, student, lab), config, folder, folder / "log.txt")
            subprocess.run(
                piece.grade_command(book, lab, config, folder),
                env=piece.seeded(config),
                stdin=subprocess.DEVNULL,
                check=False,
            )
    return GRADED
