#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
from drawing import FAINT, FILLS, INK, LINES, RULE, WRONG, WRONG_FILL, Picture, main, places, words_of

BOX, HEIGHT, ROW, LEFT, GAP, WIDTH = 40, 38, 76, 66, 18, 420
CROSSING = LINES[1]


def rows_of(run, values):
    """Returns d_bins before and after each step, as each element's own thread left it."""
    rows = [list(values)]
    for step in run["steps"]:
        row = list(rows[-1])
        for read in step["reads"]:
            row[read["by"]] = read["sum"]
        rows.append(row)
    return rows


def panel(steps, schedule, title, said, finished=()):
    """Draws one schedule. Blocks in `finished` ended before the first row."""
    block, n, run = steps["block_size"], len(steps["in"]), steps[schedule]
    column = places(LEFT, BOX, block, GAP)
    right_rows = rows_of(steps["lockstep"], steps["in"])
    right_reads = {(s["interval"], r["by"]): r["value"] for s in steps["lockstep"]["steps"] for r in s["reads"]}
    p = Picture(title, said, WIDTH)

    def middle(i):
        return column(i) + (BOX - 5) / 2

    def value(i, y, words, should_be, fill=None, line=None):
        bad = words != should_be
        p.rect(column(i), y, BOX - 5, HEIGHT, WRONG_FILL if bad else fill or "#ffffff", WRONG if bad else line or FAINT)
        p.text(middle(i), y + (18 if bad else 24), words, 16, INK, bold=True)
        if bad:
            p.text(middle(i), y + 33, f"not {should_be}", 11.5, WRONG)

    rows = rows_of(run, steps["in"])
    for row in rows:
        row[:] = [rows[-1][i] if i // block in finished else row[i] for i in range(n)]
    for b in range(n // block):
        ended = " has ended" if b in finished else ""
        p.label((column(b * block) + column(b * block + block - 1) + BOX - 5) / 2, 20, f"block {b}{ended}", "middle")
    y = 30
    border = column(block) - GAP / 2 - 2.5
    p.line(border, 8, border, y + len(rows) * ROW + HEIGHT, RULE, 2, "3 6")
    for step in range(len(rows)):
        if step == 0:
            p.label(8, y + 24, "d_bins")
        else:
            p.label(8, y + 16, "interval", size=13)
            p.label(8, y + 32, run["steps"][step - 1]["interval"])
        for i in range(n):
            if i // block in finished:
                p.rect(column(i), y, BOX - 5, HEIGHT, "#f4f6f8", FAINT, 5, 1, "3 3" if step else "")
                p.text(middle(i), y + 24, rows[step][i], 16, FAINT)
            else:
                value(i, y, rows[step][i], right_rows[step][i])
        y += ROW
    for step, taken in enumerate(run["steps"]):
        for read in taken["reads"]:
            by, source = read["by"], read["from"]
            if by // block in finished:
                continue
            assert read["value"] == rows[step][source]
            crosses = by // block != source // block
            bad = crosses and read["value"] != right_reads[(taken["interval"], by)]
            colour = WRONG if bad else CROSSING if crosses else FAINT
            from_y, to_y = 30 + step * ROW + HEIGHT + 2, 30 + (step + 1) * ROW - 3
            p.arrow(middle(source), from_y, middle(by), to_y, colour, 2.6 if crosses else 1.1, "6 4" if bad else "",
                    False)
    p.label(8, y + 24, "d_cdf")
    for i in range(n):
        value(i, y, run["cdf"][i], steps["right"][i], FILLS[2], LINES[2])
    y += HEIGHT + 24
    p.arrow(8, y, 44, y, CROSSING, 2.6, "", False)
    p.label(52, y + 5, "a read across the border that finds the right value")
    if finished:
        y += 24
        p.arrow(8, y, 44, y, WRONG, 2.6, "6 4", False)
        p.label(52, y + 5, "a read that finds a sum that is too new")
    return p.svg(y + 18)


def draw(steps):
    return panel(
        steps, "lockstep", "The scan in lockstep: both blocks take every step together",
        f"Elements {words_of(steps['in'])}, two blocks of {steps['block_size']} threads. Row by row each element adds "
        f"the element that is an interval to its left. The result is {words_of(steps['lockstep']['cdf'])}, which is "
        "right.",
    )


def draw_fifo(steps):
    wrong = [i for i, sum_ in enumerate(steps["fifo"]["cdf"]) if sum_ != steps["right"][i]]
    return panel(
        steps, "fifo", "The same scan under fifo: block 0 has finished before block 1 begins",
        f"Block 1 finds block 0's finished sums. Elements {words_of(wrong)} are wrong: "
        f"{words_of(steps['fifo']['cdf'])}.", (0,),
    )


def draw_tiles(steps):
    tiled = steps["tiled"]
    tile, values, size = tiled["tile"], tiled["in"], 31
    at = places(10, size, tile, 10)
    p = Picture(
        "A scan in three kernels: sums of tiles, their scan, every tile from its offset",
        f"The sums of the tiles are {words_of(tiled['sums'])}, their exclusive scan {words_of(tiled['offsets'])}, and "
        f"the result {words_of(tiled['out'])}.",
        10 + len(values) * size + 3 * 10,
    )
    tiles = range(len(tiled["sums"]))
    centre = [(at(t * tile) + at(t * tile + tile - 1) + size) / 2 for t in tiles]
    # A row's operation is written above it. The arrows begin under this text.
    rows = [(30, "input"), (132, "kernel 1: the tile's sum"), (234, "kernel 2: exclusive scan of the sums"),
            (336, "kernel 3: each tile's own scan, from its offset")]
    for y, row in ((rows[0][0], values), (rows[3][0], tiled["out"])):
        for i, value in enumerate(row):
            p.box(at(i), y, value, i // tile, size - 3, 34, size=15)
    for (y, _), row in zip(rows[1:3], (tiled["sums"], tiled["offsets"])):
        for t in tiles:
            p.box(centre[t] - 26, y, row[t], t, 52, 34, size=16)
    p.label(10, 20, rows[0][1])
    for y, name in rows[1:]:
        p.label(10, y - 50, name)
    start, end = [y - 40 for y, _ in rows], [y - 3 for y, _ in rows]
    for t in tiles:
        for i in range(t * tile, t * tile + tile):
            p.arrow(at(i) + size / 2, start[1], centre[t], end[1], LINES[t], 1.2)
        for later in tiles:
            if later > t:
                p.arrow(centre[t], start[2], centre[later], end[2], LINES[t], 1.4)
        p.arrow(centre[t], start[3], centre[t], end[3], LINES[t], 2)
    return p.svg(384)


def draw_look_back(steps):
    """Draws what five tiles have published before and after tile 3 looks back."""
    back = steps["look_back"]
    sums, walker, size = back["sums"], back["from"], 82
    at = places(8, size, 1, 0)
    walk = " ".join(f"At tile {step['tile']} it has {step['makes']}." for step in back["walk"])
    p = Picture(
        "Look-back: tile 3 adds up what earlier tiles have published, and stops at one that has published everything",
        f"Tile 0 has published everything: {sums[0]}. Tiles 1 to 3 have published their sums, {words_of(sums[1:4])}; "
        f"tile 4 has published nothing yet. Tile {walker} looks back. {walk}"
        f" Then it publishes everything: {back['everything']}.",
        8 + len(sums) * size + 4,
    )

    def middle(t):
        return at(t) + (size - 8) / 2

    def says(t, y, kind, value=""):
        fill, line, dash = {"everything": (FILLS[2], LINES[2], ""), "sum": (FILLS[0], LINES[0], ""),
                            "nothing yet": ("#ffffff", FAINT, "3 3")}[kind]
        p.rect(at(t), y, size - 8, 48, fill, line, dash=dash)
        if not value:
            first, second = kind.split()
            p.label(middle(t), y + 21, first, "middle", 13)
            p.label(middle(t), y + 38, second, "middle", 13)
            return
        p.text(middle(t), y + 18, kind, 13)
        p.text(middle(t), y + 39, value, 17, INK, bold=True)

    def row(y, done):
        for t, value in enumerate(sums):
            if t == 0 or t == walker and done:
                says(t, y, "everything", value if t == 0 else back["everything"])
            elif t < len(sums) - 1:
                says(t, y, "sum", value)
            else:
                says(t, y, "nothing yet")

    for t in range(len(sums)):
        p.label(middle(t), 20, f"tile {t}", "middle")
    row(30, False)
    p.label(8, 106, f"tile {walker} looks back, and adds:")
    y, right = 136, middle(walker)
    for step in back["walk"]:
        left = middle(step["tile"])
        p.arrow(right - 4, y, left + 27, y, LINES[3], 2.2, "", False)
        p.text(left, y + 5, step["makes"], 17, LINES[3], bold=True)
        right = left - 26
    p.dot(middle(walker), y, 4, LINES[3])
    for i, step in enumerate(back["walk"]):
        words = f"+ {step['adds']}" if i else step["adds"]
        p.label(middle(step["tile"]), y + 26, f"{words}, stop" if step["tile"] == 0 else words, "middle", 13)
    p.label(8, 198, f"then it publishes {back['walk'][-1]['makes']} + {sums[walker]}; tiles 1 and 2 are still at work:")
    row(210, True)
    return p.svg(270)


MORE = {"fifo": draw_fifo, "tiles": draw_tiles, "look_back": draw_look_back}

if __name__ == "__main__":
    main(draw)
