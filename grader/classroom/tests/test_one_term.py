# SPDX-License-Identifier: Apache-2.0
"""The commands of docs/instructors/one_term.md, one after the other: releases and git are real, compiler and grader the toy's.
test_one_term.py SOURCE"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from toy import Toy

LAB = "01_enumeration"


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    page = (source / "docs/instructors/one_term.md").read_text(encoding="utf-8")
    commands = "\n".join(re.findall(r"^```sh\n(.*?)^```$", page, re.S | re.M))
    assert commands.count("make setup class\n") == 1 and "\nclass:" in (source / "Makefile").read_text()
    commands = commands.replace("make setup class\n", "make -n class >/dev/null\n")  # minutes, and packages
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch)
        project = root / "project"
        project.mkdir()
        for part in ("labs", "grader", "common", "docs", "Makefile", "CMakeLists.txt", "CMakePresets.json", "LICENSE", ".gitignore"):
            if (source / part).is_dir():
                shutil.copytree(source / part, project / part, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
            else:
                shutil.copy(source / part, project / part)
        toy = Toy(root / "toy", lab=LAB)
        shutil.copy(source / "labs" / LAB / "enumeration.cu", toy.folder / "labs" / LAB / "enumeration.cu")
        (project / "build/bin").mkdir(parents=True)
        launcher = project / "build/bin/grade-class"
        launcher.write_text(f'#!/bin/sh\nexec {" ".join(toy.launcher)} "$@"\n')
        launcher.chmod(0o755)
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "MAKE", "MFLAGS")) and key not in ("LAB", "LABS", "OUT", "BUILD", "SEED", "TEST", "FOR")}
        environment.update(GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_NOSYSTEM="1", GIT_AUTHOR_NAME="Jane", GIT_AUTHOR_EMAIL="j@x.org", GIT_COMMITTER_NAME="Jane", GIT_COMMITTER_EMAIL="j@x.org")
        done = subprocess.run(["bash", "-ec", commands], cwd=project, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        print(done.stdout, done.stderr)
        assert done.returncode == 0, done.returncode
        week = (root / "week1/gradebook.csv").read_text()
        assert '"Doe, Jane",60,60,\n' in week and '"Roe, Joe",0,0,late: says Canvas\n' in week and '"Poe, Al",0,,nothing handed in\n' in week, week
        seed = re.search(r"graded with seed (\d+) points 0", done.stdout)[1]  # of the replay
        assert f"1 of them different; seed {seed}" in done.stdout, "the regrade has the same inputs"
        assert "roejoe,80,80,\n" in (root / "regrade/gradebook.csv").read_text()
        assert '"Doe, Jane",4321,j1,jdoe,A,60\n' in (root / "week1/canvas.csv").read_text()
        assert (root / "reports_to_send/doejane/report.html").exists()
        jane = root / "jane/labs"
        assert (jane / "02_radix_cpu/radix_cpu.cu").exists() and "// points 60" in (jane / LAB / "enumeration.cu").read_text()


if __name__ == "__main__":
    main()
