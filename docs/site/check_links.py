# SPDX-License-Identifier: Apache-2.0
"""check_links.py HTML: checks that every link, picture, script and anchor has a target, and that ids are unique in a
page. A page may have at most 1 MB and no unconverted Markdown."""
import re
import sys
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

import typography

LARGEST = 1_000_000


# Tags, and comments and scripts, in which nothing is a tag. html.parser would take three times as long.
TOKEN = re.compile(
    r"""<!--.*?-->|<script(?P<script>[^>]*)>.*?</script|"""
    r"""<(?P<tag>[a-z][a-z0-9]*)(?P<attributes>\s(?:[^>"']|"[^"]*"|'[^']*')*)>""", re.S | re.I)
ATTRIBUTE = re.compile(r"""\s(id|name|href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")


class Page:
    def __init__(self, file):
        self.ids = {}
        self.twice = []
        self.links = []  # (line, url)
        text = file.read_text(encoding="utf-8")
        line = at = 0
        for token in TOKEN.finditer(text):
            attributes = token["attributes"] or token["script"]
            if not attributes or "=" not in attributes:
                continue
            line, at = line + text.count("\n", at, token.start()), token.start()
            for name, *values in sorted(ATTRIBUTE.findall(attributes)):
                self.attribute(line + 1, token["tag"], name, unescape("".join(values)))

    def attribute(self, line, tag, name, value):
        if name == "id":
            if value in self.ids:
                self.twice.append((line, value))
            self.ids[value] = line
        elif name == "name" and tag == "a":
            self.ids.setdefault(value, line)
        elif name != "name" and value:
            self.links.append((line, value))


def raw_markdown(root):
    """Yields a message for each page with **, *a word* or a backtick that should have become bold, italic or code."""
    listed = root / "site_pages.txt"
    for name in listed.read_text(encoding="utf-8").split() if listed.exists() else []:
        found = []
        typography.outside_code((root / name).read_text(encoding="utf-8"), lambda text,
                                found=found: found.extend(re.findall(r"\*\*|`|\*\w[^*\n]*\w\*", text)) or text)
        if found:
            yield f"{name}: {found[0]} is shown as it was written, {len(found)} times."
        for item in re.findall(r"<ol[^>]*>\s*<li[^>]*>((?:(?!<li|</?ol).)*)</ol>",
                               (root / name).read_text(encoding="utf-8"), re.S):
            words = " ".join(re.sub(r"<[^>]*>", "", item).split())[:60]
            yield (f"{name}: a numbered list has one item, so a line that begins with a number was taken for a list: "
                   f"{words}")


def check(root):
    pages = {file: Page(file) for file in sorted(root.rglob("*.html"))}
    problems = list(raw_markdown(root))
    targets = {}  # (folder, path) -> the file there or None; most links recur on every page
    for file, page in pages.items():
        name = file.relative_to(root)
        size = file.stat().st_size
        if size > LARGEST:
            problems.append(f"{name}:1: {size} bytes are more than {LARGEST}.")
        problems += [f"{name}:{line}: the id {anchor} appears twice." for line, anchor in page.twice]
        for line, url in page.links:
            parts = urlsplit(url)
            if parts.scheme in ("http", "https", "mailto") or parts.netloc:
                continue
            if parts.scheme:
                problems.append(f"{name}:{line}: the link {url} leads nowhere.")
                continue
            target = file
            if parts.path:
                place = file.parent, parts.path
                if place not in targets:
                    found = (file.parent / unquote(parts.path)).resolve()
                    targets[place] = found if found.is_file() else None
                target = targets[place]
            if not target:
                problems.append(f"{name}:{line}: the link {url} leads to {parts.path}, which does not exist.")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
                problems.append(f"{name}:{line}: the link {url} leads to an anchor that does not exist.")
    return len(pages), problems


def main():
    root = Path(sys.argv[1]).resolve()
    count, problems = check(root)
    if count == 0:
        problems.append(f"{root}: there are no pages.")
    print("\n".join(problems + [f"{count} pages, {len(problems)} problems"]))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
