# SPDX-License-Identifier: Apache-2.0
import os
import re
import sys

# Output of cmake, ninja and make that is useless to a user.
CHATTER = re.compile(r"Re-checking globbed directories|GLOB mismatch!|Re-running CMake|^ninja: no work to do\.$|^-- |"
                     r"^Consolidate compiler|make\[.*\]: (?:Entering|Leaving) directory |\] Built target ")
PROGRESS = re.compile(r"\[[^\]]*/[^\]]*\] |\[[^\]]*%\]")


def columns():
    """Returns the terminal's width; 0 if it is unknown or output goes elsewhere."""
    try:
        return os.get_terminal_size(1).columns if os.isatty(1) else 0
    except OSError:
        return 0


def on_terminal():
    return os.isatty(1) and os.environ.get("TERM", "dumb") != "dumb"


def say(text="", end="\n"):
    print(text, end=end, flush=True)


def forget_progress():
    if on_terminal():
        say("\r\033[K", end="")


class Progress:
    """Shows a build line by line. On a terminal, progress overwrites one line; the compilers' messages remain."""

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
    """Wraps text to a terminal's width, because READMEs have long lines. A command in backquotes stays on one line."""
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
