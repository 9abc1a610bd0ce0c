# SPDX-License-Identifier: Apache-2.0
"""Doxygen's input filter: filter.py SITE.json FILE prints the file as Doxygen is to read it."""
import sys
from pathlib import Path

import headers
import markdown_pages
from site_map import Problem, Site


def main():
    site = Site.load(sys.argv[1])
    file = Path(sys.argv[2]).resolve()
    if file.suffix == ".md":
        page = markdown_pages.page_of(site, file)
        text = markdown_pages.convert(site, page) if page else file.read_text()
    else:
        text = headers.convert(file.read_text())
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(text)


if __name__ == "__main__":
    try:
        main()
    except Problem as problem:
        sys.exit(str(problem))
