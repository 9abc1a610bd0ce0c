# SPDX-License-Identifier: Apache-2.0
"""What Doxygen's pages lack for readers with a screen reader or a keyboard, mended in the finished HTML."""
import re


def finish_page(text):
    # The title is the page's first heading, the others are below it.
    if '<div class="textblock">' in text and '<div class="PageDoc">' in text:
        text = re.sub(r"<(/?)h([1-5])(?=[ >])(?![^>]*groupheader)",
                      lambda m: f"<{m[1]}h{int(m[2]) + 1}", text)
    text = re.sub(r'<div class="title">(.*?)</div>', r'<h1 class="title">\1</h1>', text, count=1, flags=re.S)
    text = re.sub(r'<h[1-6]>(Table of Contents)</h[1-6]>', r"<h3>Contents</h3>", text)
    # An empty row or cell heads nothing.
    text = re.sub(r'<tr class="markdownTableHead">\s*(<th class="markdownTableHead\w*">\s*</th>\s*)+</tr>', "", text)
    text = re.sub(r'<th class="(markdownTableHead\w*)">\s*</th>', r'<td class="\1"></td>', text)
    # Tables can be wider than a phone.
    text = re.sub(r'<table class="(markdownTable|doxtable)">.*?</table>',
                  r'<div class="wide" tabindex="0" role="group" aria-label="Table">\g<0></div>', text, flags=re.S)
    text = text.replace('<div class="fragment">', '<div class="fragment" tabindex="0" role="group" aria-label="Code">')
    text = text.replace('<pre class="fragment">', '<pre class="fragment" tabindex="0">')
    text = re.sub(r'<iframe ', '<iframe title="Search results" ', text)
    return text


def finish(html):
    for page in html.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(finish_page(text), encoding="utf-8")
