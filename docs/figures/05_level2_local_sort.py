#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lab 05: two tiles sorted by a digit of two bits with two splits, then scattered in runs."""
from drawing import FAINT, INK, LINES, WRONG, Picture, main, places, words_of

KEY, HEIGHT, GAP, LEFT = 34, 30, 24, 106


def draw(steps):
    tile, bins = steps["tile"], 1 << steps["bits"]
    n = len(steps["output"])
    tiles = -(-n // tile)
    x = places(LEFT, KEY, tile, GAP)
    out = places((x(0) + x(n) - n * KEY) / 2, KEY, n, 0)
    middle = KEY / 2
    p = Picture(
        "Two splits sort each tile by its digit; then runs of neighbours go to the output",
        f"Tile 0 has the keys {words_of(steps['splits'][0][0]['keys'])}, tile 1, not full, {words_of(steps['splits'][0][1]['keys'])}."
        f" Sorted by their lowest two bits, bit by bit, they are {words_of(steps['sorted_tiles'])};"
        f" the output is {words_of(steps['output'])}.",
    )

    def key(at, y, value):
        p.box(at, y, value, value % bins, KEY, HEIGHT, size=16)

    def move(x0, y0, x1, y1, value):
        p.arrow(x0 + middle, y0, x1 + middle, y1, LINES[value % bins], 1.6)

    for b in range(tiles):
        size = len(steps["splits"][0][b]["keys"])
        full = "" if size == tile else f", only {size} of {tile}"
        p.text(x(b * tile), 30, f"tile {b}: keys {b * tile} to {b * tile + size - 1}{full}", 15, INK, "start", True)

    # The splits, in shared memory.
    y = 46
    for number, by_tile in enumerate(steps["splits"]):
        p.label(LEFT - 10, y + 20, "keys" if number == 0 else f"after bit {number - 1}", "end")
        for row, name in enumerate((f"bit {number}", "ones before", "rank")):
            p.label(LEFT - 10, y + HEIGHT + 18 + 18 * row, name, "end", 13)
        for b, split in enumerate(by_tile):
            for i, value in enumerate(split["keys"]):
                at = x(b * tile + i)
                key(at, y, value)
                for row, number_of in enumerate((split["bits"], split["ones_before"])):
                    p.label(at + middle, y + HEIGHT + 18 + 18 * row, number_of[i], "middle", 13)
                p.text(at + middle, y + HEIGHT + 54, split["ranks"][i], 14, INK, bold=True)
                move(at, y + HEIGHT + 60, x(b * tile + split["ranks"][i]), y + HEIGHT + 119, value)
            size = len(split["keys"])
            if size < tile:
                at = x(b * tile + size) + 8
                p.text(at, y + HEIGHT + 18, "numZeros =", 13, WRONG, "start")
                p.text(at, y + HEIGHT + 36, f"{size} − {split['ones_before'][-1]} − {split['bits'][-1]} = {split['zeros']}", 13, WRONG, "start")
                p.text(at, y + HEIGHT + 54, f"{size}, not {tile}", 13, WRONG, "start", True)
        y += HEIGHT + 122

    # The scatter, to global memory.
    p.label(LEFT - 10, y + 20, "sorted tiles", "end")
    p.label(LEFT - 10, y + HEIGHT + 18, "place in tile", "end", 13)
    to = y + HEIGHT + 118
    for i, value in enumerate(steps["sorted_tiles"]):
        key(x(i), y, value)
        p.label(x(i) + middle, y + HEIGHT + 18, i % tile, "middle", 13)
        move(x(i), y + HEIGHT + 25, out(steps["places"][i]), to - 3, value)
    p.label(LEFT - 10, to + 20, "d_out", "end")
    for place, value in enumerate(steps["output"]):
        key(out(place), to, value)
        p.label(out(place) + middle, to + HEIGHT + 17, place, "middle", 13)
    for digit in range(bins):
        mine = [place for place in range(n) if steps["output"][place] % bins == digit]
        p.text((out(mine[0]) + out(mine[-1]) + KEY) / 2, to + HEIGHT + 40, f"digit {digit}", 15, LINES[digit], bold=True)
    return p.svg(to + HEIGHT + 58)


if __name__ == "__main__":
    main(draw)
