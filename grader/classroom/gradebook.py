# SPDX-License-Identifier: Apache-2.0
"""From graded pieces to marks: one row for each student, as gradebook.csv and as what Canvas and Moodle import."""
import csv
import dataclasses
import io
import pathlib

import piece
import roster as rosters
import store


@dataclasses.dataclass
class Row:
    student: str
    folder: str                                         # "" if nothing was handed in
    points: dict = dataclasses.field(default_factory=dict)  # {lab folder: points or None}
    keys: dict = dataclasses.field(default_factory=dict)    # {lab folder: key of the piece}
    flags: list = dataclasses.field(default_factory=list)
    handed_in: bool = True                              # False: a member of a group, another of which did
    apart: set = dataclasses.field(default_factory=set)     # labs whose points are no part of the total

    @property
    def total(self):
        return sum(points for lab, points in self.points.items() if points and lab not in self.apart)

    @property
    def bonus(self):
        return sum(self.points.get(lab) or 0 for lab in self.apart)


def number(points):
    return "" if points is None else f"{points:g}"


def row_of(out, submission, student, labs, keys, faults, policy):
    """submission: as class.json's students are; None if nothing was handed in."""
    row = Row(student, submission["folder"] if submission else "")
    row.handed_in = submission is not None and "handed_in_by" not in submission
    flags = list(submission["flags"]) if submission else []
    earned = {}
    for lab in labs:
        files = submission["labs"].get(lab) if submission else None
        if not files:
            earned[lab[:2]] = None
            if submission:
                flags.append(f"missing: {lab[:2]}")
            continue
        key = row.keys[lab] = keys[lab, submission["folder"]]
        if (lab, key) in faults or not piece.is_done(out, lab, key):
            earned[lab[:2]] = None
            flags.append(f"not graded, fault of the machine: {lab[:2]}")
            continue
        results = store.read_json(piece.place_of(out, lab, key) / "results.json")
        earned[lab[:2]] = results["score"]
        if results["extra_data"].get("not_graded"):
            flags.append(f"not graded: {results['extra_data']['not_graded']} points of {lab[:2]}")
        unbuilt = [test for test in results["tests"] if "NO BUILD" in test.get("tags", ())]
        if unbuilt and all("the others are graded without it" in test["output"] for test in unbuilt):
            flags.append(f"no build: {' '.join(sorted({test['number'] for test in unbuilt}))}")
        elif unbuilt:
            flags.append(f"no build: {lab[:2]}")
    if submission is None:
        flags.append("nothing handed in")
    elif policy:
        earned, late = policy.apply([student, submission["student"], *submission["aliases"], *submission.get("handed_in_by", ())], earned)
        flags += late
    row.points = {lab: earned[lab[:2]] for lab in labs}
    row.flags = list(dict.fromkeys(flags))
    return row


def with_groups(submissions):
    """And a group's work once more for each member who did not hand it in: all have its marks, and its folder."""
    known = {rosters.key(name) for s in submissions for name in (s["student"], *s["aliases"])}
    everybodys = list(submissions)
    for own in submissions:
        for names in own.get("group", ()):
            if known.isdisjoint(map(rosters.key, names)):
                everybodys.append({**own, "student": names[0], "aliases": names, "flags": [f"in a group with {own['student']}", *own["flags"]],
                                   "handed_in_by": [own["student"], *own["aliases"]]})
                known.update(map(rosters.key, names))
    return everybodys


def rows_of(out, submissions, labs, keys, faults, roster, policy):
    """In the roster's order, those who are not in it at the end; by name without a roster."""
    submissions = with_groups(submissions)
    if roster is None:
        return [row_of(out, s, s["student"], labs, keys, faults, policy) for s in submissions]
    claims, strangers = {}, []
    for submission in submissions:
        found = roster.find([submission["student"], *submission["aliases"]])
        if len(found) == 1:
            claims.setdefault(found[0], []).append(submission)
        else:
            strangers.append((submission, "its names are of two in the roster: " + " and ".join(found) if found else "not in the roster"))
    own = {}
    for student, claimed in claims.items():
        claimed.sort(key=lambda s: rosters.key(s["student"]) != rosters.key(student))  # the roster's own name is the surest
        own[student] = claimed[0]
        strangers += [(other, f"doubled: also {student}, of whom there is a submission") for other in claimed[1:]]
    rows = [row_of(out, own.get(student), student, labs, keys, faults, policy) for student in roster.students]
    for row in rows:
        if len(claims.get(row.student, ())) > 1:  # which one is theirs, nobody here knows
            row.flags.insert(0, "doubled: " + ", ".join(sorted(s["student"] for s in claims[row.student])) + " say that they are this student")
    for submission, why in strangers:
        row = row_of(out, submission, submission["student"], labs, keys, faults, policy)
        row.flags.insert(0, why)
        rows.append(row)
    return rows


def as_csv(lines):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()


def write(out, rows, labs):
    header = ["student", "total", *(f"lab{lab[:2]}" for lab in labs), "flags"]
    lines = [header] + [[store.cell(row.student), number(row.total), *(number(row.points[lab]) for lab in labs),
                         store.cell("; ".join(row.flags))] for row in rows]
    store.write(pathlib.Path(out) / "gradebook.csv", as_csv(lines))


def write_folders(out, rows):
    """students.csv: whose folder in OUT/students is whose."""
    lines = [["student", "folder"]] + [[store.cell(row.student), store.cell(row.folder)] for row in rows if row.folder]
    store.write(pathlib.Path(out) / "students.csv", as_csv(lines))


def write_imports(out, rows, book, labs, roster):
    """canvas.csv has the columns of Canvas's own export, which it takes back; moodle.csv those of Moodle's grade import."""
    by_student = {row.student: row for row in rows}
    if roster and roster.is_canvas:
        fixed = roster.header.index("Section") + 1  # some have "Integration ID" or "Root Account" before it
        titles = []
        for lab in labs:  # "Lab 01 (4711)", if the assignment is there already
            own = [c for c in roster.header[fixed:] if rosters.key(c).startswith(f"lab{lab[:2]}")]
            titles.append(own[0] if own else f"Lab {lab[:2]}")
        lines = [roster.header[:fixed] + titles, ["    Points Possible"] + [""] * (fixed - 1) + [str(book.labs[lab].points) for lab in labs]]
        for student in roster.students:
            lines.append(roster.rows[student][:fixed] + [number(by_student[student].points[lab]) for lab in labs])
        store.write(pathlib.Path(out) / "canvas.csv", as_csv(lines))
    if roster and not roster.is_canvas:
        lower = [c.lower() for c in roster.header]
        who = [at for at, c in enumerate(lower) if c in ("username", "id number", "email address", "email")] or [0]
        lines = [[roster.header[at] for at in who] + [f"Lab {lab[:2]}" for lab in labs] + ["Feedback"]]
        for student in roster.students:
            row = by_student[student]
            lines.append([roster.rows[student][at] for at in who] + [number(row.points[lab]) or "-" for lab in labs] + [store.cell("; ".join(row.flags))])
        store.write(pathlib.Path(out) / "moodle.csv", as_csv(lines))
