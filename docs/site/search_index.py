# SPDX-License-Identifier: Apache-2.0
"""Writes search_index.js for search.js: the glossary's words, the pages' text by heading, the API's names."""
import json
import re
import xml.etree.ElementTree as tree
from html import unescape

from site_map import HERE, Problem, short_anchor


def plain(html):
    html = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.S)
    html = re.sub(r"</?(?:b|i|em|strong|code|tt|a|span)\b[^>]*>|&lt;/?tt&gt;", "", html)  # within a word
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", html))).strip()


def page_sections(text, url):
    """Returns [(heading, url, text)]; text before the first heading has none."""
    contents = re.search(r'<div class="textblock">(.*)</div>(?:<!-- PageDoc -->)?\s*</div><!-- contents -->', text,
                         re.S)
    if not contents:
        return []
    parts = re.split(r'<h\d><a class="anchor" id="([^"]*)"></a>(.*?)</h\d>', contents[1], flags=re.S)
    result = [("", url, plain(parts[0]))]
    for anchor, heading, body in zip(parts[1::3], parts[2::3], parts[3::3]):
        result.append((plain(heading), f"{url}#{short_anchor(url.removesuffix('.html'), anchor)}", plain(body)))
    return result


def names(tag_file):
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
            if member.findtext("anchorfile") and member.get("kind") in ("function", "enumeration", "typedef",
                                                                        "variable"):
                result.append((f'{name}::{member.findtext("name")}', member.get("kind"),
                               f'{member.findtext("anchorfile")}#{member.findtext("anchor")}'))
    return list({name: (name, kind, url) for name, kind, url in result}.values())


# Pages that are not for students come later in search results.
INTERNAL = re.compile(r"(docs/(instructors|developers|site|architecture|notes/solutions)|common|grader|CONTRIBUTING)\b")


def synonyms(listing=HERE / "synonyms.txt"):
    """Returns [[a reader's term, [the pages' terms]]]. Quoted words belong together."""
    rows = []
    for number, line in enumerate(listing.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        said, bar, meant = line.partition(" | ")
        if not bar or not said.strip() or not meant.strip():
            raise Problem(listing, number, "a row is `word, other word | words of the pages`.")
        rows += [[one.strip(), [quoted or word for quoted, word in re.findall(r'"([^"]*)"|(\S+)', meant)]]
                 for one in said.split(",")]
    return sorted(rows, key=lambda row: -len(row[0]))


GLOSSARY = "docs/glossary.md"
WORD = re.compile(r'<tr id="(word-[^"]*)"[^>]*>\s*<td[^>]*>(.*?)</td>\s*<td[^>]*>(.*?)</td>', re.S)


def words(text, url):
    """Returns [(words, url, meaning, other words that it explains)], one per row of the glossary."""
    return [(plain(row[2]), f"{url}#{row[1]}", plain(row[3]),
             " ".join(plain(word) for word in re.findall(r"<b>(.*?)</b>", row[3])))
            for row in WORD.finditer(text)]


def name_words(text):
    def named(match):
        name = re.sub(r"[^a-z0-9]+", "-", plain(match[3]).split(",")[0].lower()).strip("-")
        return f'<tr id="word-{name}"{match[1]}>{match[2]}{match[3]}</td>'
    return re.sub(r'<tr((?: class="[^"]*")?)>(\s*<td class="markdownTableBody\w*">)(.*?)</td>', named, text, flags=re.S)


def write(site, entries, html, tag_file):
    """Writes entries [kind, title, place, url, text, other words]; kinds: word, chapter, page, internal, api."""
    found = []
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
        if page == GLOSSARY:
            text = name_words(text)
            (html / url).write_text(text, encoding="utf-8")
            found += [["word", title, "The words", where, meaning, also] for title, where, meaning, also in words(text,
                                                                                                                  url)]
            continue
        title = plain(re.search(r'<div class="title">(.*?)</div>', text, re.S)[1])
        # Chapters come before their READMEs, hints and solutions.
        kind = "internal" if INTERNAL.match(page) else "chapter" if listed.get(url, (1, ""))[0] == 0 else "page"
        # The navigation's name is searched too: chapter 01's title has no "enumeration".
        found += [[kind, heading or title, name, where, body, "" if heading else listed.get(url, (0, ""))[1]]
                  for heading, where, body in page_sections(text, url)]
    found += [["api", name, kind, url, ""] for name, kind, url in names(tag_file)]
    data = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    (html / "search_index.js").write_text(
        f"siteSearchIndex({data},{json.dumps(synonyms(), separators=(',', ':'))});\n", encoding="utf-8")
