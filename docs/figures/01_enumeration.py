#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
from drawing import FAINT, FILLS, INK, LINES, RULE, Picture, main, places, words_of

CELL, GAP, WIDTH = 33, 10, 432


def draw(steps):
    keys, tile, ranks = steps["keys"], steps["tile"], steps["ranks"]
    n = len(keys)
    p = Picture(
        "The rank of a key is the number of keys that come before it",
        f"Keys {words_of(keys)}. A table shows which of them come before which; row sums are the ranks "
        f"{words_of(ranks)}."
        " Of equal keys the one with the smaller index comes first.",
        WIDTH,
    )
    column, row, top, size = places(108, CELL, tile, GAP), places(96, CELL + 5, tile, 10), 96, CELL - 5
    for j, key in enumerate(keys):
        p.box(column(j) + 2, top - 40, key, j // tile, size, 32, size=16)
        p.label(column(j) + CELL / 2, top - 46, f"j={j}" if j == 0 else j, "middle", 13)
    for t in range(n // tile):
        p.label((column(t * tile) + column(t * tile + tile - 1) + CELL) / 2, top - 64, f"tile {t}", "middle")
    at = column(n) + 6
    for i, key in enumerate(keys):
        y = row(i)
        p.label(8, y + 23, f"thread {i}")
        p.box(70, y + 3, key, None, size, 32, size=16)
        for j in range(n):
            x = column(j) + CELL / 2
            if steps["counts"][i][j]:
                p.dot(x, y + 19, 8, LINES[j // tile])
            elif i == j:
                p.line(x - 4, y + 19, x + 4, y + 19, FAINT, 1.2)
            else:
                p.dot(x, y + 19, 4, "#ffffff", FAINT, 1.2)
            if i != j and keys[i] == keys[j]:
                p.dot(x, y + 19, 13, "none", INK, 1.8)
        for t, count in enumerate(steps["added"][i]):
            p.text(at + t * 30, y + 25, count, 16, LINES[t], bold=True)
            p.label(at + t * 30 + 15, y + 24, "+" if t + 1 < n // tile else "=", "middle", 15)
        p.box(at + n // tile * 30 - 6, y + 3, ranks[i], None, size, 32, size=16)
    p.text(at + n // tile * 30 + 8, top - 14, "rank", 14, INK, bold=True)
    y = row(n) + 14
    p.dot(16, y - 5, 7, LINES[0])
    p.dot(33, y - 5, 7, LINES[1])
    p.label(48, y, "key j comes before key i: it counts")
    p.dot(306, y - 5, 4, "#ffffff", FAINT, 1.2)
    p.label(318, y, "it does not")
    y += 28
    p.dot(22, y - 5, 12, "none", INK, 1.8)
    p.label(44, y, "equal keys: the smaller index comes first")
    y += 22
    sorted_x = places(70, CELL + 6, n, 0)
    p.label(8, y + 24, "sorted")
    for place, key in enumerate(steps["sorted"]):
        p.box(sorted_x(place), y, key, ranks.index(place) // tile, CELL + 2, 36)
        p.label(sorted_x(place) + CELL / 2 + 1, y + 52, place, "middle")
    return p.svg(y + 64)


def draw_tiles(steps):
    keys, tile, ranks = steps["keys"], steps["tile"], steps["ranks"]
    n, size = len(keys), 36
    p = Picture(
        "Block 0: all its threads share the tile that is in shared memory",
        f"Block 0 counts with the tiles of {words_of(keys)}, one after the other, in its shared memory. Its ranks end "
        f"as {words_of(ranks[:tile])}.",
        WIDTH,
    )
    left = places(112, size, tile, 66)
    for words, y in (("global", 32), ("memory", 48), ("shared", 110), ("memory", 126), ("ranks of", 176),
                     (f"threads 0–{tile - 1}", 192)):
        p.label(8, y, words)
    for j, key in enumerate(keys):
        p.box(left(j), 20, key, j // tile, size - 4, 36)
    so_far = [0] * tile
    for t in range(n // tile):
        first, last = left(t * tile), left(t * tile + tile - 1) + size - 4
        p.arrow((first + last) / 2, 60, (first + last) / 2, 86, LINES[t])
        p.rect(first - 7, 89, last - first + 14, 50, "none", LINES[t], 9, 1.5, "5 4")
        for k in range(tile):
            j = t * tile + k
            p.box(left(j), 96, keys[j], t, size - 4, 36)
            so_far[k] += steps["added"][k][t]
            p.text(left(j) + size / 2 - 2, 186, so_far[k], 18, INK, bold=True)
        p.label((first + last) / 2, 212, ["first", "then", "then"][t], "middle")
        if t:
            p.arrow(left(t * tile) - 56, 180, left(t * tile) - 12, 180, FAINT, bend=False)
            p.label(left(t * tile) - 35, 118, "barrier", "middle", 13)
    assert so_far == ranks[:tile]
    p.label(8, 242, "A block reads a tile from global memory once, and all its", size=13)
    p.label(8, 260, f"{tile} threads read it from shared memory.", size=13)
    return p.svg(274)


def draw_levels(steps):
    keys, tile, ranks = steps["keys"], steps["tile"], steps["ranks"]
    tiles, size, width, height, top = len(keys) // tile, 36, 132, 84, 92
    left = places(132, 1, 1, width + 12)
    p = Picture(
        "Two levels: a column of blocks for each tile of keys, a row for each slice that they are compared with",
        f"Each block finds a part of its keys' ranks, and atomicAdd adds the parts up to {words_of(ranks)}.",
        WIDTH,
    )
    for x in range(tiles):
        p.label(left(x) + width / 2, 24, f"column {x} ranks", "middle")
        for k in range(tile):
            p.box(left(x) + 12 + k * size, 36, keys[x * tile + k], None, size - 4, 34)
    for y in range(tiles):
        at = top + y * (height + 12)
        p.label(8, at + 22, f"row {y} compares")
        p.label(8, at + 40, "with slice")
        for k in range(tile):
            p.box(8 + k * size, at + 48, keys[y * tile + k], y, size - 4, 34)
        for x in range(tiles):
            p.rect(left(x), at, width, height, FILLS[y], LINES[y], 8)
            p.label(left(x) + width / 2, at + 22, f"block ({x}, {y})", "middle")
            for k in range(tile):
                p.text(left(x) + 12 + k * size + (size - 4) / 2, at + 58, steps["added"][x * tile + k][y], 20, INK,
                       bold=True)
    y = top + tiles * (height + 12)
    for x in range(tiles):
        p.arrow(left(x) + width / 2, y - 8, left(x) + width / 2, y + 26, FAINT)
        for k in range(tile):
            i = x * tile + k
            assert sum(steps["added"][i]) == ranks[i]
            p.box(left(x) + 12 + k * size, y + 30, ranks[i], None, size - 4, 34)
    p.label(8, y + 14, "atomicAdd")
    p.text(8, y + 53, "ranks", 15, INK, "start", True)
    p.label(8, y + 90, "All four blocks can run at the same time. Each finds a part.", size=13)
    return p.svg(y + 104)


def draw_idle(_):
    """Draws which of an H200's multiprocessors have blocks."""
    n, keys_of_a_block, devices, across, cell = 40000, 512, 132, 22, 17
    blocks = -(-n // keys_of_a_block)
    p = Picture(
        f"{blocks} blocks on {devices} multiprocessors, and twice as many blocks",
        f"With one block for each {keys_of_a_block} of {n} keys, {devices - blocks} multiprocessors have no work; "
        f"with two slices, all have some.",
        WIDTH,
    )
    y = 26
    for slices, words in ((1, f"one slice: {blocks} blocks, {devices - blocks} multiprocessors are idle"),
                          (2, f"two slices: {2 * blocks} blocks, none is idle")):
        p.text(8, y, words, 15, INK, "start", True)
        for place in range(devices):
            here = slices * blocks // devices + (place < slices * blocks % devices)
            x, top = 10 + place % across * (cell + 2), y + 12 + place // across * (cell + 2)
            p.rect(x, top, cell, cell, FILLS[0] if here else "none", LINES[0] if here else RULE, 3, 1.2)
            for block in range(here):
                p.dot(x + cell / 2 + (block - (here - 1) / 2) * 7, top + cell / 2, 2.6, LINES[0])
        y += 12 + -(-devices // across) * (cell + 2) + 30
    p.label(8, y - 8, "A square is a multiprocessor of an H200, a dot one of its blocks.", size=13)
    return p.svg(y + 6)


MORE = {"tiles": draw_tiles, "levels": draw_levels, "idle": draw_idle}

if __name__ == "__main__":
    main(draw)
