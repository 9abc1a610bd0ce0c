# SPDX-License-Identifier: Apache-2.0
"""The labs that can be graded here, with their rubrics, recipes and stubs."""
import csv
import dataclasses
import hashlib
import pathlib
import re
import sys

VISIBILITIES = ("shown", "after due date", "hidden")
# The .csv files of grader/labs/NN_name that are not recorded tables.
OUR_FILES = {"rubric.csv", "reference_costs.csv", "reference_times.csv"}


class Missing(Exception):
    """A file, folder or lab that grading needs is missing or malformed. The text is a message for the instructor."""


@dataclasses.dataclass
class Lab:
    folder: str  # "03_single_block_scan_bug"
    number: str  # "03"
    source: str  # the only source file of a submission
    answers: list  # the .csv files that also count: answers and measured tables
    stub: pathlib.Path
    rows: list  # of the rubric: {exercise, test, points, shows, title, visibility}
    bonus: bool = False  # marked separately from the other labs

    @property
    def points(self):
        return sum(row["points"] for row in self.rows)


COLUMNS = ("exercise", "test", "points", "shows", "title", "visibility")


def read_rubric(path):
    """Raises Missing with the line of a mistake, which would otherwise stop all grading."""
    rows, header = [], None
    for at, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue

        def wrong(what, at=at):
            return Missing(f"{path.parent.name}/rubric.csv:{at}: {what}")

        cells = [cell.strip() for cell in next(csv.reader([line], skipinitialspace=True))]
        if header is None:
            if not 4 <= len(cells) <= 6 or tuple(cells) != COLUMNS[: len(cells)]:
                raise wrong(
                    "the first line must be `exercise,test,points,shows` (or with `,title` or `,title,visibility`)"
                )
            header = cells
            continue
        if not 4 <= len(cells) <= len(header):
            raise wrong(
                f"has {len(cells)} fields, but the header has {len(header)}; "
                + (
                    "put text with commas in quotes"
                    if len(cells) > 4
                    else "a row has at least exercise, test, points and shows"
                )
            )
        row = dict(zip(COLUMNS, [*cells, "", ""]))
        for column in ("exercise", "points"):
            if not re.fullmatch(r"[1-9]\d{0,5}", row[column]):
                raise wrong(f"{column} is `{row[column]}`; write a whole number of at least 1")
            row[column] = int(row[column])
        row.update(test=row["test"].split(".")[-1], visibility=row["visibility"] or "shown")
        if row["visibility"] not in VISIBILITIES:
            raise wrong(f"the visibility is `{row['visibility']}`; write {', '.join(VISIBILITIES)}, or nothing")
        if row["test"] in (other["test"] for other in rows):
            raise wrong(f"the test {row['test']} has two rows")
        if not 0 <= row["exercise"] - (rows[-1]["exercise"] if rows else 0) <= 1:
            raise wrong(
                f"exercise {row['exercise']} comes after exercise {rows[-1]['exercise'] if rows else 0}; "
                "keep the rows in order, and number the exercises without gaps"
            )
        rows.append(row)
    if not rows:
        raise Missing(f"{path.parent.name}/rubric.csv: has no rows")
    return rows


def check_tests(folder, lab):
    """Raises Missing unless each row has a test in the lab's *tests.cpp, and each test a row."""
    rows = {row["test"] for row in lab.rows}
    tests = {
        test
        for file in folder.glob("*tests.cpp")
        for test in re.findall(r"GRADED_TEST\(\s*\w+,\s*(\w+)\)", file.read_text(encoding="utf-8"))
    }
    for test in sorted(rows ^ tests) if tests else ():
        raise Missing(
            f"{lab.folder}/rubric.csv: "
            + (
                f"{test} has a row, but there is no GRADED_TEST(Lab{lab.number}, {test})"
                if test in rows
                else f"GRADED_TEST(Lab{lab.number}, {test}) has no row"
            )
        )


class Workbook:
    """source: the project; build: its build folder. Tests replace parts of them with the other arguments."""

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
            tables = {
                file.name for file in rubric.parent.glob("*.csv")
            } - OUR_FILES  # students can hand in their own tables
            answers = sorted(tables | {file.name for file in stub.glob("*.csv")})
            lab = self.labs[folder] = Lab(
                folder,
                folder[:2],
                folder[3:] + ".cu",
                answers,
                stub / (folder[3:] + ".cu"),
                read_rubric(rubric),
                re.search(r"^# bonus\b", rubric.read_text(encoding="utf-8"), re.M) is not None,
            )
            check_tests(rubric.parent, lab)

    def choose(self, names):
        """Returns the labs that `names`, such as "01,3", selects; all if it is empty."""
        if not names:
            return list(self.labs)
        chosen = []
        for name in filter(None, re.split(r"[,\s]+", names)):
            found = [
                folder for folder, lab in self.labs.items() if name in (folder, lab.number, lab.number.lstrip("0"))
            ]
            if not found:
                raise Missing(f"--labs {name}: there is no such lab. The labs are: {', '.join(self.labs)}.")
            chosen += found
        return sorted(set(chosen))

    def bonus_of(self, labs):
        """Returns the labs that do not count in a total, as in `grade`; none if there are no other labs."""
        bonus = {lab for lab in labs if self.labs[lab].bonus}
        return bonus if len(bonus) < len(labs) else set()

    def recipe(self, folder, kind):
        """Returns the command that builds a runner, with @FILE@ and @RUNNER@, or None."""
        path = self.recipes / f"{folder}.{kind}"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else None

    def require(self, labs, backend, without_checkers):
        if not self.grade.exists():
            raise Missing(f"{self.grade} does not exist. `make class` builds it.")
        for folder in labs:
            for kind in (backend, "check"):
                recipe = self.recipe(folder, kind)
                if recipe is None and kind == "check" and without_checkers:
                    continue
                if recipe is None:
                    raise Missing(
                        f"This build has no {kind} runners for {folder}, so points would be missing. `make "
                        "setup class` installs the necessary tools"
                        + ("; --without-checkers grades without them." if kind == "check" else ".")
                    )
                for word in recipe:
                    if word.endswith((".o", ".a")) and not pathlib.Path(word).exists():
                        raise Missing(f"{word} does not exist. `make class` builds it.")

    def fingerprint(self, labs):
        """Returns a hash of all files on which marks depend, except the submission."""
        recipes = [file for folder in labs for file in sorted(self.recipes.glob(folder + ".*"))]
        files = {
            self.grade,
            *recipes,
            *(self.rubrics / folder / "rubric.csv" for folder in labs),
            *self.build.glob("lib/*.a"),
        }
        for word in {word for recipe in recipes for word in recipe.read_text(encoding="utf-8").splitlines()}:
            named = pathlib.Path(word)
            if named.is_absolute() and named.is_file():
                files.add(named)
            elif self.source / "common" in named.parents or self.source / "labs" in named.parents:
                files.update(
                    file for file in named.rglob("*") if file.is_file() and file.suffix not in (".cu", ".csv", ".md")
                )
        digest = hashlib.sha256()
        for file in sorted(files):
            digest.update(f"{file}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
        return digest.hexdigest()


def main(source):
    """For `make class`: reports mistakes in rubrics before anything is built."""
    try:
        Workbook(source, pathlib.Path(source) / "build")
    except Missing as wrong:
        print(f"make class: {wrong}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
