# SPDX-License-Identifier: Apache-2.0
"""How the text of a finished page is set: thin spaces in numbers that cannot break, powers, columns of numbers, long lines of output."""
import re
from html import unescape

# Not to be touched: code, pictures, formulas, tags.
KEPT = re.compile(r'<div class="fragment[ "].*?</div><!-- fragment -->|<(pre|code|svg|math|script|style|title)\b.*?</\1>|<[^>]*>', re.S)
THIN, NARROW = "\u202f", "\u00a0"  # both no-break; the second one is for units
NUMBER = re.compile(r"(?<![\w.,])(?<!\D/)(\d{1,3}(?: \d{3})+)(?![\d])")
UNIT = re.compile(r"(?<=\d) (?=(?:%|[mµn]s|s|[KMGT]i?B(?:/s)?|[GMT] keys/s|MHz|GHz)(?![\w]))")
EQUALS = re.compile(r"(?<![\w.])([A-Za-z]) = (?=\d)")  # a name and its number stay together
POWER = re.compile(r"(?<=[\w)])\^(?:\(([^()]*)\)|([\w]+))")

SHORT_CODE = re.compile(r"<code>(?=[^<]* )([^<]{1,16})</code>")  # `1 3 6 10` stays on one line
MATHS_END = re.compile(r"(<math>(?:(?!</math>).)*</math>[.,;:)?]+)", re.S)  # a line does not begin with a full stop

LONG = 96  # characters of a line of output that a screen cannot show
PHONE = 42  # … that a phone cannot show
GAP = re.compile(r"(?<=[^ >])( {2,}) (?=[^ ])")  # inside a line: what puts its words into columns
CELL = re.compile(r"<t([dh])( class=\"[^\"]*\")?>(.*?)</t\1>", re.S)
NUMERIC = re.compile(r"[−+\-–]?[\d.,\u202f ]*\d[\d.,\u202f ]*(?:[  ]?(?:%|[mµ]s|s|[KMGT]i?B))?$|[–-]?$")


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
    """Columns whose cells are all numbers are set right, their heads too."""
    rows = re.findall(r"<tr.*?</tr>", match[0], re.S)
    body = [[words(cell[3]) for cell in CELL.finditer(row)] for row in rows if "<td" in row and "markdownTableHead" not in row[:60]]
    width = max((len(row) for row in body), default=0)
    numeric = [any(len(row) > i and row[i].strip("–-") for row in body) and all(NUMERIC.match(row[i]) for row in body if len(row) > i) for i in range(width)]

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


def long_output(match):
    """Lines of output that are too long for a screen wrap, and sentences those that are too long for a phone; code keeps its lines."""
    if re.search(r'<span class="(?:keyword|preprocessor)', match[0]):
        return match[0]
    lines = re.findall(r'<div class="line">(.*?)</div>', match[0], re.S)
    longest = max((len(words(line)) for line in lines), default=0)
    columns = any(re.search(r"[^ >] {2,}[^ ]|\|", line) for line in lines)
    if longest <= (LONG if columns else PHONE):
        return match[0]
    # The columns of a line that a phone wraps are none: there the gaps between them close.
    text = GAP.sub(r'<span class="gap">\1</span> ', match[0]) if columns else match[0]
    return text.replace('class="fragment"', 'class="fragment wraps"', 1)


def typeset(html):
    html = re.sub(r'<div class="fragment".*?</div><!-- fragment -->', long_output, html, flags=re.S)
    html = outside_code(html, set_text)
    html = SHORT_CODE.sub(r'<code class="together">\1</code>', html)
    html = MATHS_END.sub(r'<span class="together">\1</span>', html)
    return re.sub(r'<table class="markdownTable">.*?</table>', numeric_columns, html, flags=re.S)


def description(html):
    """The page's first words, for search engines and previews."""
    prose = re.sub(r"<(?:nav|figure|details|section)\b.*?</(?:nav|figure|details|section)>", "", html, flags=re.S)
    texts = (re.sub(r"\s+", " ", words(p).replace("\u200d", "")) for p in re.findall(r"<p>(.*?)</p>", prose, re.S))
    text = next(filter(None, texts), "")  # Doxygen's anchor of a page is a paragraph without words
    return text if len(text) <= 200 else text[:200].rsplit(" ", 1)[0] + " …"
