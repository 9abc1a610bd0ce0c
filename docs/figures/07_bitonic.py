#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lab 07: the bitonic network for eight keys, and (--table) the statement's table of it."""
from drawing import FAINT, INK, LINES, Picture, main, words_of

TABLE_IN = "labs/07_bitonic/README.md"
ROW, LEFT, TOP, GAP, APART = 46, 62, 106, 36, 18
PLAIN, MIRRORED = LINES[0], LINES[1]


def table(steps):
    lines = ["| keys | " + " | ".join(map(str, steps["keys"])) + " | |"]
    for step in steps["steps"]:
        mirrored = " (mirrored)" if step["mirrored"] and step["stage"] > 1 else ""
        compared = " ".join(f"{i}–{j}" for i, j in step["pairs"])
        lines.append(
            f"| stage {step['stage']}, bit {step['bit']}{mirrored} | " + " | ".join(map(str, step["keys"])) + f" | {compared} |"
        )
    return "\n".join(lines) + "\n"


def draw(steps):
    n, tile, last_stage = len(steps["keys"]), steps["tile"], steps["steps"][-1]["stage"]
    p = Picture(
        f"The bitonic network for {n} keys, all runs ascending",
        f"Keys {words_of(steps['keys'])}. "
        + " ".join(f"After stage {s['stage']}, bit {s['bit']}: {words_of(s['keys'])}." for s in steps["steps"]),
    )
    comparisons, columns, stages, x = [], [(LEFT, steps["keys"])], {}, LEFT + GAP
    for step in steps["steps"]:
        first = x
        for k, (i, j) in enumerate(step["pairs"]):
            # Comparisons that overlap stand side by side.
            beside = k % (1 << step["bit"])
            comparisons.append((first + beside * APART, i, j, step))
            x = max(x, first + beside * APART)
        colour = MIRRORED if step["mirrored"] else PLAIN
        p.text((first + x) / 2, TOP - 30, f"bit {step['bit']}", 14, colour, bold=step["mirrored"])
        begin, _ = stages.get(step["stage"], (first, x))
        stages[step["stage"]] = (begin, x)
        columns.append((x + GAP, step["keys"]))
        x += 2 * GAP
    end = columns[-1][0]
    for stage, (begin, until) in stages.items():
        p.text((begin + until) / 2, 34, f"stage {stage}", 16, INK, bold=True)
        p.add(f'<path d="M{begin - 18:g},50 v-6 H{until + 18:g} v6" fill="none" stroke="{FAINT}" stroke-width="1.5"/>')

    for i in range(n):
        y = TOP + i * ROW
        p.line(LEFT, y, end, y, FAINT, 1)
        p.label(LEFT - 28, y + 5, i, "middle")
        if i % tile == 0 and i > 0:
            p.line(LEFT - 40, y - ROW / 2, end + 24, y - ROW / 2, FAINT, 1.2, "2 6")
    for b in range(n // tile):
        p.label(end + 26, TOP + (b * tile + (tile - 1) / 2) * ROW + 5, f"tile {b}")
    for at, i, j, step in comparisons:
        colour = MIRRORED if step["mirrored"] else PLAIN
        p.line(at, TOP + i * ROW, at, TOP + j * ROW, colour, 4 if step["leaves_tile"] else 1.8)
        for key in (i, j):
            p.dot(at, TOP + key * ROW, 4.5, colour)
    for at, keys in columns:
        for i, key in enumerate(keys):
            p.box(at - 13, TOP + i * ROW - 14, key, None, 26, 28, size=16)

    y = TOP + (n - 1) * ROW + 44
    for colour, stroke, words in (
        (MIRRORED, 1.8, "the first step of a stage: key i with its mirror image, i ^ (2^stage − 1)"),
        (PLAIN, 1.8, "a later step: i with i ^ 2^bit"),
        (INK, 4, f"between tiles of {tile} keys: a global step; all other steps stay in a block"),
    ):
        p.line(26, y - 5, 54, y - 5, colour, stroke)
        p.text(66, y, words, 14, INK, "start")
        y += 24
    p.label(66, y, f"The smaller key always goes up, to the smaller index. After stage {last_stage} all {n} keys are one run.")
    return p.svg(y + 22)


if __name__ == "__main__":
    main(draw, table)
