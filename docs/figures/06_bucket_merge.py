#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
import pathlib

from drawing import FAINT, FILLS, INK, LINES, RULE, WRONG, WRONG_FILL, Picture, main, places, words_of

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"

BOX, CELL = 46, 38
RUNS = "ab"


WIDTH, ACROSS = 424, 6


def draw_columns(p, top, columns):
    lists, rows = columns["sorted"], len(columns["sorted"][0])
    for left, values, name in ((16, columns["before"], "keys in rows"), (240, columns["sorted"], "columns sorted")):
        p.label(left, top + 28, name)
        for c, column in enumerate(values):
            for row, key in enumerate(column):
                p.box(left + c * 58, top + 40 + row * 40, key, c, BOX, 34)
            p.label(left + c * 58 + BOX / 2, top + 218, f"list {c}", "middle", 13)
    p.arrow(192, top + 117, 232, top + 117, FAINT, 2.4, "", False)
    p.label(16, top + 252, "merged: the least head is output, its list advances")
    x = places(16, 66, ACROSS, 0)
    for place, head in enumerate(columns["taken"]):
        p.box(x(place % ACROSS), top + 264 + place // ACROSS * 54, head["key"], head["list"], 58, 46,
              f"list {head['list']}")
    return top + 264 + -(-len(columns["taken"]) // ACROSS) * 54 + 8


def draw_merge_path(p, top, path):
    a, b, items, threads = path["a"], path["b"], path["items"], path["threads"]
    left, grid = 84, top + 46

    def at(i, j):
        """Returns the grid point after i keys of a (down) and j keys of b (to the right)."""
        return left + j * CELL, grid + i * CELL

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

    right, y = 16, grid + len(a) * CELL + 52
    for t, thread in enumerate(threads):
        i, d = thread["from_a"], thread["diagonal"]
        p.text(right, y, f"thread {t}, d = {d}:", 15, LINES[t], "start", True)
        p.text(right + 146, y, f"{i} from a, {d - i} from b", 15, INK, "start")
        for look in thread["looked_at"]:
            y += 21
            said = "yes: more from a" if look["yes"] else "no: not more"
            p.label(right + 14, y, f"a[{look['a']}] = {a[look['a']]} ≤ b[{look['b']}] = {b[look['b']]}? {said}")
        y += 30
    for words in ("Down: a key of a. To the right: a key of b.",
                  "Each thread searches on its diagonal where the path crosses."):
        p.label(right, y, words, size=13)
        y += 19

    y += 14
    p.label(16, y, "output: each slice is merged independently")
    x = places(16, 66, ACROSS, 0)
    for place, key in enumerate(path["taken"]):
        p.box(x(place % ACROSS), y + 10 + place // ACROSS * 54, key["key"], place // items, 58, 46, RUNS[key["list"]])
    return y + 10 + -(-len(path["taken"]) // ACROSS) * 54 + 8


def draw(steps):
    columns = steps["columns"]
    p = Picture(
        "Sorted columns merged by their heads",
        f"Columns {', '.join(words_of(c) for c in columns['before'])} are sorted to "
        f"{', '.join(words_of(c) for c in columns['sorted'])}"
        f" and merged: {words_of(h['key'] for h in columns['taken'])}.",
        WIDTH,
    )
    return p.svg(draw_columns(p, -6, columns))


def draw_path(steps):
    path = steps["merge_path"]
    p = Picture(
        f"Merge path: {len(path['threads'])} threads, each with {path['items']} keys of the output",
        f"The runs {words_of(path['a'])} and {words_of(path['b'])}; threads begin with "
        f"{', '.join(str(t['from_a']) for t in path['threads'])} keys of the"
        f" first run on the diagonals {', '.join(str(t['diagonal']) for t in path['threads'])}.",
        WIDTH,
    )
    return p.svg(draw_merge_path(p, 24, path))


def draw_trap(_):
    printed = (EXAMPLES / "06_merge.expected").read_text(encoding="utf-8").strip().split("\n")[-3:]
    rows = [(line[:29].strip(), line[29:].replace("never written", "?").split()) for line in printed]
    right = rows[0][1]
    cell = 31
    p = Picture(
        "Two equal heads: the output if one list advances, if both do, or if none does",
        f"Right: {words_of(right)}. All advance: {words_of(rows[1][1])}. None advances: {words_of(rows[2][1])}.",
        24 + len(right) * cell,
    )
    p.text(12, 24, "heads after 1, 2, 2:", 15, INK, "start")
    for c, head in enumerate((6, 3, 3)):
        p.box(166 + c * 66, 4, head, c, 58, 46, f"list {c}")
    y = 82
    titles = ("one of them advances: right", "both advance: a 3 is lost",
              "none advances, each waits to be alone")
    for title, (_, keys) in zip(titles, rows):
        p.text(12, y, title, 15, INK, "start", True)
        for i, key in enumerate(keys):
            wrong = key != right[i]
            x = 12 + i * cell
            p.rect(x, y + 10, cell - 3, 32, WRONG_FILL if wrong else FILLS[0], WRONG if wrong else LINES[0], 4, 1.2)
            p.text(x + (cell - 3) / 2, y + 31, key, 16, INK, bold=True)
        y += 74
    return p.svg(y - 18)


def padded(i):
    return i + i // 32


def draw_banks(_):
    """Draws the bank of each thread's first key in a warp."""
    items, banks, cell, left = 16, 32, 12, 20
    for row in (EXAMPLES / "06_banks.expected").read_text(encoding="utf-8").strip().split("\n")[1:]:
        thread, plain, _, _, shifted = row.split()[:5]
        assert int(plain) == int(thread) * items % banks and int(shifted) == padded(int(thread) * items) % banks
    counted = (EXAMPLES / "06_banks.counters.expected").read_text(encoding="utf-8")
    p = Picture(
        "32 threads store their first key: into two banks, or, with padding, into 32",
        "Without padding, sixteen threads use bank 0 and sixteen bank 16, so the store takes 16 wavefronts. With one "
        "unused word after every 32, it takes one.",
        left * 2 + banks * cell,
    )
    y = 24
    for title, place in (("place i is in bank i mod 32", lambda i: i), ("place i + i / 32", padded)):
        wanted = [[t for t in range(32) if place(t * items) % banks == b] for b in range(banks)]
        most = max(map(len, wanted))
        assert f"{most}.000 per request" in counted
        p.text(left - 8, y, title, 15, INK, "start", True)
        p.text(banks * cell + left, y, f"{most} wavefronts" if most > 1 else "1 wavefront", 15, WRONG if most > 1
               else LINES[0], "end", True)
        base = y + 16 + most * 9
        for b, threads in enumerate(wanted):
            for level, _ in enumerate(threads):
                p.rect(left + b * cell + 1, base - 9 * (level + 1), cell - 2, 8, WRONG_FILL if most > 1 else FILLS[0],
                       WRONG if most > 1 else LINES[0], 1, 1)
        p.line(left, base + 2, left + banks * cell, base + 2, FAINT, 1.2)
        for b in (0, 8, 16, 24, 31):
            p.label(left + b * cell + cell / 2, base + 18, f"bank {b}" if b == 0 else b, "middle", 13)
        y = base + 54
    p.label(left - 8, y - 16, "A small box is a thread with 16 neighbouring keys.", size=13)
    return p.svg(y - 4)


MORE = {"path": draw_path, "trap": draw_trap, "banks": draw_banks}

if __name__ == "__main__":
    main(draw)
