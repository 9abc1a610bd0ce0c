# SPDX-License-Identifier: Apache-2.0
"""The programs of docs/examples in the page: below a listing that is part of one, a page gets the place of its editor
(docs/playground), where that has been built."""
import json
import re
import shutil

QUOTE = re.compile(r"^(\\(?:snippet|include) docs/examples/(\w+\.cu)\b[^\n]*\n)\n|"
                   r"^()<!-- from docs/examples/(\w+\.cu) -->\n", re.M)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
# It copies declarations of g++'s library, and the page has clang's. Nothing is graded there.
LEFT_EMPTY = {"common/lab/by_hand.h"}
# Programs that a page cannot run: they take longer than its time limit, need more memory, or count beyond 32 bits.
NOT_IN_A_PAGE = {"02_cache.cu", "03_cost.cu", "04_families.cu", "04_level1.cu", "05_runs.cu", "05_sort.cu",
                 "06_network.cu"}
PLACE = '<div class="playground"'


def is_built(build):
    return (build / "playground_site/sizes.json").exists()


def lab_of(root, program):
    return next(root.glob(f"labs/{program[:2]}_*")).name


def included(root, program):
    """The files of the repository that a program includes, by the path from which a page's compiler reads them; None if
    one does not exist."""
    found, todo = {}, [root / "docs/examples" / program]
    while todo:
        path = todo.pop()
        for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
            for folder in (path.parent, root, root / "common", root / "labs" / lab_of(root, program)):
                file = folder / name
                if not file.is_file():
                    continue
                relative = str(file.resolve().relative_to(root))
                key = name if relative.startswith("docs/examples/") else relative
                if key in LEFT_EMPTY:
                    found[key] = ""
                elif key not in found:
                    found[key] = file.read_text(encoding="utf-8")
                    todo.append(file)
                break
            else:
                return None
    return found


def runs(site, program):
    """Whether this site may show the program's text and all that it includes."""
    files = None if program in NOT_IN_A_PAGE else included(site.root, program)
    return files is not None and (site.solutions or not any(path.startswith("solutions/") for path in files))


def rewrite(site, text):
    """One place for each program, below its first listing. The lines stay where they are."""
    seen = set()

    def place(match):
        program = match[2] or match[4]
        if program in seen or not runs(site, program):
            return match[0]
        seen.add(program)
        data = f'data-program="{program}" data-folder="{lab_of(site.root, program)}"'
        return f"{match[1] or ''}\\htmlonly[block]{PLACE} {data}></div>\\endhtmlonly\n"
    return QUOTE.sub(place, text) if site.playground else text


def write(site, folder, build):
    """The editor and the tool chain, as docs/playground has made them, and the programs' texts."""
    if not site.playground:
        return
    shutil.copytree(build / "playground_site", folder / "playground")
    programs, files = {}, {}
    for path in sorted((site.root / "docs/examples").glob("*.cu")):
        if runs(site, path.name):
            programs[path.name] = path.read_text(encoding="utf-8")
            files.update(included(site.root, path.name))
    text = json.dumps({"programs": programs, "files": files}, ensure_ascii=False)
    (folder / "playground/workbook.json").write_text(text, encoding="utf-8")


def head(content):
    return '<script defer src="playground/playground.js"></script>\n' if PLACE in content else ""
