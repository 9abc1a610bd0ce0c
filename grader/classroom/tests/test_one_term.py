# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of docs/instructors/one_term.md, and compares their output with the page. Usage: test_one_term.py
SOURCE [real]. `real` uses the build in SOURCE/build instead of a toy grader."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from toy import Toy

LAB = "01_enumeration"
POINTS = """explained = pathlib.Path(value("--labs-dir"), lab, "explain.csv").exists()
text += " points %d" % (0 if "LAB_TODO" in text else 100 if explained else 93)
"""


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    page = (source / "docs/instructors/one_term.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", page, re.S | re.M)
    commands = "\n".join(text for language, text in blocks if language == "sh")
    assert commands.count("make setup class\n") == 1 and "\nclass:" in (source / "Makefile").read_text()
    # This command would take minutes and install packages.
    commands = commands.replace("make setup class\n", "make -n class >/dev/null\n")
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch)
        project = root / "project"
        project.mkdir()
        for part in ("labs", "grader", "common", "docs", "Makefile", "CMakeLists.txt", "CMakePresets.json", "LICENSE",
                     ".gitignore"):
            if (source / part).is_dir():
                shutil.copytree(source / part, project / part, ignore=shutil.ignore_patterns("node_modules",
                                                                                             "__pycache__"))
            else:
                shutil.copy(source / part, project / part)
        (project / "build/bin").mkdir(parents=True)
        shutil.copytree(source / "solutions" / LAB, project / "solutions" / LAB)
        launcher = project / "build/bin/grade-class"
        if sys.argv[2:] == ["real"]:
            launcher.write_text(f'#!/bin/sh\nexec {source}/build/bin/grade-class "$@"\n')
        else:
            toy = Toy(root / "toy", lab=LAB)
            (toy.folder / "labs" / LAB).rename(toy.folder / "stubs")
            for tree in ("labs", "solutions"):
                shutil.copytree(source / tree / LAB, toy.folder / tree / LAB)
            grader = toy.folder / "grade"
            grader.write_text(grader.read_text().replace("points = min(", POINTS + "points = min("))
            launcher.write_text(f'#!/bin/sh\nexec {" ".join(toy.launcher)} "$@"\n')
        launcher.chmod(0o755)
        environment = {key: value for key, value in os.environ.items()
                       if not key.startswith(("GIT_", "MAKE", "MFLAGS")) and key not in ("LAB", "LABS", "OUT", "BUILD",
                                                                                         "SEED", "TEST", "FOR")}
        environment.update(GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_NOSYSTEM="1", GIT_AUTHOR_NAME="Jane",
                           GIT_AUTHOR_EMAIL="j@x.org", GIT_COMMITTER_NAME="Jane", GIT_COMMITTER_EMAIL="j@x.org")
        done = subprocess.run(["bash", "-ec", commands], cwd=project, env=environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=False)
        print(done.stdout, done.stderr)
        assert done.returncode == 0, done.returncode
        for language, text in blocks:
            assert language or text in done.stdout, f"the page has this, but the commands did not print it:\n{text}"
        assert (root / "reports_to_send/doejane/report.html").exists()
        jane = root / "jane/labs"
        assert (jane / "02_radix_cpu/radix_cpu.cu").exists() and (jane / LAB / "enumeration.cu").read_bytes() == (
            source / "solutions" / LAB / "enumeration.cu").read_bytes()


if __name__ == "__main__":
    main()
