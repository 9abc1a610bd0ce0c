#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lab 08: keys split by their top digit, without an order of tiles, and each bin sorted by itself."""
from drawing import FAINT, INK, LINES, Picture, main, places, words_of

KEY, GAP, LEFT = 48, 26, 24


def draw(steps):
    keys, bins, tile, starts = steps["keys"], steps["bins"], steps["tile"], steps["starts"]
    n, order = len(keys), steps["order"]
    top, out = places(LEFT, KEY, tile, GAP), places(LEFT + GAP, KEY, n, 0)
    ends = starts[1:] + [n]
    p = Picture(
        "A split from the top digit down, then each bin sorted by itself",
        f"Keys {words_of(keys)} in tiles of {tile}; bins begin at {words_of(starts)}; tiles come in the order {words_of(order)};"
        f" after the split {words_of(steps['split'])}; sorted {words_of(steps['sorted'])}.",
    )
    p.heading(LEFT, 34, "Keys of 4 bits; the top two are the bin")
    for t in range(n // tile):
        turn = ("first", "second", "third")[order.index(t)]
        p.label(top(t * tile) + tile * KEY / 2, 62, f"tile {t}: comes {turn}", "middle")
    left = {}  # places in the split that a tile has, by bin
    for place, t in enumerate(steps["tiles"]):
        left.setdefault((t, next(b for b in range(len(ends)) if place < ends[b])), []).append(place)
    for i, key in enumerate(keys):
        p.box(top(i), 72, key, bins[i], KEY - 4, 44, f"{key:04b}", 17)
        to = left[(i // tile, bins[i])].pop(0)
        p.arrow(top(i) + KEY / 2 - 2, 118, out(to) + KEY / 2 - 2, 236, LINES[bins[i]])

    p.heading(LEFT, 212, "Split")
    for b, start in enumerate(starts):
        p.text(out(start) + 2, 304, f"bin {b}, from {start}", 13, LINES[b], "start", True)
    for place, key in enumerate(steps["split"]):
        p.box(out(place), 239, key, key >> 2, KEY - 4, 44, f"tile {steps['tiles'][place]}", 17)

    for b, start in enumerate(starts):
        middle = (out(start) + out(ends[b] - 1) + KEY - 4) / 2
        p.arrow(middle, 312, middle, 350, FAINT)
    p.heading(LEFT, 340, "Sort")
    for place, key in enumerate(steps["sorted"]):
        p.box(out(place), 354, key, key >> 2, KEY - 4, 40, "", 17)
    y = 424
    for words in (
        "A tile takes its places in a bin with one atomic addition on the bin's cursor: tiles come in any order, and none waits.",
        "The three nines come from three tiles. Nobody can tell in which order they stand, so no order need be kept.",
    ):
        p.text(LEFT, y, words, 14, INK, "start")
        y += 22
    return p.svg(y + 4)


if __name__ == "__main__":
    main(draw)
