#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws merge path for two short runs: docs/notes/images/06_bucket_merge.svg.

    python3 docs/notes/figure_06.py        # writes the picture next to this file

The path, the splits of the diagonals and the slices are computed here as lab 06 does it.
"""
import pathlib

A, B, ITEMS = [1, 3, 4, 6, 8], [2, 3, 5, 5, 7, 9, 9], 4
CELL, LEFT, TOP, WIDTH, HEIGHT = 44, 110, 110, 920, 470
INK, FAINT = "#1f2933", "#66727f"
COLOURS = ["#2f6fb0", "#c06a12", "#3c8d40"]
FILLS = ["#cfe3f7", "#fbdcb4", "#d3ecd3"]


def split(a, b, diagonal):
    """How many of the first `diagonal` keys of the merged runs come from a; equal keys come from a first."""
    low, high, looked_at = max(0, diagonal - len(b)), min(diagonal, len(a)), []
    while low < high:
        middle = (low + high) // 2
        looked_at.append(middle)
        if a[middle] <= b[diagonal - 1 - middle]:
            low = middle + 1
        else:
            high = middle
    return low, looked_at


def merged_slice(a, b, first, count):
    """The keys of one thread, each with the run that it comes from."""
    i, _ = split(a, b, first)
    j, out = first - i, []
    for _ in range(count):
        from_a = j >= len(b) or (i < len(a) and a[i] <= b[j])
        out.append((a[i], "a") if from_a else (b[j], "b"))
        i, j = (i + 1, j) if from_a else (i, j + 1)
    return out


shapes = []


def text(x, y, words, size=15, fill=INK, anchor="middle", weight="normal"):
    shapes.append(
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" text-anchor="{anchor}" font-weight="{weight}">{words}</text>'
    )


def line(x1, y1, x2, y2, colour, width, dash=""):
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    shapes.append(
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" stroke-width="{width}"'
        f' stroke-linecap="round"{dashes}/>'
    )


def at(i, j):
    """The grid point at which i keys of a and j keys of b have been taken: b goes right, a goes down."""
    return LEFT + j * CELL, TOP + i * CELL


def draw():
    total = len(A) + len(B)
    starts = list(range(0, total, ITEMS))
    slices = [merged_slice(A, B, d, min(ITEMS, total - d)) for d in starts]
    output = [key for part in slices for key in part]
    assert [key for key, _ in output] == sorted(A + B)

    text(36, 34, "Two runs, a and b: their merge is a path", 16, anchor="start", weight="bold")
    for i in range(len(A) + 1):
        line(*at(i, 0), *at(i, len(B)), "#d5dbe1", 1)
    for j in range(len(B) + 1):
        line(*at(0, j), *at(len(A), j), "#d5dbe1", 1)
    for i, key in enumerate(A):
        text(LEFT - 22, TOP + (i + 0.5) * CELL + 6, key, 18, weight="bold")
    for j, key in enumerate(B):
        text(LEFT + (j + 0.5) * CELL, TOP - 16, key, 18, weight="bold")
    text(LEFT - 56, TOP + len(A) * CELL / 2 + 6, "a", 20, FAINT)
    text(LEFT + len(B) * CELL / 2, TOP - 44, "b", 20, FAINT)

    for t, d in enumerate(starts[1:], 1):
        low, high = max(0, d - len(B)), min(d, len(A))
        line(*at(high, d - high), *at(low, d - low), FAINT, 1.5, "3 5")
        x, y = at(low, d - low)
        text(x + 8, y - 6 if low == 0 else y + 4, f"d = {d}", 12, FAINT, "start")
    i = j = 0
    for t, part in enumerate(slices):
        for _, run in part:
            step = (i + 1, j) if run == "a" else (i, j + 1)
            line(*at(i, j), *at(*step), COLOURS[t], 5)
            i, j = step
    for t, d in enumerate(starts):
        x, y = at(split(A, B, d)[0], d - split(A, B, d)[0])
        shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="7" fill="#ffffff" stroke="{COLOURS[t]}" stroke-width="3"/>')

    right = LEFT + len(B) * CELL + 70
    text(right, 34, "Each thread finds where its slice begins", 16, anchor="start", weight="bold")
    y = 74
    for t, d in enumerate(starts):
        i, looked_at = split(A, B, d)
        text(right, y, f"thread {t}, d = {d}:", 15, COLOURS[t], "start", "bold")
        text(right + 150, y, f"{i} from a, {d - i} from b", 15, INK, "start")
        for middle in looked_at:
            y += 22
            other = d - 1 - middle
            said = "yes: more from a" if A[middle] <= B[other] else "no"
            text(right + 20, y, f"a[{middle}] = {A[middle]} ≤ b[{other}] = {B[other]}? {said}", 14, FAINT, "start")
        y += 34

    text(36, 382, "Output: every slice is made without the others", 14, anchor="start")
    for place, (key, run) in enumerate(output):
        t = place // ITEMS
        x = 36 + place * (CELL + 4)
        shapes.append(
            f'<rect x="{x}" y="394" width="{CELL}" height="{CELL}" rx="5" fill="{FILLS[t]}" stroke="{COLOURS[t]}" stroke-width="1.5"/>'
        )
        text(x + CELL / 2, 394 + 22, key, 18, weight="bold")
        text(x + CELL / 2, 394 + CELL - 5, run, 11, FAINT)
        text(x + CELL / 2, 394 + CELL + 18, place, 13, FAINT)


def main():
    draw()
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        ' font-family="Helvetica, Arial, sans-serif">\n'
        "<title>Merge path: three threads merge two runs</title>\n"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>\n' + "\n".join(shapes) + "\n</svg>\n"
    )
    path = pathlib.Path(__file__).parent / "images" / "06_bucket_merge.svg"
    path.parent.mkdir(exist_ok=True)
    path.write_text(picture)


if __name__ == "__main__":
    main()
