#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
from drawing import FAINT, INK, LINES, WRONG, Picture, main, places, words_of

KEY, HEIGHT, LEFT, WIDTH = 34, 30, 92, 400


def split_of(p, split, bins, top, names):
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
        f"The keys {words_of(split['keys'])} have the bits {words_of(split['bits'])}. Before them are "
        f"{words_of(split['ones_before'])} ones, so their ranks are"
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
        f"The tile has room for {steps['tile']} keys and has {size}: {words_of(split['keys'])}. The number of zeros is "
        f"{split['zeros']}, counted from {size} keys.",
        WIDTH,
    )
    y = split_of(p, split, 1 << steps["bits"], 14, ("keys", "after bit 0"))
    for i in range(size, steps["tile"]):
        p.rect(LEFT + i * KEY, 14, KEY, HEIGHT, "none", FAINT, 5, 1, "3 3")
    p.text(8, y + 28, f"numZeros = {size} − {split['ones_before'][-1]} − {split['bits'][-1]} = {split['zeros']}, from "
                      f"{size} keys, not {steps['tile']}", 14, WRONG, "start", True)
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


def draw_runs(steps):
    """Draws tile 0 stored in its original order and sorted, with four threads per warp and four keys per sector."""
    group, bins, size, tile = 4, 1 << steps["bits"], 23, steps["tile"]
    sorted_keys, came = steps["sorted_tiles"][:tile], steps["splits"][0][0]["keys"]
    place_of = dict(zip(sorted_keys, steps["places"]))
    n = len(steps["output"])
    out, x = places(8, size, group, 11), places(8 + 3 * size, size, group, 2.4 * size)

    def sectors(keys):
        return [len({place_of[key] // group for key in keys[i:i + group]}) for i in range(0, tile, group)]
    before, after = sectors(came), sectors(sorted_keys)
    p = Picture(
        "Two warps store the same keys, as they came and sorted by their digits",
        f"As they came, {words_of(came)}, the keys of the two warps go to {before[0]} and {before[1]} sectors; sorted, "
        f"{words_of(sorted_keys)}, they go to {after[0]} and {after[1]}.",
        out(n - 1) + size + 2 * size + 8,
    )

    def panel(top, name, keys, counts):
        p.heading(8, top, name)
        for warp, count in enumerate(counts):
            p.label(x(warp * group), top + 22, f"warp {warp}: {count} sectors")
        for i, key in enumerate(keys):
            p.box(x(i), top + 30, key, key % bins, size, 26, size=13)
            p.arrow(x(i) + size / 2, top + 58, out(place_of[key]) + size / 2, top + 121, LINES[key % bins], 1.6)
        for sector in range(0, n, group):
            p.rect(out(sector) - 3, top + 121, group * size + 6, 32, "none", FAINT, 5, 1, "3 3")
        for place in range(n):
            mine = [key for key in keys if place_of[key] == place]
            p.box(out(place), top + 124, *(mine or [""]), mine[0] % bins if mine else None, size, 26, size=13)
    panel(22, "as they came", came, before)
    panel(206, "sorted by their digits first", sorted_keys, after)
    p.label(8, 384, "Dashed: a sector. The empty places are for the keys of tile 1.", size=13)
    return p.svg(396)


MORE = {"runs": draw_runs, "last": draw_last, "scatter": draw_scatter}

if __name__ == "__main__":
    main(draw)
