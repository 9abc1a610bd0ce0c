#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
from drawing import FAINT, FILLS, INK, LINES, RULE, Picture, main, places, words_of

KEY, GAP, COUNT = 44, 22, 52
NAMES = "abcdefghijklmnop"


def whole(steps):
    """Draws keys and places on the left, counters on the right. Returns (picture, start of the right part, height)."""
    keys, tile, bins = steps["keys"], steps["tile"], steps["bins"]
    n, tiles = len(keys), -(-len(keys) // tile)
    left, out = places(24, KEY, tile, GAP), places(24 + GAP / 2, KEY, n, 0)
    counter = places(left(n) + 42, COUNT, tiles, GAP)
    output = sorted(range(n), key=lambda i: steps["addresses"][i])
    p = Picture(
        "One pass of a radix sort with several blocks",
        f"Keys {words_of(keys)} in tiles of {tile}. Histogram, bin-major: {words_of(steps['histogram'])}; starts:"
        f" {words_of(steps['starts'])}; relative positions {words_of(steps['relative'])}; addresses "
        f"{words_of(steps['addresses'])}.",
    )

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

    for place, i in enumerate(output):
        p.box(out(place), 340, keys[i], keys[i], KEY - 4, 46, NAMES[i])
        p.label(out(place) + KEY / 2 - 2, 404, place, "middle")
    p.heading(counter(0), 312, "address = start + relative")
    i = n - 1
    at = keys[i] * tiles + i // tile
    p.text(counter(0), 340, f"key {NAMES[i]}: bin {keys[i]}, tile {i // tile}", 15, LINES[keys[i]], "start")
    p.text(counter(0), 362, f"starts[{keys[i]} · {tiles} + {i // tile}] = {steps['starts'][at]}", 15, LINES[keys[i]],
           "start")
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


def draw_match(steps):
    match = steps["match"]
    digits, below, before, after, places_ = (match[name] for name in ("digits", "below", "before", "after", "relative"))
    n, cell, left, top = len(digits), 32, 92, 74
    at = left + n * cell + 8
    p = Picture(
        "Warp match: each lane counts the peers below it",
        f"Lanes with the digits {words_of(digits)} have {words_of(below)} peers below them; with the warp's counters "
        f"the relative positions are {words_of(places_)}.",
        430,
    )
    p.label(8, 22, "lane")
    p.label(8, 58, "digit")
    for j, digit in enumerate(digits):
        p.label(left + j * cell + cell / 2, 22, j, "middle")
        p.box(left + j * cell + 2, 36, digit, digit, cell - 4, 30, size=16)
    p.label(at + 22, 40, "below", "middle", 13)
    p.label(at + 22, 56, "me", "middle", 13)
    for i, digit in enumerate(digits):
        y = top + i * cell
        p.label(8, y + 21, f"lane {i}")
        p.box(56, y + 3, digit, digit, cell - 4, cell - 6, size=16)
        for j, other in enumerate(digits):
            x = left + j * cell + cell / 2
            if other != digit:
                p.line(x - 3, y + cell / 2, x + 3, y + cell / 2, FAINT, 1)
            elif j < i:
                p.dot(x, y + cell / 2, 8, LINES[digit])
            else:
                p.dot(x, y + cell / 2, 7, "#ffffff", LINES[digit])
        p.text(at + 22, y + 22, below[i], 17, LINES[digit], bold=True)
    y = top + n * cell + 22
    p.dot(16, y - 5, 7, LINES[0])
    p.label(30, y, "a peer below: it counts")
    y += 24
    p.dot(16, y - 5, 6, "#ffffff", LINES[0])
    p.label(30, y, "the lane itself, or a peer above: it doesn't")
    y += 34
    p.text(8, y, "The warp's counters, and the positions", 15, INK, "start", True)
    for row, (words, values) in enumerate((("before", before), ("after", after))):
        p.label(8, y + 32 + row * 44, words)
        for digit, value in enumerate(values):
            p.box(left + digit * 54, y + 12 + row * 44, value, digit, 48, 32, size=16)
    for digit in range(len(before)):
        p.label(left + digit * 54 + 24, y + 112, f"digit {digit}", "middle", 13)
    y += 142
    lane = 3
    p.text(8, y, f"lane {lane}: counter {before[digits[lane]]} + {below[lane]} below = {places_[lane]}", 15,
           LINES[digits[lane]], "start", True)
    p.label(8, y + 22, f"A warp has 32 lanes; {n} are drawn.", size=13)
    return p.svg(y + 34)


def draw_sectors(_):
    """Draws a warp's 32 words for three strides, and the sectors that they touch."""
    lanes, words, cell, gap, across = 32, 8, 12, 9, 4
    left, shown_rows = places(8, cell, words, gap), 2
    p = Picture(
        "What a warp's addresses cost",
        "32 neighbouring keys are in 4 sectors, every second key is in 8. Every eighth key is in a sector of its own.",
        430,
    )
    y = 22
    for stride, words_for_it in ((1, "neighbouring words"), (2, "every second word"), (8, "every eighth word")):
        at = {lane * stride: lane for lane in range(lanes)}
        sectors = sorted({place // words for place in at})
        p.text(8, y, f"{words_for_it}: {len(sectors)} sectors", 16, INK, "start", True)
        drawn = sectors[: across * shown_rows]
        for k, sector in enumerate(drawn):
            first = k % across * words
            top = y + 12 + k // across * 44
            for i in range(words):
                used = sector * words + i in at
                p.rect(left(first + i), top, cell - 1, 20, FILLS[0] if used else "#ffffff", LINES[0] if used else RULE,
                       2, 1)
            who = [at[sector * words + i] for i in range(words) if sector * words + i in at]
            p.label(left(first), top + 34, f"lane {who[0]}" if len(who) == 1 else f"lanes {who[0]} to {who[-1]}",
                    size=13)
        y += 12 + -(-len(drawn) // across) * 44
        if len(sectors) > len(drawn):
            p.label(8, y + 12, f"… and {len(sectors) - len(drawn)} more, with one word used in each", size=14)
            y += 20
        p.label(8, y + 14, f"{len(sectors) * 32} bytes are moved, {lanes * 4} are used", size=14)
        y += 48
    return p.svg(y - 22)


MORE = {"counters": draw_counters, "match": draw_match, "sectors": draw_sectors}


if __name__ == "__main__":
    main(draw)
