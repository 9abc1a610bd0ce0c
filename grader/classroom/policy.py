# SPDX-License-Identifier: Apache-2.0
"""Deadlines, extensions, and penalties for late work, by --times or else the system's time of submission."""
import json
import pathlib
import re

import roster


class Policy:
    """policy.json:

    {"deadlines": {"01": "2026-10-05T23:59+02:00", …},          labs without one are never late
     "extensions": {"jdoe": {"01": "2026-10-12T23:59+02:00"}},  a student's own deadline, by any of their names
     "grace_minutes": 10,    this much delay is not counted
     "free_days": 3,         late days per student that cost nothing, used up in the labs' order
     "percent_per_day": 10,  percentage of the mark lost per further day begun
     "last_day": 5}          a lab that is later than this earns nothing
    """

    KEYS = {"deadlines", "extensions", "grace_minutes", "free_days", "percent_per_day", "last_day"}

    def __init__(self, path, labs):
        """labs: the numbers of all labs. Raises roster.Bad."""
        try:
            given = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise roster.Bad(f"--policy {path} cannot be read: {error}") from None
        if not isinstance(given, dict) or set(given) - self.KEYS or not isinstance(given.get("deadlines"), dict):
            raise roster.Bad(
                f"--policy {path}: write an object with `deadlines` and, optionally, "
                f"{', '.join(sorted(self.KEYS - {'deadlines'}))}"
            )
        self.path, self.labs = path, labs
        self.deadlines = self._deadlines(given["deadlines"], "deadline")
        extensions = given.get("extensions", {})
        if not isinstance(extensions, dict) or not all(isinstance(own, dict) for own in extensions.values()):
            raise roster.Bad(f'{path}: write extensions as {{"jdoe": {{"{min(labs)}": "2026-10-12T23:59+02:00"}}}}')
        self.extensions = {name: self._deadlines(own, f"extension for {name}") for name, own in extensions.items()}
        for name, own in self.extensions.items():
            if set(own) - set(self.deadlines):
                raise roster.Bad(
                    f"{path}: extension for {name}: lab {min(set(own) - set(self.deadlines))} has no deadline"
                )
        numbers = {}
        for name, default in (("grace_minutes", 0), ("free_days", 0), ("percent_per_day", 0), ("last_day", None)):
            value = given.get(name, default)
            if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0):
                raise roster.Bad(f"{path}: {name} cannot be {value!r}; write a number of at least 0")
            numbers[name] = value
        self.grace, self.free_days, self.percent, self.last_day = numbers.values()
        self.own_deadlines, self.times = {}, {}

    def _deadlines(self, given, what):
        found = {}
        for lab, text in given.items():
            if lab.zfill(2) not in self.labs:
                raise roster.Bad(f'{self.path}: there is no lab `{lab}`; write its number, as in "{min(self.labs)}"')
            found[lab.zfill(2)] = roster.moment(str(text), f"{self.path}: {what} of {lab}")
        return found

    def settle(self, directory, persons, labs, own_roster, times_path):
        """Finds the students of the extensions and times. labs: the numbers of the graded labs. Raises roster.Bad."""
        self.own_deadlines = {
            directory.who(name, f"{self.path}: extensions"): own for name, own in self.extensions.items()
        }
        self.times = {}
        for person in persons:
            received = person.submission["received"] if person.submission else {}
            for lab in labs:
                where, text = "submission_metadata.yml", received.get(lab, {}).get("time", "")
                if person.listed and own_roster.received(person.student):
                    where, text = f"{own_roster.path} (export it in English)", own_roster.received(person.student)
                if text:
                    self.times[person.student, lab] = roster.moment(text, f"{where}: when {person.student} handed in")
        for at, row in roster.read_csv(times_path, "--times") if times_path else ():
            if at == 1 and [cell.strip().lower() for cell in row] == ["student", "lab", "time"]:
                continue
            if len(row) != 3 or not re.fullmatch(r"\d{1,2}", row[1].strip()):
                raise roster.Bad(f"{times_path}:{at}: write `student,lab,time`, as in `jane,03,2026-10-05T23:10+02:00`")
            if not own_roster and not directory.called([row[0]]):
                continue  # without a roster, the class can have other students
            who = directory.who(row[0], f"{times_path}:{at}")
            self.times[who, row[1].strip().zfill(2)] = roster.moment(row[2], f"{times_path}:{at}")

    def days_late(self, person, lab):
        """Rounds up; None if the time is unknown."""
        deadline = self.own_deadlines.get(person.student, {}).get(lab, self.deadlines.get(lab))
        if deadline is None:
            return 0
        if (person.student, lab) in self.times:
            seconds = (self.times[person.student, lab] - deadline).total_seconds() - 60 * self.grace
            return 0 if seconds <= 0 else int(-(-seconds // 86400))
        received = person.submission["received"].get(lab, {})
        return 0 if person.submission["system"] == "canvas" and not received.get("late") else None

    def apply(self, person, points):
        """points: {lab number: points, or None for no mark}. Returns ({lab number: points that count}, [flags])."""
        counted, flags, free = {}, [], self.free_days
        for lab in sorted(points):
            counted[lab] = points[lab]
            if points[lab] is None:
                continue
            extended = " (extended)" if lab in self.own_deadlines.get(person.student, {}) else ""
            days = self.days_late(person, lab)
            if days is None:
                flags.append(f"no time: {lab}")
            elif days > 0:
                spent = min(free, days)
                free -= spent
                lost = min(100, self.percent * (days - spent))
                if self.last_day is not None and days > self.last_day:
                    lost = 100
                counted[lab] = round(points[lab] * (1 - lost / 100), 2)
                flags.append(
                    f"late: {lab} by {days} d{extended}"
                    + (f", {spent:g} free" if spent else "")
                    + (f", -{lost:g} % of the mark" if lost else "")
                )
            elif extended:
                flags.append(f"extended: {lab}")
        return counted, flags
