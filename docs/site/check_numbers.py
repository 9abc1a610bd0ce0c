#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every measured number on the pages is in a committed file: check_numbers.py ROOT [PAGE…]

A measured number has a decimal point, or is before a unit of time, rate or share (ms, µs, GB/s, %, …), in a page's text
or table. Goals ("at least 4 times as fast"), errata and, in labs' statements, budgets are not measured. It is found
- in a file that the page links or shows: a .csv or report of docs/measurements, an example's output
  (docs/examples/*.expected), a plot's data. A value in a column of that unit must round to the printed number. Numbers
  of fewer than four digits are looked for only in the files that their section links;
- or in docs/measurements/derived.csv, which says how the number follows from such values:
      page,number,text,follows
  `text` is the text around the number. `follows` is an expression: numbers, + - * / ** ( ), ceil(), lg(), max(), min(),
      at('FILE.csv', 'COLUMN', KEY='VALUE', …)      the value in the only row with these values
      total('FILE.csv', 'COLUMN', KEY='PATTERN', …) the sum over all rows whose values match the patterns
      said('PATH', 'PATTERN')                       the number that the pattern's group matches in a file's text
  Its value must round to the number. If `number` is "cells", `text` begins a table's header, and `follows` is for each
  cell below it, with {row} and {column} for the cell's names. If `number` is "means", `follows` replaces a name,
  `text`; powers of two replace themselves. Columns without a meaning are ordinary text.
Prints numbers that are not found, and rows of derived.csv that are unused or untrue.
"""
import ast
import bisect
import collections
import csv
import decimal
import functools
import itertools
import math
import operator
import re
import sys
import unicodedata
from pathlib import Path

PAGES = ["docs/notes/*.md", "docs/notes/solutions/*.md", "docs/pages/measurements.md", "docs/measurements/README.md",
         "labs/*/README.md"]
# A column's kind, by its name (or the row's `unit`), and the factor that converts its values to a page's unit.
KINDS = [(r"(^|_)ms($|_)", "ms"), (r"(^|_)us($|_)", "us"), (r"\[ns\]|^ns$", "ns"), (r"seconds", "s"), (r"%|pct", "%"),
         (r"fraction|share|difference", "part"), (r"Gkeys", "G/s"), (r"GB_s|GB/s", "GB/s"), (r"_per_s$", "/s"),
         (r"byte", "B"),
         (r"speedup", "times")]
PRINTED = {
    "ms": {"ms": 1, "us": 1e-3, "ns": 1e-6}, "µs": {"us": 1, "ms": 1e3, "ns": 1e-3}, "ns": {"ns": 1, "us": 1e3},
    "s": {"s": 1, "ms": 1e-3}, "%": {"%": 1, "part": 100}, "GB/s": {"GB/s": 1}, "TB/s": {"GB/s": 1e-3},
    "G keys/s": {"G/s": 1, "/s": 1e-9}, "G/s": {"G/s": 1, "/s": 1e-9}, "T/s": {"/s": 1e-12}, "T keys/s": {"/s": 1e-12},
    "MiB": {"B": 2.0 ** -20}, "GiB": {"B": 2.0 ** -30},
}
ANY = {"ms": [1, 1e3], "us": [1, 1e-3], "ns": [1e-3, 1e-6], "/s": [1e-9, 1e-12], "GB/s": [1, 1e-3],
       "B": [2.0 ** -20, 1e-6],
       "count": [1, 1e-6]}
NOT_MEASURED = ("## Further reading", "## Errata")  # sections without measured numbers
IN_STATEMENTS = ("## What it costs", "### Budgets", "### Traps")
UNITS = r"(?:ms|µs|ns|s|MiB|GiB|[GMTk]B/s|[GMT]/s|[GT] keys/s|%|times (?:as|the|Thrust|slower)|×)"
NUMBER = re.compile(r"(?<![\w.·/^_+−-])(\d{1,3}(?: \d{3})+|\d+)(\.\d+)?(?![\w^]*\w)(?:·10[⁰¹²³⁴⁵⁶⁷⁸⁹]+)?(?=( ?" + UNITS
                    + r")(?!\w))?")
# A number after one of these words is a section, a version or the like.
NOT_A_NUMBER = re.compile(r"(compute capability|version|sanitizer|Oclgrind|CUDA|OpenCL|section|exercise|lab|chapter|"
                          r"hint|driver|CCCL|PoCL|simulator) $", re.I)


class Mistake(Exception):
    pass


def numbers_in(text):
    return [float(n) for n in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.]*[A-Za-z])", text)]


@functools.lru_cache(maxsize=None)
def kind_of(name):
    return next((kind for pattern, kind in KINDS if re.search(pattern, name)), "count")


def is_printed(values, kind, printed, unit):
    """Returns whether a page's number in this unit, if any, can be one of the sorted `values` of this kind."""
    if kind == "text":
        scales = [1]
    elif not unit:
        scales = ANY.get(kind, [1])
    else:
        scales = [PRINTED[unit][kind]] if kind in PRINTED.get(unit, {}) else []
    step = 10.0 ** -len(printed.partition(".")[2])
    for scale in scales:
        least, most = ((float(printed) + side * step) / scale for side in (-1, 1))
        near = values[bisect.bisect_left(values, least):bisect.bisect_right(values, most)]
        if any(rounds_to(value * scale, printed) for value in near if 0 < value * scale < 1e9):
            return True
    return False


class Files:
    def __init__(self, root):
        self.root, self.known, self.tables = root, {}, {}

    def values(self, path):
        """Returns {kind: the file's numbers, sorted}. The kind is the column's in a .csv, otherwise "text"."""
        if path not in self.known:
            lines = (self.root / path).read_text(encoding="utf-8").splitlines()
            by_kind = collections.defaultdict(set)
            if path.suffix != ".csv":
                by_kind["text"] = {abs(v) for line in lines for v in numbers_in(line)}
            else:
                rows = list(csv.reader(line for line in lines if not line.startswith("#")))
                unit = rows[0].index("unit") if "unit" in rows[0] else None
                for row in rows[1:]:
                    for name, cell in zip(rows[0], row):
                        kind = kind_of(row[unit] if unit is not None else name)
                        by_kind[kind].update(abs(v) for v in numbers_in(cell))
            self.known[path] = {kind: sorted(values) for kind, values in by_kind.items()}
        return self.known[path]

    def table(self, name):
        if name not in self.tables:
            path = self.root / "docs/measurements" / name
            if not path.is_file():
                raise Mistake(f"there is no file {name}")
            rows = [r for r in path.read_text(encoding="utf-8").splitlines() if not r.startswith("#")]
            self.tables[name] = list(csv.DictReader(rows))
        return self.tables[name]

    def at(self, name, column, **keys):
        rows = [r for r in self.table(name) if all(r.get(k) == str(v) for k, v in keys.items())]
        if len(rows) != 1:
            raise Mistake(f"{name} has {len(rows)} rows with {keys}")
        if column not in rows[0]:
            raise Mistake(f"{name} has no column {column}")
        return float(rows[0][column])

    def total(self, name, column, **keys):
        rows = [r for r in self.table(name) if all(re.fullmatch(v, r.get(k, "")) for k, v in keys.items())]
        if not rows or column not in rows[0]:
            raise Mistake(f"{name} has no rows with {keys}, or no column {column}")
        return sum(float(r[column]) for r in rows)

    def said(self, path, pattern):
        match = re.search(pattern, (self.root / path).read_text(encoding="utf-8")) if (self.root / path).is_file(
            ) else None
        if match is None:
            raise Mistake(f"{path} has no text that matches {pattern}")
        return float(match.group(1))

    OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
                 ast.Pow: operator.pow}
    FUNCTIONS = {"ceil": math.ceil, "lg": math.log2, "max": max, "min": min}

    def evaluate(self, expression):
        def value(node):
            if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
                return node.value
            if isinstance(node, ast.BinOp) and type(node.op) in self.OPERATORS:
                return self.OPERATORS[type(node.op)](value(node.left), value(node.right))
            if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
                return -value(node.operand)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id in ("at", "total", "said"):
                    return getattr(self, node.func.id)(*[ast.literal_eval(a) for a in node.args],
                                                       **{k.arg: ast.literal_eval(k.value) for k in node.keywords})
                if node.func.id in self.FUNCTIONS:
                    return self.FUNCTIONS[node.func.id](*[value(a) for a in node.args])
            raise Mistake(f"cannot compute {ast.unparse(node)}")
        try:
            return value(ast.parse(expression, mode="eval").body)
        except (SyntaxError, TypeError, ZeroDivisionError, ValueError) as error:
            raise Mistake(f"cannot compute {expression}: {error}") from None


def rounds_to(value, printed):
    """Returns whether `value` rounds to `printed` at as many decimals (half up, or half to even)."""
    decimals = len(printed.partition(".")[2])
    wanted = decimal.Decimal(printed)
    exact = decimal.Decimal(repr(float(value)))
    step = decimal.Decimal(1).scaleb(-decimals)
    return abs(exact - wanted) <= step / 2 * decimal.Decimal("1.0000001")


@functools.lru_cache(maxsize=None)
def linked_files(root, page, text):
    found = set()
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        path = Path(page).parent / target
        path = Path(*resolve(path.parts))
        if path.suffix in (".csv", ".txt", ".expected") and (root / path).is_file():
            found.add(path)
    for shown in re.findall(r"\\include (\S+)", text):
        found.add(Path(shown))
    for plot in re.findall(r"\\htmlinclude (\S+)\.html", text):
        script = root / "docs/plots" / f"{plot}.gp"
        if script.is_file():
            for name in re.findall(r"[^ ]+\.csv", script.read_text(encoding="utf-8")):
                if (root / "docs/measurements" / name).is_file():
                    found.add(Path("docs/measurements") / name)
    return found


def resolve(parts):
    out = []
    for part in parts:
        if part == "..":
            out.pop()
        elif part != ".":
            out.append(part)
    return out


def near_each_line(text):
    """Returns, for each line, the text whose links count for it: its paragraph, with the one before a table. Without
    links, that is the line's section."""
    near = []
    for section in re.split(r"^(?=##)", text, flags=re.M):
        before = ""
        for block in re.split(r"(?<=\n)(?=\n)", section):
            own = before + block if block.lstrip("\n").startswith("|") else block
            has_files = re.search(r"\.(csv|txt|expected)\)|\\include|\\htmlinclude", own)
            near += [own if has_files else section] * len(block.splitlines())
            before = block if block.strip() else before
    return near


def measured_numbers(page, text):
    """Yields each measured number's (line, number as printed, unit, the line, the text near it)."""
    fenced = skipped = False
    near_line = near_each_line(text)
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
        if line.startswith("#"):
            skipped = line.startswith(NOT_MEASURED + (IN_STATEMENTS if page.startswith("labs/") else ()))
            continue
        if fenced or skipped or line.startswith(("\\", "    ", "<", ">")):
            continue
        plain = re.sub(r"`[^`]*`", lambda m: "`" * len(m.group()), line)
        plain = re.sub(r"\]\([^)]*\)", lambda m: "]" + "(" * (len(m.group()) - 1), plain)
        plain = re.sub(r"doi:\S+|https?:\S+|arXiv:\S+", lambda m: "x" * len(m.group()), plain)
        for match in NUMBER.finditer(plain):
            if match.group(2) is None and match.group(3) is None:
                continue
            if NOT_A_NUMBER.search(plain[:match.start()]):
                continue
            unit = (match.group(3) or "").strip()
            goal = unit.startswith("times") and plain[:match.start()].endswith(("at least ", "at most "))
            if goal or re.fullmatch(r"0\d", match.group(1)):  # 01.5 is the number of an exercise
                continue
            printed = match.group(1).replace(" ", "") + (match.group(2) or "")
            yield number, printed, unit, line, near_line[number - 1]


def meaning(name, means):
    """Returns what a name in a table stands for in a formula; None if nothing."""
    power = re.fullmatch(r"2([⁰¹²³⁴⁵⁶⁷⁸⁹]+)( \+ 1)?", name)
    return str(2 ** int(unicodedata.normalize("NFKC", power[1])) + bool(power[2])) if power else means.get(name)


def cells_of(row, lines, means):
    """Yields a row of derived.csv for each cell of a "cells" row's table."""
    begin = next((i for i, line in enumerate(lines) if line.startswith(row["text"])), len(lines))
    head = [cell.strip() for cell in lines[begin].split("|")] if begin < len(lines) else []
    for line in itertools.takewhile(lambda line: line.startswith("|"), lines[begin + 2:]):
        cells = [cell.strip() for cell in line.split("|")]
        of_row = meaning(cells[1], means) or cells[1]
        for cell, name in list(zip(cells, head))[2:]:
            if of_column := meaning(name, means):
                yield dict(row, number=cell, text=line,
                           follows=row["follows"].replace("{row}", of_row).replace("{column}", of_column))


def main():
    root = Path(sys.argv[1])
    files = Files(root)
    pages = sys.argv[2:] or sorted({str(p.relative_to(root)) for pattern in PAGES for p in root.glob(pattern)})
    derived = {}
    problems = []
    ledger = root / "docs/measurements/derived.csv"
    if ledger.is_file():
        with ledger.open(encoding="utf-8", newline="") as file:
            lines = [(n, line) for n, line in enumerate(file, 1) if not line.startswith("#")]
        rows = list(csv.DictReader([line for _, line in lines]))
        for row, (line, _) in zip(rows, lines[1:]):
            derived.setdefault(row["page"], []).append(dict(row, line=line, used=False))
    for page, rows in derived.items():
        means = {r["text"]: r["follows"] for r in rows if r["number"] == "means"}
        lines = (root / page).read_text(encoding="utf-8").splitlines() if (root / page).is_file() else []
        derived[page] = [one for row in rows if row["number"] != "means"
                         for one in (cells_of(row, lines, means) if row["number"] == "cells" else [row])]
    counted = found_in_file = 0
    for page in pages:
        text = (root / page).read_text(encoding="utf-8")
        of_page = linked_files(root, page, text)
        for line, printed, unit, context, section in measured_numbers(page, text):
            counted += 1
            few_digits = len(printed.replace(".", "").strip("0")) < 4  # many values would fit, so look only nearby
            near = linked_files(root, page, section) if few_digits else of_page
            # A line can have the same number twice, with a row for each.
            fitting = [r for r in derived.get(page, []) if r["number"] == printed and r["text"] in context]
            row = next((r for r in fitting if not r["used"]), fitting[0] if fitting else None)
            if row is not None:
                row["used"] = True
                continue
            if any(is_printed(values, kind, printed, unit)
                   for path in near for kind, values in files.values(path).items()):
                found_in_file += 1
                continue
            problems.append(f"{page}:{line}: {printed} {unit} is not in any file that the page links to: "
                            f"{context.strip()[:100]}")
        for row in derived.get(page, []):
            where = f"docs/measurements/derived.csv:{row['line']}: {page}, {row['number']}"
            try:
                value = files.evaluate(row["follows"])
                if not rounds_to(value, row["number"]):
                    problems.append(f"{where}: {row['follows']} is {value:.6g}")
            except Mistake as mistake:
                problems.append(f"{where}: {mistake}")
            if not row["used"]:
                problems.append(f"{where}: the page has no such number near \"{row['text']}\"")
    for page in derived:
        if page not in pages and not sys.argv[2:]:
            problems.append(f"docs/measurements/derived.csv: there is no page {page}")
    print("\n".join(problems) or f"{counted} measured numbers: {found_in_file} in linked files, "
                                 f"{counted - found_in_file} derived.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
