# SPDX-License-Identifier: Apache-2.0
"""Shapes, colours and fonts of the labs' figures.

NN_name.py has a function `draw(steps)`, which returns an SVG picture; docs/figures/steps has computed `steps`, and a
figure only places them. A function `table(steps)` returns the lines that the page TABLE_IN must contain.
"""
import html
import json
import sys

INK, FAINT, RULE = "#1f2933", "#5b6672", "#cfd6dd"
WRONG, WRONG_FILL = "#b3261e", "#fbd9d6"
LINES = ["#2464a4", "#a2580b", "#2f7a34", "#9c3a78"]  # for digits, tiles, lists or threads
FILLS = ["#d3e5f7", "#fbdfbb", "#d5edd5", "#f3d5e7"]
FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


class Picture:
    """Shapes in drawing order. Coordinates are pixels."""

    def __init__(self, title, description, width=720):
        self.title, self.description, self.width = title, description, width
        self.shapes, self.heads = [], []

    def add(self, shape):
        self.shapes.append(shape)

    def text(self, x, y, words, size=15, fill=INK, anchor="middle", bold=False):
        """`y` is the baseline."""
        weight = ' font-weight="bold"' if bold else ""
        at = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.add(f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" '
                 f'fill="{fill}"{at}{weight}>{html.escape(str(words), False)}</text>')

    def heading(self, x, y, words):
        self.text(x, y, words, 17, INK, "start", True)

    def label(self, x, y, words, anchor="start", size=14):
        self.text(x, y, words, size, FAINT, anchor)

    def rect(self, x, y, width, height, fill="none", line=RULE, round=5, stroke=1.5, dash=""):
        self.add(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round:g}" fill="{fill}" '
            f'stroke="{line}"'
            f' stroke-width="{stroke:g}"{dashed(dash)}/>'
        )

    def box(self, x, y, words, colour=None, width=42, height=42, note="", size=18, fill=None, line=None, ink=INK):
        """Draws a box with a small note below it. `colour` is an index in FILLS and LINES."""
        if colour is not None:
            fill, line = FILLS[colour], LINES[colour]
        self.rect(x, y, width, height, fill or "#ffffff", line or FAINT)
        middle = y + height / 2 + size * 0.36 - (7 if note else 0)
        self.text(x + width / 2, middle, words, size, ink, bold=True)
        if note:
            self.text(x + width / 2, y + height - 5, note, 12, INK)

    def line(self, x1, y1, x2, y2, colour=FAINT, stroke=1.5, dash=""):
        self.add(
            f'<path d="M{x1:g},{y1:g} L{x2:g},{y2:g}" fill="none" stroke="{colour}" stroke-width="{stroke:g}"'
            f' stroke-linecap="round"{dashed(dash)}/>'
        )

    def arrow(self, x1, y1, x2, y2, colour=FAINT, stroke=1.8, dash="", bend=True):
        """With `bend`, the arrow leaves and arrives vertically."""
        if colour not in self.heads:
            self.heads.append(colour)
        middle = (y1 + y2) / 2
        way = f"C{x1:g},{middle:g} {x2:g},{middle:g}" if bend else "L"
        self.add(
            f'<path d="M{x1:g},{y1:g} {way} {x2:g},{y2:g}" fill="none" stroke="{colour}" stroke-width="{stroke:g}"'
            f'{dashed(dash)} marker-end="url(#head{colour[1:]})"/>'
        )

    def dot(self, x, y, radius, fill, line=None, stroke=1.5):
        edge = f' stroke="{line}" stroke-width="{stroke:g}"' if line else ""
        self.add(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"{edge}/>')

    def svg(self, height, left=0, top=0, width=None):
        """Returns the picture, or the part of it that `left`, `top`, `width` and `height` select."""
        width = width or self.width
        heads = "".join(
            f'<marker id="head{colour[1:]}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9"'
            f' markerUnits="userSpaceOnUse" orient="auto"><path d="M0,0.5 L8,4 L0,7.5 z" fill="{colour}"/></marker>\n'
            for colour in self.heads
        )
        at = f' x="{left:g}" y="{top:g}"' if left or top else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height:g}" width="{width:g}"'
            f' height="{height:g}" font-family="{FONT}" role="img" aria-labelledby="title desc">\n'
            f'<title id="title">{html.escape(self.title, False)}</title>\n'
            f'<desc id="desc">{html.escape(self.description, False)}</desc>\n'
            + (f"<defs>\n{heads}</defs>\n" if heads else "")
            + f'<rect{at} width="{width:g}" height="{height:g}" rx="12" fill="#ffffff"/>\n'
            + "\n".join(self.shapes)
            + "\n</svg>\n"
        )


def dashed(pattern):
    return f' stroke-dasharray="{pattern}"' if pattern else ""


def places(left, size, group, gap):
    """Returns a function from i to element i's position in a row, with a gap after each group."""
    return lambda i: left + i * size + i // group * gap


def words_of(values):
    return " ".join(map(str, values))


def main(draw, table=None):
    """`figure_steps | NN_name.py > FILE.svg` draws a figure; --table prints the table."""
    steps = json.load(sys.stdin)[sys.argv[0].rsplit("/", 1)[-1].removesuffix(".py")]
    print(table(steps) if "--table" in sys.argv else draw(steps), end="")
