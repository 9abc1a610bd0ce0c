# SPDX-License-Identifier: Apache-2.0
"""`python3 -B common/build/workbook ACTION …`: the actions of the Makefile's targets, with its variables in the
environment (settings.py)."""
import os
import pathlib
import re
import shutil
import signal
import sys

os.chdir(pathlib.Path(__file__).resolve().parents[3])

import project  # noqa: E402  its modules read files of the root
import student  # noqa: E402
from building import Build  # noqa: E402
from grading import Grading, class_tools, sweep  # noqa: E402
from settings import Device, Refusal, variable  # noqa: E402
from terminal import forget_progress, say, say_filled  # noqa: E402
from watching import watch  # noqa: E402


def print_help(makefile):
    say("make TARGET [LAB=03] [EXERCISE=03.4] [TEST=pattern] [SEED=n] [BACKEND=auto|sim|cuda] [DEVICE=t4]")
    text = pathlib.Path(makefile).read_text(encoding="utf-8")
    for name, what in re.findall(r"^([a-z-]*):[^#\n]*## (.*)", text, re.M):
        say(f"  {name}\t{what}".expandtabs(14))


def grade(build, device, audience):
    if variable("CHECK") or variable("WATCH") or variable("TRACE"):
        return student.closer_look(build, device, audience)
    return Grading(build, device, audience).grade()


def clean(build):
    """Deletes the build folder, but never a folder with other files, whatever BUILD is."""
    if not build.folder.exists():
        return
    if not any((build / name).exists() for name in ("preset", "CMakeCache.txt", "configure.log")):
        try:
            build.folder.rmdir()
            return
        except OSError:
            raise Refusal(f"{build.real} is not a build folder of the workbook. Nothing was deleted.") from None
    shutil.rmtree(build.folder, ignore_errors=True)
    if build.folder.exists():
        raise Refusal(f"Not all of {build.real} could be deleted: it, or something in it, belongs to another user.")


# Actions that DEVICE= affects, that refuse it, and that ignore it.
ON_A_DEVICE = {
    "grade": grade, "watch": watch, "play": student.play, "debug": student.debug, "sweep": sweep, "class": class_tools,
}
WITHOUT_A_DEVICE = {
    "examples": project.examples, "test": project.test, "check": project.check, "bench": project.bench,
    "sanitize": project.sanitize, "docs": project.docs, "docs_check": project.docs_check,
}
OTHERS = {
    "next": student.next_exercise, "hint": student.hint, "reset": student.reset, "clean": clean,
    "release": project.release, "package": project.package, "format": project.format_files,
}


def act(action, arguments):
    device = variable("DEVICE")
    of_environment = os.environ.pop("SIMCU_DEVICE", "")
    command = "solutions" if (action, arguments) == ("grade", ["solutions"]) else action.replace("_", "-")
    if action in ON_A_DEVICE:
        chosen = Device(device or of_environment)
        build = Build(variable("BUILD") or "build", command, chosen.architecture)
        return ON_A_DEVICE[action](build, chosen, *arguments)
    build = Build(variable("BUILD") or "build", command)
    if action in WITHOUT_A_DEVICE and device:
        raise Refusal(f"make {command}: DEVICE={device} has no effect here. "
                      "It works with grade, solutions, watch, play, debug, sweep and class.")
    action_of = {**WITHOUT_A_DEVICE, **OTHERS}.get(action)
    if not action_of:
        raise Refusal(f"workbook: there is no action {action}.")
    return action_of(build, *arguments)


def main(action="help", *arguments):
    # Builds and tests must not get what the make that started this program has set.
    for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):
        os.environ.pop(name, None)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="surrogateescape")
    for number in (signal.SIGTERM, signal.SIGHUP):  # exits normally, which ends the processes that were started
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    try:
        if action == "help":
            return print_help(*arguments)
        return act(action, list(arguments))
    except Refusal as refusal:
        say_filled(str(refusal), sys.stderr)
        return refusal.status
    except KeyboardInterrupt:
        forget_progress()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 141
    except OSError as why:  # a file of another user, or a full disk
        say_filled(f"{why.filename or 'A file'}: {why.strerror}.", sys.stderr)
        return 2


sys.exit(main(*sys.argv[1:]))
