# SPDX-License-Identifier: Apache-2.0
"""The site's pages and their ids, the API reference's headers, and the targets of the pages' links."""
import os
import re
from glob import glob
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = {".csv", ".json", ".txt"}
PICTURES = {".svg", ".png"}


class Problem(Exception):
    """A mistake for the pages' author to fix, with the file, the line and the mistake."""

    def __init__(self, path, line, text):
        super().__init__(f"{path}:{line}: error: {text}")

    def __add__(self, other):
        both = Problem("", 0, "")
        both.args = (f"{self}\n{other}",)
        return both


def page_id(path):
    """Returns a page's id and the stem of its HTML file: notes_04_x for docs/notes/04_x.md, labs_04_x_readme for
    labs/04_x/README.md."""
    name = re.sub(r"^docs/(pages/)?", "", path.removesuffix(".md"))
    return re.sub(r"\W+", "_", name).lower()


def file_id(path):
    return "file_" + re.sub(r"\W", "_", path or "repository")


def short_anchor(page, anchor):
    """Removes the page's id from the front of an anchor. Only Doxygen's own anchors begin with it."""
    return anchor.removeprefix(page + "-")


def slug(heading):
    """Returns a heading's anchor, as on code hosts."""
    text = re.sub(r"\]\([^)]*\)", "", heading).lower()
    return re.sub(r" ", "-", re.sub(r"[^\w\- ]", "", text.strip()))


BLOCK = re.compile(r"^([ >]*)(`{3,}|~{3,}).*?^\1\2[ ]*$", re.M | re.S)
SPAN = re.compile(r"(?<!`)(`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)\1(?!`)", re.S)


def blank(match):
    return re.sub(r"[^\n]", "\0", match.group())


def mask_code(text):
    """Replaces code blocks and code spans, except newlines, with NULs, so that positions stay the same."""
    return SPAN.sub(blank, BLOCK.sub(blank, text))


def code_spans(text):
    return SPAN.finditer(BLOCK.sub(blank, text))


def headings(text):
    """Yields each heading's (line number, level, heading), including the title."""
    original = text.split("\n")
    for number, line in enumerate(mask_code(text).split("\n"), 1):
        # A heading's code is masked here.
        match = re.match(r"(#{1,6}) +\S", line)
        if match:
            yield number, len(match[1]), original[number - 1][len(match[1]):].strip()


class Site:
    """`solutions` and `instructors`: whether to include pages and files with solutions, and instructors' pages."""
    playground = False  # programs can be edited and run in the page
    exercises = False  # labs' files can be graded there

    def __init__(self, root, solutions=True, instructors=True, playground=False, exercises=False):
        self.root = Path(root)
        self.instructors = instructors
        self.solutions = solutions
        self.playground = playground
        self.exercises = exercises
        self.pages = []  # (level, path or None, name in the navigation)
        self.ids = {}  # path of a page -> its id
        self.aside = set()  # paths of pages that Next and Previous skip
        self.groups = []  # (heading, [header])
        self.pictures = set()
        self.files = set()  # to which pages link, each shown on its own page
        self._read_pages()
        self._read_headers()
        self._anchors = {}

    def _read_pages(self):
        listing = HERE / "pages.txt"
        missing = None
        for number, line in enumerate(listing.read_text().split("\n"), 1):
            match = re.match(r"( *)((?:solutions |instructors |aside )*)(\S+\.md)? *(.*)$", line)
            if not line.strip() or line.startswith("#") or self._left_out(match[2].split()):
                continue
            path = match[3]
            if path and not (self.root / path).is_file():
                problem = Problem(listing, number, f"the page {path} does not exist.")
                missing = missing + problem if missing else problem
                continue
            self.pages.append((len(match[1]) // 2, path, match[4]))
            if path:
                self.ids[path] = "index" if path == "docs/pages/start.md" else page_id(path)
            if "aside" in match[2].split():
                self.aside.add(path)

        if missing:
            raise missing

    def _left_out(self, marks):
        return "solutions" in marks and not self.solutions or "instructors" in marks and not self.instructors

    def _read_headers(self):
        listing = HERE / "headers.txt"
        left_out = re.findall(r"^  !(\S+)", listing.read_text(), re.M)
        for number, line in enumerate(listing.read_text().split("\n"), 1):
            if not line.strip() or line.startswith("#"):
                continue
            if not line.startswith(" "):
                self.groups.append((line.strip(), []))
                continue
            if line.startswith("  !"):
                continue
            found = sorted(glob(line.strip(), root_dir=self.root))
            if not found:
                raise Problem(listing, number, f"no header is called {line.strip()}.")
            self.groups[-1][1].extend(header for header in found if header not in left_out)

    def headers(self):
        return [header for _, found in self.groups for header in found]

    def anchors(self, page):
        """Returns {slug: id in the HTML} of a page's headings. A name's second heading has a slug that ends in -1."""
        if page not in self._anchors:
            ids, seen = {}, {}
            for _, _, heading in headings((self.root / page).read_text()):
                name = slug(heading)
                count = seen[name] = seen.get(name, -1) + 1
                name += f"-{count}" if count else ""
                ids[name] = self.ids[page] + "-" + (re.sub(r"[^a-z0-9_-]", "", name) or "section")
            self._anchors[page] = ids
        return self._anchors[page]

    def resolve(self, page, target, line):
        """Returns a link's target: a URL, "@ref …" for a header, or None if it is left out. Raises Problem if there is
        no target."""
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            return target
        path, _, anchor = target.partition("#")
        if not path:
            path = page
        else:
            path = os.path.normpath(os.path.join(os.path.dirname(page), path))
        if path.startswith(".."):
            raise Problem(self.root / page, line, f"the link {target} leads out of the repository.")
        full = self.root / path
        if path in self.ids:
            if not anchor:
                return self.ids[path] + ".html"
            if anchor not in self.anchors(path):
                raise Problem(self.root / page, line, f"{path} has no heading #{anchor}.")
            return f"{self.ids[path]}.html#{short_anchor(self.ids[path], self.anchors(path)[anchor])}"
        if not full.exists():
            if self.listed(path):
                return None  # a page of the solutions
            raise Problem(self.root / page, line, f"the link {target} leads to {path}, which does not exist.")
        if not self.solutions and (path + "/").startswith(("solutions/", "docs/notes/solutions/")):
            return None
        if not self.instructors and (path + "/").startswith("docs/instructors/"):
            return None
        if path in self.headers():
            return "@ref " + path
        if path.startswith("docs/measurements/") and full.suffix in DATA:
            return "data/" + full.name
        if full.suffix in PICTURES:
            self.pictures.add(path)
            phone = full.with_name(f"{full.stem}_phone{full.suffix}")  # for a narrow screen (finish.py)
            if phone.exists():
                self.pictures.add(path.removesuffix(full.name) + phone.name)
            return "images/" + full.name
        self.files.add("" if path == "." else path)
        return file_id("" if path == "." else path) + ".html"

    def listed(self, path):
        return path in (HERE / "pages.txt").read_text().split()
