# SPDX-License-Identifier: Apache-2.0
"""Copies each student's .cu files and .csv answers, in any layout of layouts.py, to OUT/handed_in/STUDENT/NN_name/."""
import dataclasses
import hashlib
import itertools
import os
import pathlib
import re
import stat

import archives
import layouts
import store

MOST_ENTRIES = 20_000  # in one student's folder
MOST_DEPTH = 12
MOST_BYTES = 16 << 20  # of one student's wanted files, which are in memory together
ANSWER_BYTES = 64 << 10  # the longest .csv file that `grade` reads
MOST_ARCHIVES = 5  # of one student
MOST_FLAG = 300  # characters, because names in an archive can have 65535
NOT_HANDED_IN = re.compile(
    r"(^|/)(grader/labs|build)/"
)  # recorded tables, and files that a workbook's runs have written
MOST_NAMES = 3  # how many names of files that belong to no lab are listed


class TooMuch(Exception):
    """A submission that is too large. Nothing is taken from it."""


@dataclasses.dataclass
class Candidate:
    path: str  # as in the student's submission
    content: bytes
    again: int = 0  # which attempt this is, or 0 if not numbered
    owner: layouts.Owner = None


@dataclasses.dataclass
class Submission:
    """As in class.json. ids, names and system are as in layouts.Owner."""

    student: str  # a unique label
    folder: str = ""  # below OUT/handed_in and OUT/students
    ids: list = dataclasses.field(default_factory=list)
    names: list = dataclasses.field(default_factory=list)
    system: str = ""
    group: list = dataclasses.field(default_factory=list)  # {student, ids, names} of each other author
    labs: dict = dataclasses.field(default_factory=dict)  # {lab: {file: sha256}}
    places: dict = dataclasses.field(default_factory=dict)  # {lab: folder below OUT/handed_in}, if it differs
    received: dict = dataclasses.field(default_factory=dict)  # {lab number: {time, late, feedback}}
    flags: list = dataclasses.field(default_factory=list)


def place_of(out, submission, lab):
    """`submission` is as in class.json."""
    return pathlib.Path(out) / "handed_in" / submission["places"].get(lab, submission["folder"]) / lab


def read_plain_file(path, most):
    """Returns (content, "") or (None, reason). Does not follow links or wait for pipes."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError as error:
        return None, "is a link" if os.path.islink(path) else f"cannot be read: {error.strerror}"
    with os.fdopen(fd, "rb") as file:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            return None, "is not a plain file"
        content = file.read(most + 1)
    return (content, "") if len(content) <= most else (None, f"is larger than {most >> 10} KiB")


def walk(folder, flags):
    """Yields wanted files and archives as (relative path, full path). Skips folders that cannot be read."""
    seen, open_folders = 0, [("", 0)]
    while open_folders:
        below, depth = open_folders.pop()
        try:
            with os.scandir(os.path.join(folder, below)) as found:
                entries = sorted(itertools.islice(found, MOST_ENTRIES + 1), key=lambda e: e.name)
        except OSError as error:
            flags.append(f"refused: the folder {below or '.'} cannot be read: {error.strerror}")
            continue
        for entry in entries:
            seen += 1
            if seen > MOST_ENTRIES or depth > MOST_DEPTH:
                flags.append(f"refused: more than {MOST_ENTRIES} files or {MOST_DEPTH} folders deep")
                return
            path = os.path.join(below, entry.name)
            if layouts.IGNORED.match(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                open_folders.append((path, depth + 1))
            elif entry.name.lower().endswith(archives.WANTED) or archives.is_archive(entry.name):
                yield path, entry.path


def names_in(path):
    """For a message to the instructor about an unused submission."""
    if os.path.islink(path) or not os.path.isdir(path):
        yield os.path.basename(path)
        return
    for _, folders, files in os.walk(path):
        folders[:] = sorted(folder for folder in folders if not layouts.IGNORED.match(folder))
        yield from sorted(file for file in files if not layouts.IGNORED.match(file))


def allowance():
    return {"bytes": MOST_BYTES, "archives": MOST_ARCHIVES}


def collect(path, name, flags, left=None, owner=None):
    """Returns the candidates in one entry of SUBMISSIONS. `name`: the file's name without the system's additions.
    `left`: the limits that remain after the student's other entries."""
    found, left = [], allowance() if left is None else left

    def add(inner, content):
        left["bytes"] -= len(content)
        if left["bytes"] < 0:
            raise TooMuch(f"more than {MOST_BYTES >> 20} MiB of .cu and .csv files")
        plain, again = layouts.without_number(os.path.basename(inner))
        inner = os.path.join(os.path.dirname(inner), plain)
        if content[:2] in store.UTF_16:
            try:
                content = store.decoded(content).encode()
                flags.append(f"converted: {inner} was in UTF-16")
            except UnicodeDecodeError:
                pass  # the compiler will report the problem
        found.append(Candidate(inner, content, again, owner))

    def add_archive(where, full):
        left["archives"] -= 1
        if left["archives"] < 0:
            raise TooMuch(f"more than {MOST_ARCHIVES} archives")
        files, notes, refused = archives.read(full)
        flags.extend(notes)
        if refused:
            flags.append(f"refused: {where} {refused}")
            return
        for inner, content in files.items():
            add(inner.replace("\\", "/"), content)  # some Windows programs write paths as a\\b

    def add_file(where, full):
        content, why = read_plain_file(full, archives.FILE_BYTES)
        if why:
            flags.append(f"refused: {where} {why}")
            return
        add(where, content)

    try:
        if os.path.islink(path):
            flags.append(f"refused: {name} is a link")
        elif os.path.isdir(path):
            for where, full in walk(path, flags):
                (add_archive if archives.is_archive(where) else add_file)(where, full)
        elif archives.is_archive(name):
            add_archive(name, path)
        else:
            add_file(name, path)
    except TooMuch as most:
        flags.append(f"refused: {most}")
        return []
    return found


def rank(parts, lab):
    """Rates how likely a path is to be the lab's file.

    labs/NN_name/x   3
    NN_name/x        2
    x alone          1
    anything else    0
    """
    if "solutions" in parts[:-1]:
        return 0
    if lab in parts[:-1]:
        return 3 if parts[-2] == lab and parts[-3:-2] == ("labs",) else 2
    other = [part for part in parts[:-1] if len(part) > 3 and part[:2].isdigit() and part[2] == "_"]
    return 0 if other else 1


def pick(lab, name, candidates, flags):
    """Returns the lab's file of this name, or else one that differs only in case. None if several files differ."""
    named = [c for c in candidates if os.path.basename(c.path) == name]
    named = named or [c for c in candidates if os.path.basename(c.path).lower() == name.lower()]
    ranked = [(rank(pathlib.PurePosixPath(c.path).parts, lab), c.again, c) for c in named]
    best = max((r[:2] for r in ranked if r[0] > 0), default=None)
    chosen = {r[2].content: r[2] for r in ranked if r[:2] == best}
    if len(chosen) > 1:
        flags.append(f"doubled: {name} of {lab[:2]}: {', '.join(sorted(r[2].path for r in ranked if r[:2] == best))}")
        return None
    flags.extend(
        {
            f"renamed: {r[2].path} was graded as {name}"
            for r in ranked
            if r[:2] == best and os.path.basename(r[2].path) != name
        }
    )
    return next(iter(chosen.values()), None)


def is_the_workbooks(path, candidates):
    """Returns whether the path is another lab's file or, in a complete workbook, a file next to labs/."""
    if re.search(r"(^|/)labs/\d\d_(\w+)/\2\.cu$", path):
        return True
    roots = {match[1] for c in candidates if (match := re.match(r"((?:.*/)?)labs/\d\d_\w+/\w+\.cu$", c.path))}
    return any(path.startswith(root + part) for root in roots for part in ("common/", "docs/", "grader/", "build/"))


def sort_out(candidates, labs, flags):
    """Returns {lab: {file: Candidate}} for one student. `labs`: {folder: workbook.Lab} of the graded labs."""
    taken = {}
    for folder, lab in labs.items():
        before = len(flags)
        chosen = pick(folder, lab.source, candidates, flags)
        if chosen is None and len(flags) == before and len(labs) == 1:
            others = [
                c
                for c in candidates
                if c.path.lower().endswith(".cu") and rank(pathlib.PurePosixPath(c.path).parts, folder) > 0
            ]
            if len({c.content for c in others}) == 1:
                chosen = others[0]
                flags.append(f"renamed: {others[0].path} was graded as {lab.source}")
        if chosen is None:
            continue
        if not chosen.content.strip():
            flags.append(f"empty: {folder[:2]}")
        taken[folder] = {lab.source: chosen}
        for answer in lab.answers:
            usable = [
                c
                for c in candidates
                if not NOT_HANDED_IN.search(c.path)
                and (len(labs) == 1 or rank(pathlib.PurePosixPath(c.path).parts, folder) > 1)
            ]
            sheet = pick(folder, answer, usable, flags)
            if sheet is not None and len(sheet.content) <= ANSWER_BYTES:
                taken[folder][answer] = sheet
            elif sheet is not None:
                flags.append(f"not taken: {answer} of {folder[:2]} is larger than {ANSWER_BYTES >> 10} KiB")
            elif any(os.path.basename(c.path) == answer and not NOT_HANDED_IN.search(c.path) for c in candidates):
                flags.append(f"not taken: {answer} is not in a folder {folder}")
    known = {lab.source for lab in labs.values()} | {"play.cu"}  # play.cu is for students' experiments
    strange = sorted(
        {
            c.path
            for c in candidates
            if c.path.lower().endswith(".cu")
            and os.path.basename(c.path) not in known
            and not is_the_workbooks(c.path, candidates)
        }
    )
    if strange and not any(flag.startswith("renamed") for flag in flags):
        flags.append("unknown: " + ", ".join(strange[:5]) + (", …" if len(strange) > 5 else ""))
    return taken


def owned_entries(submissions, labs):
    """Returns ([(path, Owner)], [entries without an owner])."""
    sources = {lab.source: folder for folder, lab in labs.items()}
    single = next(iter(labs.values())).source if len(labs) == 1 else None
    if single:
        sources.update({answer: folder for folder, lab in labs.items() for answer in lab.answers})
    metadata, _ = read_plain_file(os.path.join(submissions, "submission_metadata.yml"), 16 << 20)
    gradescope = layouts.gradescope_owners((metadata or b"").decode("utf-8", "replace"))
    owned, nobodys = [], []
    for name in sorted(os.listdir(submissions)):
        path = os.path.join(submissions, name)
        owner = layouts.owner_of(
            name,
            os.path.isdir(path) and not os.path.islink(path),
            sources,
            gradescope,
            single,
            layouts.assignment_of(submissions),
        )
        if owner is not None:
            owned.append((path, owner))
        elif not layouts.IGNORED.match(name):
            nobodys.append(name)
    return owned, nobodys


def keep(place, taken):
    """Writes {file: Candidate} to the folder, and returns {file: sha256}."""
    for name, candidate in taken.items():
        store.write(place / name, candidate.content)
    return {name: hashlib.sha256(candidate.content).hexdigest() for name, candidate in taken.items()}


def take_in(submissions, out, labs):
    """Yields one Submission per student, and then, as a str, each entry of the folder without an owner."""
    owned, nobodys = owned_entries(submissions, labs)
    taken_names = set()
    for student, own in sorted(layouts.people(owned, len(labs)).items()):
        result = Submission(student, system=own[0][1].system)
        candidates, left = [], allowance()
        for path, owner in own:
            result.ids += [list(i) for i in owner.ids if list(i) not in result.ids]
            result.names += [name for name in (owner.name, *owner.names) if name not in result.names]
            others = [
                {"student": o.name, "ids": [list(i) for i in o.ids], "names": [o.name, *o.names]} for o in owner.group
            ]
            result.group += [other for other in others if other not in result.group]
            candidates += collect(path, owner.rest or os.path.basename(path), result.flags, left, owner)
        result.folder = store.file_name(student)
        while result.folder.lower() in taken_names:
            result.folder += "~"
        taken_names.add(result.folder.lower())
        for lab, files in sort_out(candidates, labs, result.flags).items():
            result.labs[lab] = keep(pathlib.Path(out) / "handed_in" / result.folder / lab, files)
            owner = files[labs[lab].source].owner
            result.received[lab[:2]] = {"time": owner.time, "late": owner.late, "feedback": owner.feedback}
            if owner.late:
                result.flags.append("late: according to Canvas")
        if not result.labs and not result.flags:
            names = list(itertools.islice((name for path, _ in own for name in names_in(path)), MOST_NAMES + 1))
            result.flags.append(
                "nothing to grade: "
                + (", ".join(names[:MOST_NAMES]) + (", …" if len(names) > MOST_NAMES else "") or "an empty folder")
            )
        result.flags = [
            store.shown(flag[:MOST_FLAG]) + ("…" if len(flag) > MOST_FLAG else "")
            for flag in dict.fromkeys(result.flags)
        ][:20]
        yield result
    yield from nobodys
