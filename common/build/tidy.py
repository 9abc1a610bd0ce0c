#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy on many files as one, so that their headers, which take most of the time, are checked only once.

    tidy.py CLANG_TIDY BUILD STAMP FILE...

Makes STAMP if there are no findings, and leaves out files that BUILD does not compile. As in any unity build, names in
the files' anonymous namespaces must differ. Mains need a return, because all except one are renamed.
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys


def main(clang_tidy, build, stamp, files):
    commands = {}
    for entry in json.loads((pathlib.Path(build) / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["directory"]) / entry["file"]
        sources = [source]
        if "Unity" in source.parts:  # CMake's own unity builds
            sources = re.findall(r'#include "(.*)"', source.read_text())
        commands.update({pathlib.Path(s).resolve(): shlex.split(entry["command"]) for s in sources})
    flags, unity, mains = [], "", 0
    for file in map(pathlib.Path, files):
        if file.resolve() not in commands:
            continue
        words = iter(commands[file.resolve()])
        for word in words:
            flag = [word, next(words)] if word == "-isystem" else [word] if re.match("-I|-D|-std", word) else []
            if flag and flag not in flags:
                flags.append(flag)
        include = f'#include "{file}"\n'
        if re.search(r"^int main\(", file.read_text(), re.MULTILINE):
            mains += 1
            if mains > 1:
                include = f"#define main main_{mains}\n{include}#undef main\n"
        unity += include
    together = pathlib.Path(stamp).with_suffix(".cpp")
    together.write_text(unity)
    found = subprocess.run(
        [clang_tidy, "--quiet", "--warnings-as-errors=*", r"--header-filter=/(grader|common)/.*\.(h|cpp)$",
         str(together), "--"]
        + [word for flag in flags for word in flag],
        stderr=subprocess.DEVNULL,  # hides the count of suppressed messages
        check=False,
    )
    if found.returncode != 0:
        sys.exit(1)
    pathlib.Path(stamp).touch()


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
