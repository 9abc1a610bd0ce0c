# SPDX-License-Identifier: Apache-2.0
"""The students of a class, and the search for a student by name or number.

The first column of a roster, or the column `student`, has names for the gradebook, and every other column has other
names of the student. These exports can be used unchanged:

Canvas's gradebook               "Student", "ID", "SIS User ID", "SIS Login ID", "Section"
Moodle's participants            "First name", "Last name", "Email address"
Moodle's worksheet of a task     "Identifier", "Full name", …, "Grade"

The column `submission` names a submission that cannot be found otherwise. Students with the same one are a group.
"""
import collections
import csv
import datetime
import difflib
import io
import pathlib
import re
import unicodedata

import store

CANVAS = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
NOT_NAMES = {
    "section",
    "sections",
    "group",
    "groups",
    "comment",
    "role",
    "roles",
    "last access to course",
    "status",
    "grade",
    "maximum grade",
    "scale",
    "marker",
    "grade can be changed",
    "last modified (submission)",
    "last modified (grade)",
    "online text",
    "feedback comments",
    "submission",
    "due date",
}
# Columns that distinguish two students with the same name, the best ones first, before any other column.
TELLING = (
    "id",
    "id number",
    "sis user id",
    "username",
    "sid",
    "sis login id",
    "identifier",
    "email address",
    "email",
    "e-mail",
)
NEAR = 0.65  # the least difflib ratio of a misspelt name
MOST_NEAR = 4


class Bad(Exception):
    """An error in a file. The message has the file, the line and a correction."""


def key(name):
    """Returns the same key for Jane Doe, jane-doe and JANEDOE."""
    plain = unicodedata.normalize("NFKD", str(name)).casefold()
    return "".join(c for c in plain if c.isalnum())


def ways_to_write(name):
    """Returns the keys of a name in any rotation of its words ("Jane Doe", "Doe, Jane"), and of an address without its
    domain."""
    words = name.replace(",", " ").split()
    ways = [name, *(["".join(words[at:] + words[:at]) for at in range(1, len(words))])]
    return {key(way) for way in (*ways, name.split("@")[0] if "@" in name else "")} - {""}


def read_csv(path, what):
    """Returns the lines that are not empty, with their numbers. Semicolons can separate columns, as in countries with a
    decimal comma."""
    try:
        text = store.decoded(pathlib.Path(path).read_bytes())
    except OSError as error:
        raise Bad(f"{what} {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Bad(f"{what} {path} cannot be read: save it as CSV in UTF-8") from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    head = text.split("\n", 1)[0]
    rows = list(csv.reader(io.StringIO(text), delimiter=max(",;\t", key=head.count)))
    return [(at, row) for at, row in enumerate(rows, 1) if any(cell.strip() for cell in row)]


class Directory:
    """The names and numbers of people, each of whom has one label."""

    def __init__(self):
        self.labels, self.by_key, self.by_id = [], collections.defaultdict(set), collections.defaultdict(dict)

    def add(self, label, names=(), ids=()):
        """ids: (kind, value) with the numbers of Canvas or Moodle."""
        if label not in self.labels:
            self.labels.append(label)
        for name in (label, *names):
            for way in ways_to_write(name):
                self.by_key[way].add(label)
        for kind, value in ids:
            if value:
                self.by_id[kind].setdefault(value, label)

    def called(self, names):
        """Returns the labels that fit all names, except names that fit no label. Empty if names belong to different
        people."""
        fit = [own for own in (self.by_key.get(key(name), ()) for name in names) if own]
        return set.intersection(*map(set, fit)) if fit else set()

    def near(self, names):
        """Puts the most similar label first."""
        found = {}
        for name in filter(None, map(key, names)):
            for close in difflib.get_close_matches(name, self.by_key, MOST_NEAR, NEAR):
                for label in self.by_key[close]:
                    found[label] = max(found.get(label, 0), difflib.SequenceMatcher(None, name, close).ratio())
        return sorted(found, key=lambda label: (-found[label], label))[:MOST_NEAR]

    def who(self, text, where):
        """Raises Bad, with candidates."""
        text = text.strip()
        if text in self.labels:
            return text
        own = self.called([text])
        if len(own) == 1:
            return next(iter(own))
        if own:
            raise Bad(f"{where}: `{store.shown(text)}` is the name of {len(own)} students: "
                      f"write {' or '.join(sorted(own))}")
        near = self.near([text])
        question = f"; did you mean {' or '.join(near)}?" if near else ""
        raise Bad(f"{where}: there is no student `{store.shown(text)}`{question}")


class Roster:
    """header, and rows: {label: cells}, are as in the file. `system`: "canvas" or "worksheet" if the file is that
    system's export, which will be imported again; otherwise ""."""

    def __init__(self, path):
        lines = read_csv(path, "--roster")
        if len(lines) < 2:
            raise Bad(f"--roster {path} has no students. Write a first line with the columns' names, "
                      "and then one line per student")
        self.path = path
        self.header = [cell.strip() for cell in lines[0][1]]
        self.lower = [cell.lower() for cell in self.header]
        self.system = ""
        if self.header[:2] == CANVAS[:2] and "Section" in self.header:
            self.system = "canvas"
        elif {"identifier", "grade"} <= set(self.lower):
            self.system = "worksheet"
        self.rows, self.directory, self.claimed = {}, Directory(), {}
        named = []
        for at, row in lines[1:]:
            row = [cell.strip() for cell in row] + [""] * (len(self.header) - len(row))
            if self.system == "canvas" and (row[0].startswith("Points Possible") or row[0] in ("", "Student, Test")):
                continue
            name = self._name(row)
            if not name:
                raise Bad(f"{path}:{at}: has no student's name")
            named.append((at, name, row))
        for _, name, row in named:
            self._add(self._label(name, row, [(a, r) for a, n, r in named if n == name]), row)

    def _cell(self, row, *columns):
        return next(
            (
                row[self.lower.index(column)]
                for column in columns
                if column in self.lower and row[self.lower.index(column)]
            ),
            "",
        )

    def _full_name(self, row):
        last = self._cell(row, "last name", "surname")  # older versions of Moodle have "surname"
        return f"{self._cell(row, 'first name')} {last}" if last and "first name" in self.lower else ""

    def _name(self, row):
        if "student" in self.lower:
            return self._cell(row, "student")
        if self.system == "worksheet":  # without a name if the assignment is anonymous
            return self._cell(row, "full name", "identifier")
        return self._full_name(row) or row[0]

    def _label(self, name, row, same):
        """Adds a distinguishing cell if several students have this name. same: (line, cells) of all of them."""
        if len(same) == 1:
            return name
        for column in sorted(
            range(len(self.header)),
            key=lambda c: TELLING.index(self.lower[c]) if self.lower[c] in TELLING else len(TELLING),
        ):
            values = [r[column] for _, r in same]
            if self.lower[column] not in NOT_NAMES and all(values) and len(set(values)) == len(values):
                return f"{name} {row[column].removeprefix('Participant ')}"
        raise Bad(
            f"{self.path}:{same[1][0]}: {name} appears twice, and no column distinguishes the two students: "
            "add a column with a number or an address"
        )

    def _add(self, label, row):
        self.rows[label] = row
        names = [
            cell
            for column, cell in zip(self.lower, row)
            if cell and column not in NOT_NAMES and (self.system != "canvas" or column in [c.lower() for c in CANVAS])
        ]
        participant = re.fullmatch(r"\D*(\d+)", self._cell(row, "identifier")) if self.system == "worksheet" else None
        ids = [
            (
                "canvas",
                self._cell(row, *(["id"] if self.system == "canvas" else []), "canvas user id", "canvas_user_id"),
            ),
            ("moodle", participant[1] if participant else ""),
        ]
        self.directory.add(label, [*names, *filter(None, [self._full_name(row)])], ids)
        for name in filter(None, re.split(r"\s*;\s*", self._cell(row, "submission"))):
            self.claimed.setdefault(name, []).append(label)

    def find(self, submission):
        """Returns (label, "", []), or (None, reason, candidates); candidates are [] if unknown, and None if there are
        none. A number from the roster's system takes precedence, unless the name belongs to another student."""
        addresses = [value for kind, value in submission["ids"] if kind in ("sid", "email")]
        names = [*addresses, *submission["names"]]
        own = self.directory.called(names)
        if not own and submission["system"] == "moodle":  # "Group A-Jane Doe"
            names = [name[at + 1 :] for name in names for at, c in enumerate(name) if c == "-" and " " in name[at:]]
            own = self.directory.called(names)
        fits = {label for name in names for label in self.directory.by_key.get(key(name), ())}
        numbered = [(kind, value) for kind, value in submission["ids"] if kind in self.directory.by_id]
        for kind, value in numbered:
            owner = self.directory.by_id[kind].get(value)
            if owner and fits and owner not in fits:  # a student can have chosen a name such as Eve_4321_
                return None, "its number and its name belong to different students", sorted({owner, *fits})
            if owner:
                return owner, "", []
        if numbered:
            why = f"not in the roster: {submission['system'].capitalize()}'s number {numbered[0][1]}"
            return None, why, sorted(own) if own or submission["names"] == ["anon"] else None
        if len(own) == 1:
            return next(iter(own)), "", []
        if own:
            return None, "several students in the roster have this name", sorted(own)
        if fits:
            return None, "its names belong to different students", sorted(fits)
        return None, "not in the roster", self.directory.near(submission["names"])

    def received(self, label):
        """Returns Moodle's time of submission, as text; "" if there is none."""
        text = self._cell(self.rows[label], "last modified (submission)") if self.system == "worksheet" else ""
        return "" if text == "-" else text


# Begin the names of months in English and German.
MONTHS = {
    name: number
    for number, names in enumerate(
        ("jan", "feb", "mar", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez"), 1
    )
    for name in names.split()
}


def moment(text, where):
    """Parses ISO 8601, Gradescope's "2026-10-05 21:59:00.123456789 Z" and Moodle's "Monday, 5 October 2026, 11:59 PM".
    A time without a zone is in this machine's."""
    plain = re.sub(r"(\.\d{6})\d+", r"\1", text.strip()).replace(" UTC", "+00:00")
    plain = re.sub(r"\s?Z$", "+00:00", plain)
    moodles = re.fullmatch(r"(?:\w+, )?(\d{1,2})\.? (\w+) (\d{4}), (\d{1,2}):(\d\d)(?:\s?([AaPp])\.?[Mm]\.?)?", plain)
    try:
        if moodles:
            day, month, year, hour, minute = (
                moodles[1],
                MONTHS.get(key(moodles[2])[:3], 0),
                moodles[3],
                int(moodles[4]),
                int(moodles[5]),
            )
            hour = hour % 12 + 12 * (moodles[6] in ("P", "p")) if moodles[6] else hour
            found = datetime.datetime(int(year), month, int(day), hour, minute)
        else:
            found = datetime.datetime.fromisoformat(plain)
    except ValueError:
        raise Bad(f"{where}: `{store.shown(text)}` is not a time; write 2026-10-05T23:59+02:00") from None
    return found if found.tzinfo else found.astimezone()
