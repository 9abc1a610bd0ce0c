# SPDX-License-Identifier: Apache-2.0
"""Puts Doxygen's output into the site's frame (page.html), and fixes what hinders a screen reader, a keyboard or a
phone. The finished HTML needs no script."""
import re
from html import escape, unescape

import playground
import steppers
import typography
from site_map import HERE, Problem

CONTENT = re.compile(r"<!-- end header part -->(.*)<!-- start footer part -->", re.S)

LINKED = (r'\1<span id="\2">\3</span> <a class="headline" href="#\2" aria-label="Link to this heading">#</a></h')


class Navigation:
    """The pages in order, [(level, name, url)]. A section's heading has no URL. Next and Previous skip `aside`."""

    def __init__(self, entries, aside=()):
        self.entries = entries
        self.aside = aside
        self.parents = []
        for i, (level, _, _) in enumerate(entries):
            above = [k for k in range(i) if entries[k][0] < level]
            self.parents.append(above[-1] if above else None)
        self.index = {}
        for i, (_, _, url) in enumerate(entries):
            self.index[url] = i  # a heading without a page shares its first page's URL; the page comes later

    def path(self, i):
        result = []
        while i is not None:
            result.append(i)
            i = self.parents[i]
        return result

    def html(self, current):
        """Returns nested lists: top-level entries, sections, and the entries next to and below the current one."""
        shown = self.path(current)
        lines, level = [], -1
        for i, (depth, name, url) in enumerate(self.entries):
            above = self.parents[i]
            if depth > 0 and above not in shown and self.entries[above][2]:
                continue
            while level < depth:
                lines.append("<ul>")
                level += 1
            while level > depth:
                lines.append("</li></ul>")
                level -= 1
            if lines[-1] != "<ul>":
                lines.append("</li>")
            marks = ' aria-current="page"' if i == current else ' class="above"' if i in shown else ""
            lines.append(f'<li><a href="{url}"{marks}>{escape(name)}</a>' if url
                         else f'<li class="section"><span>{escape(name)}</span>')
        return "".join(lines) + "</li></ul>" * (level + 1)

    def neighbours(self, current):
        if current is None:
            return ""
        links = []
        for step, word in ((-1, "Previous"), (1, "Next")):
            i, here = current + step, self.entries[current][2]
            while 0 <= i < len(self.entries) and self.entries[i][2] in (here, *self.aside):
                i += step
            if not 0 <= i < len(self.entries) or self.entries[i][2] is None:
                continue
            i = self.index[self.entries[i][2]]
            above = [self.entries[k][1] for k in self.path(i)[1:2] if self.entries[k][2]]
            name = ", ".join([*above, self.entries[i][1]])
            links.append(
                f'<a class="{word.lower()}" href="{self.entries[i][2]}"><span>{word}</span> {escape(name)}</a>')
        return f'<nav class="neighbours" aria-label="Neighbouring pages">{"".join(links)}</nav>'


def pictures(text, html):
    """Inlines the drawings of docs/figures, so that their colours follow the page's mode and their text is read out."""
    def inline(match):
        path = html / match[1]
        drawing = path.read_text(encoding="utf-8")
        # It is not a drawing, and its size must be known before it is loaded.
        if 'aria-labelledby="title desc"' not in drawing:
            size = re.search(r'viewBox="[\d.]+ [\d.]+ ([\d.]+) ([\d.]+)"', drawing)
            picture = match[0].replace("<img ", f'<img width="{size[1]}" height="{size[2]}" ') if size else match[0]
            phone = path.with_name(f"{path.stem}_phone.svg")  # for a narrow screen
            if not phone.exists():
                return picture
            size = re.search(r'viewBox="[\d.]+ [\d.]+ ([\d.]+) ([\d.]+)"', phone.read_text(encoding="utf-8"))
            source = (f'<source media="(max-width: 600px)" srcset="{phone.relative_to(html)}" '
                      f'width="{size[1]}" height="{size[2]}"/>')
            return re.sub(r"<img .*?/>", rf"<picture>{source}\g<0></picture>", picture)
        name = path.stem
        drawing = re.sub(r'\bid="([\w-]+)"', rf'id="{name}-\1"', drawing)
        drawing = re.sub(r"url\(#([\w-]+)\)", rf"url(#{name}-\1)", drawing)
        drawing = drawing.replace('aria-labelledby="title desc"', f'aria-labelledby="{name}-title {name}-desc"')
        drawing = re.sub(r'(fill|stroke)="#([0-9a-f]{6})"', lambda m: f'{m[1]}="var(--f-{m[2]},#{m[2]})"', drawing)
        drawing = re.sub(r'<svg ([^>]*?)width="([\d.]+)"\s+height="[\d.]+"', r'<svg \1style="max-width:\2px"', drawing,
                         count=1)
        return f'<figure class="drawing inline">{drawing}</figure>'
    def plot(match):
        made = []
        for kind, address in (("wide-plot", match[2]), ("narrow-plot", match[1])):
            path = html / address
            drawing = re.sub(r"<\?xml.*?\?>\s*", "", path.read_text(encoding="utf-8"), flags=re.S)
            drawing = re.sub(r"\b(id)=(['\"])", rf"\g<1>=\g<2>p-{path.stem}-", drawing)
            drawing = re.sub(r"(xlink:href=['\"]#|url\(#)", rf"\g<1>p-{path.stem}-", drawing)
            drawing = re.sub(r"rgb\(\s*(\d+),\s*(\d+),\s*(\d+)\)", r"var(--p-\1-\2-\3,rgb(\1,\2,\3))", drawing)
            drawing = drawing.replace('="black"', '="var(--p-0-0-0,#000)"')
            drawing = re.sub(r"#(ffffff)", r"var(--f-\1,#\1)", drawing, flags=re.I)
            drawing = re.sub(r'<svg\s+width="(\d+)" height="\d+"',
                             rf'<svg class="{kind}" role="img" aria-label="{match[3]}" style="max-width:\1px"',
                             drawing, count=1)
            made.append(re.sub(r"<title>.*?</title>\s*<desc>.*?</desc>", "", drawing, count=1, flags=re.S))
        return "".join(made)
    text = re.sub(r'<picture>\s*<source [^>]*srcset="([^"]*)"[^>]*>\s*<img src="([^"]*)" '
                  r'alt="([^"]*)"[^>]*/?>\s*</picture>', plot, text)
    return re.sub(r'<figure class="drawing"[^>]*><a href="[^"]*"><img src="([^"]*\.svg)"[^>]*/></a></figure>', inline,
                  text)


def mend(name, text):
    # The title is the page's first-level heading.
    if "<!-- PageDoc -->" in text or '<div class="textblock">' in text and "groupheader" not in text:
        text = re.sub(r"<(/?)h([1-5])\b", lambda m: f"<{m[1]}h{int(m[2]) + 1}", text)
    text = re.sub(r'<div class="title">(.*?)</div>', r'<h1 class="title">\1</h1>', text, count=1, flags=re.S)
    text = re.sub(r'<div class="toc"><h\d>.*?</h\d>(.*?)</div>',
                  r'<nav class="toc" aria-label="On this page"><details><summary>On this '
                  r'page</summary>\1</details></nav>',
                  text, flags=re.S)
    text = re.sub(r"<p >", "<p>", text)
    text = re.sub(r"&lt;tt&gt;(.*?)&lt;/tt&gt;", r"<code>\1</code>", text)  # code in headings, and in the list of them
    text = text.replace('"><span class="icondoc"></span></a>',
                        '" aria-label="Source"><span class="icondoc"></span></a>')
    # Text such as file:line is not a link. A class without nested classes must not link to a list of them.
    text = re.sub(r'<a href="file:[^"]*">(.*?)</a>', r"\1", text)
    text = re.sub(r'<a href="#([\w-]+)">[^<]*</a> &#124;\n', lambda m: m[0] if f'="{m[1]}"' in text else "", text)
    # Doxygen links any name in a page's code to the API, but only lab::… certainly is in it.
    if "groupheader" not in text and "_source" not in name:
        text = re.sub(r'<a class="code[^>]*>((?!lab::)[^<]*)</a>', r"\1", text)
    text = re.sub(r'<tr class="markdownTableHead">\s*(<th class="markdownTableHead\w*">\s*</th>\s*)+</tr>', "", text)
    text = re.sub(r'<th class="(markdownTableHead\w*)">\s*</th>', r'<td class="\1"></td>', text)
    # Tables and code can be wider than a phone: they scroll, and the keyboard reaches them.
    text = re.sub(r'<table class="(?:markdownTable|doxtable)">.*?</table>',
                  r'<div class="wide" tabindex="0" role="group" aria-label="Table">\g<0></div>', text, flags=re.S)
    text = text.replace('<div class="fragment">', '<div class="fragment" tabindex="0" role="group" aria-label="Code">')
    text = text.replace('<pre class="fragment">', '<pre class="fragment" tabindex="0">')
    # borders already separate members
    text = re.sub(r'<tr class="separator:[^"]*">.*?</tr>\n?', "", text)
    text = re.sub(r'<table class="(memname|memberdecls|directory|fieldtable|mlabels|params)"',
                  r'<table role="presentation" class="\1"', text)
    text = re.sub(r"<table>(?=\s*<tr>)", '<table role="presentation">', text)
    text = re.sub(r' (?:valign|align|nowrap|border|cellpadding|cellspacing)="[^"]*"', "", text)
    return text


def head_of(head, content):
    title = unescape(re.sub(r"&lt;/?tt&gt;", "", re.search(r"<title>(.*?)</title>", head, re.S)[1]))
    about = typography.description(content)
    head = re.sub(r"&lt;/?tt&gt;", "", head)
    head = re.sub(r'<meta http-equiv="X-UA-Compatible"[^>]*>\n', "", head)
    if "onclick=" not in content:  # nothing can be folded, so Doxygen's scripts are not needed
        head = re.sub(r'<script type="text/javascript" src="(?:jquery|dynsections|clipboard)\.js"></script>\n', "",
                      head)
    else:  # these scripts run after the first words are painted
        head = re.sub(r'<script type="text/javascript" (src="(?:jquery|dynsections|clipboard)\.js")>',
                      r"<script defer \1>", head)
    tags = {"og:title": title, "og:site_name": "Sorting on the GPU", "og:type": "article"}
    if about:
        tags["og:description"] = about
        head += f'<meta name="description" content="{escape(about)}"/>\n'
    head += "".join(f'<meta property="{name}" content="{escape(value)}"/>\n' for name, value in tags.items())
    return head + steppers.head(content) + playground.head(content) \
        + ('<script defer src="plots.js"></script>\n' if "data-series=" in content else "")


WORDS_A_MINUTE = 200
BUTTON = re.compile(r"<p>(?:<b>|<strong>)(<a [^>]*>[^<]*</a>)(?:</b>|</strong>)</p>")


def reading_time(content):
    """Returns the reading time as a line; nothing for a short page."""
    prose = re.sub(r'<nav class="toc".*?</nav>|<div class="fragment.*?</div><!-- fragment -->|<(svg|math)\b.*?</\1>',
                   " ", content, flags=re.S)
    minutes = round(len(typography.words(prose).split()) / WORDS_A_MINUTE)
    return f'<p class="time">{minutes} minutes to read</p>' if minutes >= 2 else ""


def finish_page(file, navigation, frame, api, prose):
    text = file.read_text(encoding="utf-8")
    head, rest = text.split("</head>", 1)
    match = CONTENT.search(rest)
    if not match:
        raise Problem(file, 1, "Doxygen wrote this page in an unexpected form.")
    content = re.sub(r"^.*?</div><!-- top -->", "", match[1], count=1, flags=re.S)
    content = mend(file.stem, content)
    if prose:
        content = BUTTON.sub(r'<p class="go">\1</p>', content)
        content = content.replace("</h1>", "</h1>" + reading_time(content), 1)
        content = pictures(typography.typeset(content), file.parent)
    elif not file.stem.endswith("_source"):
        content = typography.TABLE.sub(typography.fitted, typography.outside_code(content, typography.powers))
    # Doxygen's anchors begin with the page's id; a code host's do not.
    content = re.sub(rf'( id="|href="#){file.stem}-', r"\1", content)
    content = re.sub(r"(<h[2-6]>)<a class=\"anchor\" id=\"([^\"]*)\"></a>\s*(.*?)</h", LINKED, content, flags=re.S)
    current = navigation.index.get(file.name)
    if current is None and not file.name.startswith("file_"):
        current = api
    version = re.search(r"Generated by Doxygen ([\w.]+)", rest)
    parts = dict(navigation=navigation.html(current), content=content,
                 neighbours=navigation.neighbours(navigation.index.get(file.name)), version=" " + version[1] if version
                 else "")
    body = re.sub(r"@(\w+)@", lambda m: parts[m[1]], frame)
    file.write_text(f"{head_of(head, content)}</head>\n{body}", encoding="utf-8")


NOT_FOUND = """<div><div class="header"><div class="headertitle"><div class="title">Not here</div></div></div>
<div class="contents"><div class="textblock"><p>There is no page at this address. It may have moved: \
the search box above and the list of pages find it.</p>
<p><a href="index.html">To the first page</a></p></div></div><!-- contents --></div>"""


def finish(html, entries, prose, aside):
    """`entries` is the navigation, `prose` the pages of text, and `aside` the pages that Next and Previous skip."""
    navigation = Navigation(entries, aside)
    frame = (HERE / "page.html").read_text()
    some = (html / "index.html").read_text(encoding="utf-8").split("</head>", 1)[0]
    some = re.sub(r"<title>.*?</title>", "<title>Sorting on the GPU: not here</title>", some, flags=re.S)
    (html / "404.html").write_text(f"{some}</head><body><!-- end header part -->{NOT_FOUND}<!-- start footer part "
                                   f"--></body></html>", encoding="utf-8")
    for file in html.glob("*.html"):
        finish_page(file, navigation, frame, navigation.index["api.html"], file.name in prose)
