# SPDX-License-Identifier: Apache-2.0
# notebook.py SOURCE BUILD runs the cells of docs/colab.ipynb in order. The exercise's cell has the stub's own text, so
# running it must change nothing.
import json
import os
import pathlib
import subprocess
import sys
import tempfile

source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
notebook = json.loads((source / "docs/colab.ipynb").read_text())
failed = []


def expect(holds, what):
    if not holds:
        failed.append(what)


with tempfile.TemporaryDirectory() as scratch:
    # Colab would clone the files as they are here.
    origin = pathlib.Path(scratch, "origin")
    subprocess.run(["git", "clone", "--quiet", "--no-local", "--depth", "1", f"file://{source}", origin], check=True)
    for name in ["common", "labs", "grader", "solutions", "CMakeLists.txt", "CMakePresets.json", "Makefile"]:
        subprocess.run(["cp", "-rT", source / name, origin / name], check=True)
    subprocess.run("git add -A && git -c user.name=t -c user.email=t commit --quiet --allow-empty -m now", shell=True,
                   cwd=origin, check=True)
    for name in ["LAB", "BACKEND", "SEED", "TEST", "BUILD", "MAKEFLAGS", "MAKELEVEL", "MFLAGS"]:
        os.environ.pop(name, None)
    os.environ.update(REPOSITORY=f"file://{origin}", WORKBOOK=f"{scratch}/workbook", WORKBOOK_TOOLS_DIR=f"{build}/bin",
                      CMAKE_OPTIONS="-DWORKBOOK_CUDA=OFF", GPU_SIGNS="/nowhere", GRADE_SEED="1")
    names, marks = {}, 0
    for number, cell in enumerate(notebook["cells"]):
        text = "".join(cell["source"])
        if cell["cell_type"] != "code":
            continue
        expect(not cell["outputs"], f"cell {number} has outputs: commit the notebook without them")
        if text.startswith("%%bash\n"):
            run = subprocess.run(["bash", "-c", text.split("\n", 1)[1]], stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True)
            expect(run.returncode == 0, f"cell {number} ended with status {run.returncode}:\n{run.stdout}")
            marks += "Score: 0/100" in run.stdout
        else:
            exec(compile(text, f"cell {number}", "exec"), names)  # noqa: S102 (our own notebook)
    changed = subprocess.run(["git", "status", "--short"], stdout=subprocess.PIPE, text=True, check=True).stdout
    expect(changed == "", f"the exercise in the notebook no longer has the stub's text:\n{changed}")
    expect(marks == 2, f"{marks} cells ended with marks, not 2")
    os.chdir("/")
for what in failed:
    print("FAILED:", what)
sys.exit(bool(failed))
