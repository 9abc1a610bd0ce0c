# SPDX-License-Identifier: Apache-2.0
"""The table on the API's first page; the build fails if a class has no description."""
import re
import xml.etree.ElementTree as tree
from html import escape

from layout import purpose
from markdown_pages import inline_html
from site_map import Problem

PLACE = '<div id="api-table"></div>'
INTERNAL = re.compile(r"(^|::)(\w+_)?details?::|<|^std::")  # specialisations too, which their templates describe


def classes(html, tag_file):
    listed = (html / "annotated.html").read_text(encoding="utf-8")
    sentences = {row[1]: row[2].strip()
                 for row in re.finditer(r'<a class="el" href="([^"]*)"[^>]*>[^<]*</a></td><td class="desc">(.*?)</td>',
                                        listed, re.S)}
    for compound in tree.parse(tag_file).getroot().iter("compound"):
        name, kind, url = (compound.get("kind") if part == "kind" else compound.findtext(part)
                           for part in ("name", "kind", "filename"))
        url = url if url.endswith(".html") else url + ".html"
        if kind in ("class", "struct", "union") and not INTERNAL.search(name):
            yield name, kind, url, sentences.get(url, "")


def escape_code(sentence):
    return inline_html("`".join(escape(part) if i % 2 == 0 else part
                                for i, part in enumerate(sentence.replace("\\", "").split("`"))))


def write(site, html, tag_file):
    found = sorted(classes(html, tag_file), key=lambda row: row[0].lower())
    without = [name for name, _, _, sentence in found if not sentence]
    if without:
        raise Problem("the headers", 1, f"no comment above {', '.join(without)}; the API's table needs one for "
                                        f"each class.")
    links = {compound.findtext("path", "") + compound.findtext("name"): compound.findtext("filename")
             for compound in tree.parse(tag_file).getroot().iter("compound")
             if compound.get("kind") == "file"}
    rows = list(found)
    for heading, headers in site.groups:
        for header in headers:
            url = next((url for path, url in links.items() if path.endswith(header)), None)
            if url:
                rows.append((header.rpartition("/")[2], "header", url if url.endswith(".html") else url + ".html",
                             f"{escape_code(purpose(site.root / header))} <small>{escape(heading)}</small>"))
    body = "".join(f'<tr class="markdownTableRow{"Odd" if i % 2 == 0 else "Even"}"><td><a '
                   f'href="{url}"><code>{escape(name)}</code></a></td><td>{kind}</td><td>{sentence}</td></tr>'
                   for i, (name, kind, url, sentence) in enumerate(rows))
    table = ('<p class="filter" hidden="hidden"><label>Show what has these words: <input type="search" '
             'data-filter="api" size="24"/></label> <output></output></p>'
             '<table class="markdownTable"><tr class="markdownTableHead"><th '
             'class="markdownTableHeadNone">name</th><th class="markdownTableHeadNone">kind</th>'
             f'<th class="markdownTableHeadNone">what it is</th></tr>{body}</table>')
    page = html / "api.html"
    text = page.read_text(encoding="utf-8")
    if PLACE not in text:
        raise Problem(page, 1, "the page has no place for the table.")
    page.write_text(text.replace(PLACE, table), encoding="utf-8")
