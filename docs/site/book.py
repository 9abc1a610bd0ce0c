#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the whole site as one PDF, with the browser that CHROMIUM names: book.py HTML BOOK.pdf.

The PDF has all pages of the navigation except the API reference. Links between these pages stay inside it."""
import os
import re
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

STEPPER = re.compile(r'<section class="stepper"[^>]*aria-label="([^"]*)".*?</section>', re.S)
CONTENT = re.compile(r'<main id="content"[^>]*>(.*?)<nav class="neighbours"', re.S)
LEFT_OUT = re.compile(r'<nav class="toc".*?</nav>|<a class="headline".*?</a>', re.S)


def pages(html):
    for name in (html / "site_pages.txt").read_text(encoding="utf-8").split():
        text = (html / name).read_text(encoding="utf-8")
        match = CONTENT.search(text)
        if match and name.removesuffix(".html") not in ("namespaces", "annotated", "files") and not name.startswith(
            "api"):
            title = re.search(r'<h1 class="title">(.*?)</h1>', match[1], re.S)
            yield name, title[1].strip(), STEPPER.sub(r"<p><em>A figure that moves, on the site: \1.</em></p>",
                                                      LEFT_OUT.sub("", match[1]))


def inside(name, content, names):
    stem = name.removesuffix(".html")
    content = re.sub(r'\bid="([^"]*)"', lambda m: f'id="{stem}--{m[1]}"', content)

    def link(match):
        target, _, anchor = match[1].partition("#")
        if target == "" or target in names:
            page = (target or name).removesuffix(".html")
            return f'href="#{page}--{anchor}"' if anchor else f'href="#{page}"'
        return match[0] if ":" in match[1] else ""  # files and the API are not in the book
    content = re.sub(r'href="([^"]*)"', link, content)
    content = re.sub(r"url\(#", f"url(#{stem}--", content)
    return re.sub(r"<details(?![^>]*\bopen\b)", "<details open", content)


def first_pages(pdf):
    """Returns {id of a part: its first page's number}, which Chromium writes as plain text."""
    bodies = {int(number): body for number, body in re.findall(rb"\n(\d+) 0 obj\n(.*?)\nendobj", pdf, re.S)}
    kids = {number: [int(kid) for kid in re.findall(rb"(\d+) 0 R", re.search(rb"/Kids \[(.*?)\]", body, re.S)[1])]
            for number, body in bodies.items() if re.search(rb"/Type /Pages\b", body)}
    inner = {kid for several in kids.values() for kid in several}

    def leaves(number):
        return [leaf for kid in kids[number] for leaf in leaves(kid)] if number in kids else [number]
    order = {page: i for i, page in enumerate((leaf for root in kids if root not in inner for leaf in leaves(root)), 1)}
    dests = re.search(rb"/Dests (\d+) 0 R", pdf)
    return {name.decode(): order[int(page)] for name, page in re.findall(rb"/([^\s/\[]+) \[(\d+) 0 R",
        bodies[int(dests[1])] if dests else b"") if int(page) in order}


def book(html, numbers):
    found = list(pages(html))
    names = {name for name, _, _ in found}
    styles = "".join(f'<link rel="stylesheet" href="{sheet}"/>'
                     for sheet in ("tabs.css", "doxygen.css", "doxygen-awesome.css", "site.css"))
    contents = "".join(f'<li><a href="#{name.removesuffix(".html")}">{title}</a>'
                       f'<span>{numbers.get(name.removesuffix(".html"), 888)}</span></li>'
                       for name, title, _ in found)
    parts = "".join(f'<section class="chapter" '
                    f'id="{name.removesuffix(".html")}">{inside(name, content, names)}</section>'
                    for name, _, content in found)
    return (f'<!DOCTYPE html><html class="light-mode" lang="en"><head><meta '
            f'charset="utf-8"/><title>{escape("Sorting on the GPU")}</title>{styles}</head>'
            f'<body class="book"><main id="content"><h1 class="title">Sorting on the GPU</h1><ol '
            f'class="book-contents">{contents}</ol>{parts}</main></body></html>')


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    html, pdf = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
    page, made, numbers = html / "book.html", Path(f"{pdf}.new"), {}
    for _ in range(2):  # the second print has page numbers in its contents
        page.write_text(book(html, numbers), encoding="utf-8")
        with tempfile.TemporaryDirectory() as profile:
            printed = subprocess.run([os.environ.get("CHROMIUM", "chromium"), "--headless", "--no-sandbox",
                                      "--disable-gpu", f"--user-data-dir={profile}",
                                      "--no-pdf-header-footer", "--print-to-pdf-no-header", f"--print-to-pdf={made}",
                                      page.resolve().as_uri()],
                                     stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        page.unlink()
        if printed.returncode != 0 or not made.exists():
            sys.exit(f"book.py: error: the browser did not print the book:\n{printed.stderr}")
        before, numbers = numbers, first_pages(made.read_bytes())
    if not numbers or numbers != before:
        sys.exit("book.py: error: the page numbers for the contents could not be found in the PDF.")
    made.replace(pdf)


if __name__ == "__main__":
    main()
