#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns a program's terminal output (stdin, with ANSI colours) into an SVG picture (stdout).

    script -qec 'make grade LAB=01 SEED=42' /dev/null | docs/images/terminal_svg.py 'make grade LAB=01' >
    docs/images/report.svg

The argument is shown as the typed command. Lines that a carriage return overwrote are left out. For report.svg, labs/01
has exercises 1 to 3 from solutions/01; in direct_kernel, `if (i < n)` guards only the store. Build first, with another
`make grade`.

    docs/images/terminal_svg.py --phone docs/images/report.svg > docs/images/report_phone.svg

makes the phone's picture: the text down to exercise 3 and the score, in lines of 44 columns.
"""
import html
import re
import sys
import textwrap

COLUMN, LINE, MARGIN, BAR = 8.43, 19, 18, 34
COLOURS = {"31": "#ff6b6b", "32": "#69d58c", "33": "#e5c07b", "35": "#d19af0", "36": "#62c6d6", "2": "#8b93a1"}
PLAIN, BACKGROUND, BAR_COLOUR = "#d7dce4", "#1b1f27", "#2a303b"


codes = []  # the current style, which can span lines


def pieces(line):
    """Yields (column, text, codes) for each run of equal style."""
    global codes
    column = 0
    for part in re.split(r"(\x1b\[[0-9;]*[A-Za-z])", line):
        if part.startswith("\x1b["):
            if part.endswith("m"):
                codes = [c for c in part[2:-1].split(";") if c not in ("", "0")]
        elif part:
            yield column, part, codes
            column += len(part)


def text(x, y, words, codes):
    fill = next((COLOURS[c] for c in codes if c in COLOURS), PLAIN)
    weight = ' font-weight="bold"' if "1" in codes else ""
    return (
        f'<text x="{x:.1f}" y="{y}" fill="{fill}"{weight} textLength="{len(words) * COLUMN:.1f}"'
        f' xml:space="preserve">{html.escape(words)}</text>'
    )


def of_picture(path):
    """Returns the lines of a picture that this program made, [[(column, text, codes)]]."""
    lines = {}
    with open(path, encoding="utf-8") as file:
        for x, y, fill, bold, words in re.findall(
            r'<text x="([\d.]+)" y="(\d+)" fill="([^"]+)"( font-weight="bold")? [^>]*>([^<]*)<', file.read()):
            codes = ["1"] * bool(bold) + [code for code, colour in COLOURS.items() if colour == fill]
            lines.setdefault(int(y), []).append((round((float(x) - MARGIN) / COLUMN), html.unescape(words), codes))
    first, last = min(lines), max(lines)
    return [lines.get(y, []) for y in range(first, last + 1, LINE)]


def for_phone(lines, columns=44):
    """Leaves out everything after exercise 3 except the score, and wraps long lines."""
    end = next(i for i, line in enumerate(lines) if line and line[0][1].startswith("4 "))
    made = []
    for line in [*lines[:end], [], lines[-1]]:
        words = [(column, text, codes) for column, text, codes in line if not text.startswith("─")]
        right = [part for part in words if part[0] > 70]
        tail = sum(len(text) + 2 for _, text, _ in right)
        row, indent = [], 0
        for column, text, codes in words[:len(words) - len(right)]:
            if row:  # one space after the previous text
                column = row[-1][0] + len(row[-1][1]) + 1
            else:
                column = indent = min(column, 2 + (column - 2) // 4) if column > 2 else column
            parts = textwrap.wrap(re.sub(" {2,}", " ", text), columns - column - (tail if right else 0),
                                  break_on_hyphens=False) or [""]
            row.append((column, parts[0], codes))
            for more in parts[1:]:
                made.append(row)
                row = [(indent + (2 if not right else 3), more, codes)]
        for column, text, codes in reversed(right):
            row.append((columns - len(text) if column > 88 else columns - len(text) - 8, text, codes))
        made.append(row)
    return made


def draw(lines):
    """lines: [[(column, text, codes)]]"""
    width = MARGIN * 2 + COLUMN * max(column + len(words) for line in lines for column, words, _ in line)
    height = BAR + MARGIN * 2 + LINE * len(lines)
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
        f'height="{height}"'
        f' font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14">'
    )
    print(f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>')
    print(
        f'<path d="M0 {BAR} V8 Q0 0 8 0 H{width - 8:.0f} Q{width:.0f} 0 {width:.0f} 8 V{BAR} Z" fill="{BAR_COLOUR}"/>')
    for i, colour in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        print(f'<circle cx="{20 + 20 * i}" cy="{BAR / 2}" r="6" fill="{colour}"/>')
    for row, line in enumerate(lines):
        for column, words, codes in line:
            print(text(MARGIN + COLUMN * column, BAR + MARGIN + LINE * row + 14, words, codes))
    print("</svg>")


def main():
    if sys.argv[1:2] == ["--phone"]:
        return draw(for_phone(of_picture(sys.argv[2])))
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    lines = [line.rstrip("\r").split("\r")[-1] for line in sys.stdin.read().rstrip().split("\n")]
    lines = [re.sub(r"\x1b\[[0-9;]*K", "", line) for line in lines]
    while lines and not lines[0].strip():
        lines.pop(0)
    if command:
        lines = ["\x1b[32m$\x1b[0m " + command, ""] + lines
    rows = []
    for line in lines:
        row = []
        for column, words, codes in pieces(line):
            stripped = words.lstrip(" ")
            if stripped.strip():
                row.append((column + len(words) - len(stripped), stripped.rstrip(" "), codes))
        rows.append(row)
    draw(rows)


main()
