# SPDX-License-Identifier: Apache-2.0
"""Makes the navigation, the API's overview, and a page for each file or folder to which a page links."""
import os
import re
from pathlib import Path

from site_map import file_id


LARGE = 40


def group_id(heading):
    return "api_" + re.sub(r"\W+", "_", heading).lower()


def navigation(site):
    """Returns [(level, name, url)]; section headings have no URL."""
    entries = []
    for i, (level, path, name) in enumerate(site.pages):
        # Other headings without a page link to their first page.
        path = path or level > 0 and next((p for l, p, _ in site.pages[i + 1:] if l > level and p), None)
        if path or level == 0:
            entries.append((level, name, site.ids[path] + ".html" if path else None))
    entries.append((1, "API reference", "api.html"))
    for heading, _ in site.groups:
        entries.append((2, heading, group_id(heading) + ".html"))
    return entries + [(2, "Namespaces", "namespaces.html"), (2, "Classes", "annotated.html"),
                      (2, "Files", "files.html")]


def write_layout(default, file):
    text = Path(default).read_text()
    # Nothing links to these lists of members.
    text = re.sub(r'(<tab type="(?:classmembers|namespacemembers|globals|hierarchy|classindex)" visible=)"[^"]*"',
                  r'\1"no"', text)
    # A file's purpose comes before its contents.
    for kind in ("file", "class", "namespace"):
        text = re.sub(rf"(<{kind}>.*?)<briefdescription[^>]*/>(.*?)(<detaileddescription[^>]*/>)", r"\1\3\2", text,
                      count=1, flags=re.S)
    Path(file).write_text(text)


def purpose(path):
    """Returns the first sentence of a file's comment."""
    lines = []
    for line in path.read_text(errors="replace").split("\n")[1:]:
        if not line.startswith("// "):
            break
        lines.append(line[3:])
    sentence = re.match(r".*?\.(?=\s|$)|.*", " ".join(lines))
    return re.sub(r"([\\@<>#|])", r"\\\1", sentence[0].rstrip(":"))


def write_api_pages(site, file):
    pages = ["/** @page api API reference", "",
             "This reference is made from the comments in the headers, so an editor shows the same text. By subject: "
             + ", ".join(f"@ref {group_id(heading)}" for heading, _ in site.groups) + ".", "",
             "@htmlonly[block]", '<div id="api-table"></div>', "@endhtmlonly", "*/"]
    for heading, found in site.groups:
        pages += [f"/** @page {group_id(heading)} {heading}", "",
                  "| header | purpose |", "|---|---|"]
        for header in found:
            pages.append(f"| [{header}](@ref {header}) | {purpose(site.root / header)} |")
        pages.append("*/")
    Path(file).write_text("\n".join(pages) + "\n")


def tracked(root, folder):
    for entry in sorted(os.scandir(root / folder), key=lambda e: (not e.is_dir(), e.name)):
        built = folder == "" and entry.name.startswith("build") or entry.name in ("node_modules", "__pycache__")
        if not built and not entry.name.startswith("."):
            yield entry


def write_file_pages(site, file):
    """Writes a page for each file to which a page links, and for each folder."""
    linked = set(site.files)
    pages, todo, done = [], sorted(linked), set()
    while todo:
        path = todo.pop()
        if path in done:
            continue
        done.add(path)
        full = site.root / path
        lines = [f"/** @page {file_id(path)} {path or 'The repository'}", ""]
        if full.is_dir():
            entries = list(tracked(site.root, path))
            for entry in entries:
                child = os.path.join(path, entry.name)
                # A large folder's files and folders are only named, unless a page links to them.
                named = (entry.is_dir() or len(entries) > LARGE) and child not in linked and child not in site.ids
                url = None if named else site.resolve("README.md", child, 0)
                name = entry.name + ("/" if entry.is_dir() else "")
                lines.append(f"- `{name}`" if url is None else f"- [{name}]({url})")
                if url and child in site.files:
                    todo.append(child)
        else:
            lines += ["\\includelineno " + path]
        pages += lines + ["*/"]
    Path(file).write_text("\n".join(pages) + "\n")
