# SPDX-License-Identifier: Apache-2.0
"""Marks that change after the first grading: by hand, by a regrade, or by a new policy.

OUT/book.json is the last computed book: {student: {"marks": {lab number: mark or null}, "before": the previous marks,
which can still be in gradebook.csv if a run was killed, "change": text}}.
"""
import dataclasses
import getpass
import pathlib
import re
import time

import gradebook
import roster
import store

HISTORY = ["when", "by", "student", "lab", "old", "new", "why"]
NUMBER = r"[+-]?\d+(?:[.,]\d+)?"


@dataclasses.dataclass
class Change:
    """text: as in the book; points: {lab number: points to add}."""

    text: str
    points: dict
    comment: str = ""

    def applied(self, earned):
        """Returns {lab number: mark}, at least 0. For a lab without a mark, the change becomes its mark."""
        return {
            lab: max(0, round((mark or 0) + self.points[lab], 2)) if lab in self.points else mark
            for lab, mark in earned.items()
        }

    def shown(self):
        return (
            "changed by hand: "
            + ", ".join(f"{lab} by {points:+g}" for lab, points in self.points.items())
            + (f" ({store.shown(self.comment)})" if self.comment else "")
        )


def plain(cell):
    return cell.strip().removeprefix("'")  # store.cell puts a ' before a formula


def parse(text, comment, labs, where):
    """Parses `5`, `-10` or, for several labs, `01 5; 03 -10`. labs: the labs' numbers."""
    points = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        match = re.fullmatch(rf"(?:(\d\d?):?\s+)?({NUMBER})", part)
        lab = match and (match[1].zfill(2) if match[1] else labs[0] if len(labs) == 1 else None)
        if lab not in labs or lab in points:
            example = (
                "points to add, as in 5 or -10"
                if len(labs) == 1
                else f"a lab and points to add, as in {labs[0]} 5; {labs[-1]} -10"
            )
            raise roster.Bad(f"{where}: `{store.shown(text)}` is not a valid change; write {example}")
        points[lab] = float(match[2].replace(",", "."))
    return Change(text.strip(), points, comment)


def value(cell):
    try:
        return float(cell.replace(",", ".")) if cell else None
    except ValueError:
        return cell


def read(out, labs, directory):
    """Reads {student: Change} from gradebook.csv. Raises roster.Bad for malformed changes, and for overwritten
    marks."""
    path = pathlib.Path(out) / "gradebook.csv"
    if not path.exists() or not (pathlib.Path(out) / "book.json").exists():
        return {}
    written = store.read_json(path.with_name("book.json"))
    lines = roster.read_csv(path, "the grade book")
    header, found = [cell.strip() for cell in lines[0][1]], {}
    wanted = [column for column in gradebook.columns(labs) if column not in ("total", "flags")]
    if set(wanted) - set(header):
        raise roster.Bad(
            f"{path}:1: the column {sorted(set(wanted) - set(header))[0]} is missing. --resume keeps the "
            "changes in this file, so restore the column, or move the file away"
        )
    for at, cells in lines[1:]:
        row = dict(zip(header, (plain(cell) for cell in cells)))
        student, where = row.get("student", ""), f"{path}:{at}"
        text, comment = row.get("change", ""), row.get("comment", "")
        if student in written:
            for lab in labs:
                old, new = written[student]["marks"].get(lab[:2]), value(row.get(f"lab{lab[:2]}", ""))
                if new not in (old, written[student]["before"].get(lab[:2])):
                    raise roster.Bad(
                        f"{where}: lab{lab[:2]} of {store.shown(student)} was "
                        f"{gradebook.number(old) or 'empty'} and is `{row.get('lab' + lab[:2], '')}` now. To "
                        "change a mark, write the points to add into the column `change`"
                    )
        if text or comment:
            found[directory.who(student, where)] = parse(text, comment, [lab[:2] for lab in labs], where)
    return found


def user():
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "?"


def why(row, change_before, regraded, lab):
    """Returns the reason for a changed mark; "" if the marks were only computed again."""
    if regraded and regraded[0] == row.student and lab in regraded[1]:
        return f"regrade: {regraded[2]}"
    if row.change is not None and row.change.text != change_before:
        return f"by hand: {row.change.comment}"
    return "by hand: change removed" if row.change is None and change_before else ""


def record(out, rows, labs, regraded=None):
    """Call before the grade book itself is written. regraded: (student, [lab numbers], reason), recorded even if no
    mark changed."""
    out = pathlib.Path(out)
    before = store.read_json(out / "book.json") if (out / "book.json").exists() else {}
    lines, book, when = [], {}, time.strftime("%Y-%m-%dT%H:%M:%S%z")
    for row in rows:
        marks = {lab[:2]: row.points[lab] for lab in labs}
        old = before.get(row.student, {"marks": marks, "change": ""})
        book[row.student] = {"marks": marks, "before": old["marks"], "change": row.change.text if row.change else ""}
        for lab, now in marks.items():
            was, reason = old["marks"].get(lab), why(row, old["change"], regraded, lab)
            if was != now or reason.startswith("regrade"):
                change = [gradebook.number(was), gradebook.number(now), store.cell(reason or "computed again")]
                lines.append([when, user(), store.cell(row.student), lab, *change])
    if lines:
        history = out / "history.csv"
        text = history.read_text(encoding="utf-8") if history.exists() else gradebook.as_csv([HISTORY])
        store.write(history, text + gradebook.as_csv(lines))
    store.write_json(out / "book.json", book)
