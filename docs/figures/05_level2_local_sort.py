#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lab 05: one split of a tile, the last tile, which is not full, and the scatter in runs."""
from drawing import FAINT, INK, LINES, WRONG, Picture, main, places, words_of

KEY, HEIGHT, LEFT, WIDTH = 34, 30, 92, 400


def split_of(p, split, bins, top, names):
    """One split: keys, their bits, ones before, ranks, and where they go."""
    def key(i, y, value):
        p.box(LEFT + i * KEY, y, value, value % bins, KEY, HEIGHT, size=16)

    keys, below = split["keys"], top + HEIGHT
    p.label(LEFT - 8, top + 20, names[0], "end")
    for row, name in enumerate(("bit", "ones before", "rank")):
        p.label(LEFT - 8, below + 20 + 20 * row, name, "end", 13)
    for i, value in enumerate(keys):
        key(i, top, value)
        middle = LEFT + i * KEY + KEY / 2
        for row, numbers in enumerate((split["bits"], split["ones_before"])):
            p.label(middle, below + 20 + 20 * row, numbers[i], "middle", 14)
        p.text(middle, below + 60, split["ranks"][i], 15, INK, bold=True)
        p.arrow(middle, below + 68, LEFT + split["ranks"][i] * KEY + KEY / 2, below + 131, LINES[value % bins], 1.6)
    p.label(LEFT - 8, below + 154, names[1], "end")
    after = [0] * len(keys)
    for i, value in enumerate(keys):
        after[split["ranks"][i]] = value
    for i, value in enumerate(after):
        key(i, below + 134, value)
    return below + 134 + HEIGHT


def draw(steps):
    split = steps["splits"][0][0]
    p = Picture(
        "One split: the keys whose bit is 0 first, then the others",
        f"The keys {words_of(split['keys'])} have the bits {words_of(split['bits'])}. Before them are {words_of(split['ones_before'])} ones, so their ranks are"
        f" {words_of(split['ranks'])}.",
        WIDTH,
    )
    y = split_of(p, split, 1 << steps["bits"], 14, ("keys", "after bit 0"))
    p.label(8, y + 26, "bit 0: rank = own place − ones before it", size=14)
    p.label(8, y + 46, f"bit 1: rank = {split['zeros']} zeros + ones before it", size=14)
    return p.svg(y + 62)


def draw_last(steps):
    split = steps["splits"][0][1]
    size = len(split["keys"])
    p = Picture(
        "The same split of a tile that is not full",
        f"The tile has room for {steps['tile']} keys and has {size}: {words_of(split['keys'])}. The number of zeros is {split['zeros']}, counted from {size} keys.",
        WIDTH,
    )
    y = split_of(p, split, 1 << steps["bits"], 14, ("keys", "after bit 0"))
    for i in range(size, steps["tile"]):
        p.rect(LEFT + i * KEY, 14, KEY, HEIGHT, "none", FAINT, 5, 1, "3 3")
    p.text(8, y + 28, f"numZeros = {size} − {split['ones_before'][-1]} − {split['bits'][-1]} = {split['zeros']}, from {size} keys, not {steps['tile']}", 14, WRONG, "start", True)
    return p.svg(y + 46)


def draw_scatter(steps):
    tile, bins, size = steps["tile"], 1 << steps["bits"], 26
    n = len(steps["output"])
    x = places(8, size, tile, 14)
    out = places((8 + x(n) - n * size) / 2, size, n, 0)
    p = Picture(
        "The scatter of sorted tiles: neighbours go to neighbouring places",
        f"The sorted tiles are {words_of(steps['sorted_tiles'])}; the output is {words_of(steps['output'])}.",
        x(n) + 8,
    )
    p.label(8, 18, "tile 0, sorted")
    p.label(x(tile), 18, "tile 1, sorted")
    for i, value in enumerate(steps["sorted_tiles"]):
        p.box(x(i), 26, value, value % bins, size, 28, size=14)
        p.arrow(x(i) + size / 2, 56, out(steps["places"][i]) + size / 2, 151, LINES[value % bins], 1.6)
    for place, value in enumerate(steps["output"]):
        p.box(out(place), 154, value, value % bins, size, 28, size=14)
        p.label(out(place) + size / 2, 198, place, "middle", 12)
    for digit in range(bins):
        mine = [place for place in range(n) if steps["output"][place] % bins == digit]
        p.text((out(mine[0]) + out(mine[-1]) + size) / 2, 220, f"digit {digit}", 14, LINES[digit], bold=True)
    return p.svg(232)


MORE = {"last": draw_last, "scatter": draw_scatter}

if __name__ == "__main__":
    main(draw)
