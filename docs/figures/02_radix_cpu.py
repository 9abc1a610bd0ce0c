#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lab 02: one pass over eight keys, step by step, and the pass after it."""
from drawing import FAINT, FILLS, INK, LINES, Picture, main, places, words_of

KEY, COUNT, HEIGHT = 52, 46, 62


def draw_key(p, x, y, key, digits, now):
    """A key with its digits below it, in their colours, the highest first; the digits in `now` are framed."""
    p.rect(x, y, KEY - 6, HEIGHT, "#ffffff", FAINT)
    p.text(x + (KEY - 6) / 2, y + 26, key, 19, INK, bold=True)
    for i, digit in enumerate(reversed(digits)):
        at = len(digits) - 1 - i
        framed = at in now
        p.rect(x + 4 + i * 20, y + 37, 18, 20, FILLS[digit] if framed else "#ffffff", LINES[digit] if framed else "none", 3, 1.2)
        p.text(x + 13 + i * 20, y + 52, digit, 14, LINES[digit] if framed else FAINT, bold=framed)


def whole(steps):
    """Keys and their ways on the left, counts on the right: (picture, where the right part begins, height)."""
    bits, passes, result = steps["bits"], steps["passes"], steps["sorted"]
    first, second = passes
    n, bins = len(result), 1 << bits
    left = places(24, KEY, n, 0)
    right = places(24 + n * KEY + 46, COUNT, bins, 0)

    def digits_of(key):
        return [key >> one["shift"] & (bins - 1) for one in passes]

    p = Picture(
        "Two passes of a radix sort with digits of two bits",
        f"Keys {words_of(first['keys'])}. Pass 1 counts the low digits, {words_of(first['counts'])}, scans the counts to the starts"
        f" {words_of(first['starts'])}, and moves each key to the start of its digit, which then moves on:"
        f" {words_of(second['keys'])}. Pass 2 does the same with the high digits: {words_of(result)}.",
    )

    # The first pass, with its steps.
    y = 64
    p.heading(24, 34, "Pass 1: the low digit")
    for i, key in enumerate(first["keys"]):
        draw_key(p, left(i), y, key, digits_of(key), {0})
    p.label(right(0), y - 26, "counts of the digits")
    p.label(right(0), y + 84, "starts: exclusive scan")
    for digit in range(bins):
        p.text(right(digit) + COUNT / 2 - 2, y - 6, digit, 16, LINES[digit], bold=True)
        p.box(right(digit), y + 4, first["counts"][digit], digit, COUNT - 4, 36)
        p.box(right(digit), y + 94, first["starts"][digit], digit, COUNT - 4, 36)

    # Where each key goes: its digit's start, and the keys with this digit that went before.
    seen = [0] * bins
    for i, key in enumerate(first["keys"]):
        digit, x = first["digits"][i], left(i) + (KEY - 6) / 2
        start = first["starts"][digit]
        p.text(x, y + 86, f"{start} + {seen[digit]}", 14, LINES[digit], bold=True)
        assert start + seen[digit] == first["places"][i]
        seen[digit] += 1
        p.arrow(x, y + 94, left(first["places"][i]) + (KEY - 6) / 2, y + 216, LINES[digit])
    p.label(right(0), y + 158, "A key goes to the start of")
    p.label(right(0), y + 177, "its digit + the keys before")
    p.label(right(0), y + 196, "it that have this digit.")

    # What the second pass begins with, and what it leaves.
    y += 220
    for i, key in enumerate(second["keys"]):
        draw_key(p, left(i), y, key, digits_of(key), {0, 1})
    p.label(right(0), y + 27, "In order of the low digit;")
    p.label(right(0), y + 46, "equal ones as they were.")
    p.heading(right(0), y + 104, "Pass 2: the high digit")
    p.label(right(0), y + 130, f"counts {words_of(second['counts'])}")
    p.label(right(0), y + 150, f"starts {words_of(second['starts'])}")
    for i in range(n):
        middle = (KEY - 6) / 2
        p.arrow(left(i) + middle, y + 66, left(second["places"][i]) + middle, y + 176, LINES[second["digits"][i]])
    y += 180
    for i, key in enumerate(result):
        draw_key(p, left(i), y, key, digits_of(key), {1})
    p.label(right(0), y + 18, "In order of both digits:")
    p.label(right(0), y + 37, "keys with the same high digit")
    p.label(right(0), y + 56, "keep the order of pass 1.")
    return p, right(0) - 16, y + HEIGHT + 20


def draw(steps):
    p, right, height = whole(steps)
    return p.svg(height, width=right - 14)


def draw_counts(steps):
    p, right, height = whole(steps)
    p.title = "The counts and starts of both passes"
    return p.svg(height - 24, left=right, top=24, width=p.width - right)


MORE = {"counts": draw_counts}


if __name__ == "__main__":
    main(draw)
