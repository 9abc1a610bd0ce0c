#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws one plot of the course notes: plot.py NAME.gp --measurements DIR --out DIR

Writes OUT/NAME.svg, OUT/NAME_narrow.svg (for phones) and OUT/NAME.html (pictures, caption, sources). NAME.gp is a
gnuplot script, which runs after common.gp. Lines that begin with #: are for this program:

    #: title TEXT                      of the SVG
    #: alt TEXT                        what the picture shows, for readers who cannot see it
    #: caption TEXT                    machine, date and command are added, from the measurement's first lines
    #: size WIDE NARROW                the heights, if they are not 440 and 440
    #: data NAME FILE.csv [COLUMN…] FILTER…
        $NAME are those columns of the rows that pass all filters: COLUMN=VALUE|VALUE, COLUMN!=VALUE, COLUMN<=NUMBER,
        COLUMN>=NUMBER; a blank in a value is written as _
    #: count NAME FILE.csv by COLUMN of COLUMN… is VALUE|VALUE FILTER…
        $NAME has one row per value of the first column: the value, the number of rows that have it, and for each
        further column the number of these rows in which it has one of the VALUEs
    #: name NAME TEXT                  $NAME's label in the plot
    #: first NAME…                     the series that are shown at first; readers can switch the others on

A directive that ends with \\ continues in the next #: line. A missing file or column, filters that leave no rows, and
gnuplot's complaints are mistakes: the program writes no files, but a message that begins with file:line:.
"""
import argparse
import csv
import html
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

WIDE, NARROW = 760, 380
SVG = "{http://www.w3.org/2000/svg}"


class Mistake(Exception):
    """A mistake in the script or the data; its text begins with file:line:."""


class Measurement:
    """A CSV file with '# key: value' lines before its header."""

    def __init__(self, path):
        self.name = os.path.basename(path)
        self.head = {}
        with open(path, encoding="utf-8", newline="") as file:
            lines = file.read().splitlines()
        skip = 0
        while skip < len(lines) and lines[skip].startswith("#"):
            key, _, value = lines[skip][1:].partition(":")
            self.head[key.strip()] = value.strip()
            skip += 1
        table = list(csv.reader(lines[skip:]))
        if not table:
            raise ValueError("has no table")
        for key in ("machine", "command") + (() if "source" in self.head else ("date",)):
            if not self.head.get(key):
                raise ValueError(f"has no line '# {key}: …' at its beginning")
        self.columns, self.rows = table[0], []
        for number, cells in enumerate(table[1:], skip + 2):
            if len(cells) != len(self.columns):
                raise ValueError(f"line {number} has {len(cells)} cells, but the table has {len(self.columns)} columns")
            self.rows.append(dict(zip(self.columns, cells)))


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


class Script:

    def __init__(self, path, measurements):
        self.path, self.folder = path, measurements
        self.texts, self.used, self.blocks = {}, {}, []
        self.columns, self.names, self.first = {}, {}, []
        self.heights = (440, 440)
        for line, words in self.directives():
            self.carry_out(line, words)
        for key in ("title", "alt", "caption"):
            if key not in self.texts:
                self.fail(1, f"there is no '#: {key}'")
        for name in [*self.names, *self.first]:
            if name not in dict(self.blocks):
                self.fail(1, f"there is no '#: data {name}', but another line names {name}")
        if not self.blocks:
            self.fail(1, "there is no '#: data', which names the measurement to draw")

    def fail(self, line, text):
        raise Mistake(f"{self.path}:{line}: {text}")

    def directives(self):
        with open(self.path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        pending, begin = "", 0
        for at, line in enumerate(lines, 1):
            if not line.startswith("#:"):
                if pending:
                    self.fail(at, "the line before ends with \\, so this one must begin with #:")
                continue
            begin = begin or at
            pending += line[2:].strip()
            if pending.endswith("\\"):
                pending = pending[:-1].rstrip() + " "
                continue
            yield begin, pending
            pending, begin = "", 0

    def carry_out(self, line, text):
        word, _, rest = text.partition(" ")
        if word in ("title", "alt", "caption"):
            self.texts[word] = rest.strip()
        elif word == "name" and " " in rest.strip():
            self.names.update([rest.strip().split(" ", 1)])
        elif word == "first" and rest.strip():
            self.first = rest.split()
        elif word == "size" and re.fullmatch(r"\d+ \d+", rest):
            self.heights = tuple(int(h) for h in rest.split())
        elif word == "data":
            parts = re.fullmatch(r"(\w+) (\S+) \[([^\]]+)\](.*)", rest) or self.fail(
                line, "expected: data NAME FILE [COLUMN…] FILTER…")
            name, file, columns, filters = parts.groups()
            measurement = self.measurement(line, file)
            wanted = columns.split()
            for column in wanted:
                self.need_column(line, measurement, column)
            rows = self.select(line, measurement, filters.split())
            self.blocks.append((name, [[row[column] for column in wanted] for row in rows]))
            self.columns[name] = wanted
        elif word == "count":
            parts = re.fullmatch(r"(\w+) (\S+) by (\S+) of (.+) is (\S+)(.*)", rest) or self.fail(
                line, "expected: count NAME FILE by COLUMN of COLUMN… is VALUE|VALUE FILTER…")
            name, file, by, columns, values, filters = parts.groups()
            measurement = self.measurement(line, file)
            wanted, values = columns.split(), values.replace("_", " ").split("|")
            for column in [by] + wanted:
                self.need_column(line, measurement, column)
            groups = {}
            for row in self.select(line, measurement, filters.split()):
                counts = groups.setdefault(row[by], [0] * (1 + len(wanted)))
                counts[0] += 1
                for i, column in enumerate(wanted, 1):
                    counts[i] += row[column] in values
            self.blocks.append((name, [[key] + [str(c) for c in counts] for key, counts in sorted(groups.items())]))
        else:
            self.fail(line, f"'#: {text}' is not a directive")

    def measurement(self, line, file):
        if file not in self.used:
            path = os.path.join(self.folder, file)
            try:
                self.used[file] = Measurement(path)
            except OSError:
                self.fail(line, f"there is no measurement {path}")
            except ValueError as why:
                self.fail(line, f"{path} {why}")
        return self.used[file]

    def need_column(self, line, measurement, column):
        if column not in measurement.columns:
            self.fail(line, f"{measurement.name} has no column '{column}'; it has {', '.join(measurement.columns)}")

    def select(self, line, measurement, filters):
        rows = measurement.rows
        for one in filters:
            parts = re.fullmatch(r"(\w+)(!=|<=|>=|=)(.*)", one) or self.fail(line, f"'{one}' is not a filter")
            column, sign, value = parts.groups()
            self.need_column(line, measurement, column)
            values = value.replace("_", " ").split("|") + value.split("|")
            limit = number(value)
            if sign in ("<=", ">=") and limit is None:
                self.fail(line, f"'{one}' does not compare a column with a number")
            keep = {
                "=": lambda cell: cell in values,
                "!=": lambda cell: cell not in values,
                "<=": lambda cell: number(cell) is not None and number(cell) <= limit,
                ">=": lambda cell: number(cell) is not None and number(cell) >= limit,
            }[sign]
            rows = [row for row in rows if keep(row[column])]
            if not rows:
                self.fail(line, f"{measurement.name} has no rows left after '{one}'")
        return rows


def prelude(script, width, height, output):
    lines = [
        f"set terminal svg size {width},{height} noenhanced font 'Helvetica,13' background '#ffffff'",
        f"set output '{output}'",
        "set datafile separator tab",
        f"narrow = {int(width == NARROW)}",
    ]
    for name, rows in script.blocks:
        lines.append(f"${name} << END_OF_DATA")
        lines += ["\t".join(cell if number(cell) is not None else f'"{cell}"' for cell in row) for row in rows]
        lines.append("END_OF_DATA")
    return "\n".join(lines) + "\n"


def empty_plots(svg):
    """Returns the plots that left no mark, about which gnuplot does not warn; None if nothing was plotted."""
    if "</svg>" not in svg:
        return None
    plots = [g for g in xml.etree.ElementTree.fromstring(svg.encode()).iter(SVG + "g")
             if "gnuplot_plot_" in g.get("id", "")]
    marks = {SVG + tag for tag in ("path", "use", "rect", "polygon", "circle", "text")}
    return [plot.findtext(SVG + "title") for plot in plots
            if not any(part.tag in marks for part in plot.iter())] if plots else None


def point_words(columns, row):
    return ", ".join(f"{column.replace('_', ' ')} {cell}" for column, cell in zip(columns, row))


def with_values(script, svg):
    blocks = dict(script.blocks)

    def group(match):
        name = match[2]
        if name not in script.columns:
            return match[0]
        called = html.escape(script.names.get(name, name))
        late = " data-late=''" if script.first and name not in script.first else ""
        marks = re.findall(r"<use [^>]*/>", match[4])
        body = match[4]
        if len(marks) == len(blocks[name]):
            rows = iter(blocks[name])
            body = re.sub(r"(<use [^>]*)/>",
                          lambda m: f"{m[1]}><title>{called}: "
                                    f"{html.escape(point_words(script.columns[name], next(rows)))}</title></use>", body)
        return f'<g id="{match[1]}" data-series="{name}" data-name="{called}"{late}>{body}'
    return re.sub(r'<g id="(gnuplot_plot_\d+)" ?><title>\$(\w+)( [^<]*)?</title>(.*?)(?=<g id="gnuplot_plot_|\Z)',
                  group, svg, flags=re.S)


def pale_words(svg):
    """Returns [(red, green, blue)], the colours of words whose contrast with white is below 4.5."""
    def light(colour):
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour)]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    found = {tuple(map(int, rgb)) for rgb in re.findall(r'fill="rgb\(\s*(\d+),\s*(\d+),\s*(\d+)\)"[^>]*>\s*<text', svg)}
    return sorted(colour for colour in found if 1.05 / (light(colour) + 0.05) < 4.5)


def draw(script, width, height, scratch, output):
    begin = os.path.join(scratch, "prelude.gp")
    with open(begin, "w", encoding="utf-8") as file:
        file.write(prelude(script, width, height, output))
    common = os.path.join(os.path.dirname(os.path.abspath(__file__)), "common.gp")
    finish = os.path.join(scratch, "finish.gp")
    with open(finish, "w", encoding="utf-8") as file:
        file.write("unset output\n")
    ran = subprocess.run(["gnuplot", begin, common, script.path, finish], capture_output=True, text=True, check=False,
                         env={**os.environ, "LC_ALL": "C.UTF-8"})
    said = (ran.stderr + ran.stdout).strip()
    if ran.returncode != 0 or said:
        place = re.search(r'"([^"]+)",? line (\d+): *(.*)', said)
        if place:
            raise Mistake(f"{place[1]}:{place[2]}: gnuplot: {place[3].strip() or said}")
        raise Mistake(f"{script.path}:1: gnuplot: {said or f'ended with status {ran.returncode}'}")
    with open(output, encoding="utf-8") as file:
        svg = file.read()
    empty = empty_plots(svg)
    if empty is None:
        raise Mistake(f"{script.path}:1: gnuplot has drawn nothing")
    if empty:
        raise Mistake(f"{script.path}:1: no point of {', '.join(empty)} is visible: all are outside the ranges")
    for colour in pale_words(svg):
        raise Mistake(f"{script.path}:1: words in #{bytes(colour).hex()} are too pale for white paper: their contrast "
                      f"is below 4.5")
    title, text = html.escape(script.texts["title"]), html.escape(script.texts["alt"])
    svg = re.sub(r"<title>.*?</title>\s*<desc>.*?</desc>", lambda _: f"<title>{title}</title>\n<desc>{text}</desc>",
                 svg,
                 count=1, flags=re.S)
    with open(output, "w", encoding="utf-8") as file:
        file.write(with_values(script, svg))


def origin(measurement):
    """Returns the caption's list item for a file of measurements: a link and the file's origin."""
    says = [measurement.head[key] for key in ("source", "machine", "versions", "date") if measurement.head.get(key)]
    name = html.escape(measurement.name)
    return (f'<li><a href="data/{name}" download="{name}" style="display:inline">{name}</a>: '
            f'{html.escape("; ".join(says))}</li>')


def command(measurement):
    text = measurement.head["command"]
    if text.startswith("the "):  # a published figure's command is not known
        return f"<p>{html.escape(text)}</p>"
    words = " ".join(f'<span class="whole">{html.escape(word)}</span>' for word in text.split())
    return f'<p><code style="overflow-wrap:anywhere">{words}</code></p>'


def fragment(script, name):
    """Returns the HTML for \\htmlinclude. The page is next to plots/ and data/."""
    wide, narrow = script.heights
    files = script.used.values()
    lines = [
        '<figure class="plot">',
        "<picture>",
        f'<source media="(max-width: 640px)" srcset="plots/{name}_narrow.svg" width="{NARROW}" height="{narrow}">',
        f'<img src="plots/{name}.svg" alt="{html.escape(script.texts["alt"])}" width="{WIDE}" height="{wide}">',
        "</picture>",
        "<figcaption>",
        html.escape(script.texts["caption"]),
        "<ul>", *map(origin, files), "</ul>",
        f'<details><summary>Command{"s" if len(files) > 1 else ""}</summary>', *map(command, files), "</details>",
        "</figcaption>",
        "</figure>",
    ]
    return "\n".join(lines) + "\n"


def make(path, measurements, out):
    name = os.path.basename(path)[:-len(".gp")]
    script = Script(path, measurements)
    os.makedirs(out, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out) as scratch:  # moves files only when all are ready
        made = []
        for suffix, width, height in (("", WIDE, script.heights[0]), ("_narrow", NARROW, script.heights[1])):
            made.append(f"{name}{suffix}.svg")
            draw(script, width, height, scratch, os.path.join(scratch, made[-1]))
        made.append(f"{name}.html")
        with open(os.path.join(scratch, made[-1]), "w", encoding="utf-8") as file:
            file.write(fragment(script, name))
        for file in made:
            os.replace(os.path.join(scratch, file), os.path.join(out, file))


def main():
    options = argparse.ArgumentParser(description="Draws one plot of the course notes.")
    options.add_argument("script")
    options.add_argument("--measurements", required=True)
    options.add_argument("--out", required=True)
    given = options.parse_args()
    try:
        make(given.script, given.measurements, given.out)
    except Mistake as mistake:
        sys.exit(str(mistake))
    except OSError as error:
        sys.exit(f"{given.script}:1: {error}")


if __name__ == "__main__":
    main()
