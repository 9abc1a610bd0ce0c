#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
import struct

from drawing import FAINT, FILLS, INK, LINES, WRONG, Picture, main, places, words_of

KEY, HEIGHT = 52, 62


def draw_key(p, x, y, key, digits, now):
    """Draws a key above its digits, the highest first; those in `now` are framed."""
    p.rect(x, y, KEY - 6, HEIGHT, "#ffffff", FAINT)
    p.text(x + (KEY - 6) / 2, y + 26, key, 19, INK, bold=True)
    for i, digit in enumerate(reversed(digits)):
        at = len(digits) - 1 - i
        framed = at in now
        p.rect(x + 4 + i * 20, y + 37, 18, 20, FILLS[digit] if framed else "#ffffff", LINES[digit] if framed
               else "none", 3, 1.2)
        p.text(x + 13 + i * 20, y + 52, digit, 14, LINES[digit] if framed else FAINT, bold=framed)


def draw(steps):
    bits, passes, result = steps["bits"], steps["passes"], steps["sorted"]
    first, second = passes
    n, bins = len(result), 1 << bits
    left = places(24, KEY, n, 0)

    def digits_of(key):
        return [key >> one["shift"] & (bins - 1) for one in passes]

    p = Picture(
        "Two passes of a radix sort with digits of two bits",
        f"Keys {words_of(first['keys'])}. Pass 1 counts the low digits, {words_of(first['counts'])}, scans the counts "
        f"to the starts"
        f" {words_of(first['starts'])}, and moves each key to the start of its digit, which then moves on:"
        f" {words_of(second['keys'])}. Pass 2 does the same with the high digits: {words_of(result)}.",
        24 + n * KEY + 16,
    )

    y = 64
    p.heading(24, 34, "Pass 1: the low digit")
    for i, key in enumerate(first["keys"]):
        draw_key(p, left(i), y, key, digits_of(key), {0})

    # Each key goes to its digit's start, plus the earlier keys with this digit.
    seen = [0] * bins
    for i, key in enumerate(first["keys"]):
        digit, x = first["digits"][i], left(i) + (KEY - 6) / 2
        start = first["starts"][digit]
        p.text(x, y + 86, f"{start} + {seen[digit]}", 14, LINES[digit], bold=True)
        assert start + seen[digit] == first["places"][i]
        seen[digit] += 1
        p.arrow(x, y + 94, left(first["places"][i]) + (KEY - 6) / 2, y + 216, LINES[digit])

    y += 220
    for i, key in enumerate(second["keys"]):
        draw_key(p, left(i), y, key, digits_of(key), {0, 1})
    p.heading(24, y + HEIGHT + 30, "Pass 2: the high digit")
    for i in range(n):
        middle = (KEY - 6) / 2
        p.arrow(left(i) + middle, y + 102, left(second["places"][i]) + middle, y + 206, LINES[second["digits"][i]])
    y += 210
    for i, key in enumerate(result):
        draw_key(p, left(i), y, key, digits_of(key), {1})
    y += HEIGHT + 22
    p.label(24, y, "A key goes to the start of its digit + the keys before it", size=13)
    p.label(24, y + 18, "that have this digit. Equal digits keep their order.", size=13)
    return p.svg(y + 32)


def draw_counts(steps):
    bits, left, size = steps["bits"], 96, 66
    bins = 1 << bits
    p = Picture(
        "The counts and starts of both passes",
        " ".join(f"Pass {i}: counts {words_of(one['counts'])}, starts {words_of(one['starts'])}."
                 for i, one in enumerate(steps["passes"], 1)),
        left + bins * size + 16,
    )
    y = 24
    for one, name in zip(steps["passes"], ("Pass 1: the low digit", "Pass 2: the high digit")):
        p.text(10, y, name, 15, INK, "start", True)
        p.label(10, y + 28, "digit")
        p.label(10, y + 60, "count")
        p.label(10, y + 118, "start")
        for digit in range(bins):
            x = left + digit * size
            p.text(x + 24, y + 28, digit, 16, LINES[digit], bold=True)
            p.box(x, y + 38, one["counts"][digit], digit, 48, 34)
            p.box(x, y + 96, one["starts"][digit], digit, 48, 34)
            if digit + 1 < bins:  # this start plus this count is the next start
                p.arrow(x + 34, y + 73, x + size + 14, y + 93, FAINT)
                p.arrow(x + 48, y + 113, x + size - 3, y + 113, FAINT, bend=False)
        y += 164
    p.label(10, y - 6, "A start is the start before it plus that digit's count.", size=13)
    return p.svg(y + 6)


def word_of(number, steps):
    """Returns a float's bits, its bits flipped, or its flipped bits minus those of minus infinity."""
    bits = struct.unpack(">I", struct.pack(">f", number))[0] if isinstance(number, float) else number
    if steps > 0:
        bits ^= 0xFFFFFFFF if bits >> 31 else 0x80000000
    return bits if steps < 2 else (bits - word_of(float("-inf"), 1)) % 2**32


def draw_floats(_):
    minus_zero = 0x80000000
    # ranges of words, from least to greatest in bit order: name, ends, colour
    parts = {
        "positive": ("+0 … +∞", (0.0, float("inf")), 2),
        "nan": ("NaN", (0x7F800001, 0x7FFFFFFF), 1),
        "negative": ("−∞ … −0", (minus_zero, float("-inf")), 0),
        "signed nan": ("−NaN", (0xFF800001, 0xFFFFFFFF), 3),
    }
    width = {"positive": 144, "negative": 144, "nan": 58, "signed nan": 58}
    p = Picture(
        "Floating-point numbers in the order of their bits, flipped, and counted from minus infinity on",
        "By their bits: positive numbers, NaN, negative numbers backwards, NaN with a sign. Flipped: NaN with a sign, "
        "negative numbers, positive"
        " numbers, NaN. Counted from minus infinity on: negative numbers, positive numbers, NaN, NaN with a sign.",
        424,
    )
    y = 24
    for steps, title in enumerate(("as bits: an unsigned number", "flipped", "flipped, less that of −∞: the word")):
        p.text(8, y, title, 15, INK, "start", True)
        order = sorted(parts, key=lambda name: min(word_of(end, steps) for end in parts[name][1]))
        x = 8
        for name in order:
            words, ends, colour = parts[name]
            backwards = word_of(ends[0], steps) > word_of(ends[1], steps)
            p.rect(x, y + 10, width[name] - 4, 44, FILLS[colour], LINES[colour])
            upwards = backwards if name == "negative" else not backwards
            p.text(x + width[name] / 2 - 2, y + 29, words if name != "negative" or upwards else "−0 … −∞", 14, INK,
                   bold=True)
            if name in ("positive", "negative"):
                ends_at = (x + 24, x + width[name] - 28) if upwards else (x + width[name] - 28, x + 24)
                p.arrow(ends_at[0], y + 43, ends_at[1], y + 43, LINES[colour] if upwards else WRONG, bend=False)
            x += width[name]
        y += 86
    p.label(8, y - 8, "Words grow to the right, arrows point to greater numbers.", size=13)
    p.label(8, y + 10, "Widths are not to scale: few words are NaN.", size=13)
    return p.svg(y + 22)


MORE = {"counts": draw_counts, "floats": draw_floats}


if __name__ == "__main__":
    main(draw)
