#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lab 01: the comparisons behind six ranks, and tiles that pass through the shared memory of a block."""
from drawing import FAINT, INK, LINES, Picture, main, places, words_of

CELL, GAP = 42, 22


def draw(steps):
    keys, tile, ranks = steps["keys"], steps["tile"], steps["ranks"]
    n = len(keys)
    p = Picture(
        "The rank of a key is the number of keys that come before it",
        f"Keys {words_of(keys)}. A table shows which of them come before which; row sums are the ranks {words_of(ranks)}."
        f" Of equal keys the one with the smaller index comes first. Below, block 0 counts with one tile in its shared memory"
        " after the other.",
    )

    # The comparisons.
    column, row, top = places(146, CELL, tile, GAP), places(128, CELL, tile, 10), 128
    p.heading(24, 34, "Thread i counts the keys j that come before its own")
    for j, key in enumerate(keys):
        p.box(column(j) + 3, top - 44, key, j // tile, CELL - 6, 36)
        p.label(column(j) + CELL / 2, top - 50, f"j = {j}" if j % tile == 0 else j, "middle", 13)
    for t in range(n // tile):
        p.label((column(t * tile) + column(t * tile + tile - 1) + CELL) / 2, top - 70, f"tile {t}", "middle")
    for i, key in enumerate(keys):
        y = row(i)
        p.label(24, y + 26, f"thread {i}")
        p.box(96, y + 3, key, None, CELL - 6, 36)
        for j in range(n):
            x = column(j) + CELL / 2
            if steps["counts"][i][j]:
                p.dot(x, y + CELL / 2, 9, LINES[j // tile])
            elif i == j:
                p.line(x - 4, y + CELL / 2, x + 4, y + CELL / 2, FAINT, 1.2)
            else:
                p.dot(x, y + CELL / 2, 4, "#ffffff", FAINT, 1.2)
            if i != j and keys[i] == keys[j]:
                p.dot(x, y + CELL / 2, 15, "none", INK, 1.8)
        x = column(n) + 12
        for t, count in enumerate(steps["added"][i]):
            p.text(x + t * 44, y + 27, count, 17, LINES[t], bold=True)
            p.label(x + t * 44 + 22, y + 27, "+" if t + 1 < n // tile else "=", "middle", 16)
        p.box(x + n // tile * 44 - 4, y + 3, ranks[i], None, CELL - 6, 36)
    x = column(n) + 12
    for b in range(n // tile):
        first, last, right = row(b * tile) + 3, row(b * tile + tile - 1) + CELL - 3, x + n // tile * 44 + 44
        p.add(f'<path d="M{right:g},{first:g} h8 V{last:g} h-8" fill="none" stroke="{FAINT}" stroke-width="1.5"/>')
        p.label(right + 18, (first + last) / 2 + 5, f"block {b}")
    for t in range(n // tile):
        p.text(x + t * 44, top - 14, f"tile {t}", 13, LINES[t])
    p.text(x + n // tile * 44 + 14, top - 14, "rank", 14, INK, bold=True)
    y = row(n) + 18
    p.dot(32, y - 5, 8, LINES[0])
    p.dot(50, y - 5, 8, LINES[1])
    p.label(66, y, "key j comes before key i: it counts")
    p.dot(356, y - 5, 4, "#ffffff", FAINT, 1.2)
    p.label(368, y, "it does not")
    y += 28
    p.dot(38, y - 5, 12, "none", INK, 1.8)
    p.label(60, y, "equal keys: key j comes before key i if j < i. So no two ranks are equal.")

    # The result.
    y += 28
    sorted_x = places(146, CELL, n, 0)
    p.label(24, y + 26, "sorted")
    for place, key in enumerate(steps["sorted"]):
        p.box(sorted_x(place), y, key, ranks.index(place) // tile, CELL - 4, 38)
        p.label(sorted_x(place) + CELL / 2 - 2, y + 55, place, "middle")
    p.label(sorted_x(n) + 14, y + 24, "key i goes to place rank[i]")

    # The tiles.
    y += 106
    p.heading(24, y, "Block 0: all its threads share the tile that is in shared memory")
    p.label(24, y + 47, "global memory")
    p.label(24, y + 126, "shared memory")
    left = places(170, CELL, tile, 96)
    for j, key in enumerate(keys):
        p.box(left(j), y + 22, key, j // tile, CELL - 4, 38)
    so_far = [0] * tile
    for t in range(n // tile):
        first, last = left(t * tile), left(t * tile + tile - 1) + CELL - 4
        p.arrow((first + last) / 2, y + 64, (first + last) / 2, y + 92, LINES[t])
        p.rect(first - 7, y + 95, last - first + 14, 52, "none", LINES[t], 9, 1.5, "5 4")
        for k in range(tile):
            j = t * tile + k
            p.box(left(j), y + 102, keys[j], t, CELL - 4, 38)
            so_far[k] += steps["added"][k][t]
            p.text(left(j) + CELL / 2 - 2, y + 186, so_far[k], 18, INK, bold=True)
        p.label((first + last) / 2, y + 214, ["first", "then", "then"][t], "middle")
        if t:
            p.arrow(left(t * tile) - 84, y + 180, left(t * tile) - 14, y + 180, FAINT, bend=False)
            p.label(left(t * tile) - 50, y + 120, "barrier", "middle", 13)
    p.label(24, y + 177, "registers: rank")
    p.label(24, y + 195, f"of threads 0–{tile - 1}")
    p.label(24, y + 246, f"A tile is read from global memory once for each block, and from shared memory by all {tile} threads.")
    assert so_far == ranks[:tile]
    return p.svg(y + 266)


if __name__ == "__main__":
    main(draw)
