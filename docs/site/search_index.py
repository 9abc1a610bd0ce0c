# SPDX-License-Identifier: Apache-2.0
"""Writes search_index.js, what the search box looks through: the text of the pages by their headings, and the names of the API."""
import json
import re
import xml.etree.ElementTree as tree
from html import unescape

from site_map import short_anchor


def plain(html):
    html = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.S)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", html))).strip()


def page_sections(text, url):
    """[(heading, url, text)]: the page up to its first heading, and each heading's part."""
    contents = re.search(r'<div class="textblock">(.*)</div></div><!-- contents -->', text, re.S)
    if not contents:
        return []
    parts = re.split(r'<h\d><a class="anchor" id="([^"]*)"></a>(.*?)</h\d>', contents[1], flags=re.S)
    result = [("", url, plain(parts[0]))]
    for anchor, heading, body in zip(parts[1::3], parts[2::3], parts[3::3]):
        result.append((plain(heading), f"{url}#{short_anchor(url.removesuffix('.html'), anchor)}", plain(body)))
    return result


def names(tag_file):
    """[(name, kind, url)] of the API."""
    result = []
    for compound in tree.parse(tag_file).getroot().iter("compound"):
        kind, name = compound.get("kind"), compound.findtext("name")
        if kind not in ("class", "struct", "namespace", "file", "union") or name.endswith(".md"):
            continue
        url = compound.findtext("filename")
        result.append((name, kind, url if url.endswith(".html") else url + ".html"))
        if kind == "file":
            continue
        for member in compound.findall("member"):
            if member.findtext("anchorfile") and member.get("kind") in ("function", "enumeration", "typedef", "variable"):
                result.append((f'{name}::{member.findtext("name")}', member.get("kind"),
                               f'{member.findtext("anchorfile")}#{member.findtext("anchor")}'))
    return list({name: (name, kind, url) for name, kind, url in result}.values())


def write(site, entries, html, tag_file):
    pages = []
    listed = {url: (level, name) for level, name, url in entries}
    above = ""
    parents = {}
    for level, name, url in entries:
        above = name if level == 0 else above
        parents[url] = "" if level == 0 else above
    for page, page_id in site.ids.items():
        url = page_id + ".html"
        name = ": ".join(filter(None, [parents.get(url, ""), listed.get(url, (0, page))[1]]))
        text = (html / url).read_text(encoding="utf-8")
        title = plain(re.search(r'<div class="title">(.*?)</div>', text, re.S)[1])
        top = listed.get(url, (1, ""))[0] == 0  # chapters come before their statements, hints and solutions
        pages.append([name, title, page_sections(text, url), 45 if top else 30])
    data = json.dumps([pages, names(tag_file)], ensure_ascii=False, separators=(",", ":"))
    (html / "search_index.js").write_text(f"siteSearchIndex({data});\n", encoding="utf-8")
