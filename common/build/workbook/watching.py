# SPDX-License-Identifier: Apache-2.0
"""`make watch`: on every save, grades the lab's first exercise that is not fully right, changed exercises first."""
import fcntl
import os
import pathlib
import re
import sys
import time

from exercises import first_open_exercise, in_the_way, state_of_files
from grading import Grading
from settings import Refusal, all_labs, check_seed, chosen_backend, chosen_exercise, file_of, number_of
from terminal import forget_progress, on_terminal, say, say_filled


def state_of_lab(lab):
    """Polls the files that a student edits, which works on every file system."""
    return state_of_files(f"labs/{lab or '*'}/*.cu", f"labs/{lab or '*'}/*.csv")


def texts_of_exercises(lab):
    try:
        text = pathlib.Path(file_of(lab)).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    return dict(re.findall(r"BEGIN YOUR CODE \(exercise ([0-9]+)(.*?)(?:END YOUR CODE|\Z)", text, re.S))


def watch(build, device):
    wanted, _ = chosen_exercise()
    check_seed()
    chosen_backend(build)
    build.require_writable()
    with open(build / "watching", "w", encoding="utf-8") as only:
        try:
            fcntl.flock(only, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refusal("Another `make watch` is running in this folder. End it first (Ctrl-C in its "
                          "window).") from None
        try:
            follow(build, device, wanted)
        except (KeyboardInterrupt, SystemExit):  # the normal way to end `make watch`
            forget_progress()
            say()
            sys.exit(0)


def follow(build, device, wanted):
    lab = wanted or first_open_exercise(build)[0] or all_labs()[0]
    texts, first = {}, []  # the exercises of each lab as last graded
    while True:
        before = state_of_lab(wanted)
        if on_terminal():
            say("\033[2J\033[H", end="")
        if in_the_way(lab):
            say_filled(in_the_way(lab))
        elif os.path.isfile(file_of(lab)):
            texts[lab] = texts_of_exercises(lab)
            grade_once(build, device, lab, first)
        else:
            say_filled(f"{file_of(lab)} does not exist; waiting for it. `make reset EXERCISE={number_of(lab)}.1` "
                       "restores the original file.")
        say_filled(f"Watching labs/{wanted or ''}. Save a file to grade it again. Ctrl-C ends this.")
        while (now := state_of_lab(wanted)) == before:
            time.sleep(0.3)
        changed = [file for file in now if now[file] != before.get(file)]
        lab = changed[-1].split("/")[1] if changed else lab
        texts_now = texts_of_exercises(lab)
        first = [number for number in texts_now if lab in texts and texts_now[number] != texts[lab].get(number)]


def grade_once(build, device, lab, first):
    os.environ["LAB"] = lab
    try:
        Grading(build, device, "labs", in_steps=True).grade("--until-failure", *(["--first", *first] if first else []))
    except Refusal as refusal:
        say_filled(str(refusal), sys.stderr)
