#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the bitonic network of lab 07 for 8 keys: docs/notes/images/07_bitonic.svg.

    python3 docs/notes/figure_07.py            # writes the picture next to this file
    python3 docs/notes/figure_07.py --table    # prints the statement's table of the same network

Comparisons and keys are computed here, by the step list that the tests have (network() and partner() in
grader/labs/07_bitonic/network.h).
"""
import pathlib
import sys

KEYS, TILE = [6, 2, 7, 1, 5, 0, 3, 4], 4
COLUMN, ROW, LEFT, TOP, GAP = 28, 44, 74, 96, 38
INK, FAINT, MIRRORED, PLAIN = "#1f2933", "#66727f", "#c06a12", "#2f6fb0"


def network(stages):
    return [(stage, bit) for stage in range(1, stages + 1) for bit in range(stage - 1, -1, -1)]


def partner(i, stage, bit):
    return i ^ ((2 << bit) - 1 if bit == stage - 1 else 1 << bit)


def pairs(n, stage, bit):
    return [(i, partner(i, stage, bit)) for i in range(n) if i < partner(i, stage, bit) < n]


def run(keys):
    """The keys before the first step and after each."""
    states = [list(keys)]
    for stage, bit in network((len(keys) - 1).bit_length()):
        keys = list(states[-1])
        for i, j in pairs(len(keys), stage, bit):
            keys[i], keys[j] = min(keys[i], keys[j]), max(keys[i], keys[j])
        states.append(keys)
    assert states[-1] == sorted(KEYS)
    return states


def print_table():
    states = run(KEYS)
    print("| keys | " + " | ".join(map(str, states[0])) + " | |")
    for (stage, bit), keys in zip(network(3), states[1:]):
        mirrored = " (mirrored)" if bit == stage - 1 and stage > 1 else ""
        compared = " ".join(f"{i}–{j}" for i, j in pairs(len(KEYS), stage, bit))
        print(f"| stage {stage}, bit {bit}{mirrored} | " + " | ".join(map(str, keys)) + f" | {compared} |")


def text(x, y, words, size=14, fill=INK, anchor="middle", weight="normal"):
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" text-anchor="{anchor}" font-weight="{weight}">{words}</text>'


def draw():
    states, shapes, x = run(KEYS), [], LEFT
    bottom = TOP + (len(KEYS) - 1) * ROW

    def column_of_keys(at, keys):
        for i, key in enumerate(keys):
            y = TOP + i * ROW
            shapes.append(f'<rect x="{at - 12:g}" y="{y - 13:g}" width="24" height="26" rx="4" fill="#ffffff" stroke="{FAINT}"/>')
            shapes.append(text(at, y + 5, key, 15, weight="bold"))

    columns = [(x, states[0])]
    lg_tile = TILE.bit_length() - 1
    x += GAP
    for number, (stage, bit) in enumerate(network(3)):
        mirrored, first = bit == stage - 1, x
        for k, (i, j) in enumerate(pairs(len(KEYS), stage, bit)):
            # Comparisons that overlap stand side by side.
            at = x + (k % (1 << bit) if (2 << bit) > 2 else 0) * COLUMN / 1.6
            colour = MIRRORED if mirrored else PLAIN
            width = 3 if bit >= lg_tile else 1.8
            shapes.append(f'<path d="M{at:g},{TOP + i * ROW} V{TOP + j * ROW}" stroke="{colour}" stroke-width="{width}"/>')
            for end in (i, j):
                shapes.append(f'<circle cx="{at:g}" cy="{TOP + end * ROW}" r="4" fill="{colour}"/>')
        x += ((1 << bit) - 1) * COLUMN / 1.6 if bit > 0 else 0
        shapes.append(text((first + x) / 2, TOP - 26, f"bit {bit}", 13, MIRRORED if mirrored else PLAIN))
        if mirrored:
            shapes.append(text(first - 8, TOP - 50, f"stage {stage}", 15, anchor="start", weight="bold"))
        x += GAP
        columns.append((x, states[number + 1]))
        x += GAP
    lines = [
        f'<path d="M{LEFT},{TOP + i * ROW} H{x - GAP}" stroke="{FAINT}" stroke-width="1"/>' + text(LEFT - 34, TOP + i * ROW + 5, i, 13, FAINT)
        for i in range(len(KEYS))
    ]
    for at, keys in columns:
        column_of_keys(at, keys)
    notes = [
        ("orange: the first step of a stage, key i with its mirror image i ^ (2^stage - 1); blue: i ^ 2^bit", INK),
        (f"thick: leaves a tile of {TILE} keys, so with such tiles it is a global step; all others stay in a block", INK),
        ("the smaller key always goes up, to the smaller index", FAINT),
    ]
    for number, (words, fill) in enumerate(notes):
        shapes.append(text(LEFT - 34, bottom + 44 + 22 * number, words, 14, fill, "start"))
    width, height = max(x + 10, 720), bottom + 112
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" width="{width:g}" height="{height}"'
        ' font-family="Helvetica, Arial, sans-serif">\n<title>The bitonic network for 8 keys, all runs ascending</title>\n'
        f'<rect width="{width:g}" height="{height}" fill="#ffffff"/>\n' + "\n".join(lines + shapes) + "\n</svg>\n"
    )


if __name__ == "__main__":
    if "--table" in sys.argv:
        print_table()
    else:
        path = pathlib.Path(__file__).parent / "images" / "07_bitonic.svg"
        path.parent.mkdir(exist_ok=True)
        path.write_text(draw())
