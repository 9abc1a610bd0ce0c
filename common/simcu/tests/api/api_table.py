#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Test: common/simcu/API.md says of every function of CUDA 13's runtime API, and of the names of CUB and Thrust that programs
use, whether simcu has it, refuses it by name, or does not know it. The table is made from simcu's own headers and the driver's
list of what it refuses. Of CUB and Thrust no name may be unknown, nor had and refused.

  api_table.py ROOT            fails if the page is not what the headers say
  api_table.py ROOT --update   writes the page
"""
import pathlib
import re
import sys

GROUPS = [
    ("Graphs and stream capture", r"Graph|Capture|UserObject"),
    ("Textures, surfaces, arrays", r"Array|Texture|Surface|ChannelDesc|Mipmapped"),
    ("Memory pools", r"Pool"),
    ("Copies and fills", r"Memcpy|Memset|Symbol"),
    ("Memory", r"Malloc|Free|Mem|Host(Alloc|Register|Unregister|Get)|Pointer"),
    ("Streams", r"Stream|LaunchHostFunc|Ctx"),
    ("Events", r"Event"),
    ("Kernels", r"Launch|Func|Occupancy|Kernel|Library"),
    ("Errors", r"Error"),
    ("Other systems and processes", r"External|Ipc|Graphics|Semaphore|D3D|GL|EGL|VDPAU|Import|Signal|Wait|Driver"),
    ("Devices", r"Device|Version|Profiler|Limit"),
    ("The rest", r""),
]
WHAT = {"have": "there", "refused": "refused, in a sentence at the line", "unknown": "not declared: the compiler says so"}


def library(root, name):
    """What the headers and the driver say of `cub::DeviceScan::InclusiveSum`, a name of CUB or Thrust."""
    simcu = root / "common/simcu"
    space, first, *member = name.split("::")
    folder = simcu / "include/simcu" / space
    headers = re.sub(r"//.*", "", "\n".join(h.read_text() for h in sorted(folder.glob("*.h"))))
    # a class, a function, a using, a variable, or a name that a macro of simcu's own makes to one
    forms = r"(?:(?:struct|class) {0}\b(?! *;)|[\w>&*] {0}\(|SIMCU_\w+\((?:\w+, )?{0}[,)]|using (?:\w+::)?{0}\b|[\w>] {0}\{{|, {0}\{{)"
    found = re.search(forms.format(first), headers)
    for inner in member:
        found, struct = None, first
        while struct and not found:
            body = re.search(r"struct " + struct + r"(?: : (?:details::)?(\w+))? \{.*?\n\};", headers, re.S)
            found = body and re.search(forms.format(inner), body.group())
            struct = body and body.group(1)
    table = (simcu / "driver/translator/unsupported.cpp").read_text().split(f"k{space.capitalize()}[] = {{")[1].split("};")[0]
    patterns = re.findall(r'"([A-Za-z_]\w*(?:::\w+)?\*?)"', table)
    short = "::".join([first, *member])
    refused = [p for p in patterns for n in (first, short) if (n.startswith(p[:-1]) if p.endswith("*") else n == p)]
    if bool(found) == bool(refused):
        sys.exit(f"{name}: " + ("both declared and refused" if found else "neither declared nor refused") +
                 " (include/simcu, driver/translator/unsupported.cpp)")
    return "have" if found else "refused"


def states(root):
    simcu = root / "common/simcu"
    headers = "\n".join(h.read_text() for h in sorted((simcu / "include").rglob("*.h")))
    declared = set(re.findall(r"\b(cuda[A-Z]\w*)\s*\(", re.sub(r"//.*", "", headers)))
    by_header = set(re.findall(r"SIMCU_UNSUPPORTED\((\w+)", headers))
    refused = re.findall(r'"(cuda\w+\*?)"', (simcu / "driver/translator/unsupported.cpp").read_text().split("kHeaders")[0])
    matches = lambda n: any(n.startswith(p[:-1]) if p.endswith("*") else n == p for p in refused)
    for name in (simcu / "tests/api/runtime_api_13.txt").read_text().split():
        yield name, "refused" if name in by_header or matches(name) else "have" if name in declared else "unknown"


def page(root):
    groups = {title: {state: [] for state in WHAT} for title, _ in GROUPS}
    total = {state: 0 for state in WHAT}
    for name, state in states(root):
        title = next(title for title, pattern in GROUPS if re.search(pattern, name))
        groups[title][state].append(name)
        total[state] += 1
    for name in (root / "common/simcu/tests/api/cub_thrust_13.txt").read_text().split():
        title = "CUB" if name.startswith("cub::") else "Thrust"
        groups.setdefault(title, {state: [] for state in WHAT})[library(root, name)].append(name)
    out = ["# The runtime API of CUDA 13, CUB and Thrust in simcu", "",
           "Made by [tests/api/api_table.py](tests/api/api_table.py) from simcu's headers; a test keeps it true. What *there* means in detail,",
           "[README.md](README.md) says.", ""]
    for title, by_state in groups.items():
        if not any(by_state.values()):
            continue
        out += [f"## {title}", ""]
        for state, names in by_state.items():
            if names:
                out += [f"- **{WHAT[state]}**: " + ", ".join(f"`{n}`" for n in names)]
        out += [""]
    return "\n".join(out).rstrip() + "\n"


def main():
    root = pathlib.Path(sys.argv[1])
    file, text = root / "common/simcu/API.md", page(root)
    if "--update" in sys.argv:
        file.write_text(text)
    elif not file.exists() or file.read_text() != text:
        print(f"{file} is not what the headers say: python3 {__file__} {root} --update")
        return 1
    return 0


sys.exit(main())
