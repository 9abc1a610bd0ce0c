# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys

from grading import Grading, run
from machine import in_large_pages, job_count, shell_function, test_count
from settings import Device, Refusal, chosen_backend, number_of, variable
from terminal import on_terminal, say

# What `make check` builds, and the labels of the tests that it runs, for changed files.
CHECKED_BY = (
    (r"common/simcu/include/", "simcu_driver_test simcu_check_test simcu_past_accesses_test check_features_sim",
     "driver check features.sim"),
    (r"common/simcu/tests/features/", "check_features_sim", "features.sim"),
    (r"common/simcu/(tests/)?driver/", "simcu_driver_test", "driver"),
    (r"common/simcu/(check/tools|tests/(counters|history|trace))/",
     "simcu_counters_test simcu_history_test simcu_trace_test", "tools"),
    (r"common/simcu/(check|tests/check|tests/past_accesses)/", "simcu_check_test simcu_past_accesses_test", "check"),
    (r"common/simcu/(runtime|explore|tests/schedules)/", "simcu_schedules_test", "schedules"),
    (r"(grader/)?(labs|solutions)/", "", ""),
    (r"grader/([^/]*/)*[^/]*\.(cpp|h)$|grader/runner/", "selfcheck_units selfcheck_wrong_runners", "grader"),
)
SMALL_PROGRAM = "#include <map>\n#include <string>\nstd::map<std::string, int> words;\n"


def require(program, sentence):
    if not shutil.which(program):
        raise Refusal(sentence)


def require_git(build):
    if (not shutil.which("git") or subprocess.run(["git", "rev-parse", "--git-dir"], stdout=subprocess.DEVNULL,
                                           stderr=subprocess.DEVNULL, check=False).returncode):
        raise Refusal(f"make {build.command}: git was not found, or this folder is not a clone; git lists the "
                      "files.")


def git(*arguments):
    return subprocess.run(["git", *arguments], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout


# ---- tests ----


def say_how_long(build):
    """Estimates `make test`'s time: that of docs/measurements/test_time_two_cores.csv, times the ratio of a small
    compilation's times."""
    everything = not (build / "all_built").exists()
    seconds = 540 + (660 if everything else 0)
    usual = now = 0.130
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    if not subprocess.run([*(variable("CXX") or "c++").split(), "-x", "c++", "-O1", "-c", "-o", os.devnull, "-"],
                          input=SMALL_PROGRAM.encode(), stderr=subprocess.DEVNULL, check=False,
                          ).returncode:
        now = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    what = "Building everything" if everything else "Building what has changed"
    say(f"{what}, then all tests: about {int(seconds * now / usual / job_count() / 60) + 1} minutes on this machine.")


def ctest(build, *options):
    return run([
        "ctest", "--test-dir",
        str(build.folder), *options, "--output-on-failure", "--parallel",
        str(test_count()), "--no-tests=error",
    ], in_large_pages(),
               )


def test(build):
    build.configure("sim")
    say_how_long(build)
    set_part(build, "solutions", "yes")
    set_part(build, "for_instructors", "yes")
    with build.lock():
        built = build.make("all", "checks", keep_going=True)
    (build / "all_built").touch()
    if ctest(build, *(["--progress"] if on_terminal() else [])):
        run(["bash", "common/build/failed_tests.sh", str(build.folder)])
        return 1
    if not built:
        raise Refusal("Not everything could be built: see the messages above the tests.")
    return 0


def check(build):
    require_git(build)
    build.configure("sim")
    base = variable("BASE") or "HEAD"
    try:
        changed = (git("diff", "--name-only", base, "--") +
                   git("ls-files", "--others", "--exclude-standard")).splitlines()
    except subprocess.CalledProcessError:
        raise Refusal(f"BASE={base}: git does not know this revision.") from None
    targets, labels, labs = ["check_workbook"], ["^quick$"], []
    for file in changed:
        for pattern, built, tested in CHECKED_BY:
            if re.match(pattern, file):
                targets += built.split()
                labels += [f"^{label}$" for label in tested.split()]
                break
        lab = re.match(r"(?:grader/)?(?:labs|solutions)/([^/]*)/", file)
        if lab and lab[1] not in labs and os.path.isdir(f"labs/{lab[1]}"):
            labs.append(lab[1])
    for lab in labs:
        targets += [f"grade_{number_of(lab)}", f"graded_labs_{lab}_sim", f"graded_solutions_{lab}_sim"]
    build.require(*dict.fromkeys(targets))
    failed = ctest(build, "--label-regex", "|".join(dict.fromkeys(labels)))
    for lab in labs:
        failed |= run([
            str(build / "bin" / f"grade_{number_of(lab)}"), "--audience", "solutions", "--backend", "sim", "--labs-dir",
            "solutions", "--rubrics", "grader/labs", "--runners",
            str(build / "runners"), "--reports",
            str(build / "reports/solutions"), "--lab", lab, "--require-full",
        ])
    return int(failed != 0)


# ---- programs and measurements ----


def examples(build):
    backend = chosen_backend(build)
    build.configure(backend)
    build.require("check_examples_sim" if backend == "sim" else "examples_cuda")
    failed = 0
    for source in sorted(pathlib.Path("common/simcu/examples").glob("*.cu")):
        say(f"== {source.stem}")
        # All of the simulated device's examples are one program.
        command = ([str(build / "examples/sim"), source.stem]
                   if backend == "sim" else [str(build / f"examples/{source.stem}.cuda")])
        status = run(command)
        if status:
            print(f"{source.stem} ended with status {status}.", file=sys.stderr, flush=True)
            failed = 1
    return failed


def bench(build):
    """Compares the labs' sorts with the libraries' on a GPU if BACKEND is cuda; otherwise, the simulated device with
    Oclgrind."""
    if variable("BACKEND") == "cuda":
        chosen_backend(build)
        nvcc = shell_function("find_nvcc")
        said = subprocess.run(["bash", "common/build/gpu.sh", nvcc, build.real], stdout=subprocess.PIPE, check=True,
                              encoding="utf-8").stdout
        status = run([
            "bash", "docs/measurements/measure_h200.sh",
            str(build / "reports/gpu_sorts"), "device_sizes", "device_families",
        ], {"NVCC": nvcc, "ARCH": said.splitlines()[0]},
                     )
        say(f"The tables are in {build.folder}/reports/gpu_sorts.")
        return status
    require("oclgrind-kernel", "Oclgrind was not found, but the benchmark needs it for comparison. `make setup bench` "
            "installs it.",
            )
    build.configure("sim")
    build.require("bench_simcu")
    (build / "reports").mkdir(exist_ok=True)
    return run([
        str(build / "bin/bench_simcu"), "--programs",
        str(build / "bench"), "--sources", "common/simcu/bench", "--json",
        str(build / "reports/bench.json"), "--csv",
        str(build / "reports/bench.csv"),
    ])


def sanitize(build):
    """Replaces the solutions' runners with scripts that run them under compute-sanitizer."""
    beside_nvcc = os.path.join(os.path.dirname(shell_function("find_nvcc")), "compute-sanitizer")
    sanitizer = shutil.which("compute-sanitizer") or shutil.which(beside_nvcc)
    if not sanitizer:
        raise Refusal("compute-sanitizer was not found. It comes with the CUDA Toolkit; put it on PATH.")
    os.environ["BACKEND"] = "cuda"
    chosen_backend(build)
    build.configure("cuda")
    build.require("runners_solutions_all_cuda")
    folder = build / "sanitized/solutions"
    folder.mkdir(parents=True, exist_ok=True)
    for runner in sorted((build / "runners/solutions").glob("*.cuda")):
        script = folder / runner.name
        script.write_text(f'#!/bin/sh\nexec "{sanitizer}" --error-exitcode 99 "{runner.resolve()}" "$@"\n')
        script.chmod(0o755)
    os.environ["RUNNERS"] = str(build / "sanitized")
    return Grading(build, Device(), "solutions").grade()


# ---- the site ----


def yes_or_no(name, without):
    if variable(name) not in ("", "yes", "no"):
        raise Refusal(f"{name}={variable(name)}: set it to yes (or not at all), or to no for a site without the pages "
                      f"{without}.")
    return variable(name) or "yes"


def set_part(build, name, value):
    build.require_writable()
    (build / "docs").mkdir(exist_ok=True)
    file = build / "docs" / name
    if not file.exists() or file.read_text() != value + "\n":
        file.write_text(value + "\n")


def say_what_figures_lack(build):
    if (build / "docs/html/sorts.wasm.js").exists():
        return
    why = "that takes Emscripten's em++ (Debian's package emscripten, 800 MB), which was not found"
    if shutil.which("em++"):
        why = "Emscripten's em++ failed"
        logs = [
            build / "lib/simcu_wasm.o.log", *sorted((build / "steppers/wasm").glob("*.o.log")),
            build / "docs/steppers/sorts.wasm.js.log",
        ]
        why += "".join([f", and {log} says why" for log in logs
                        if log.exists() and not log.with_suffix("").exists()][:1])
    say(f"The figures of this site can't sort a reader's own keys: {why}.")


def npm_packages(folder):
    wanted, fetched = pathlib.Path(folder, "package-lock.json"), pathlib.Path(folder, "node_modules/.package-lock.json")
    if fetched.exists() and fetched.stat().st_mtime >= wanted.stat().st_mtime:
        return 0
    return run(["npm", "ci", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error"],
               stdout=subprocess.DEVNULL)


def docs(build):
    if variable("PDF") not in ("", "1", "yes"):
        raise Refusal(f"PDF={variable('PDF')}: set it to 1 for the whole book as a PDF, or not at all.")
    solutions = yes_or_no("SOLUTIONS", "that show solutions")
    instructors = yes_or_no("INSTRUCTORS", "for instructors, which include the solutions")
    set_part(build, "solutions", solutions)
    set_part(build, "for_instructors", instructors)
    browser = shell_function("find_browser") if variable("PDF") else "none"
    if not browser:
        raise Refusal("PDF=1 needs Chromium. `make setup docs-check` installs it, or says where it comes from on this "
                      "system.")
    if not shutil.which("doxygen") or not shell_function("find_theme"):
        raise Refusal("doxygen, its theme doxygen-awesome-css, or python3 was not found. `make setup docs` installs "
                      "them, or says where they come from on this system.")
    # Without these packages, readers can't edit programs in the site's pages.
    if shutil.which("npm") and npm_packages("docs/playground"):
        say("npm could not fetch the packages of docs/playground.")
    build.configure("sim")
    build.require("docs")
    say(f"The site is in {build.folder}/docs/html/index.html")
    say_what_figures_lack(build)
    if not variable("PDF"):
        return 0
    status = run([sys.executable, "-B", "docs/site/book.py",
                  str(build / "docs/html"),
                  str(build / "docs/book.pdf")], {"CHROMIUM": browser},
                 )
    if not status:
        say(f"The book is in {build.folder}/docs/book.pdf")
    return status


def docs_check(build):
    browser = shell_function("find_browser")
    if not browser or not shutil.which("node") or not shutil.which("npm"):
        raise Refusal("Chromium, node or npm was not found. `make setup docs-check` installs them, or says where they "
                      "come from on this system.")
    os.environ["CHROMIUM"] = browser
    return (docs(build) or
            npm_packages("docs/site/browser") or
            run(["node", "docs/site/browser/check.mjs",
                 str(build / "docs/html"),
                 str(build / "docs/screenshots")]))


# ---- releases, formatting ----


def release(_):
    return run([sys.executable, "-B", "grader/classroom/release.py", ".", variable("OUT"), variable("LABS")])


def package(build):
    return run([
        sys.executable, "-B", "grader/classroom/package.py", ".",
        variable("FOR"),
        variable("LABS"),
        str(build / "packages"),
    ])


def format_files(build):
    require("clang-format", "clang-format was not found. `make setup format` installs it.")
    require_git(build)
    version = subprocess.run(["clang-format", "--version"], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    if "version 14." not in version:
        say(f"This is {version.strip()}. The project uses 14; other versions format some lines "
            "differently (see `git diff`).")
    files = git("ls-files", "-z", "*.h", "*.cpp", "*.cu", "*.cuh")
    return subprocess.run(["xargs", "-0", "clang-format", "-i"], input=files, encoding="utf-8", check=False).returncode
