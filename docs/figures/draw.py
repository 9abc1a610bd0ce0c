#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws docs/notes/images/NN_name.svg for every lab, and NN_name_more.svg for each further picture.

    draw.py build/bin/figure_steps
    draw.py build/bin/figure_steps --check 'the command that draws them again'

--check compares the existing pictures, and each figure's table with the README that contains it.
"""
import importlib
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
IMAGES = HERE.parent / "notes" / "images"


def fail(place, words):
    print(f"{place}: error: {words}", file=sys.stderr)
    return 1


def shown(path):
    return path.relative_to(ROOT)


def steps_of(program):
    if not pathlib.Path(program).exists():
        sys.exit(fail(shown(HERE / "steps"), f"{program} does not exist; the build says why"))
    ran = subprocess.run([program], stdout=subprocess.PIPE, check=False)
    if ran.returncode != 0:
        sys.exit(fail(shown(HERE / "steps"), f"{program} ended with status {ran.returncode}"))
    return json.loads(ran.stdout)


def pictures_of(name, figure, steps):
    """Returns a module's {file name: picture}, by `draw` and `MORE`, {end of the name: a function like `draw`}."""
    made = {name: figure.draw(steps)}
    made.update({f"{name}_{more}": draw(steps) for more, draw in getattr(figure, "MORE", {}).items()})
    return made


def check_picture(name, picture, command, by):
    path = IMAGES / f"{name}.svg"
    there = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
    drawn = picture.split("\n")
    if there == drawn:
        return 0
    line = next((i for i, (a, b) in enumerate(zip(there, drawn)) if a != b), min(len(there), len(drawn))) + 1
    return fail(f"{shown(path)}:{line}", f"not what docs/figures/{by}.py draws. To draw it again: {command}")


def check_table(name, figure, steps):
    path = ROOT / figure.TABLE_IN
    there = path.read_text(encoding="utf-8").split("\n")
    errors = 0
    for row in figure.table(steps).splitlines():
        if row not in there:
            head = row[: row.index("|", 1)]
            line = next((i for i, other in enumerate(there, 1) if other.startswith(head)), 1)
            errors += fail(f"{shown(path)}:{line}",
                           f"docs/figures/{name}.py --table prints a different row here: {row}")
    return errors


def main():
    program, check = sys.argv[1], "--check" in sys.argv
    all_steps, errors, drawn = steps_of(program), 0, set()
    for name, steps in all_steps.items():
        figure = importlib.import_module(name)
        for file, picture in pictures_of(name, figure, steps).items():
            drawn.add(file)
            if check:
                errors += check_picture(file, picture, sys.argv[-1], name)
            else:
                (IMAGES / f"{file}.svg").write_text(picture, encoding="utf-8")
        if check:
            errors += check_table(name, figure, steps) if hasattr(figure, "table") else 0
    for path in sorted(IMAGES.glob("*.svg")):
        if path.stem not in drawn:
            errors += fail(f"{shown(path)}:1", "no program in docs/figures draws this")
    if errors == 0:
        print(f"{len(drawn)} figures " + ("are as drawn." if check else f"drawn in {shown(IMAGES)}."))
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
