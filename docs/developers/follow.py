# SPDX-License-Identifier: Apache-2.0
"""Test: follows the recipes of this folder in a copy of the project, and compares what their commands print.

    follow.py SOURCE COPY [PAGE...]

`<!-- new FILE -->` before a code block creates FILE. A ```diff block has `--- FILE` and pieces, separated by `@@`; the
unchanged and removed lines of a piece must be consecutive in FILE. In a ```console block, each `$ COMMAND` must print
the lines that follow it. All pages are applied to one copy before the commands run. COPY is kept, so that the next run
recompiles only what has changed."""
import filecmp
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

failed = False


def fail(where, what):
    global failed
    failed = True
    print(f"FAILED: {where}: {what}")


def blocks(page):
    """Yields each code block's (line number, language, comment before it, lines)."""
    lines = page.read_text().splitlines()
    comment, at = "", 0
    while at < len(lines):
        if lines[at].startswith("```"):
            end = lines.index("```", at + 1)
            yield at + 1, lines[at][3:], comment, lines[at + 1:end]
            at, comment = end, ""
        elif lines[at].strip():
            comment = lines[at]
        at += 1


def apply(root, where, lines):
    """Changes files as a block says that begins with `--- FILE`."""
    pieces = []
    for line in lines:
        if line.startswith("--- "):
            file = root / line[4:]
            pieces.append((file, []))
        elif line == "@@":
            pieces.append((file, []))
        else:
            pieces[-1][1].append(line or " ")
    for file, piece in pieces:
        old = [line[1:] for line in piece if line[0] != "+"]
        new = [line[1:] for line in piece if line[0] != "-"]
        text = file.read_text().splitlines()
        places = [i for i in range(len(text)) if text[i:i + len(old)] == old]
        if not places:
            fail(where, f"{file.relative_to(root)} no longer has these lines:\n" + "\n".join(old))
            continue
        text[places[0]:places[0] + len(old)] = new
        file.write_text("\n".join(text) + "\n")


def run(root, where, lines, environment):
    commands = []
    for line in lines:
        if line.startswith("$ "):
            commands.append((line[2:], []))
        else:
            commands[-1][1].append(line)
    for command, expected in commands:
        done = subprocess.run(["bash", "-c", command], cwd=root, env=environment, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        printed = done.stdout.replace(f"{root}/", "").splitlines()
        if [line.rstrip() for line in printed] == expected:
            print(f"good: {where}: {command}")
        else:
            fail(where, f"`{command}` printed\n" + "\n".join(printed))


def synchronise(new, root):
    """Makes `root` a copy of `new`, except for `build`. Unchanged files keep their times."""
    root.mkdir(parents=True, exist_ok=True)
    for old in sorted(root.rglob("*"), reverse=True):  # files before their folders
        name = old.relative_to(root)
        if name.parts[0] == "build" or (new / name).exists():
            continue
        old.rmdir() if old.is_dir() and not old.is_symlink() else old.unlink()
    for file in sorted(new.rglob("*")):
        there = root / file.relative_to(new)
        if file.is_dir():
            there.mkdir(exist_ok=True)
        elif not there.is_file() or not filecmp.cmp(file, there, shallow=False):
            shutil.copyfile(file, there)
            shutil.copymode(file, there)


def main(source, copy, pages):
    source, copy = Path(source).resolve(), Path(copy).resolve()
    pages = [Path(page) for page in pages] or sorted((source / "docs/developers").glob("adding_*.md"))
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch).resolve() / "copy"
        for folder in ["common/simcu", "grader/base", "grader/verifier", "grader/report", "grader/runner",
                       "grader/sandbox"]:
            (root / folder).parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["cp", "-r", source / folder, root / folder], check=True)
        consoles = []
        for page in pages:
            for line, language, comment, lines in blocks(page):
                where = f"{page.name}:{line}"
                new = re.fullmatch(r"<!-- new (\S+) -->", comment)
                if language == "console":
                    consoles.append((where, lines))
                elif language == "diff":
                    apply(root, where, lines)
                elif new:
                    (root / new[1]).parent.mkdir(parents=True, exist_ok=True)
                    (root / new[1]).write_text("\n".join(lines) + "\n")
                else:
                    fail(where, "this block is neither a new file, nor a diff, nor console text")
        if not consoles:
            fail(pages, "no commands were found")
        synchronise(root, copy)
        root = copy
        # Nothing is measured, so the build is the fastest one: no optimisation, libraries in one piece, clang++.
        compiler = ["-DCMAKE_CXX_COMPILER=clang++"] if shutil.which("clang++") else []
        built = subprocess.run(
            ["cmake", "-S", root / "common/simcu", "-B", root / "build", "-DBUILD_TESTING=OFF",
             "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
             "-DCMAKE_UNITY_BUILD_BATCH_SIZE=0"] + compiler,
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if built.returncode == 0:
            built = subprocess.run(
                ["cmake", "--build", root / "build", "--parallel", "2", "--target", "simcu", "simcu_runtime",
                 "simcu_check"],
                text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if built.returncode != 0:
            fail("building the copy", built.stdout[-5000:])
            return
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SIMCU_")}
        for where, lines in consoles:
            run(root, where, lines, environment)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
    sys.exit(failed)
