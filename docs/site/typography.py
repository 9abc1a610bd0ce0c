# SPDX-License-Identifier: Apache-2.0
"""Improves a finished page's typography: spaces in numbers, powers, columns of numbers, long lines of output."""
import re
from html import escape, unescape

KEPT = re.compile(r'<div class="fragment[ "].*?</div><!-- fragment '
                  r'-->|<(pre|code|svg|math|script|style|title)\b.*?</\1>|<[^>]*>', re.S)
THIN, NARROW = "\u202f", "\u00a0"  # no-break spaces; NARROW is for units
NUMBER = re.compile(r"(?<![\w.,])(?<!\D/)(\d{1,3}(?: \d{3})+)(?![\d])")
UNIT = re.compile(r"(?<=\d) (?=(?:%|[mµn]s|s|[KMGT]i?B(?:/s)?|[GMT] keys/s|MHz|GHz)(?![\w]))")
EQUALS = re.compile(r"(?<![\w.])([A-Za-z]) = (?=\d)")  # keeps a name and its number together
POWER = re.compile(r"(?<=[\w)])\^(?:\(([^()]*)\)|([\w]+))")

SHORT_CODE = re.compile(r"<code>(?=[^<]* )([^<]{1,16})</code>")  # keeps short code, such as `1 3 6 10`, on one line
MATHS_END = re.compile(r"(<math>(?:(?!</math>).)*</math>[.,;:)?]+)", re.S)  # keeps a full stop with its formula

LONG = 96  # characters of output on a screen's line
PHONE = 38  # characters on a phone's line
BESIDE = 86  # characters next to the contents; a longer line takes the margin too
PHONE_WIDTH = 326  # the narrowest phone's, in pixels
GAP = re.compile(r"(?<=[^ >])( {2,}) (?=[^ ])")  # between a line's columns
TABLE = re.compile(r'<table class="markdownTable">.*?</table>', re.S)
CELL = re.compile(r"<t([dh])( class=\"[^\"]*\")?>(.*?)</t\1>", re.S)
NUMERIC = re.compile(r"[−+\-–]?[\d.,\u202f ]*\d[\d.,\u202f ]*(?:–\d[\d.,]*|·10[⁰¹²³⁴-⁹]+)?(?:[  "
                     r"]?(?:%|[mµ]s|s|[KMGT]i?B))?$|[–-]?$")
NUMBERS = re.compile(r"(<td[^>]*>)(\d+(?: \d+)+)(</td>)")  # a tile's elements, such as `36 37 38 39`


def powers(text):
    return POWER.sub(lambda m: f"<sup>{m[1] or m[2]}</sup>", text)


def set_text(text):
    text = NUMBER.sub(lambda m: m[1].replace(" ", THIN), text)
    text = UNIT.sub(NARROW, text)
    text = EQUALS.sub(f"\\1{NARROW}={NARROW}", text)
    return powers(text)


def outside_code(html, change):
    parts, done = [], 0
    for match in KEPT.finditer(html):
        parts += [change(html[done:match.start()]), match[0]]
        done = match.end()
    return "".join(parts) + change(html[done:])


def words(html):
    return unescape(re.sub(r"<[^>]*>", "", html)).replace("\xa0", " ").strip()


def numeric_columns(match):
    rows = re.findall(r"<tr.*?</tr>", match[0], re.S)
    body = [[words(cell[3]) for cell in CELL.finditer(row)] for row in rows if "<td" in row
            and "markdownTableHead" not in row[:60]]
    width = max((len(row) for row in body), default=0)
    numeric = [any(len(row) > i and row[i].strip("–-") for row in body) and all(NUMERIC.match(row[i]) for row in body
                                                                                if len(row) > i) for i in range(width)]

    def mark(row):
        column = iter(range(99))

        def cell(found):
            i = next(column)
            if i >= width or not numeric[i] or len(body) < 2:
                return found[0]
            names = (found[2] or ' class=""')[:-1]
            return f'<t{found[1]}{names} number">{found[3]}</t{found[1]}>'
        return CELL.sub(cell, row[0])
    return re.sub(r"<tr.*?</tr>", mark, match[0], flags=re.S)


def breakable(match):
    """In a table with many columns, lets a long name in code break after an underscore."""
    if not re.search(r"<tr[^>]*>\s*(?:<t[dh].*?</t[dh]>\s*){5}", match[0], re.S):
        return match[0]
    return re.sub(r"<code>([^<]{14,})</code>", lambda code: "<code>" + code[1].replace("_", "_<wbr/>") + "</code>",
                  match[0])


def narrowest(cell):
    """Estimates a cell's pixels on a phone: its longest word at 13.5 per letter (code: 13, in a frame)."""
    text = re.sub(r'<code class="together">([^<]*)</code>', lambda m: f"<code>{m[1].replace(' ', NARROW)}</code>", cell)
    longest = max(map(len, re.split("[ \n-]", unescape(re.sub(r"<[^>]*>", "", text)).strip())))
    return longest * 7.9 + 10 if "<code" in text and longest > 4 else longest * 8.3


def fitted(match):
    """Tightens a table that is too wide for a phone; if that isn't enough, makes each row a paragraph with headers."""
    rows = [[cell[3] for cell in CELL.finditer(row)] for row in re.findall(r"<tr.*?</tr>", match[0], re.S)]
    width = sum(max(map(narrowest, column)) for column in zip(*rows))
    if "markdownTableHead" not in match[0] or width + 10 * len(rows[0]) <= PHONE_WIDTH:
        return match[0]
    if "<code" not in match[0] and width * .9 + 6 * len(rows[0]) <= PHONE_WIDTH:  # less space, 12-pixel letters
        return match[0].replace('"markdownTable"', '"markdownTable tight"', 1)
    # two columns, a name and its meaning, need no headers
    heads = [escape(words(head)) for head in rows[0]] if len(rows[0]) > 2 else [""] * 2

    def label(row):
        column = iter(heads[1:])
        first, *others = re.split(r"(?=<td)", row[0])[1:] or [""]
        return re.split(r"<td", row[0])[0] + first + "".join(
            cell.replace("<td", f'<td data-head="{name}"', 1) if name else cell for cell, name in zip(others, column))
    body = re.sub(r"<tr(?! class=\"markdownTableHead).*?</tr>", label, match[0], flags=re.S)
    return body.replace('"markdownTable"', '"markdownTable stacked"', 1)


COUNTER = re.compile(r"    (\w+) +(\d+) requests +(\d+) (?:sectors|wavefronts) +([\d.]+) per request(?:, (.*))?$")


def counters(lines):
    """Turns SIMCU_COUNTERS=1's output into a table, so that a phone keeps the columns."""
    rows = []
    for line in lines[1:]:
        row = COUNTER.match(line)
        if row:
            note = f" <small>{row[5]}</small>" if row[5] else ""
            numbers = "".join(f'<td class="number">{number}</td>'
                              for number in (f"{int(row[2]):,} {int(row[3]):,}".replace(",", THIN).split(" ")
                                             + [row[4]]))
            rows.append(f"<tr><td><code>{row[1]}</code>{note}</td>{numbers}</tr>")
        else:
            name, _, about = line.strip().partition(": ")
            name = f"<code>{name}</code>" if name.isidentifier() else name.capitalize()
            rows.append(f'<tr class="kernel"><td colspan="4">{name}: {about}</td></tr>')
    heads = "".join(f'<th class="number" scope="col">{head}</th>' for head in ("requests", "sectors or wavefronts",
                                                                               "per request"))
    return ('<div class="wide" tabindex="0" role="group" aria-label="Counters"><table class="counters">'
            f'<tr class="markdownTableHead"><td>counters, simulated</td>{heads}</tr>{"".join(rows)}</table></div>')


def fragment(match):
    """Lays out code and output. Lines that do not fit next to the contents use the margin, and wrapped lines keep their
    indentation. Output wraps if it is too long for a screen, or for a phone if it has no columns. Code scrolls."""
    lines = re.findall(r'<div class="line">(.*?)</div>', match[0], re.S)
    plain = [unescape(re.sub(r"<[^>]*>", "", line)).replace("\xa0", " ").rstrip() for line in lines]
    table = next((i for i, line in enumerate(plain) if line.startswith("simcu: counters of the simulated device")),
                 None)
    if table is not None:
        above = "\n".join(f'<div class="line">{line}</div>' for line in lines[:table])
        return (f"{match[0].split('>', 1)[0]}>{above}</div><!-- fragment -->" if above
                else "") + counters(plain[table:])
    code = re.search(r'<span class="(?:keyword|preprocessor|stringliteral|comment)', match[0])
    margin = min((len(line) - len(line.lstrip(" ")) for line in plain if line), default=0) if code else 0
    longest = max(map(len, plain), default=0) - margin

    def indented(line):
        # a piece from inside a function begins at the left edge
        text = re.sub(rf"^((?:<[^>]*>)*) {{{margin}}}", r"\1", line[1])
        shown = unescape(re.sub(r"<[^>]*>", "", text)).replace("\xa0", " ")
        spaces = len(shown) - len(shown.lstrip(" ")) if longest > PHONE else 0
        return f'<div class="line" style="--in:{spaces}">{text}</div>' if spaces else f'<div class="line">{text}</div>'
    text = re.sub(r'<div class="line">(.*?)</div>', indented, match[0], flags=re.S)
    text = text.replace('class="fragment', 'class="fragment broad', 1) if longest > BESIDE else text
    columns = any(re.search(r"[^ >] {2,}[^ ]|\|", line) for line in lines)
    if code or "____" in match[0] or longest <= (LONG if columns else PHONE):  # ____ is a line of a drawing
        return text
    # A phone that wraps a line loses its columns, so a dot goes into each gap.
    text = GAP.sub(r'<span class="gap">\1</span> ', text) if columns else text
    return text.replace('class="fragment', 'class="fragment wraps', 1)


def typeset(html):
    html = re.sub(r'<div class="fragment".*?</div><!-- fragment -->', fragment, html, flags=re.S)
    html = outside_code(html, set_text)
    html = SHORT_CODE.sub(r'<code class="together">\1</code>', html)
    html = NUMBERS.sub(lambda m: m[1] + m[2].replace(" ", NARROW) + m[3], html)
    html = MATHS_END.sub(r'<span class="together">\1</span>', html)
    return TABLE.sub(fitted, TABLE.sub(numeric_columns, TABLE.sub(breakable, html)))


def description(html):
    prose = re.sub(r"<(?:nav|figure|details|section)\b.*?</(?:nav|figure|details|section)>", "", html, flags=re.S)
    texts = (re.sub(r"\s+", " ", words(p).replace("\u200d", "")) for p in re.findall(r"<p>(.*?)</p>", prose, re.S))
    text = next(filter(None, texts), "")  # Doxygen's anchor of a page is a paragraph without words
    return text if len(text) <= 200 else text[:200].rsplit(" ", 1)[0] + " …"
