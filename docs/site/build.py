# SPDX-License-Identifier: Apache-2.0
"""Builds the site: build.py --root REPOSITORY --build build/docs. The result is build/docs/html. An existing site is
replaced only if there are no errors. Otherwise each error is printed with its file and line, and the status is
not 0."""
import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import api_table
import finish
import headers
import layout
import markdown_pages
import playground
import search_index
import steppers
from site_map import DATA, HERE, Problem, Site

THEME = ["doxygen-awesome.css"]
THEME_SCRIPTS = ["doxygen-awesome-darkmode-toggle.js"]


def write_header(options, build):
    subprocess.run([options.doxygen, "-w", "html", build / "header.html", build / "footer.html", build / "unused.css"],
                   check=True, stdout=subprocess.DEVNULL)
    text = (build / "header.html").read_text()
    # Light or dark is chosen before anything is displayed; no other script delays the first words.
    scripts = "\n".join([f'<script src="$relpath^{name}"></script>' for name in THEME_SCRIPTS] +
                        [f'<script defer src="$relpath^{name}"></script>' for name in ("site.js", "search.js")])
    text = re.sub(r"<!--BEGIN TITLEAREA-->.*?<!--END TITLEAREA-->", "", text, flags=re.S)  # page.html has its own
    text = re.sub(r"<html ", '<html lang="en" ', text, count=1)
    text = text.replace("text/xhtml;charset", "text/html;charset")
    text = text.replace("</head>", scripts + '\n<link rel="icon" href="$relpath^icon.svg" '
                                             'type="image/svg+xml"/>\n</head>')
    (build / "header.html").write_text(text)
    (build / "footer.html").write_text("<!-- start footer part -->\n</body>\n</html>\n")


def write_doxyfile(site, options, build, html):
    def quoted(paths):
        return " ".join(f'"{path}"' for path in paths)
    theme = Path(options.theme)
    values = dict(
        ROOT=site.root, BUILD=build, HTML=html.name,
        INPUT=quoted([*site.ids, *site.headers(), build / "api.dox", build / "files.dox"]),
        STYLES=quoted([theme / name for name in THEME] + [HERE / "site.css"]),
        EXTRA=quoted([theme / name for name in THEME_SCRIPTS]
                     + [HERE / "site.js", HERE / "search.js", HERE / "plots.js", HERE / "icon.svg",
                        HERE / "vendor/minisearch/minisearch.js"]))
    text = (site.root / "docs" / "Doxyfile.in").read_text()
    (build / "site.doxyfile").write_text(re.sub(r"@(\w+)@", lambda match: str(values[match[1]]), text))


def write_filtered(site, folder):
    """Writes what Doxygen reads in place of pages and headers. Its input filter, print.sh, only prints these files:
    starting Python for each file took three times as long as Doxygen itself."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    # Documented headers can include headers without documentation.
    (folder / "print.sh").write_text(
        f'root={shlex.quote(str(site.root))}\nfile={shlex.quote(str(folder))}/"${{1#"$root"/}}"\n'
                                     '[ -e "$file" ] || file=$1\nexec cat "$file"\n')
    for path in [*site.ids, *site.headers()]:
        filtered = folder / path
        filtered.parent.mkdir(parents=True, exist_ok=True)
        filtered.write_text(markdown_pages.convert(site, path) if path in site.ids
                            else headers.convert((site.root / path).read_text()), encoding="utf-8")


def write_depfile(site, options, build):
    inputs = {site.root / path for path in [*site.ids, *site.headers(), *site.files, *site.pictures]}
    for page in site.ids:
        inputs |= {site.root / path for path in markdown_pages.quoted_files(site, page)}
    inputs |= set((site.root / "docs/measurements").glob("*.*"))
    inputs |= {file for pattern in ("*.js", "*.css", "traces/*.json")
               for file in (site.root / "docs/steppers").glob(pattern)}
    escaped = [str(path).replace(" ", "\\ ") for path in sorted(inputs) if path.exists()]
    Path(options.depfile).write_text(f"{options.stamp}: " + " \\\n  ".join(escaped) + "\n")


def copy_data(site, html, build):
    (html / "data").mkdir()
    (html / "images").mkdir()
    (html / "plots").mkdir()
    for file in (site.root / "docs/measurements").glob("*.*"):
        if file.suffix in DATA:
            shutil.copy(file, html / "data")
    for path in site.pictures:
        if (html / "images" / Path(path).name).exists():
            raise Problem(site.root / path, 1, "another picture on the site has this name.")
        shutil.copy(site.root / path, html / "images")
    for file in (build / "plots").glob("*.svg"):
        shutil.copy(file, html / "plots")


def make(options):
    root, build = Path(options.root).resolve(), Path(options.build).resolve()
    def wanted(part):  # leaves the part out if its file contains `no`
        wish = build / part
        return not wish.exists() or wish.read_text().strip() != "no"
    instructors = wanted("for_instructors")
    site = Site(root, solutions=instructors and wanted("solutions"), instructors=instructors,
                playground=playground.is_built(build), exercises=playground.labs_are_built(build))
    (build / "plots").mkdir(parents=True, exist_ok=True)
    for page in site.ids:  # finds broken links, and the files that pages link to
        markdown_pages.convert(site, page)
        markdown_pages.quoted_files(site, page)
    subprocess.run([options.doxygen, "-l", build / "layout.default.xml"], check=True, stdout=subprocess.DEVNULL)
    layout.write_layout(build / "layout.default.xml", build / "layout.xml")
    layout.write_api_pages(site, build / "api.dox")
    layout.write_file_pages(site, build / "files.dox")
    write_filtered(site, build / "filtered")
    write_header(options, build)
    html = build / "html.new"
    shutil.rmtree(html, ignore_errors=True)
    write_doxyfile(site, options, build, html)
    status = subprocess.run([options.doxygen, build / "site.doxyfile"], cwd=root).returncode
    if status != 0:
        sys.exit(f"Doxygen ended with status {status}; its messages are above.")
    copy_data(site, html, build)
    steppers.write(root, html, build)
    playground.write(site, html, build)
    navigation = layout.navigation(site)
    search_index.write(site, navigation, html, build / "site.tag")
    api_table.write(site, html, build / "site.tag")
    finish.finish(html, navigation, {page_id + ".html" for page_id in site.ids.values()},
                  {site.ids[path] + ".html" for path in site.aside})
    pages = dict.fromkeys(url for _, _, url in navigation if url)
    (html / "site_pages.txt").write_text("\n".join(pages) + "\n")  # for the browser check
    shutil.rmtree(build / "html", ignore_errors=True)
    html.rename(build / "html")
    if options.depfile:
        write_depfile(site, options, build)
    if options.stamp:
        Path(options.stamp).touch()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--doxygen", default="doxygen")
    parser.add_argument("--theme", default="/usr/share/doxygen-awesome-css")
    parser.add_argument("--depfile")
    parser.add_argument("--stamp")
    try:
        make(parser.parse_args())
    except Problem as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    main()
