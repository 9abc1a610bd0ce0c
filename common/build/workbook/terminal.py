# SPDX-License-Identifier: Apache-2.0
"""Output for people: text as wide as the terminal, and the progress of a build in one line."""
import os
import re
import sys

# Lines of cmake, ninja and make that are useless to a user.
CHATTER = re.compile(r"Re-checking globbed directories|GLOB mismatch!|Re-running CMake|^ninja: no work to do\.$|^-- |"
                     r"^Consolidate compiler|make\[.*\]: (?:Entering|Leaving) directory |\] Built target ")
PROGRESS = re.compile(r"\[[^\]]*/[^\]]*\] |\[[^\]]*%\]")


def columns():
    """How wide the terminal is; 0 where output goes somewhere else, or that is not known."""
    try:
        return os.get_terminal_size(1).columns if os.isatty(1) else 0
    except OSError:
        return 0


def on_terminal():
    """Whether a terminal shows what is written, and moves its cursor when asked."""
    return os.isatty(1) and os.environ.get("TERM", "dumb") != "dumb"


def say(text="", end="\n"):
    print(text, end=end, flush=True)


def forget_progress():
    """After Ctrl-C: a line that was to be overwritten doesn't stay."""
    if on_terminal():
        say("\r\033[K", end="")


class Progress:
    """Shows a build line by line: on a terminal its progress is one line that is overwritten, and what the compilers
    say stays."""

    def __init__(self):
        self.width = columns() or 80
        self.open = False

    def show(self, line):
        if CHATTER.search(line):
            return
        if PROGRESS.match(line) and on_terminal():
            say("\r\033[K" + line[:self.width - 1], end="")
            self.open = True
            return
        if not PROGRESS.match(line):
            self.close()
        say(line)

    def close(self):
        if self.open:
            say("\r\033[K", end="")
        self.open = False


def filled(text):
    """Statements are as wide as their files: on a terminal their paragraphs are broken where it ends, between words.
    Elsewhere nothing changes. A command in backquotes stays on one line."""
    width = min(columns(), 100)
    if not width:
        return text
    out, words, lead, hang, code = [], [], "", "", False

    def flush():
        line = lead
        for word in words:
            if line.strip() and len(line) + 1 + len(word) > width:
                out.append(line)
                line = hang
            line += ("" if not line.strip() else " ") + word
        if words:
            out.append(line)
        words.clear()

    for line in text.split("\n"):
        if re.match(r" *```", line) or code or re.match(r" *\||\s*$", line):
            flush()
            code ^= bool(re.match(r" *```", line))
            out.append(line)
            continue
        item = re.match(r" *(?:- |[0-9]+\. )", line)
        if item or not words or (hang and not line.startswith(" ")):
            flush()
            hang = " " * len((item or re.match(r" *", line))[0])
            lead = re.match(r" *", line)[0]
        words += re.findall(r"(?:`[^`]*`|[^\s`]|`)+", line)
    flush()
    return "\n".join(out)


def say_filled(text, file=None):
    print(filled(text), file=file or sys.stdout, flush=True)
