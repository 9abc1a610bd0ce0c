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

HERE = pathlib.Path(__file__).parent
MOST_WORDS, MOST_NUMBERS = 30, 3

ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
# Not part of a paragraph, or not to be joined to another line.
APART = re.compile(r"\s*(?:#|\||>|<|!\[[^\]]*\]\([^)]*\)\s*$|\[[^\]]+\]:|-{3,}\s*$|={3,}\s*$|\*{3,}\s*$|"
                   r"[\\@][a-z]+\b(?!\$)|$)")
FENCE = re.compile(r"\s*(?:[-*+] |\d+\. )?(```+|~~~+)")
HTML = re.compile(r"\s*<(!--(?!.*-->)|(?:table|svg|pre|script|style|div|p)\b)")
ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|Fig|fig|No|Dr|approx|St)|\b[A-Z])\.$")
END = re.compile(r"[.!?…:]?[.!?…][)\]\"'”’*_`]*$")
# Would become a list item, a heading or a quotation at the start of a line.
MARKUP = re.compile(r"(?:[-+*>#]|\d+[.)]|=+|-+)$")
LIST_NUMBER = re.compile(r"[*_]*\d+[.)]$")
BEGINS = re.compile(r"[(\[\"'“‘*_`]*[^\W\d_a-z]|[(\[\"'“‘*_]*[`\d\[!<\\]")
# Excludes version numbers, lab numbers, powers, and digits in names.
NUMBERS = re.compile(r"(?<!CUDA )(?<!g\+\+ )(?<!clang )(?<!CMake )(?<![\w.,/^=:+-])(?!0\d)\d[\d.,]*(?: "
                     r"\d{3})*(?![\w/-])")

STRING = r'"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])*\''
C_TOKENS = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|' + STRING, re.S)
HASH_TOKENS = re.compile(r'(?<!\S)#[^\n]*|""".*?"""|' + STRING, re.S)
SHELL_TOKENS = re.compile(r'(?<!\S)#[^\n]*|"(?:\\.|[^"\\])*"|' + STRING)
TOKENS = {".h": C_TOKENS, ".cpp": C_TOKENS, ".cu": C_TOKENS, ".cuh": C_TOKENS, ".js": C_TOKENS, ".mjs": C_TOKENS,
          ".sh": SHELL_TOKENS, ".py": HASH_TOKENS, ".cmake": HASH_TOKENS, "CMakeLists.txt": HASH_TOKENS,
          "Makefile": HASH_TOKENS}
PROGRAM = re.compile(r"#include|__global__|[{;}]\s*(?:\\n)?\s*[\w.:-]+\s*[{=(:]|^\s*<|\$0|print ")
LINES = re.compile(r"\\n|\n\s*\n|\n(?=    )")  # between a message's lines, or a docstring's paragraphs
MESSAGE = re.compile(r"\w+,? [a-z]{2,},? [a-z']+")
OUTSIDE_COMMENT = re.compile(r"^(?:#!.*|//[!/<]*|/\*+|#+)|\*/$|(?<=\n)\s*\*|(?:SPDX-|expect:|may:|says:).*")
OUTSIDE_STRING = re.compile(r"""^(?:R"\w*\(|"+|')|"+$|'$""")
INDENTED = re.compile(r"   |\s*$|\s*[-*] ")
HERE_DOCUMENT = re.compile(r"<<-?\s*(['\"]?)(\w+)\1.*?\n(.*?)\n\s*\2\b", re.S)


def sentences(text):
    """Yields the sentences of a text. Text in backquotes, a link's brackets or \\f$ is not divided."""
    line, depth = [], 0
    words = re.findall(r"(?:`+[^`]*`+|\\f\$.*?\\f\$|\[(?:`[^`]*`|[^\]`])*\](?:\([^)]*\))?|\S)+", text)
    for word, following in zip(words, words[1:] + [""]):
        line.append(word)
        plain = re.sub(r"`[^`]*`|\]\([^)]*\)", "", word)
        depth += plain.count("(") - plain.count(")")
        if END.search(word) and depth <= 0 and BEGINS.match(following) and not ABBREVIATION.search(word) \
           and not MARKUP.match(following) and not (len(line) == 1 and LIST_NUMBER.match(word)) \
           and not (word == "…" and following[0].isdigit()):
            yield " ".join(line)
            line, depth = [], 0
    if line:
        yield " ".join(line)


def blocks(text):
    """Yields each Markdown block as (index of its first line, its lines, prefix). The prefix is None if the block must
    not change."""
    lines, at, after_text = text.split("\n"), 0, False
    while at < len(lines):
        begin, line, end = at, lines[at], None
        at += 1
        if fence := FENCE.match(line):
            end = re.compile(r"\s*" + fence[1])
        elif html := HTML.match(line):
            end = re.compile(".*(-->)" if html[1] == "!--" else f".*</{html[1]}>")
            at -= 1
        if end:
            while at < len(lines) and not end.match(lines[at]):
                at += 1
            at += 1
        elif not APART.match(line) and (after_text or not re.match(r" {4}|\t", line) or ITEM.match(line)):
            while at < len(lines) and not any(e.match(lines[at]) for e in (APART, ITEM, FENCE)) \
                    and not lines[at - 1].endswith(("  ", "\\")):
                at += 1
            yield begin, lines[begin:at], (ITEM.match(line) or re.match(r"\s*", line))[0]
            after_text = True
            continue
        yield begin, lines[begin:at], None
        after_text = False


def laid_out(lines, prefix):
    out = list(sentences(" ".join([lines[0][len(prefix):]] + [line.lstrip() for line in lines[1:]])))
    out[-1] += "  " * lines[-1].endswith("  ")
    return [(" " * len(prefix) if i else prefix) + sentence for i, sentence in enumerate(out)]


def texts_of_markdown(text):
    """Yields (number of the first line, text, whether it is a paragraph) for each text outside code."""
    for begin, lines, prefix in blocks(text):
        if prefix is not None:
            yield begin + 1, "\n".join([lines[0][len(prefix):]] + lines[1:]), True
        elif len(lines) == 1:
            yield from ((begin + 1, cell, False) for cell in lines[0].split("|"))


def texts_of_code(text, tokens):
    """Like texts_of_markdown(), for messages and comments. A comment ends at an indented line."""
    text = HERE_DOCUMENT.sub(lambda m: "\n" * m[0].count("\n"), text) if tokens is SHELL_TOKENS else text
    joined, end, was_comment, was_column = "", 0, False, 0
    for token in [*tokens.finditer(text), None]:
        comment = token is not None and token[0].startswith(("//", "/*", "#"))
        between = text[end:token.start()] if token else "code"
        words = OUTSIDE_COMMENT.sub("", token[0]) if comment else OUTSIDE_STRING.sub("", token[0]) if token else ""
        column = token.start() - text.rfind("\n", 0, token.start()) if comment else 0
        if not joined.strip() or between.strip() or between.count("\n") > 1 or comment != was_comment \
                or column != was_column or comment and INDENTED.match(words):
            if was_comment or not PROGRAM.search(joined):
                yield from ((line, part, True) for part in ([joined] if was_comment else LINES.split(joined))
                            if was_comment or MESSAGE.search(part))
            joined, line = "", text.count("\n", 0, token.start()) + 1 if token else 0
        joined += "\n" * between.count("\n") * (joined != "") + words
        end, was_comment, was_column = token.end() if token else 0, comment, column


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
