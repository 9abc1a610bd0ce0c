# SPDX-License-Identifier: Apache-2.0
"""Computes marks from graded pieces, one row of gradebook.csv per student."""
import csv
import dataclasses
import io
import pathlib

import piece
import store


@dataclasses.dataclass
class Row:
    person: object  # a matching.Person
    points: dict = dataclasses.field(default_factory=dict)  # {lab folder: points or None}
    keys: dict = dataclasses.field(default_factory=dict)  # {lab folder: key of the piece}
    flags: list = dataclasses.field(default_factory=list)  # also shown to the student
    notes: list = dataclasses.field(default_factory=list)  # shown only to the instructor
    change: object = None  # a changes.Change
    apart: set = dataclasses.field(default_factory=set)  # labs whose points do not count in the total

    @property
    def student(self):
        return self.person.student

    @property
    def folder(self):
        """Is below OUT/students; "" if there is no submission."""
        return self.person.submission["folder"] if self.person.submission else ""

    @property
    def total(self):
        return sum(points for lab, points in self.points.items() if points and lab not in self.apart)

    @property
    def bonus(self):
        return sum(self.points.get(lab) or 0 for lab in self.apart)


def number(points):
    return "" if points is None else f"{points:g}"


def mark(out, row, lab, keys, faults):
    """Returns the points for one lab, before any policy; None if there is no mark. Adds flags to the row."""
    submission = row.person.submission
    if not submission["labs"].get(lab):
        row.flags.append(f"missing: {lab[:2]}")
        return None
    key = row.keys[lab] = keys[lab, submission["places"].get(lab, submission["folder"])]
    if (lab, key) in faults or not piece.is_done(out, lab, key):
        row.flags.append(f"not graded, fault of the machine: {lab[:2]}")
        return None
    results = store.read_json(piece.place_of(out, lab, key) / "results.json")
    if results["extra_data"].get("not_graded"):
        row.flags.append(f"not graded: {results['extra_data']['not_graded']} points of {lab[:2]}")
    unbuilt = [test for test in results["tests"] if "NO BUILD" in test.get("tags", ())]
    if unbuilt and all("the others are graded without it" in test["output"] for test in unbuilt):
        row.flags.append(f"no build: {' '.join(sorted({test['number'] for test in unbuilt}))}")
    elif unbuilt:
        row.flags.append(f"no build: {lab[:2]}")
    return results["score"]


def row_of(out, person, labs, keys, faults, policy, change):
    row = Row(
        person,
        flags=[*person.flags, *(person.submission["flags"] if person.submission else ())],
        notes=list(person.notes),
        change=change,
    )
    earned = {lab[:2]: mark(out, row, lab, keys, faults) if person.submission else None for lab in labs}
    if policy and person.submission:
        earned, late = policy.apply(person, earned)
        row.flags += late
    if change:
        earned = change.applied(earned)
        row.flags.append(change.shown())
    row.points = {lab: earned[lab[:2]] for lab in labs}
    row.flags = list(dict.fromkeys(row.flags))
    return row


def as_csv(lines):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()


def columns(labs):
    return ["student", "total", *(f"lab{lab[:2]}" for lab in labs), "change", "comment", "flags"]


def write(out, rows, labs):
    lines = [columns(labs)]
    for row in rows:
        change = [row.change.text, store.cell(row.change.comment)] if row.change else ["", ""]
        lines.append(
            [
                store.cell(row.student),
                number(row.total),
                *(number(row.points[lab]) for lab in labs),
                *change,
                store.cell("; ".join(row.notes + row.flags)),
            ]
        )
    store.write(pathlib.Path(out) / "gradebook.csv", as_csv(lines))


def write_folders(out, rows):
    lines = [["student", "folder"]] + [[store.cell(row.student), store.cell(row.folder)] for row in rows if row.folder]
    store.write(pathlib.Path(out) / "students.csv", as_csv(lines))
