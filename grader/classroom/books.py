# SPDX-License-Identifier: Apache-2.0
"""The rules for a class's marks, and all files written from its results."""
import pathlib
import shutil

import changes
import gradebook
import imports
import matching
import policy as policies
import reports
import roster as rosters
import similarity
import store
import summary


class Books:
    """The students and the rules for their marks. Files that are not given are taken from OUT/inputs. Raises roster.Bad
    before anything is graded."""

    def __init__(self, given, book, out, config):
        self.out, self.labs = out, config["labs"]
        paths = {name: getattr(given, name.split(".")[0]) for name in ("roster.csv", "policy.json", "times.csv")}
        self.given = {name: path for name, path in paths.items() if path}
        paths = {
            name: path or (out / "inputs" / name if (out / "inputs" / name).exists() else None)
            for name, path in paths.items()
        }
        if paths["times.csv"] and not paths["policy.json"]:
            raise rosters.Bad("--times needs --policy, which has the deadlines.")
        self.roster = rosters.Roster(paths["roster.csv"]) if paths["roster.csv"] else None
        if self.roster and self.roster.system == "worksheet" and len(self.labs) > 1:
            raise rosters.Bad(
                f"--roster {paths['roster.csv']} is the worksheet of one assignment. Name its lab, as in "
                f"--labs {self.labs[0][:2]}"
            )
        self.policy = (
            policies.Policy(paths["policy.json"], {lab.number for lab in book.labs.values()})
            if paths["policy.json"]
            else None
        )
        self.times = paths["times.csv"]
        self.look(config)

    def look(self, config):
        self.persons = matching.persons_of(config["students"], self.roster)
        self.directory = matching.directory_of(self.persons, self.roster)
        if self.policy:
            self.policy.settle(self.directory, self.persons, [lab[:2] for lab in self.labs], self.roster, self.times)
        self.changes = changes.read(self.out, self.labs, self.directory)

    def keep(self):
        for name, path in self.given.items():
            store.write(self.out / "inputs" / name, pathlib.Path(path).read_bytes())

    def write(self, book, config, items, keys, faults, regraded=None):
        """Writes all files of OUT, and returns the rows. items, keys: the pieces; faults: the pieces that could not be
        graded."""
        out, labs = self.out, self.labs
        self.changes = changes.read(out, labs, self.directory)  # keeps changes made during the grading
        rows = [
            gradebook.row_of(out, person, labs, keys, faults, self.policy, self.changes.get(person.student))
            for person in self.persons
        ]
        entries = {lab: {} for lab in labs}
        for item in items:
            entries[item["lab"]][item["key"]] = (item["students"], pathlib.Path(item["folder"]))
        shutil.rmtree(out / "similar", ignore_errors=True)
        against = list(map(pathlib.Path, config["against"]))
        alike = {lab: similarity.look(out, lab, book, list(entries[lab].values()), against) for lab in labs}
        known = {
            (lab, student): f"alike: {lab[:2]}, {share:.0%} in common with {name}"
            for lab in labs
            for share, students, name, _ in alike[lab][1]
            if share >= similarity.NAMED
            for student in students[:1]
        }
        for row in rows:
            row.apart = book.bonus_of(labs)
            firsts = [(lab, entries[lab][key][0][0]) for lab, key in row.keys.items()]
            row.notes += [known[first] for first in firsts if first in known]
            if row.person.handed_in:
                reports.write_student(out, row, book, labs, config)
        summary.write(out, rows, book, labs, config, entries, alike)
        imports.write(out, rows, book, labs, self.roster)
        gradebook.write_folders(out, rows)
        changes.record(out, rows, labs, regraded)
        gradebook.write(out, rows, labs)
        return rows
