# SPDX-License-Identifier: Apache-2.0
"""Reads wrong programs: patch files whose first lines say what is expected (README.md)."""
import difflib
import pathlib
import re

OF_THE_PATCH = ("Base", "Compiled")
VALUES = {"Compiled": "alone", "Checkers": "no", "Launch": "endless"}
ONCE = ("Verdict", "Points", "Checkers", "Launch", "Replayed")
FIELDS = OF_THE_PATCH + ONCE + ("Fails", "Says", "Never says")


class Mistake(Exception):
    """The text has the file and the line."""


class Expectation:
    """One run of the grader: `fields` maps each field to the list of its values."""

    def __init__(self, pattern):
        self.pattern = pattern
        self.fields = {}

    def all(self, name):
        return self.fields.get(name, [])

    def one(self, name):
        return self.fields[name][0] if name in self.fields else None


class Hunk:
    """Lines `old`, which begin at index `at`, and the lines `new` that replace them."""

    def __init__(self, at, old, new):
        self.at, self.old, self.new = at, old, new

    def place(self, lines, moved, context=True):
        """Returns the index of the old lines, as near as possible to where they should be, or None."""
        old = self.old if context else self.changed()[0]
        at = self.at + moved + (0 if context else self.changed()[2])
        places = [i for i in range(len(lines) - len(old) + 1) if lines[i:i + len(old)] == old]
        if not context and len(places) > 1:
            return None
        return min(places, key=lambda i: abs(i - at), default=None) if old or not lines else None

    def changed(self):
        """Returns (old, new, lines before), without unchanged lines around them. Keeps one if lines are only added."""
        first = last = 0
        while first < min(len(self.old), len(self.new)) and self.old[first] == self.new[first]:
            first += 1
        while last < min(len(self.old), len(self.new)) - first and self.old[-1 - last] == self.new[-1 - last]:
            last += 1
        if first + last == len(self.old) and last > 0:
            last -= 1
        elif first + last == len(self.old) and first > 0:
            first -= 1
        return self.old[first:len(self.old) - last], self.new[first:len(self.new) - last], first


class Patch:
    """A patch file: `name`, `base` (a name or None), `alone`, `expectations`, and `hunks` for each file."""

    def __init__(self, path):
        self.path, self.name = path, path.stem
        self.base, self.alone, self.expectations, self.hunks = None, False, [], {}
        self.lines = path.read_text().splitlines()
        starts = [i for i, line in enumerate(self.lines) if line.startswith("--- ")]
        self.header = self.lines[:starts[0]] if starts else self.lines
        for number, line in enumerate(self.header, 1):
            self.read_field(number, line)
        if not starts:
            self.complain(len(self.lines), "has no diff: a diff begins with a line `--- a/FILE`")
        self.read_hunks(starts[0])

    def complain(self, number, what):
        raise Mistake(f"{self.path}:{number}: {what}")

    def read_field(self, number, line):
        if line.startswith("#") or not line.strip():
            return
        name, colon, value = line.partition(": ")
        if not colon or not value.strip():
            self.complain(number, f"`{line}` is not `Field: value`")
        if name == "Test":
            self.expectations.append(Expectation(value))
            return
        if name not in FIELDS:
            self.complain(number, f"`{name}` is not a field. The fields are: Test, {', '.join(FIELDS)}")
        if name in VALUES and value != VALUES[name]:
            self.complain(number, f"`{name}` can only be `{VALUES[name]}`")
        if (name in OF_THE_PATCH) == bool(self.expectations):
            self.complain(number, f"`{name}` belongs {'above the first' if self.expectations else 'below a'} `Test`")
        if name == "Base":
            self.base = value
        elif name == "Compiled":
            self.alone = True
        else:
            fields = self.expectations[-1].fields
            if name in ONCE and name in fields:
                self.complain(number, f"`{name}` appears twice for one `Test`")
            fields.setdefault(name, []).append(value)

    def read_hunks(self, first):
        file = hunk = None
        for number, line in enumerate(self.lines[first:], first + 1):
            if hunk is not None and (len(hunk.old), len(hunk.new)) != size:
                if line[:1] not in (" ", "-", "+", ""):
                    self.complain(number, "a line of a diff must begin with a blank, `-` or `+`")
                hunk.old += [line[1:]] if line[:1] != "+" else []
                hunk.new += [line[1:]] if line[:1] != "-" else []
            elif line.startswith("--- "):
                file, hunk = line[4:].split("\t")[0], None
            elif line.startswith("+++ "):
                new = line[4:].split("\t")[0]
                file = (new if file == "/dev/null" else file).partition("/")[2]
                self.hunks[file] = None if new == "/dev/null" else []
            elif match := re.match(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@", line):
                size = tuple(int(n or 1) for n in match.groups()[1:])
                hunk = Hunk(int(match[1]) - (size[0] > 0), [], [])
                if self.hunks[file] is not None:
                    self.hunks[file].append(hunk)
            else:
                self.complain(number, f"`{line}` is not part of a unified diff")
        if hunk is None or (len(hunk.old), len(hunk.new)) != size:
            self.complain(len(self.lines), "the last diff is cut off")

    def apply(self, files, context=True):
        """`files` maps names to texts. The result has no entry for a deleted file."""
        files = dict(files)
        for file, hunks in self.hunks.items():
            if hunks is None:
                del files[file]
                continue
            if file not in files and any(hunk.old for hunk in hunks):
                raise Mistake(f"{self.path}: there is no `{file}` to change")
            lines, moved = files.get(file, "").splitlines(), 0
            for hunk in hunks:
                at = hunk.place(lines, moved, context)
                if at is None:
                    raise Mistake(f"{self.path}: no longer applies: {file} has no lines\n" +
                                  "".join(f"  {line}\n" for line in hunk.old) +
                                  "`wrong.py refresh` remakes it if only the lines around it have changed.")
                old, new, before = hunk.changed() if not context else (hunk.old, hunk.new, 0)
                lines[at:at + len(old)] = new
                moved = at - hunk.at - (before if not context else 0) + len(new) - len(old)
            files[file] = "".join(line + "\n" for line in lines)
        return files

    def write(self, before, after):
        """Writes the whole file, with the diff between these two maps."""
        text = self.header[:]
        for file in self.hunks:
            old, new = ([] if file not in files else files[file].splitlines() for files in (before, after))
            text += difflib.unified_diff(old, new, f"a/{file}" if file in before else "/dev/null",
                                         f"b/{file}" if file in after else "/dev/null", lineterm="", n=1)
        self.path.write_text("".join(line + "\n" for line in text))


def solution_files(folder):
    return {path.name: path.read_text() for path in sorted(pathlib.Path(folder).iterdir()) if path.is_file()}


class Lab:
    """All patches of a lab, sorted by name, and the solution that they change."""

    def __init__(self, source, name):
        self.name = name
        self.solution = solution_files(source / "solutions" / name)
        self.folder = source / "grader" / "selfcheck" / "wrong" / name
        self.patches = {path.stem: Patch(path) for path in sorted(self.folder.glob("*.patch"))}
        bases = {patch.base for patch in self.patches.values()}
        for patch in self.patches.values():
            if patch.base is not None and patch.base not in self.patches:
                raise Mistake(f"{patch.path}: there is no {patch.base}.patch here, its Base")
            if not patch.expectations and patch.name not in bases:
                raise Mistake(f"{patch.path}: does not say what is expected: a line `Test: PATTERN` is missing")

    def before(self, patch):
        """Returns the solution, with the patch's base applied."""
        return self.solution if patch.base is None else self.after(self.patches[patch.base])

    def after(self, patch):
        return patch.apply(self.before(patch))

    def judged(self):
        return [patch for patch in self.patches.values() if patch.expectations]

    def moved(self, patch, before):
        """Like after(), but finds the changed lines wherever they are now, even if the lines around them differ."""
        try:
            return patch.apply(before)
        except Mistake:
            return patch.apply(before, context=False)

    def refresh(self):
        """Remakes each patch. Returns what is wrong with patches that cannot be remade; those are left unchanged."""
        mistakes = []
        ordered = sorted(self.patches.values(), key=lambda patch: patch.base is not None)
        for patch in ordered:
            try:
                before = self.before(patch)
                after = self.moved(patch, before)
            except Mistake as mistake:
                mistakes.append(str(mistake))
            else:
                patch.write(before, after)
                patch.__init__(patch.path)
        return mistakes
