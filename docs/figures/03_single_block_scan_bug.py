#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lab 03: the source's scan of eight elements by two blocks: right in lockstep, wrong under fifo."""
from drawing import FAINT, FILLS, INK, LINES, RULE, WRONG, WRONG_FILL, Picture, main, places, words_of

BOX, HEIGHT, ROW, LEFT, GAP = 52, 42, 82, 118, 30
CROSSING = LINES[1]


def rows_of(run, values):
    """d_bins before the first step and after each, as each element's own thread left it in that step."""
    rows = [list(values)]
    for step in run["steps"]:
        row = list(rows[-1])
        for read in step["reads"]:
            row[read["by"]] = read["sum"]
        rows.append(row)
    return rows


def draw(steps):
    block = steps["block_size"]
    n = len(steps["in"])
    column = places(LEFT, BOX, block, GAP)
    right_rows = rows_of(steps["lockstep"], steps["in"])
    right_reads = {(s["interval"], r["by"]): r["value"] for s in steps["lockstep"]["steps"] for r in s["reads"]}
    wrong = [i for i in range(n) if steps["fifo"]["cdf"][i] != steps["right"][i]]
    too_new = " and ".join(
        str(s["interval"])
        for s in steps["fifo"]["steps"]
        if any(r["by"] >= block > r["from"] and r["value"] != right_reads[(s["interval"], r["by"])] for r in s["reads"])
    )
    p = Picture(
        "A scan whose barrier does not reach across blocks, under two orders of its blocks",
        f"Elements {words_of(steps['in'])}, two blocks of {block} threads. In lockstep the result is {words_of(steps['right'])}. Under"
        f" fifo block 0 has finished before block 1 begins: elements {words_of(wrong)} are wrong,"
        f" {words_of(steps['fifo']['cdf'])}.",
        590,
    )

    def middle(i):
        return column(i) + (BOX - 6) / 2

    def value(i, y, words, should_be, fill=None, line=None):
        bad = words != should_be
        p.rect(column(i), y, BOX - 6, HEIGHT, WRONG_FILL if bad else fill or "#ffffff", WRONG if bad else line or FAINT)
        p.text(middle(i), y + (21 if bad else 27), words, 17, INK, bold=True)
        if bad:
            p.text(middle(i), y + 36, f"not {should_be}", 12, WRONG)

    def panel(top, name, run, finished=()):
        """Blocks in `finished` have ended before the first row: they stand still, and are only read."""
        rows = rows_of(run, steps["in"])
        for row in rows:
            row[:] = [rows[-1][i] if i // block in finished else row[i] for i in range(n)]
        for b in range(n // block):
            p.label((column(b * block) + column(b * block + block - 1) + BOX - 6) / 2, top + 60, f"block {b}", "middle")
        y = top + 70
        border = column(block) - GAP / 2 - 3
        p.line(border, top + 50, border, y + len(rows) * ROW + HEIGHT, RULE, 2, "3 6")
        for step in range(len(rows)):
            p.label(24, y + 26, "d_bins" if step == 0 else f"interval {run['steps'][step - 1]['interval']}")
            for i in range(n):
                if i // block in finished:
                    p.rect(column(i), y, BOX - 6, HEIGHT, "#f4f6f8", FAINT, 5, 1, "3 3" if step else "")
                    p.text(middle(i), y + 27, rows[step][i], 17, FAINT)
                else:
                    value(i, y, rows[step][i], right_rows[step][i])
            y += ROW
        for step, taken in enumerate(run["steps"]):
            for read in taken["reads"]:
                by, source = read["by"], read["from"]
                if by // block in finished:
                    continue
                assert read["value"] == rows[step][source]
                crosses = by // block != source // block
                bad = crosses and read["value"] != right_reads[(taken["interval"], by)]
                colour = WRONG if bad else CROSSING if crosses else FAINT
                from_y, to_y = top + 70 + step * ROW + HEIGHT + 2, top + 70 + (step + 1) * ROW - 3
                p.arrow(middle(source), from_y, middle(by), to_y, colour, 2.6 if crosses else 1.1, "6 4" if bad else "", False)
        p.label(24, y + 26, "d_cdf")
        for i in range(n):
            value(i, y, run["cdf"][i], steps["right"][i], FILLS[2], LINES[2])
        p.heading(24, top, name)
        return y + HEIGHT + 18

    y = panel(36, "lockstep: both blocks take every step together", steps["lockstep"])
    p.label(24, 58, "At interval d an element adds the one that stands d places to its left.")
    top = y + 44
    y = panel(top, "fifo: block 0 has finished before block 1 begins", steps["fifo"], (0,))
    p.label(24, top + 22, f"Block 1 finds finished sums. At interval {too_new} they are too new.")
    y += 22
    p.arrow(24, y, 64, y, CROSSING, 2.6, "", False)
    p.label(74, y + 5, "a read across the border that finds what it should")
    y += 24
    p.arrow(24, y, 64, y, WRONG, 2.6, "6 4", False)
    p.label(74, y + 5, "a read that finds a sum which is too new")
    return p.svg(y + 26)


if __name__ == "__main__":
    main(draw)
