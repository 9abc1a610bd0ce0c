#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Test: Markdown has one sentence per line, and no text has a phrase from prose_habits.txt, a long sentence or too many
numbers.

    python3 common/build/prose.py [FILE…]           names each line to change; status 1 if there are any
    python3 common/build/prose.py --write [FILE…]   lays out Markdown; no renderer shows the difference
    python3 common/build/prose.py --todo [FILE…]    ignores exceptions that cover whole files or folders

Without files, it reads the whole repository: Markdown, comments, and string literals of at least three words. Code,
tables, headings, HTML and Doxygen's commands keep their lines. prose_exceptions.txt lists exceptions.
"""
import argparse
import fnmatch
import pathlib
import re
import subprocess
import sys

from prose_texts import TOKENS, blocks, laid_out, sentences, texts_of_code, texts_of_markdown

HERE = pathlib.Path(__file__).parent
MOST_WORDS, MOST_NUMBERS = 30, 3

# Excludes version numbers, lab numbers, powers, and digits in names.
NUMBERS = re.compile(r"(?<!CUDA )(?<!g\+\+ )(?<!clang )(?<!CMake )(?<![\w.,/^=:+-])(?!0\d)\d[\d.,]*(?: "
                     r"\d{3})*(?![\w/-])")


def faults_of(text, paragraph, habits):
    """Yields (number of lines before the sentence, the sentence, what to change) for each fault."""
    at = 0
    for sentence in sentences(text) if paragraph else [text.strip()]:
        at = text.find(sentence.split(" ")[0], at)
        plain = re.sub(r"\]\([^)]*\)|[*_]{2}", "", re.sub(r"`+[^`]*`+", "`code`", sentence))
        faults = [f"“{found[0].strip()}”: {instead}" for habit, instead in habits if (found := habit.search(plain))]
        words = len(re.findall(r"\S*\w\S*", plain.replace("`code`", "")))
        numbers = len(NUMBERS.findall(plain))
        if paragraph and words > MOST_WORDS:
            faults.append(f"{words} words in a sentence; at most {MOST_WORDS}")
        if paragraph and numbers > MOST_NUMBERS:
            faults.append(f"{numbers} numbers in a sentence; at most {MOST_NUMBERS}, or a table")
        yield from ((text.count("\n", 0, at), sentence, fault) for fault in faults)
        at += len(sentence)


def table(name, columns):
    rows = [line.split("|", columns - 1) for line in (HERE / name).read_text(encoding="utf-8").splitlines()
            if line.strip() and not line.startswith("#")]
    return [[cell.strip().replace("¦", "|") for cell in row] for row in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="lay out Markdown")
    parser.add_argument("--todo", action="store_true", help="ignore exceptions for whole files")
    parser.add_argument("files", nargs="*")
    given = parser.parse_args()
    habits = [(re.compile(pattern, re.I), instead) for pattern, instead in table("prose_habits.txt", 2)]
    exceptions = [e for e in table("prose_exceptions.txt", 3) if not given.todo or e[1] != "*"]
    used = set()

    def excepted(file, sentence):
        which = [i for i, (path, part, _) in enumerate(exceptions)
                 if fnmatch.fnmatch(file, path) and (part == "*" or part in sentence)]
        used.update(which)
        return bool(which)

    files = given.files or subprocess.run(["git", "ls-files", "-z", ":!docs/site/vendor"], stdout=subprocess.PIPE,
                                          check=True, text=True).stdout.strip("\0").split("\0")
    wrong = 0
    for file in files:
        tokens = next((t for end, t in TOKENS.items() if file.endswith(end)), None)
        if not (tokens or file.endswith(".md")) or excepted(file, "*"):
            continue
        text = pathlib.Path(file).read_text(encoding="utf-8")
        faults = []
        if not tokens:
            new = [(begin, lines, laid_out(lines, prefix) if prefix is not None else lines)
                   for begin, lines, prefix in blocks(text)]
            if given.write:
                text = "\n".join(line for _, _, lines in new for line in lines)
                pathlib.Path(file).write_text(text, encoding="utf-8")
            faults += [(begin + 1, after[0], "one sentence per line; `--write` breaks the lines")
                       for begin, before, after in new if before != after and not given.write]
        for line, part, paragraph in texts_of_code(text, tokens) if tokens else texts_of_markdown(text):
            faults += [(line + at, sentence, what) for at, sentence, what in faults_of(part, paragraph, habits)]
        for line, sentence, what in faults:
            if not excepted(file, f"{sentence} {what}"):
                wrong += 1
                print(f"{file}:{line}: {what}: {sentence[:90]}")
    if not given.files and not given.todo:
        for path, part, _ in [e for i, e in enumerate(exceptions) if i not in used]:
            wrong += 1
            print(f"common/build/prose_exceptions.txt: this exception matches nothing: {path} | {part}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
