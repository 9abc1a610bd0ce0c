#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws lab 07's figures. With --table, prints the README's table."""
import pathlib

from drawing import FAINT, FILLS, INK, LINES, WRONG, WRONG_FILL, Picture, main, words_of

TABLE_IN = "labs/07_bitonic/README.md"
# 07_write_back.cu's tested output
WRITE_BACK = pathlib.Path(__file__).resolve().parent.parent / "examples" / "07_write_back.expected"
PLAIN, MIRRORED = LINES[0], LINES[1]


def table(steps):
    lines = ["| keys | " + " | ".join(map(str, steps["keys"])) + " | |"]
    for step in steps["steps"]:
        mirrored = " (mirrored)" if step["mirrored"] and step["stage"] > 1 else ""
        compared = " ".join(f"{i}–{j}" for i, j in step["pairs"])
        lines.append(
            f"| stage {step['stage']}, bit {step['bit']}{mirrored} | " + " | ".join(map(str, step["keys"]))
            + f" | {compared} |"
        )
    return "\n".join(lines) + "\n"


def draw(steps):
    n, tile, column, left = len(steps["keys"]), steps["tile"], 38, 100
    p = Picture(
        f"The bitonic network for {n} keys, all runs ascending",
        f"Keys {words_of(steps['keys'])}. "
        + " ".join(f"After stage {s['stage']}, bit {s['bit']}: {words_of(s['keys'])}." for s in steps["steps"]),
        left + n * column + 8,
    )

    def middle(i):
        return left + i * column + column / 2

    y, ends = 34, []
    for b in range(n // tile):
        p.label((middle(b * tile) + middle(b * tile + tile - 1)) / 2, 16, f"tile {b}", "middle")
    p.label(8, y + 19, "keys")
    ends.append((y, steps["keys"]))
    for step in steps["steps"]:
        colour = MIRRORED if step["mirrored"] else PLAIN
        levels = 1 << step["bit"]
        top = y + 28 + 10
        if step["bit"] == step["stage"] - 1:
            p.text(8, top + 2, f"stage {step['stage']}", 15, INK, "start", True)
        p.text(8, top + 20, f"bit {step['bit']}", 14, colour, "start", step["mirrored"])
        for k, (i, j) in enumerate(step["pairs"]):
            at = top + k % levels * 13
            p.line(middle(i), at, middle(j), at, colour, 4 if step["leaves_tile"] else 1.8)
            for key in (i, j):
                p.dot(middle(key), at, 4.5, colour)
        y = top + max((levels - 1) * 13, 8) + 12
        ends.append((y, step["keys"]))
    border = (middle(tile - 1) + middle(tile)) / 2
    wires = [f"M{middle(i):g},{ends[0][0] + 14:g} V{ends[-1][0] + 14:g}" for i in range(n)]
    p.shapes.insert(0, f'<path d="{" ".join(wires)}" fill="none" stroke="{FAINT}" stroke-width="1"/>')
    p.line(border, 22, border, ends[-1][0] + 28, FAINT, 1.2, "2 6")
    for at, keys in ends:
        for i, key in enumerate(keys):
            p.box(middle(i) - 14, at, key, None, 28, 28, size=16)
    y = ends[-1][0] + 56
    for colour, stroke, words in (
        (MIRRORED, 1.8, "first step of a stage: i with its mirror image"),
        (PLAIN, 1.8, "a later step: i with i xor 2 to the bit"),
        (INK, 4, f"leaves the tile of {tile} keys: a global step"),
    ):
        p.line(12, y - 5, 40, y - 5, colour, stroke)
        p.text(52, y, words, 14, INK, "start")
        y += 22
    return p.svg(y - 4)


def draw_launches(steps):
    big, cell, left, top = steps["big"], 34, 92, 46
    lg, lg_tile, launches = big["stages"], big["lg_tile"], big["launches"]
    p = Picture(
        f"The steps of the network for 2 to the {lg} keys, in tiles of 2 to the {lg_tile}:"
        " which of them share a launch",
        f"Stages 1 to {lg_tile} are one launch. In each later stage, each step of bit {lg_tile} or above is"
        f" one launch; the others share one, the tail: {launches} launches.",
        left + lg * cell + 20,
    )
    p.label(8, 16, "A row is a stage; its steps go from left to right.")
    for bit in range(lg):
        p.label(left + (lg - 1 - bit) * cell + cell / 2, 38, f"bit {bit}" if bit == lg - 1 else bit, "middle", 13)
    for stage, bit in big["steps"]:
        inside = bit < lg_tile
        colour = 2 if stage <= lg_tile else 0 if inside else 1
        p.rect(left + (lg - 1 - bit) * cell + 2, top + (stage - 1) * cell + 2, cell - 4, cell - 4, FILLS[colour],
               LINES[colour], 4, 1.2)
    for stage in range(1, lg + 1):
        p.label(left - 10, top + (stage - 1) * cell + 22, f"stage {stage}", "end")
        if stage > lg_tile:
            p.rect(left + (lg - lg_tile) * cell, top + (stage - 1) * cell, lg_tile * cell, cell, "none", LINES[0], 6,
                   2.4)
            for bit in range(lg_tile, stage):
                p.rect(left + (lg - 1 - bit) * cell, top + (stage - 1) * cell, cell, cell, "none", LINES[1], 6, 2.4)
    p.rect(left + (lg - lg_tile) * cell, top, lg_tile * cell, lg_tile * cell, "none", LINES[2], 6, 2.4)
    y = top + lg * cell + 26
    later = lg - lg_tile
    for colour, words in (
        (2, f"stages 1 to {lg_tile}, one launch (case 1)"),
        (1, f"global steps, one launch each: {later * (later + 1) // 2} (case 2)"),
        (0, f"tails, one launch each: {later} (case 3)"),
    ):
        p.rect(12, y - 12, 16, 16, FILLS[colour], LINES[colour], 4)
        p.text(38, y + 1, words, 14, INK, "start")
        y += 23
    return p.svg(y - 6)


def draw_banks(_):
    """Draws where the first eight threads write, with and without the swap."""
    rows = [line.split() for line in WRITE_BACK.read_text(encoding="utf-8").split("\n")[2:] if line]
    stores = {(int(r[0]), r[1], r[2]): ([int(place) for place in r[3:11]], int(r[11])) for r in rows}
    distance, cell, left = 2, 36, 104
    p = Picture(
        f"The write-back for distance {distance}: places of threads 0 to 7, modulo 8",
        "Without the swap each store uses four of eight groups of banks, and each of them twice. With it every store "
        "uses all eight.",
        left + 8 * cell + 12,
    )
    y = 22
    for swap, words in (("no", "without the swap"), ("yes", "with the swap")):
        p.text(8, y, words, 15, INK, "start", True)
        y += 12
        for number, store in enumerate(("first", "second")):
            at, busiest = stores[distance, swap, store]
            p.label(8, y + 20, f"store {number + 1}")
            for group in range(8):
                threads = [t for t in range(8) if at[t] == group]
                bad = len(threads) > 1
                x = left + group * cell
                p.rect(x, y, cell - 3, 30, WRONG_FILL if bad else FILLS[0] if threads else "none", WRONG if bad
                       else LINES[0] if threads else FAINT, 4, 1.2)
                p.text(x + (cell - 3) / 2, y + 20, " ".join(map(str, threads)), 14, INK, bold=True)
            p.text(left, y + 46, f"{busiest} wavefronts: two threads want one group" if busiest > 1 else "1 wavefront",
                   13, WRONG if busiest > 1 else FAINT, "start")
            y += 58
        y += 22
    p.label(8, y - 8, "Boxes: eight groups of four banks.", size=13)
    p.label(8, y + 10, "Numbers: the threads that write there.", size=13)
    return p.svg(y + 22)


MORE = {"launches": draw_launches, "banks": draw_banks}

if __name__ == "__main__":
    main(draw, table)
