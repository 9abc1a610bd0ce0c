# SPDX-License-Identifier: Apache-2.0
"""Reads the Makefile's variables and refuses invalid values."""
import glob
import os
import pathlib
import re
import sys

from machine import ask_shell, shell_function
from terminal import say_filled

DEVICES = pathlib.Path("common/simcu/include/simcu/device_model.h")
DEVICE = re.compile(r'^ *\{"([a-z0-9]+)", *"[^"]*", *([0-9]+), *([0-9]),', re.M)


class Refusal(Exception):
    """Ends the action with a message and one of `grade`'s statuses (grader/README.md): 2 for a bad request, 3 if this
    machine is the reason."""

    def __init__(self, sentence, status=2):
        super().__init__(sentence)
        self.status = status


def variable(name):
    return os.environ.get(name, "")


def all_labs():
    return sorted(os.path.basename(folder.rstrip("/")) for folder in glob.glob("labs/[0-9][0-9]_*/"))


def number_of(lab):
    return lab.split("_")[0]


def file_of(lab):
    return f"labs/{lab}/{lab[3:]}.cu"


def lab_named(given):
    """Returns a lab's folder name, given 3, 03, 03_name or labs/03_name/ (which a shell completes)."""
    wanted = given.rstrip("/")
    wanted = wanted[len("labs/"):] if wanted.startswith("labs/") else wanted
    labs = all_labs()
    for lab in labs:
        if wanted in (lab, number_of(lab), number_of(lab)[number_of(lab).startswith("0"):]):
            return lab
    raise Refusal(f"LAB={given}: there is no such lab. The labs are: {' '.join(labs)} "
                  f"(a number is enough, as in LAB={number_of(labs[0])}).")


def chosen_lab():
    """Returns the lab given by LAB or TEST; None for all labs."""
    of_test = re.match(r"Lab([0-9]+)\.", variable("TEST"))
    given = variable("LAB") or (of_test[1] if of_test else "")
    return lab_named(given) if given else None


def rubric_exercises(lab):
    lines = pathlib.Path(f"grader/labs/{lab}/rubric.csv").read_text(encoding="utf-8").splitlines()
    return [int(line.split(",")[0]) for line in lines if re.match(r"[0-9]+,", line)]


def chosen_exercise():
    """Returns (lab, exercise) from EXERCISE=03.4, 3.4 or, with LAB=, 4. Either can be None."""
    given = whole = variable("EXERCISE")
    lab = None
    if "." in given:
        number, _, given = whole.partition(".")
        if not number or not given:
            raise Refusal(f"EXERCISE={whole}: write a lab and an exercise, as in EXERCISE=03.4.")
        lab = lab_named(number) if not variable("LAB") else chosen_lab()
        if lab != lab_named(number):
            raise Refusal(f"LAB={variable('LAB')} and EXERCISE={whole} name different labs.")
    lab = lab or chosen_lab()
    if not given:
        return lab, None
    if not lab:
        raise Refusal(f"EXERCISE={given}: say which lab, as in EXERCISE=03.4, or LAB=03 EXERCISE=4.")
    exercises = rubric_exercises(lab)
    if not re.fullmatch(r"[0-9]{1,2}", given) or int(given) not in exercises:
        raise Refusal(f"EXERCISE={whole}: lab {number_of(lab)} has no such exercise. It has 1 to {max(exercises)}.")
    return lab, int(given)


def check_seed():
    if not re.fullmatch(r"[0-9]{1,19}", variable("SEED") or "0"):
        raise Refusal(f"SEED={variable('SEED')}: a seed is a whole number of at most 19 digits, as in SEED=42.")


class Device:
    """DEVICE=t4: the card whose architecture the labs' files are compiled for, and whose limits they run with."""

    def __init__(self, name=""):
        self.name = ""
        self.architecture = ""  # for simcu and CMake; "" for the simulated device's default
        if name in ("", "default"):
            return
        if variable("BACKEND") == "cuda":
            raise Refusal(f"DEVICE={name} chooses the simulated device's limits, but BACKEND=cuda uses a GPU with its "
                          f"own.")
        known = {key: f"sm_{major}{minor}" for key, major, minor in DEVICE.findall(DEVICES.read_text("utf-8"))}
        if name not in known:
            raise Refusal(f"DEVICE={name}: there is no such device. The devices are: {' '.join(known)}.")
        self.name = name
        self.architecture = known[name] if known[name] != "sm_90" else ""
        os.environ["BACKEND"] = "sim"

    def environment(self):
        return {"SIMCU_DEVICE": self.name}


def why_not_cuda(build, signs):
    """Returns why CUDA cannot be used here; "" if it can. `signs` are files that a driver installs."""
    nvcc = ""
    if signs:
        nvcc = shell_function("find_nvcc")
        if not nvcc:
            return "nvcc was not found; install the CUDA Toolkit and put nvcc on PATH"
        build.require_writable()
    chosen = variable("CMAKE_OPTIONS") + build.cached_line("WORKBOOK_CUDA_ARCH")
    architecture = re.search(r"WORKBOOK_CUDA_ARCH(?::[A-Z]*)?=(sm_[0-9a-f]+)", chosen)
    status, said = ask_shell("ask_gpu", nvcc, str(build.folder), architecture[1] if architecture else "")
    return said if status else ""


def chosen_backend(build):
    """Returns sim or cuda; if a GPU is not used, says why on standard error."""
    wanted = variable("BACKEND") or "auto"
    if wanted not in ("auto", "sim", "cuda"):
        raise Refusal(f"BACKEND={wanted}: there is no such backend. Use auto, sim or cuda.")
    if wanted == "sim":
        return "sim"
    signs = shell_function("signs_of_a_gpu")
    if not signs and wanted == "auto":
        return "sim"
    why = why_not_cuda(build, signs)
    if why and wanted == "cuda":
        raise Refusal(f"BACKEND=cuda: {why}. Use BACKEND=sim for the simulated device.", 3)
    if why:
        say_filled(f"The simulated device is used instead of the GPU: {why}.", sys.stderr)
    return "sim" if why else "cuda"
