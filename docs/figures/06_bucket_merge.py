#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lab 06: columns, sorted and merged by their heads; and merge path, with which threads merge slices on their own."""
from drawing import FAINT, INK, LINES, RULE, Picture, main, places, words_of

BOX, SLOT, CELL = 46, 54, 38
RUNS = "ab"


def draw_columns(p, top, columns):
    """Returns where the next thing can stand."""
    lists, rows = columns["sorted"], len(columns["sorted"][0])
    p.heading(24, top, f"Columns: each is sorted alone, then {len(lists)} lists are merged")
    for left, values, name in ((24, columns["before"], "keys in rows"), (290, columns["sorted"], "columns sorted")):
        p.label(left, top + 28, name)
        for c, column in enumerate(values):
            for row, key in enumerate(column):
                p.box(left + c * 58, top + 40 + row * 40, key, c, BOX, 34)
            p.label(left + c * 58 + BOX / 2, top + 218, f"list {c}", "middle", 13)
    p.arrow(210, top + 117, 270, top + 117, FAINT, 2.4, "", False)
    for line, words in enumerate(
        ("No key leaves its column:", "one thread each, and", "nothing to wait for.", "", "The heads stand on top.", "The least one goes out,", "its list moves on.")
    ):
        p.label(486, top + 58 + line * 22, words)
    p.label(24, top + 254, "taken, one after the other")
    x = places(24, SLOT, len(columns["taken"]), 0)
    for place, head in enumerate(columns["taken"]):
        p.box(x(place), top + 264, head["key"], head["list"], BOX, 46, f"list {head['list']}")
    return top + 310


def draw_merge_path(p, top, path):
    a, b, items, threads = path["a"], path["b"], path["items"], path["threads"]
    left, grid = 92, top + 76

    def at(i, j):
        """The grid point at which i keys of a and j keys of b have been taken: a goes down, b to the right."""
        return left + j * CELL, grid + i * CELL

    p.heading(24, top, f"Merge path: {len(threads)} threads, each with {items} keys of the output")
    for i in range(len(a) + 1):
        p.line(*at(i, 0), *at(i, len(b)), RULE, 1)
    for j in range(len(b) + 1):
        p.line(*at(0, j), *at(len(a), j), RULE, 1)
    for i, key in enumerate(a):
        p.text(left - 16, grid + (i + 0.5) * CELL + 6, key, 18, INK, bold=True)
    for j, key in enumerate(b):
        p.text(left + (j + 0.5) * CELL, grid - 10, key, 18, INK, bold=True)
    p.text(left - 58, grid + len(a) * CELL / 2 + 6, "a", 20, FAINT)
    p.text(left + len(b) * CELL / 2, grid - 38, "b", 20, FAINT)

    # The diagonals on which threads begin, the path in the colours of the threads, the places where they begin.
    for thread in threads[1:]:
        d = thread["diagonal"]
        low, high = max(0, d - len(b)), min(d, len(a))
        p.line(*at(high, d - high), *at(low, d - low), FAINT, 1.5, "3 5")
        x, y = at(high, d - high)
        if high < len(a):
            p.label(x - 6, y + 5, f"d = {d}", "end", 13)
        else:
            p.label(x, y + 18, f"d = {d}", "middle", 13)
    i = j = 0
    for place, key in enumerate(path["taken"]):
        step = (i + 1, j) if key["list"] == 0 else (i, j + 1)
        p.line(*at(i, j), *at(*step), LINES[place // items], 5)
        i, j = step
    for t, thread in enumerate(threads):
        p.dot(*at(thread["from_a"], thread["diagonal"] - thread["from_a"]), 7, "#ffffff", LINES[t], 3)

    # The searches.
    right, y = left + len(b) * CELL + 36, top + 50
    for t, thread in enumerate(threads):
        i, d = thread["from_a"], thread["diagonal"]
        p.text(right, y, f"thread {t}, d = {d}:", 15, LINES[t], "start", True)
        p.text(right + 146, y, f"{i} from a, {d - i} from b", 15, INK, "start")
        for look in thread["looked_at"]:
            y += 21
            said = "yes: more from a" if look["yes"] else "no: fewer"
            p.label(right + 14, y, f"a[{look['a']}] = {a[look['a']]} ≤ b[{look['b']}] = {b[look['b']]}? {said}")
        y += 30
    for words in ("Down: a key of a. To the right: a key of b.", "On its diagonal each thread searches", "where the path crosses."):
        p.label(right, y, words)
        y += 20

    # The output.
    y = grid + len(a) * CELL + 48
    p.label(24, y, "output: each slice is made without the others")
    x = places(24, SLOT, len(path["taken"]), 0)
    for place, key in enumerate(path["taken"]):
        p.box(x(place), y + 10, key["key"], place // items, BOX, 46, RUNS[key["list"]])
        p.label(x(place) + BOX / 2, y + 74, place, "middle", 13)
    return y + 92


def draw(steps):
    columns, path = steps["columns"], steps["merge_path"]
    p = Picture(
        "Sorted columns merged by their heads, and two runs merged along a path",
        f"Columns {', '.join(words_of(c) for c in columns['before'])} are sorted to {', '.join(words_of(c) for c in columns['sorted'])}"
        f" and merged: {words_of(h['key'] for h in columns['taken'])}. Merge path: runs {words_of(path['a'])} and {words_of(path['b'])};"
        f" threads begin with {', '.join(str(t['from_a']) for t in path['threads'])} keys of the first run"
        f" on the diagonals {', '.join(str(t['diagonal']) for t in path['threads'])}.",
    )
    y = draw_columns(p, 34, columns)
    return p.svg(draw_merge_path(p, y + 52, path))


if __name__ == "__main__":
    main(draw)
