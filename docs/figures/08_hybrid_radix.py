#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
from drawing import FAINT, FILLS, INK, LINES, Picture, main, places, words_of

KEY, GAP, LEFT, WIDTH = 33, 10, 10, 432


def draw(steps):
    keys, bins, tile, starts = steps["keys"], steps["bins"], steps["tile"], steps["starts"]
    n, order = len(keys), steps["order"]
    top, out = places(LEFT, KEY, tile, GAP), places(LEFT + GAP, KEY, n, 0)
    ends = starts[1:] + [n]
    p = Picture(
        "A split from the top digit down, then each bin sorted by itself",
        f"Keys {words_of(keys)} in tiles of {tile}; bins begin at {words_of(starts)}; tiles come in the order "
        f"{words_of(order)};"
        f" after the split {words_of(steps['split'])}; sorted {words_of(steps['sorted'])}.",
        WIDTH,
    )
    p.text(LEFT, 24, "4-bit keys; the top two bits are the bin", 15, INK, "start", True)
    for t in range(n // tile):
        turn = ("first", "second", "third")[order.index(t)]
        p.label(top(t * tile) + tile * KEY / 2, 48, f"tile {t}, comes {turn}", "middle", 13)
    left = {}  # (tile, bin): the tile's places in this bin of the split
    for place, t in enumerate(steps["tiles"]):
        left.setdefault((t, next(b for b in range(len(ends)) if place < ends[b])), []).append(place)
    for i, key in enumerate(keys):
        p.box(top(i), 58, key, bins[i], KEY - 3, 44, f"{key:04b}", 16)
        to = left[(i // tile, bins[i])].pop(0)
        p.arrow(top(i) + KEY / 2 - 2, 104, out(to) + KEY / 2 - 2, 214, LINES[bins[i]])

    p.text(LEFT, 152, "split", 15, INK, "start", True)
    for place, key in enumerate(steps["split"]):
        p.box(out(place), 217, key, key >> 2, KEY - 3, 44, f"t {steps['tiles'][place]}", 16)
    for b, start in enumerate(starts):
        p.text(out(start), 280, f"bin {b}: {start}", 13, LINES[b], "start", True)
        middle = (out(start) + out(ends[b] - 1) + KEY - 4) / 2
        p.arrow(middle, 288, middle, 322, FAINT)
    p.text(LEFT, 316, "sort", 15, INK, "start", True)
    for place, key in enumerate(steps["sorted"]):
        p.box(out(place), 326, key, key >> 2, KEY - 3, 38, "", 16)
    y = 390
    for words in (
        "t: the tile that a key comes from. A tile takes its places",
        "in a bin with one atomic addition on the bin's cursor.",
        "Tiles come in any order, and none waits.",
    ):
        p.label(LEFT, y, words)
        y += 20
    return p.svg(y - 4)


def draw_local(steps):
    local = steps["local_sort"]
    window, bins, cell = local["window"], local["bins"], 26
    n = len(bins)
    p = Picture(
        f"A local sort: windows of {window} keys, then windows that begin {window // 2} places later",
        " ".join(f"Round {i}: {words_of(one['keys'])}." for i, one in enumerate(local["rounds"])),
        16 + n * cell,
    )
    right, y = local["rounds"][-1]["keys"], 24
    for round_, one in enumerate(local["rounds"]):
        words = ("after the split: bins of two keys on average" if round_ == 0
                 else f"round {round_}: windows of {window}, sorted" if round_ % 2
                 else f"round {round_}: windows that begin {window // 2} places later")
        p.text(8, y, words, 15, INK, "start", True)
        for start in one["windows"]:
            p.rect(8 + start * cell - 1, y + 11, window * cell - 1, 40, "none", INK, 6, 2)
        for i, key in enumerate(one["keys"]):
            colour = bins[right.index(key)] % 4
            placed = key == right[i]
            p.rect(8 + i * cell + 2, y + 15, cell - 5, 32, FILLS[colour] if placed else "#ffffff", LINES[colour], 4,
                   1.5 if placed else 1.2)
            p.text(8 + i * cell + cell / 2, y + 36, key, 14, INK, bold=True)
        y += 84
    p.label(8, y - 12, "Filled: in its place. Colours: bins, of 8 values each here.", size=13)
    return p.svg(y)


def draw_words(_):
    sorts = (
        ("from the top digit down", (("count", 1, 2), ("split", 2, 0), ("split", 2, 0), ("sort", 2, 1))),
        ("from the lowest digit up", (("count", 1, 2), *(("sweep", 2, 0),) * 4)),
    )
    cell, left, y = 44, 10, 26
    p = Picture("Words moved for each key", "; ".join(f"{name}: {sum(words for _, words, _ in parts)}"
                                                      for name, parts in sorts) + ".", 2 * left + 9 * cell + 4)
    for name, parts in sorts:
        total = sum(words for _, words, _ in parts)
        p.text(left, y, f"{name}: {total} words a key", 15, INK, "start", True)
        x = left
        for part, words, colour in parts:
            p.rect(x, y + 10, words * cell - 3, 42, FILLS[colour], LINES[colour])
            p.text(x + words * cell / 2 - 2, y + 29, part, 13, INK)
            p.text(x + words * cell / 2 - 2, y + 45, words, 13, INK, bold=True)
            x += words * cell
        y += 88
    p.label(left, y - 14, "A count loads each key; the other steps load and store it.", size=13)
    return p.svg(y - 2)


MORE = {"local": draw_local, "words": draw_words}

if __name__ == "__main__":
    main(draw)
