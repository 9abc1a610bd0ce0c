# SPDX-License-Identifier: Apache-2.0
"""Puts programs of docs/examples and labs' files into the pages, if docs/playground has been built."""
import csv
import json
import re
import shutil

QUOTE = re.compile(r"^(\\(?:snippet|include) docs/examples/(\w+\.cu)\b[^\n]*\n)\n|"
                   r"^()<!-- from docs/examples/(\w+\.cu) -->\n", re.M)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
# This header repeats declarations of g++'s library, but the page has clang's. Only grading needs it.
LEFT_EMPTY = {"common/lab/by_hand.h"}
PLACE = '<div class="playground"'
SHOWN = re.compile(r'<div class="playground" id="\w+" data-program="(\w+\.cu)"')
TOO_LONG = {"02_cache.cu", "05_runs.cu"}
NOT_HERE = ('\\htmlonly[block]<p class="try">This program has no Run button, because under the checkers it runs for '
            'longer than the 10 s that a page allows.</p>\\endhtmlonly\n')
STATEMENT = re.compile(r"^labs/(\d\d_\w+)/README\.md$")
TASK = re.compile(r"^(## Your task)\n\n", re.M)
TRY = ('\\htmlonly[block]<p class="try"><a href="#write_{lab}">Try it here, nothing to install</a></p>'
       '\\endhtmlonly\n')
INVITATION = "<!-- try it here -->"
INVITE = ('\\htmlonly[block]<p class="try"><b>Try it here, nothing to install.</b> '
          'Write <a href="labs_01_enumeration_readme.html#your-task">the kernel of exercise 01.1</a>, and the '
          'grader says whether it is right. '
          'Or run <a href="notes_03_single_block_scan_bug.html#edit_03_source_scan">'
          'a scan that looks right</a>, and the checkers find its race.</p>\\endhtmlonly')
EXERCISE = ('\n## Write it here {{#write_{lab}}}\n\n'
            '\\htmlonly[block]<p>Nothing to install: the grader\'s tests of this lab run in the page, on the '
            'simulated device, under its checkers. What you type stays in this browser. Answers in files such as '
            '<code>explain.csv</code>, times, and marks that count come only from <code>make grade</code>, in your own '
            'copy of the workbook.</p>'
            '{place} data-lab="{lab}"></div>\\endhtmlonly\n')


def is_built(build):
    return (build / "playground_site/sizes.json").exists()


def labs_are_built(build):
    return is_built(build) and (build / "playground_labs/verifier.wasm.gz").exists()


def lab_of(root, program):
    return next(root.glob(f"labs/{program[:2]}_*")).name


def included(root, program):
    """Returns the files that a program includes, by the path in a page's compiler; None if one is missing."""
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
    """Returns whether this site may show the program and everything that it includes."""
    files = included(site.root, program)
    return files is not None and (site.solutions or not any(path.startswith("solutions/") for path in files))


def rewrite(site, page, text):
    """Adds one place below each program's first listing, and one below each README. Lines stay where they are."""
    seen = set()
    text = text.replace(INVITATION, INVITE if site.exercises else "")
    statement = STATEMENT.match(page)
    if statement and site.exercises:
        text = TASK.sub(lambda match: f"{match[1]}\n{TRY.format(lab=statement[1])}", text, 1)
        return text + EXERCISE.format(place=PLACE, lab=statement[1])

    def place(match):
        program = match[2] or match[4]
        if program in seen or not runs(site, program):
            return match[0]
        seen.add(program)
        if program in TOO_LONG:
            return f"{match[1] or ''}{NOT_HERE}"
        data = f'id="edit_{program[:-3]}" data-program="{program}" data-folder="{lab_of(site.root, program)}"'
        return f"{match[1] or ''}\\htmlonly[block]{PLACE} {data}></div>\\endhtmlonly\n"
    return QUOTE.sub(place, text) if site.playground else text


def write(site, folder, build):
    if not site.playground:
        return
    shutil.copytree(build / "playground_site", folder / "playground")
    shutil.move(folder / "playground/offline.js", folder / "offline.js")  # it controls only the pages in its folder
    programs, files = {}, {}
    for page in sorted(folder.glob("*.html")):
        for name in SHOWN.findall(page.read_text(encoding="utf-8")):
            programs[name] = (site.root / "docs/examples" / name).read_text(encoding="utf-8")
            files.update(included(site.root, name))
    text = json.dumps({"programs": programs, "files": files, "timeline": site.exercises}, ensure_ascii=False)
    (folder / "playground/workbook.json").write_text(text, encoding="utf-8")
    if site.exercises:
        shutil.copytree(build / "playground_labs", folder / "playground", dirs_exist_ok=True)
        for statement in site.root.glob("labs/[0-9][0-9]_*/README.md"):
            write_lab(site.root, statement.parent.name, folder / "playground/labs")


def texts_below(root, folder, kinds):
    return {str(path.relative_to(root)): path.read_text(encoding="utf-8")
            for path in sorted((root / folder).iterdir()) if path.suffix in kinds}


def write_lab(root, lab, folder):
    files = {**texts_below(root, "common/lab", {".h"}), **texts_below(root, f"labs/{lab}", {".h"})}
    files.update(dict.fromkeys(LEFT_EMPTY, ""))
    given = {**texts_below(root, f"labs/{lab}", {".csv"}), **texts_below(root, f"grader/labs/{lab}", {".csv"})}
    rows = [line for line in given[f"grader/labs/{lab}/rubric.csv"].splitlines() if line and not line.startswith("#")]
    tests, titles = [], []
    for row in csv.DictReader(rows):
        name = row["test"].removeprefix(f"Lab{lab[:2]}.")
        tests.append({"exercise": int(row["exercise"]), "test": f"Lab{lab[:2]}.{name}", "shows": row["shows"]})
        if int(row["exercise"]) > len(titles):
            titles.append(row.get("title") or row["shows"])
    stub = (root / f"labs/{lab}/{lab[3:]}.cu").read_text(encoding="utf-8")
    texts = {"file": stub, "files": files, "given": given, "tests": tests, "titles": titles}
    text = json.dumps(texts, ensure_ascii=False)
    (folder / f"{lab}.text.json").write_text(text, encoding="utf-8")


def head(content):
    return '<script defer src="playground/playground.js"></script>\n' if PLACE in content else ""
