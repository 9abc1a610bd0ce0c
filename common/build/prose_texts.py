# SPDX-License-Identifier: Apache-2.0
"""Finds sentences: in Markdown, and in the comments and messages of code."""
import re

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
