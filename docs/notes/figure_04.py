#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws one pass of lab 04 for the worked example of source 000: docs/notes/images/04_multiblock_radix.svg.

    python3 docs/notes/figure_04.py        # writes the picture next to this file

Every number in it is computed here from the keys and the size of a tile.
"""
import pathlib

KEYS, TILE, BINS = [0, 0, 1, 1, 0, 0, 1], 4, 2
BOX, GAP, WIDTH, HEIGHT = 46, 26, 920, 500
LEFT, RIGHT = 36, 510  # where the keys and the counters begin
FILL = {0: "#cfe3f7", 1: "#fbdcb4"}  # by digit
LINE = {0: "#2f6fb0", 1: "#c06a12"}
INK, FAINT = "#1f2933", "#66727f"


def one_pass(keys):
    """What lab 04's steps give: histogram and starts (bin-major), relative positions, addresses, output."""
    tiles = -(-len(keys) // TILE)
    histogram = [0] * (BINS * tiles)
    relative = []
    for i, key in enumerate(keys):
        counter = key * tiles + i // TILE
        relative.append(histogram[counter])
        histogram[counter] += 1
    starts = [sum(histogram[:c]) for c in range(len(histogram))]
    addresses = [starts[key * tiles + i // TILE] + relative[i] for i, key in enumerate(keys)]
    output = [None] * len(keys)
    for i, address in enumerate(addresses):
        output[address] = i
    assert [keys[i] for i in output] == sorted(keys)
    return tiles, histogram, starts, relative, addresses, output


shapes = []


def text(x, y, words, size=15, fill=INK, anchor="middle", weight="normal"):
    shapes.append(
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" text-anchor="{anchor}" font-weight="{weight}">{words}</text>'
    )


def box(x, y, words, digit, note=""):
    shapes.append(
        f'<rect x="{x:g}" y="{y:g}" width="{BOX}" height="{BOX}" rx="5" fill="{FILL[digit]}" stroke="{LINE[digit]}" stroke-width="1.5"/>'
    )
    text(x + BOX / 2, y + BOX / 2 + (2 if note else 6), words, 18, weight="bold")
    if note:
        text(x + BOX / 2, y + BOX - 6, note, 11, FAINT)


def arrow(x1, y1, x2, y2, colour, dashed=False):
    dash = ' stroke-dasharray="5 4"' if dashed else ""
    middle = (y1 + y2) / 2
    shapes.append(
        f'<path d="M{x1:g},{y1:g} C{x1:g},{middle:g} {x2:g},{middle:g} {x2:g},{y2:g}" fill="none" stroke="{colour}"'
        f' stroke-width="1.8"{dash} marker-end="url(#head_{"faint" if colour == FAINT else colour[1:]})"/>'
    )


def key_x(i):
    return LEFT + i * BOX + i // TILE * GAP


def counter_x(counter, tiles):
    return RIGHT + counter * (BOX + 8) + counter // tiles * GAP


def out_x(place):
    return LEFT + GAP / 2 + place * BOX


def draw():
    tiles, histogram, starts, relative, addresses, output = one_pass(KEYS)
    names = "abcdefgh"
    keys_y, counters_y, starts_y, relative_y, out_y = 84, 84, 212, 148, 400

    text(LEFT, 30, "Keys, in tiles of 4: one block for each", 16, anchor="start", weight="bold")
    for tile in range(tiles):
        first, last = tile * TILE, min(len(KEYS), (tile + 1) * TILE) - 1
        text((key_x(first) + key_x(last) + BOX) / 2, 68, f"tile {tile}", 14, FAINT)
    for i, key in enumerate(KEYS):
        box(key_x(i), keys_y, key, key, names[i])
        text(key_x(i) + BOX / 2, relative_y + 10, relative[i], 16, LINE[key], weight="bold")
    text(LEFT, relative_y + 34, "relative position: keys before it in its tile with its digit", 13, FAINT, "start")

    text(RIGHT, 30, "Histogram, bin-major", 16, anchor="start", weight="bold")
    for bin_ in range(BINS):
        middle = (counter_x(bin_ * tiles, tiles) + counter_x(bin_ * tiles + tiles - 1, tiles) + BOX) / 2
        text(middle, 68, f"bin {bin_}", 14, FAINT)
    for counter, count in enumerate(histogram):
        x = counter_x(counter, tiles)
        box(x, counters_y, count, counter // tiles, f"tile {counter % tiles}")
        arrow(x + BOX / 2, counters_y + BOX + 2, x + BOX / 2, starts_y - 6, FAINT, dashed=True)
        box(x, starts_y, starts[counter], counter // tiles, f"tile {counter % tiles}")
    text(RIGHT - 14, 176, "exclusive", 13, FAINT, "end")
    text(RIGHT - 14, 193, "scan of all", 13, FAINT, "end")
    text(RIGHT, starts_y + BOX + 24, "starts: where each tile's keys of each bin begin", 13, FAINT, "start")

    for i, key in enumerate(KEYS):
        arrow(key_x(i) + BOX / 2, relative_y + 44, out_x(addresses[i]) + BOX / 2, out_y - 6, LINE[key])
    text(RIGHT, 330, "address = start of (bin, tile) + relative position", 15, anchor="start", weight="bold")
    last = len(KEYS) - 1
    text(
        RIGHT,
        356,
        f"key {names[last]}: starts[{KEYS[last]} · {tiles} + {last // TILE}] + {relative[last]} ="
        f" {starts[KEYS[last] * tiles + last // TILE]} + {relative[last]} = {addresses[last]}",
        15,
        LINE[KEYS[last]],
        "start",
    )
    for place, i in enumerate(output):
        box(out_x(place), out_y, KEYS[i], KEYS[i], names[i])
        text(out_x(place) + BOX / 2, out_y + BOX + 18, place, 13, FAINT)
    text(LEFT + GAP / 2, out_y + BOX + 40, "After the pass: in order of the digit, and equal digits still a b e f, c d g", 14, anchor="start")


def main():
    draw()
    heads = "".join(
        f'<marker id="head_{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path d="M0,0 L8,4 L0,8 z" fill="{colour}"/></marker>'
        for name, colour in [("faint", FAINT)] + [(c[1:], c) for c in LINE.values()]
    )
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        ' font-family="Helvetica, Arial, sans-serif">\n'
        "<title>One pass of a radix sort with several blocks</title>\n"
        f'<defs>{heads}</defs><rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>\n' + "\n".join(shapes) + "\n</svg>\n"
    )
    path = pathlib.Path(__file__).parent / "images" / "04_multiblock_radix.svg"
    path.parent.mkdir(exist_ok=True)
    path.write_text(picture)


if __name__ == "__main__":
    main()
