#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Test: the project's parts include each other only downwards. No arrow may go up or
between rooms of one floor, files may not include each other in a cycle, and no file may be included in a namespace.

A room is a folder without its subfolders that are rooms. It may include its own files and all rooms on lower floors.
"""
import pathlib
import posixpath
import re
import sys

FLOORS = [
    ["grader/selfcheck"],
    ["grader"],
    ["grader/labs", "grader/report", "grader/submission"],
    ["grader/verifier"],
    ["grader/base", "grader/runner", "grader/sandbox"],
    ["labs", "solutions"],
    ["common/lab"],
    ["common/simcu/libraries/include"],
    ["common/simcu/driver"],
    ["common/simcu/driver/translator"],
    ["common/simcu/check"],
    ["common/simcu/check/checks", "common/simcu/check/tools/counters", "common/simcu/check/tools/history",
     "common/simcu/check/tools/trace"],
    ["common/simcu/check/tools"],
    ["common/simcu/check/state"],
    ["common/simcu/check/report"],
    ["common/simcu/runtime/api"],
    ["common/simcu/runtime/link"],
    ["common/simcu/runtime/schedule"],
    ["common/simcu/runtime/device"],
    ["common/simcu/runtime/memory"],
    ["common/simcu/runtime/base"],
    ["common/simcu/include"],
]
# Where a quoted name is looked up, after the file's own folder.
INCLUDE_FOLDERS = ["grader/base", "grader/verifier", "grader/report", "common/simcu/check", "common/simcu/runtime",
                   "common/simcu/include", "common/simcu/libraries/include", "common"]


def includes_of(files):
    """Maps each file of {path: text} to the files that it includes. Leaves out names that are not in `files`."""
    out = {}
    for path, text in files.items():
        names = re.findall(r'^\s*#\s*include\s+(["<])([^">]+)[">]', text, re.M)
        out[path] = []
        for sign, name in names:
            for folder in [path.rpartition("/")[0]] * (sign == '"') + INCLUDE_FOLDERS:
                if (at := posixpath.normpath(f"{folder}/{name}")) in files:
                    out[path].append(at)
                    break
    return out


def room_of(path, rooms):
    return max((r for r in rooms if path.startswith(r + "/")), key=len)


def circle(graph):
    """Returns files that include each other in a cycle, or an empty list."""
    done, on_way = set(), []

    def visit(file):
        if file in on_way:
            return on_way[on_way.index(file):] + [file]
        if file in done:
            return []
        on_way.append(file)
        for other in graph[file]:
            if found := visit(other):
                return found
        on_way.pop()
        done.add(file)
        return []

    for file in graph:
        if found := visit(file):
            return found
    return []


def faults(files):
    floor_of = {room: i for i, floor in enumerate(FLOORS) for room in floor}
    graph, arrows, wrong = includes_of(files), {}, []
    for path, others in graph.items():
        here = room_of(path, floor_of)
        for other in others:
            there = room_of(other, floor_of)
            if here == there:
                continue
            arrows.setdefault(here, set()).add(there)
            if floor_of[there] <= floor_of[here]:
                wrong.append(f"{path} includes {other}, which is not on a lower floor")
    if found := circle(graph):
        wrong.append("these files include each other in a cycle: " + " -> ".join(found))
    return arrows, wrong


# In these folders, no file may be included inside a namespace.
WHOLE = ["common", "docs/examples", "docs/instructors", "docs/measurements", "docs/steppers", "grader", "labs",
         "solutions"]


def fragments(path, text):
    depth, found = 0, []
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"(inline )?namespace\b.*{$", line):
            depth += 1
        elif line.startswith("}  // namespace"):
            depth -= 1
        elif depth > 0 and re.match(r"\s*#\s*include\b", line):
            found.append(f"{path}:{number}: included inside a namespace; give the file a namespace of its own")
    return found


def main(root):
    files = {}
    for folder in [f for floor in FLOORS for f in floor]:
        for path in pathlib.Path(root, folder).rglob("*"):
            source = path.suffix in (".h", ".cpp", ".cu", ".cuh") or path.suffix == "" and "include" in path.parts
            if source and path.is_file():
                files[str(path.relative_to(root))] = path.read_text(encoding="utf-8")
    assert all(any(f.startswith(room + "/") for f in files) for floor in FLOORS for room in floor), "an empty room"
    arrows, wrong = faults(files)
    wrong += [f"{path.relative_to(root)} is in no room: give its folder a floor in {__file__}"
              for path in pathlib.Path(root, "common/simcu/runtime").rglob("*.[ch]*")
              if str(path.relative_to(root)) not in files]
    for floor in FLOORS:
        for room in floor:
            below = ", ".join(sorted(r.removeprefix("common/simcu/") for r in arrows.get(room, ())))
            print(f"{room.removeprefix('common/simcu/'):24} {'-> ' + below if below else ''}")
        print()

    # The test finds each of these faults.
    lower, upper = "common/simcu/runtime/base/invented.h", "common/simcu/check/state/invented.h"
    assert faults({lower: '#include "state/invented.h"\n', upper: ""})[1]
    assert faults({lower: "", lower[:-2] + ".cpp": "", "common/simcu/check/checks/a.h": '#include "tools/trace/b.h"',
                   "common/simcu/check/tools/trace/b.h": ""})[1]
    assert faults({lower: '#include "other.h"', lower.replace("invented", "other"): '#include "invented.h"'})[1]
    assert not faults({lower: "", upper: '#include "base/invented.h"\n#include <vector>'})[1]

    assert fragments("a.cu", 'namespace a {\n#include "b.cuh"\n}  // namespace a\n')
    assert not fragments("a.cu", 'namespace a {\n}  // namespace a\n#include "b.cuh"\n')

    for folder in WHOLE:
        for path in pathlib.Path(root, folder).rglob("*"):
            if path.suffix in (".cu", ".cuh", ".h") and path.is_file():
                wrong += fragments(path.relative_to(root), path.read_text(encoding="utf-8"))

    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
