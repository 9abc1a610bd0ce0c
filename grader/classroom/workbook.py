# SPDX-License-Identifier: Apache-2.0
"""The labs that can be graded here, and with what: recipes and tools of a build, rubrics, the files students start from."""
import csv
import dataclasses
import hashlib
import pathlib
import re

VISIBILITIES = ("shown", "after due date", "hidden")
OUR_FILES = {"rubric.csv", "reference_costs.csv"}  # of grader/labs/NN_name; its other .csv files are recorded tables


class Missing(Exception):
    """Something of ours is not there; the text is a sentence for the instructor."""


@dataclasses.dataclass
class Lab:
    folder: str      # "03_single_block_scan_bug"
    number: str      # "03"
    source: str      # "single_block_scan_bug.cu", the one file that is handed in
    answers: list    # the .csv files that count as well: answers, and tables that the student has measured
    stub: pathlib.Path
    rows: list       # of its rubric: {exercise, test, points, shows, title, visibility}
    bonus: bool = False  # marked apart from the others

    @property
    def points(self):
        return sum(row["points"] for row in self.rows)

    @property
    def all_shown(self):
        return all(row["visibility"] == "shown" for row in self.rows)


def read_rubric(path):
    """The rows; `grade` has judged the file before."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip() and not line.startswith("#")]
    rows = []
    for record in csv.DictReader(lines, skipinitialspace=True):
        rows.append({"exercise": int(record["exercise"]), "test": record["test"].split(".")[-1], "points": int(record["points"]),
                     "shows": record["shows"], "title": record.get("title") or "",
                     "visibility": record.get("visibility") or "shown"})
    return rows


class Workbook:
    """source: the project; build: its build folder. The others replace parts of them (tests do)."""

    def __init__(self, source, build, grade=None, rubrics=None, recipes=None, stubs=None):
        self.source, self.build = pathlib.Path(source), pathlib.Path(build)
        self.grade = pathlib.Path(grade or self.build / "bin/grade")
        self.rubrics = pathlib.Path(rubrics or self.source / "grader/labs")
        self.recipes = pathlib.Path(recipes or self.build / "runners/recipes")
        self.stubs = pathlib.Path(stubs or self.source / "labs")
        self.labs = {}
        for rubric in sorted(self.rubrics.glob("[0-9][0-9]_*/rubric.csv")):
            folder = rubric.parent.name
            stub = self.stubs / folder
            tables = {file.name for file in rubric.parent.glob("*.csv")} - OUR_FILES  # a student may have measured their own
            answers = sorted(tables | {file.name for file in stub.glob("*.csv")})
            self.labs[folder] = Lab(folder, folder[:2], folder[3:] + ".cu", answers, stub / (folder[3:] + ".cu"), read_rubric(rubric),
                                    re.search(r"^# bonus\b", rubric.read_text(encoding="utf-8"), re.M) is not None)

    def choose(self, names):
        """The labs that "01,3,05_level2" names; all if it is empty."""
        if not names:
            return list(self.labs)
        chosen = []
        for name in filter(None, re.split(r"[,\s]+", names)):
            found = [folder for folder, lab in self.labs.items() if name in (folder, lab.number, lab.number.lstrip("0"))]
            if not found:
                raise Missing(f"--labs {name}: there is no such lab. The labs are: {', '.join(self.labs)}.")
            chosen += found
        return sorted(set(chosen))

    def bonus_of(self, labs):
        """Those whose points are no part of a total, as `grade` has it; none if there are no others."""
        bonus = {lab for lab in labs if self.labs[lab].bonus}
        return bonus if len(bonus) < len(labs) else set()

    def recipe(self, folder, kind):
        """The command that makes a runner, with @FILE@ and @RUNNER@; None if this build makes none of that kind."""
        path = self.recipes / f"{folder}.{kind}"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else None

    def require(self, labs, backend, without_checkers):
        if not self.grade.exists():
            raise Missing(f"{self.grade} is not there. `make class` builds it.")
        for folder in labs:
            for kind in (backend, "check"):
                recipe = self.recipe(folder, kind)
                if recipe is None and kind == "check" and without_checkers:
                    continue
                if recipe is None:
                    raise Missing(f"This build has no {kind} runners for {folder}, so points would be missing. `make setup class` "
                                  "installs what is needed" + ("; --without-checkers grades without them." if kind == "check" else "."))
                for word in recipe:
                    if word.endswith((".o", ".a")) and not pathlib.Path(word).exists():
                        raise Missing(f"{word} is not there. `make class` builds it.")

    def fingerprint(self, labs):
        """Of all that marks depend on besides the submission and the seed: the recipes, what they name, and what simcu links."""
        recipes = [file for folder in labs for file in sorted(self.recipes.glob(folder + ".*"))]
        files = {self.grade, *recipes, *(self.rubrics / folder / "rubric.csv" for folder in labs), *self.build.glob("lib/*.a")}
        for word in {word for recipe in recipes for word in recipe.read_text(encoding="utf-8").splitlines()}:
            named = pathlib.Path(word)
            if named.is_absolute() and named.is_file():
                files.add(named)
            elif self.source / "common" in named.parents or self.source / "labs" in named.parents:  # folders of headers
                files.update(file for file in named.rglob("*") if file.is_file() and file.suffix not in (".cu", ".csv", ".md"))
        digest = hashlib.sha256()
        for file in sorted(files):
            digest.update(f"{file}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
        return digest.hexdigest()
