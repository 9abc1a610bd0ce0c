#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws docs/notes/images/05_level2_local_sort.svg: two tiles sorted by a digit of 2 bits, then scattered.

Every number is worked out here, by the formulas of labs/05_level2_local_sort/README.md. Usage: figure_05.py > FILE.svg
"""

TILES = [[3, 8, 6, 0, 5, 7, 12, 2], [5, 2, 7, 4, 1, 6]]  # the last tile is not full
BITS = 2
TILE = 8

CELL, ROW = 46, 26
LEFT = 150
COLOURS = ["#cfe2f7", "#fbe3b8", "#d6ecc9", "#f3cfdc"]  # of digits
LINES = ["#2f6fb0", "#b07a10", "#4d8a2f", "#b0446d"]

parts = []


def text(x, y, what, size=13, anchor="middle", fill="#222", weight="normal"):
    parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}" '
                 f'font-weight="{weight}">{what}</text>')


def digit(key):
    return key & ((1 << BITS) - 1)


def cell(x, y, what, colour, bold=True):
    parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{CELL}" height="{ROW}" fill="{colour}" stroke="#555" '
                 f'stroke-width="0.8"/>')
    text(x + CELL / 2, y + ROW / 2 + 5, what, weight="bold" if bold else "normal")


def move(x0, y0, x1, y1, key):
    parts.append(f'<line x1="{x0 + CELL / 2:.1f}" y1="{y0:.1f}" x2="{x1 + CELL / 2:.1f}" y2="{y1:.1f}" '
                 f'stroke="{LINES[digit(key)]}" stroke-width="1.6"/>')


def exclusive(values):
    sums, total = [], 0
    for value in values:
        sums.append(total)
        total += value
    return sums


def split(keys, bit):
    """The bits, the ones before each key, numZeros and the ranks, as in the source; len(keys) for blockSize."""
    bits = [key >> bit & 1 for key in keys]
    scan = exclusive(bits)
    zeros = len(keys) - scan[-1] - bits[-1]
    ranks = [zeros + scan[i] if bits[i] else i - scan[i] for i in range(len(keys))]
    after = [None] * len(keys)
    for key, rank in zip(keys, ranks):
        after[rank] = key
    return bits, scan, zeros, ranks, after


def tile_left(b):
    return LEFT + b * (TILE * CELL + 60)


def row(b, y, values, colour):
    for i, value in enumerate(values):
        text(tile_left(b) + (i + 0.5) * CELL, y, value, size=12, fill=colour)


y = 56
width = tile_left(1) + TILE * CELL + 20
for b, keys in enumerate(TILES):
    end = b * TILE + len(keys)
    text(tile_left(b), 32, f"tile {b}: keys {b * TILE} to {end - 1}"
         + ("" if len(keys) == TILE else f" (only {len(keys)} of {TILE})"), anchor="start", weight="bold")
tiles = [list(keys) for keys in TILES]
for bit in range(BITS):
    text(LEFT - 16, y + 18, "keys" if bit == 0 else f"after bit {bit - 1}", anchor="end")
    text(LEFT - 16, y + ROW + 17, f"bit {bit}", size=12, anchor="end", fill="#555")
    text(LEFT - 16, y + ROW + 35, "ones before it", size=12, anchor="end", fill="#555")
    text(LEFT - 16, y + ROW + 53, "rank", size=12, anchor="end", fill="#555")
    below = y + ROW + 118
    for b, keys in enumerate(tiles):
        bits, scan, zeros, ranks, after = split(keys, bit)
        left = tile_left(b)
        for i, key in enumerate(keys):
            cell(left + i * CELL, y, key, COLOURS[digit(key)])
            move(left + i * CELL, y + ROW + 60, left + ranks[i] * CELL, below, key)
        row(b, y + ROW + 17, bits, "#555")
        row(b, y + ROW + 35, scan, "#555")
        row(b, y + ROW + 53, ranks, "#222")
        if len(keys) < TILE:
            note = left + len(keys) * CELL + 8
            text(note, y + ROW + 17, "numZeros =", size=11, anchor="start", fill="#a00000")
            text(note, y + ROW + 33, f"{len(keys)} − {scan[-1]} − {bits[-1]} = {zeros}", size=11, anchor="start", fill="#a00000")
        tiles[b] = after
    y = below

text(LEFT - 16, y + 18, "sorted tiles", anchor="end")
text(LEFT - 16, y + ROW + 17, "place in the tile", size=12, anchor="end", fill="#555")
counts = [[sum(digit(k) == value for k in keys) for keys in tiles] for value in range(1 << BITS)]
starts = exclusive([count for by_tile in counts for count in by_tile])
n = sum(map(len, tiles))
out_left = (LEFT + width - 20 - n * CELL) / 2
out_y = y + ROW + 130
output = [None] * n
for b, keys in enumerate(tiles):
    local = exclusive([counts[value][b] for value in range(1 << BITS)])
    row(b, y + ROW + 17, range(len(keys)), "#555")
    for i, key in enumerate(keys):
        place = starts[digit(key) * len(tiles) + b] + i - local[digit(key)]
        output[place] = key
        cell(tile_left(b) + i * CELL, y, key, COLOURS[digit(key)])
        move(tile_left(b) + i * CELL, y + ROW + 24, out_left + place * CELL, out_y, key)
assert output == sorted(TILES[0] + TILES[1], key=digit), output
text(LEFT - 16, out_y + 18, "d_out", anchor="end")
for place, key in enumerate(output):
    cell(out_left + place * CELL, out_y, key, COLOURS[digit(key)])
    text(out_left + (place + 0.5) * CELL, out_y + ROW + 16, place, size=12, fill="#555")
for value in range(1 << BITS):
    mine = [place for place in range(n) if digit(output[place]) == value]
    text(out_left + (mine[0] + len(mine) / 2) * CELL, out_y + ROW + 36, f"digit {value}", fill=LINES[value], weight="bold")

height = out_y + ROW + 50
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
      'font-family="sans-serif" role="img">')
print("<title>Two splits sort each tile by the digit; then runs of neighbours go to the output</title>")
print('<rect width="100%" height="100%" fill="white"/>')
print("\n".join(parts))
print("</svg>")
