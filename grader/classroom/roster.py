# SPDX-License-Identifier: Apache-2.0
"""Who is in the class, and when they handed in.

The roster is a CSV whose first column, or the one called `student`, names the students as the gradebook shall; every other
column (name, e-mail, number) is a name that a submission may go by. What Canvas exports as its gradebook ("Student", "ID",
"SIS User ID", "SIS Login ID", "Section") and Moodle as its participants ("First name", "Last name", "Email address") are rosters.
"""
import csv
import datetime
import io
import json
import pathlib
import re
import unicodedata

CANVAS = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
NOT_NAMES = {"section", "group", "groups", "comment", "roles", "last access to course"}


class Bad(Exception):
    """The file and line, and what to write there."""


def key(name):
    """Jane Doe, jane-doe and JANEDOE are one."""
    plain = unicodedata.normalize("NFKD", str(name)).casefold()
    return "".join(c for c in plain if c.isalnum())


def read_csv(path, what):
    """The lines that are not empty, with their numbers. Where numbers have a decimal comma, spreadsheets part columns with semicolons."""
    try:
        data = pathlib.Path(path).read_bytes()
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except OSError as error:
        raise Bad(f"{what} {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Bad(f"{what} {path} cannot be read: save it as CSV in UTF-8") from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    head = text.split("\n", 1)[0]
    rows = list(csv.reader(io.StringIO(text), delimiter=max(",;\t", key=head.count)))
    return [(at, row) for at, row in enumerate(rows, 1) if any(cell.strip() for cell in row)]


class Roster:
    def __init__(self, path):
        rows = read_csv(path, "--roster")
        if len(rows) < 2:
            raise Bad(f"--roster {path} has no student: a first line with the columns' names, then one line for each")
        self.header = [cell.strip() for cell in rows[0][1]]
        lower = [cell.lower() for cell in self.header]
        self.is_canvas = self.header[:4] == CANVAS[:4] and "Section" in self.header
        names = [lower.index(c) for c in ("first name", "last name", "surname") if c in lower]  # "surname": in older Moodles
        self.students, self.rows, self.by_key = [], {}, {}
        for at, row in rows[1:]:
            row = [cell.strip() for cell in row] + [""] * (len(self.header) - len(row))
            if self.is_canvas and (row[0].startswith("Points Possible") or row[0] in ("", "Student, Test")):
                continue
            student = row[lower.index("student") if "student" in lower else 0]
            if len(names) == 2 and "student" not in lower:
                student = f"{row[names[0]]} {row[names[1]]}"
            if not student:
                raise Bad(f"{path}:{at}: has no student's name")
            if student in self.rows:
                raise Bad(f"{path}:{at}: {student} is there twice")
            self.students.append(student)
            self.rows[student] = row
            for column, cell in zip(lower, row):
                if column not in NOT_NAMES and not (self.is_canvas and column not in [c.lower() for c in CANVAS]):
                    self._may_be_all(cell, student)
            self._may_be_all(student, student)
            if len(names) == 2:
                self._may_be_all(f"{row[names[0]]} {row[names[1]]}", student)

    def _may_be_all(self, name, student):
        """The name, an address without its domain, and "Jane Doe" and "Doe, Jane" as Canvas writes them in a file's name."""
        self._may_be(name, student)
        if "@" in name:
            self._may_be(name.split("@")[0], student)
        words = name.replace(",", " ").split()
        for at in range(1, len(words)):
            self._may_be("".join(words[at:] + words[:at]), student)

    def _may_be(self, name, student):
        if key(name):
            self.by_key.setdefault(key(name), set()).add(student)

    def find(self, names):
        """Who in the class goes by one of these names alone: one student, none, or several if the names contradict each other."""
        found = {}
        for name in names:
            own = self.by_key.get(key(name), ())
            if len(own) == 1:
                found[next(iter(own))] = True
        return list(found)


def moment(text, where):
    """ISO 8601, with the time zone said; without, this machine's."""
    try:
        found = datetime.datetime.fromisoformat(text.strip().replace("Z", "+00:00").replace(" UTC", "+00:00"))
    except ValueError:
        raise Bad(f"{where}: `{text}` is not a time; write 2026-10-05T23:59+02:00") from None
    return found if found.tzinfo else found.astimezone()


class Policy:
    """policy.json:

    {"deadlines": {"01": "2026-10-05T23:59+02:00", …},   labs without one are never late
     "grace_minutes": 10,                                not counted
     "free_days": 3,                                     late days that cost nothing, for each student, spent in the labs' order
     "percent_per_day": 10,                              of the lab's points, for each further day begun
     "last_day": 5}                                      after so many days late a lab earns nothing
    """
    KEYS = {"deadlines", "grace_minutes", "free_days", "percent_per_day", "last_day"}

    def __init__(self, path, times_path, labs):
        try:
            given = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise Bad(f"--policy {path} cannot be read: {error}") from None
        if not isinstance(given, dict) or set(given) - self.KEYS or not isinstance(given.get("deadlines"), dict):
            raise Bad(f"--policy {path}: write an object with `deadlines` and, if wanted, {', '.join(sorted(self.KEYS - {'deadlines'}))}")
        self.deadlines = {}
        for lab, text in given["deadlines"].items():
            if lab.zfill(2) not in labs:
                raise Bad(f"{path}: there is no lab `{lab}`; write its number, as in \"{min(labs)}\"")
            self.deadlines[lab.zfill(2)] = moment(str(text), f"{path}: deadline of {lab}")
        numbers = {}
        for name, default in (("grace_minutes", 0), ("free_days", 0), ("percent_per_day", 0), ("last_day", None)):
            value = given.get(name, default)
            if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0):
                raise Bad(f"{path}: {name} is {value!r}, write a number from 0")
            numbers[name] = value
        self.grace, self.free_days, self.percent, self.last_day = numbers.values()
        self.times = {}
        if not times_path:
            raise Bad("--policy needs --times times.csv: `student,lab,time` as your system has recorded it. What a file says of its own time, its author can choose")
        for at, row in read_csv(times_path, "--times"):
            if at == 1 and [cell.strip().lower() for cell in row] == ["student", "lab", "time"]:
                continue
            if len(row) != 3 or not re.fullmatch(r"\d{1,2}", row[1].strip()):
                raise Bad(f"{times_path}:{at}: write `student,lab,time`, as in `jane,03,2026-10-05T23:10+02:00`")
            self.times[key(row[0]), row[1].strip().zfill(2)] = moment(row[2], f"{times_path}:{at}")

    def days_late(self, names, lab):
        """Whole days begun after the deadline; None if no time is known."""
        deadline = self.deadlines.get(lab)
        if deadline is None:
            return 0
        for name in names:
            if (key(name), lab) in self.times:
                seconds = (self.times[key(name), lab] - deadline).total_seconds() - 60 * self.grace
                return 0 if seconds <= 0 else int(-(-seconds // 86400))
        return None

    def apply(self, names, points):
        """points: {lab: points, or None for no mark}. ({lab: points that count}, [flags])."""
        counted, flags, free = {}, [], self.free_days
        for lab in sorted(points):
            counted[lab] = points[lab]
            if points[lab] is None:
                continue
            days = self.days_late(names, lab)
            if days is None:
                flags.append(f"no time: {lab}")
            elif days > 0:
                spent = min(free, days)
                free -= spent
                lost = min(100, self.percent * (days - spent))
                if self.last_day is not None and days > self.last_day:
                    lost = 100
                counted[lab] = round(points[lab] * (1 - lost / 100), 2)
                flags.append(f"late: {lab} by {days} d" + (f", {spent:g} free" if spent else "") + (f", -{lost:g} %" if lost else ""))
        return counted, flags
