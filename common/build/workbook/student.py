# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

from exercises import (extended_by, first_open_exercise, hints_of, in_the_way, lines_of_exercise,
                       only_questions_are_open, places_to_write, require_file, statement_of,
                       )
from grading import Grading, run
from machine import remove
from settings import Refusal, chosen_exercise, chosen_lab, file_of, number_of, variable
from terminal import say, say_filled

# ---- what comes next, and hints ----


def next_exercise(build):
    lab, exercise = chosen_exercise()
    if not exercise:
        lab, exercise = first_open_exercise(build, lab)
    if not exercise:
        return say_filled("All exercises that were graded are right. Nothing is left to do" +
                          (f" in lab {variable('LAB')}; `make next` covers the others." if variable("LAB") else "."))
    require_file(lab)
    statement = statement_of(lab, exercise)
    say_filled(statement)
    file, answers = file_of(lab), re.search(r"`((?:explain|predictions)\.csv)`", statement)
    answers = f"labs/{lab}/{answers[1]}" if answers else ""
    begin, todo = places_to_write(file, exercise)
    if not begin and (earlier := extended_by(lab, exercise)):
        begin, todo = places_to_write(file, earlier)
    where = f"{file}:{todo or begin}"
    if not begin and f"BEGIN YOUR CODE (exercise {exercise})" in pathlib.Path(f"grader/labs/{lab}/given.cu").read_text(
            encoding="utf-8"):
        where = f'{file}, where the line "// BEGIN YOUR CODE (exercise {exercise})" is missing: put it back first'
    elif not begin:
        where = answers
    elif not todo and answers:
        # The marks say whether only the exercise's questions are open.
        where = (answers if only_questions_are_open(build, lab, exercise, answers) else
                 f"{where}, or {answers}: `make grade` says which")
    number = number_of(lab)
    say_filled(f"Write in {where}; then `make grade LAB={number}`. Stuck? `make hint EXERCISE={number}.{exercise}`.")


def hint(build):
    """Shows one more hint; AGAIN=1 starts with the first one."""
    lab, exercise = chosen_exercise()
    if not exercise:
        lab, exercise = first_open_exercise(build, lab)
    if not exercise:
        raise Refusal("All exercises that were graded are right. For the hints of a particular exercise, write, "
                      "for example, EXERCISE=03.4.")
    build.require_writable()
    (build / "hints").mkdir(exist_ok=True)
    file = build / "hints" / f"{lab}.{exercise}"
    title, hints = hints_of(lab, exercise)
    number = number_of(lab)
    if not hints:
        raise Refusal(f"Lab {number} has no hints for exercise {exercise}.")
    seen = int(file.read_text()) if file.exists() and not variable("AGAIN") else 0
    seen = min(seen + 1, len(hints))
    say_filled(f"Lab {number}, exercise {title}\n{hints[seen - 1]}")
    try:
        file.write_text(f"{seen}\n")
    except OSError:
        build.require_room()
    if seen < len(hints):
        next_one = f"`make hint EXERCISE={number}.{exercise}` shows the next one."
        say_filled(f"That was hint {seen} of {len(hints)}. Try first. {next_one}")
    else:
        say_filled(f"That was the last of {len(hints)} hints. AGAIN=1 shows the first one again.")


# ---- an exercise's original text ----


def put(text, place):
    """Writes the whole file, or changes nothing and says why."""
    new = pathlib.Path(f"{place}.new")
    try:
        new.write_bytes(text)
        new.replace(place)
    except OSError as why:
        remove(new)
        reason = why.strerror if os.access(new.parent, os.W_OK) else "the folder is read-only for you"
        raise Refusal(f"{place} cannot be written: {reason}. Nothing was changed.") from None


def reset(build):
    """Restores an exercise's region from the grader's stub, or the whole file if it is missing or empty."""
    lab, exercise = chosen_exercise()
    if not exercise:
        raise Refusal("make reset: say which exercise, as in `make reset EXERCISE=03.4`.")
    file, given = pathlib.Path(file_of(lab)), pathlib.Path(f"grader/labs/{lab}/given.cu")
    name = f"{number_of(lab)}.{exercise}"
    if not given.is_file():
        raise Refusal(f"{given}, which has the exercise's original text, is missing. Copy it from a fresh download of "
                      "the workbook.")
    if in_the_way(lab) or (file.exists() and file.stat().st_size):
        require_file(lab)
    else:
        lost = "was empty" if file.exists() else "was missing"
        put(given.read_bytes(), file)
        return say_filled(f"{file} {lost}. The whole file has been restored to its original text.")
    given_lines, lines = given.read_bytes().split(b"\n"), file.read_bytes().split(b"\n")
    given_begin, given_end = lines_of_exercise(given_lines, exercise)
    if earlier := extended_by(lab, exercise):
        raise Refusal(f"make reset: exercise {name} extends the code of exercise {number_of(lab)}.{earlier}; reset "
                      "that one.")
    if not given_begin or not given_end:
        answers = " ".join(sorted(path.name for path in pathlib.Path(f"labs/{lab}").glob("*.csv")))
        raise Refusal(f"make reset: exercise {name} has no code in {file}; your answers are in labs/{lab}, {answers}.")
    begin, end = lines_of_exercise(lines, exercise)
    if not begin:
        raise Refusal(f'{file} has no line with "BEGIN YOUR CODE (exercise {exercise})". Move the file away; '
                      "then run the same command again to restore the whole file.")
    if not end:
        raise Refusal(f'{file}:{begin} begins exercise {exercise}, but no line with "END YOUR CODE" ends it before '
                      'the next one. Put "// END YOUR CODE" back where your code ends, then run the same '
                      'command again.')
    build.require_writable()
    (build / "undo").mkdir(exist_ok=True)
    when = f"{lab}_{time.strftime('%Y%m%d-%H%M%S')}"
    number = 1
    while (build / "undo" / f"{when}-{number}.cu").exists():
        number += 1
    kept = build / "undo" / f"{when}-{number}.cu"
    put(file.read_bytes(), kept)
    ending = b"\r" if lines[begin - 1].endswith(b"\r") else b""
    region = [line + ending for line in given_lines[given_begin - 1:given_end]]
    put(b"\n".join(lines[:begin - 1] + region + lines[end:]), file)
    say_filled(f"Exercise {name} has been restored to its original text. Your version is in {kept}.")


# ---- one test in detail ----


def capture(build, device, who, audience):
    """Runs TEST once and stores its failed request, otherwise its last. Returns (a Grading, the folder)."""
    if not variable("TEST"):
        raise Refusal(f"{who}: say which test, as in TEST=Lab03.OneBlockIsRight (the line "
                      f"\"Repeat\" in `make grade`'s report has the name).")
    if not chosen_lab():
        raise Refusal(f"{who}: say which lab, as in LAB=03.")
    captured = pathlib.Path(build.real) / "captured"
    shutil.rmtree(captured, ignore_errors=True)
    os.environ["BACKEND"] = "sim"
    grading = Grading(build, device, audience)
    status = grading.grade("--capture", str(captured))
    if status:
        sys.exit(status)
    if not (captured / "request.json").is_file():
        raise Refusal(f"{who}: that test made no request that could be repeated.")
    return grading, captured


def closer_look(build, device, audience):
    """Runs the same request again: under all checkers (CHECK=1), with an element's history (WATCH='tile[1]') or with a
    trace (TRACE=1)."""
    grading, captured = capture(build, device, "CHECK, WATCH and TRACE", audience)
    runner = grading.runner("check")
    if not os.access(runner, os.X_OK):
        raise Refusal("The checkers were not built here; `make setup grade` installs what they need.")
    with open(captured / "ran", encoding="utf-8", errors="surrogateescape") as ran:
        say(f"\nThe same request under the checkers: {ran.readline().rstrip()}")
    environment = device.environment()
    traced = variable("TRACE") not in ("", "0")
    if variable("WATCH"):
        environment["SIMCU_WATCH"] = variable("WATCH")
    if traced:
        environment["SIMCU_TRACE"] = f"{build.real}/reports/student/trace.json"
    status = run([str(runner), "--replay", str(captured)], environment)
    if status == 0 and not variable("WATCH"):
        say("The checkers found nothing.")
    elif status not in (0, 99):
        say(f"The program ended with status {status}.")
    if traced:
        say(f"The trace is in {build.folder}/reports/student/trace.json: open it at https://ui.perfetto.dev")


def first_lines_of_kernels(file):
    header = False
    for number, line in enumerate(pathlib.Path(file).read_text(encoding="utf-8", errors="replace").split("\n"), 1):
        header = header or "__global__" in line
        if header and re.search(r"\{ *(//.*)?$", line):
            yield number + 1
            header = False
        header = header and ";" not in line


def debug(build, device):
    places = variable("AT").split()
    for place in places:
        if not re.fullmatch(r"[1-9][0-9]{0,5}", place.split(":")[-1]):
            raise Refusal(f"AT={variable('AT')}: write a line number of your file, as in AT=42, or several with "
                          "spaces between them.")
    if variable("TEST") and not shutil.which("gdb"):
        raise Refusal(f"gdb was not found. `make setup debug TEST={variable('TEST')}` installs it.")
    grading, captured = capture(build, device, "make debug", "labs")
    lab, tools, folder = grading.lab, build.tools(), build / "debug"
    folder.mkdir(exist_ok=True)
    parts = []
    for part in (lab, "device", "baselines"):
        for place in (build.folder, tools.parent):  # this build or the other one makes the part
            if (place / f"runners/parts/{part}.sim.o").exists():
                parts.append(str(place / f"runners/parts/{part}.sim.o"))
                break
    say(f"Compiling {file_of(lab)} for the debugger")
    status = run([
        str(tools / "simcu"), *architecture(device), "-std=c++17", "-O0", "-g", "-w", "-Icommon", f"-Ilabs/{lab}",
        file_of(lab), *parts,
        str(tools.parent / "grader/librunner_main.a"), "-o",
        str(folder / "runner"),
    ])
    if status:
        return status
    lines = [place.split(":")[-1] for place in places] or first_lines_of_kernels(file_of(lab))
    (folder / "breakpoints.gdb").write_text("set breakpoint pending on\n" + "".join(f"tbreak {lab[3:]}.cu:{line}\n"
                                                                                    for line in lines))
    if variable("GDB") == "no":
        return 0
    say("Stopping in the kernel. Try: info locals, print s_name, next, goto_thread 3, goto_block 1, bt, continue,"
        " quit.")
    quoted = "'" + str(captured).replace("'", "'\\''") + "'"
    return run([
        "gdb", "-q", "-iex", "set auto-load off", "-x", "common/build/kernels.py", "-x",
        str(folder / "breakpoints.gdb"), "-ex", f"run --replay {quoted}", *variable("GDB_OPTIONS").split(),
        str(folder / "runner"),
    ], {**device.environment(), "SIMCU_WORKERS": "1", "SIMCU_TIMEOUT": "1000000"},
               )


def architecture(device):
    return [f"-arch={device.architecture}"] if device.architecture else []


# ---- play ----


def check_keys():
    number, keys = variable("N"), variable("KEYS")
    if not re.fullmatch(r"[0-9]{1,9}", number or "1"):
        raise Refusal(f"N={number}: write a number of keys, as in N=20.")
    if number and keys:
        raise Refusal(f'N={number} KEYS="{keys}": N is a number of random keys, and KEYS are the keys '
                      "themselves; give one of the two.")
    for key in keys.split():
        if not re.fullmatch(r"0*[0-9]{1,10}", key) or int(key) > 0xFFFFFFFF:
            raise Refusal(f'KEYS={keys}: write numbers from 0 to 4294967295 with spaces between them, '
                          'as in KEYS="3 1 2".')
    return (["-n", number] if number else []) + keys.split()


def play(build, device):
    if not variable("LAB"):
        raise Refusal("make play: say which lab, as in `make play LAB=01`.")
    lab = chosen_lab()
    require_file(lab)
    source = f"labs/{lab}/play.cu"
    if not os.path.isfile(source):
        raise Refusal(f"{source} does not exist. `git checkout -- {source}` restores it.")
    keys = check_keys()
    build.configure("sim")
    checked = bool(variable("CHECK") or variable("WATCH"))
    if build.has_own_tools():
        build.require("simcu", "simcu_runtime", *(["simcu_check"] if checked else []))
    (build / "play").mkdir(exist_ok=True)
    program = build / "play" / lab
    command = [
        str(build.tools() / "simcu"), *(["--check"] if checked else []), *architecture(device), "-std=c++17", "-O1",
        "-g", "-Wall", "-Wextra", "-Icommon", f"-Ilabs/{lab}",
    ]
    compiled = subprocess.run([*command, file_of(lab), source, "-o", str(program)], stderr=subprocess.PIPE,
                              encoding="utf-8", errors="surrogateescape", check=False,
                              )
    said = compiled.stderr  # only warnings, if it compiles
    if compiled.returncode:
        left_out = play_with_what_compiles(build, lab, command[1:], program)
        if left_out is None:
            sys.stderr.write(said)
            return 2
        said = left_out
    sys.stderr.write(said)
    sys.stderr.flush()
    status = run([str(program), *keys], {**device.environment(), "SIMCU_WATCH": variable("WATCH")})
    if status not in (0, 1):
        say(f"The program ended with status {status}.")
    return status


def play_with_what_compiles(build, lab, options, program):
    """Replaces an exercise that does not compile by the original text, like `make grade`. Returns the compiler's
    message about it; None if the rest does not compile either."""
    tools, home, real = build.tools(), os.path.realpath("."), os.path.realpath(program)
    if build.has_own_tools():
        build.require("compile_submission")
    recipe = (build / "runners/recipes" / f"{lab}.sim").read_text(encoding="utf-8").split("\n")
    access = []  # what precedes the compiler, whose own arguments come later
    for at, word in enumerate(recipe):
        if word.endswith("/simcu"):
            break
        access += recipe[at:at + 2] if word in ("--read", "--include") else []
    command = [os.path.realpath(tools / "simcu")
               ] + [re.sub(r"^-I(common|labs)", rf"-I{home}/\1", word) for word in options]
    if run([*command, "-c", f"labs/{lab}/play.cu", "-o", f"{real}.o"]):
        return None
    folder = f"{home}/labs/{lab}"
    compiled = subprocess.run([
        str(tools / "compile_submission"), "--source",
        file_of(lab), "--name",
        file_of(lab), "--given", f"grader/labs/{lab}/given.cu", "--output", real, *access, "--read", folder,
        "--include", folder, "--read", f"{real}.o", "--", *command, "--keep-preprocessed", "@SOURCE@", f"{real}.o",
        "-o", "@OUTPUT@",
    ], stderr=subprocess.PIPE, encoding="utf-8", errors="surrogateescape", check=False,
                              )
    return compiled.stderr if compiled.returncode == 0 and os.access(program, os.X_OK) else None
