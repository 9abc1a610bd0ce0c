#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lab 04: one pass of a radix sort with two blocks, for the worked example of source 000."""
from drawing import FAINT, INK, LINES, Picture, main, places, words_of

KEY, GAP, COUNT = 44, 22, 52
NAMES = "abcdefghijklmnop"


def whole(steps):
    """Keys and where they go on the left, counters on the right: (picture, where the right part begins, height)."""
    keys, tile, bins = steps["keys"], steps["tile"], steps["bins"]
    n, tiles = len(keys), -(-len(keys) // tile)
    left, out = places(24, KEY, tile, GAP), places(24 + GAP / 2, KEY, n, 0)
    counter = places(left(n) + 42, COUNT, tiles, GAP)
    output = sorted(range(n), key=lambda i: steps["addresses"][i])
    p = Picture(
        "One pass of a radix sort with several blocks",
        f"Keys {words_of(keys)} in tiles of {tile}. Histogram, bin-major: {words_of(steps['histogram'])}; starts:"
        f" {words_of(steps['starts'])}; relative positions {words_of(steps['relative'])}; addresses {words_of(steps['addresses'])}.",
    )

    # The keys, and what a block finds alone.
    p.heading(24, 34, f"Keys, in tiles of {tile}: one block each")
    for t in range(tiles):
        last = min(n, (t + 1) * tile) - 1
        p.label((left(t * tile) + left(last) + KEY - 4) / 2, 64, f"tile {t}", "middle")
    for i, key in enumerate(keys):
        middle = left(i) + KEY / 2 - 2
        p.box(left(i), 72, key, key, KEY - 4, 46, NAMES[i])
        p.text(middle, 142, f"+ {steps['relative'][i]}", 16, LINES[key], bold=True)
        p.arrow(middle, 174, out(steps["addresses"][i]) + KEY / 2 - 2, 337, LINES[key])
    p.label(24, 164, "relative: keys of its digit before it in its tile")

    # The counters, and what takes a scan of all of them.
    p.heading(counter(0), 34, "Histogram, bin-major")
    for b in range(bins):
        p.label((counter(b * tiles) + counter(b * tiles + tiles - 1) + COUNT - 6) / 2, 64, f"bin {b}", "middle")
    for c, count in enumerate(steps["histogram"]):
        p.box(counter(c), 72, count, c // tiles, COUNT - 6, 46, f"tile {c % tiles}")
        p.box(counter(c), 178, steps["starts"][c], c // tiles, COUNT - 6, 46, f"tile {c % tiles}")
    middle = (counter(0) + counter(bins * tiles - 1) + COUNT - 6) / 2
    p.arrow(middle, 122, middle, 172, FAINT)
    p.label(middle - 10, 152, "exclusive", "end")
    p.label(middle + 10, 152, "scan of all")
    p.label(counter(0), 246, "starts: where each tile's keys")
    p.label(counter(0), 265, "of each bin begin in the output")

    # Where the keys go.
    for place, i in enumerate(output):
        p.box(out(place), 340, keys[i], keys[i], KEY - 4, 46, NAMES[i])
        p.label(out(place) + KEY / 2 - 2, 404, place, "middle")
    p.heading(counter(0), 312, "address = start + relative")
    i = n - 1
    at = keys[i] * tiles + i // tile
    p.text(counter(0), 340, f"key {NAMES[i]}: bin {keys[i]}, tile {i // tile}", 15, LINES[keys[i]], "start")
    p.text(counter(0), 362, f"starts[{keys[i]} · {tiles} + {i // tile}] = {steps['starts'][at]}", 15, LINES[keys[i]], "start")
    p.text(
        counter(0),
        384,
        f"{steps['starts'][at]} + {steps['relative'][i]} = {steps['addresses'][i]}",
        15,
        LINES[keys[i]],
        "start",
        True,
    )
    kept = ", ".join(" ".join(NAMES[i] for i in output if keys[i] == b) for b in range(bins))
    p.text(24, 432, "In order of the digit; equal digits as they were:", 14, INK, "start")
    p.text(24, 452, f"{kept}.", 14, INK, "start")
    return p, counter(0) - 16, 468


def draw(steps):
    p, right, height = whole(steps)
    return p.svg(height, width=right - 8)


def draw_counters(steps):
    p, right, _ = whole(steps)
    p.title = "The histogram of two tiles, its scan, and an address"
    return p.svg(396, left=right, width=p.width - right - 60)


MORE = {"counters": draw_counters}


if __name__ == "__main__":
    main(draw)
