# SPDX-License-Identifier: Apache-2.0
"""Grades a class with known results with the real compiler, sandbox and grader. Usage: test_made_class.py SOURCE BUILD
GRADE [STUDENTS]"""
import csv
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import made_class

SOURCE, BUILD, GRADE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
LAB = SOURCE / "grader/selfcheck/hostile/lab"


def recipes(folder):
    """Writes a lab's compile commands, as runners.cmake does. The adapter's objects are the test grader.hostile's."""
    common = [f"-I{SOURCE}/common", f"-I{LAB}/labs/80_copy"]
    system = subprocess.run([os.environ.get("CXX", "c++").split()[0], "-xc++", "-E", "-v", "/dev/null"],
                            capture_output=True, text=True, check=True).stderr
    system = [line.strip() for line in system.split("#include <...> search starts here:")[1].split(
        "End of search list")[0].splitlines() if line.strip()]
    reach = []
    for place in [f"{SOURCE}/common/lab", f"{SOURCE}/common/simcu/include",
                  f"{SOURCE}/common/simcu/libraries/include", f"{LAB}/labs/80_copy", *system]:
        reach += ["--read", place, "--include", place]
    compiled = BUILD / "grader/selfcheck/hostile"
    for place in (BUILD / "bin", BUILD / "lib", BUILD / "runners/parts", BUILD / "grader/librunner_main.a", compiled):
        reach += ["--read", str(place)]
    for kind, parts in (("sim", ("device.sim", "baselines.sim")), ("check", ("device.check", "canary.check"))):
        flags = [f"@{BUILD}/runners/parts/{kind}.flags"]
        linked = []
        parts = [BUILD / f"runners/parts/{part}.o" for part in parts]
        for part in (compiled / f"adapter.{kind}.o", *parts, BUILD / "grader/librunner_main.a"):
            linked += ["--part", str(part)]
        words = [str(BUILD / "bin/compile_submission"), "--source", "@FILE@", "--output", "@RUNNER@", "--quiet",
                 "--name", "labs/80_copy/copy.cu", "--given",
                 str(LAB / "labs/80_copy/copy.cu"), "--seconds", "60", "--memory", "1024", *reach, *linked,
                 "--", str(BUILD / "bin/simcu"), *common, *flags, "--keep-preprocessed", "@SOURCE@", "-o", "@OUTPUT@"]
        (folder / f"80_copy.{kind}").write_text("\n".join(words) + "\n")


def marks_of(out):
    with open(out / "gradebook.csv", newline="", encoding="utf-8") as file:
        return {row["student"]: row["lab80"] for row in csv.DictReader(file)}


def check(out, known):
    marks = marks_of(out)
    wrong = {s: (marks.get(s), points) for s, points in known.items()
             if marks.get(s) != ("" if points is None else str(points))}
    assert not wrong, f"student: (got, known) {wrong}"
    for file in out.rglob("*"):
        assert "left_behind" not in file.name, file


def through_slurm(command, out, different):
    """Repeatedly kills tasks, the controller, the node and grade-class itself."""
    import local_slurm
    with tempfile.TemporaryDirectory() as scratch:
        pathlib.Path(scratch).chmod(0o755)
        slurm = local_slurm.LocalSlurm(pathlib.Path(scratch, "slurm"))
        slurm.start()
        try:
            def graded():
                return sum(1 for _ in out.glob("graded/*/*"))

            def until(number, child):
                while child.poll() is None and graded() < number:
                    time.sleep(0.2)

            child = subprocess.Popen([*command, "--slurm", "--per-task", "10"])
            killed = 0
            for fault in range(1, 9):
                until(fault * different // 10, child)
                what = ("tasks", "controller", "tasks", "node", "grade-class", "tasks", "controller", "node")[fault - 1]
                print(f"kill -9: {what}, with {graded()} of {different} graded", flush=True)
                if what == "tasks":
                    killed += local_slurm.kill_tasks(out)
                elif what == "grade-class":
                    child.kill()
                    child.wait()
                    child = subprocess.Popen([*command, "--slurm", "--resume", "--per-task", "10"])
                else:
                    slurm.kill("slurmctld" if what == "controller" else "slurmd")
                    time.sleep(1)
                    (slurm.start_controller if what == "controller" else slurm.start_node)()
            assert child.wait() == 0, child.returncode
            assert killed > 0 and graded() == different, (killed, graded())
        finally:
            slurm.stop()


def large(students):
    """`test_made_class.py SOURCE BUILD GRADE 300` is not in CTest, because it takes half an hour."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR", "/var/tmp")) as scratch:
        root = pathlib.Path(scratch)
        root.chmod(0o755)
        (root / "recipes").mkdir()
        recipes(root / "recipes")
        known = made_class.of_hostile_lab(SOURCE, root / "submissions", students, different=True)
        different = sum(points is not None for points in known.values())
        books = []
        for name in ("here", "slurm"):
            out = root / name
            command = [str(BUILD / "bin/grade-class"), str(root / "submissions"), "--out", str(out), "--grade",
                       str(GRADE), "--rubrics", str(LAB / "rubrics"),
                       "--recipes", str(root / "recipes"), "--stubs", str(LAB / "labs"), "--memory", "256", "--seed",
                       "1"]
            since = time.time()
            if name == "here":
                subprocess.run(command, check=True)
            else:
                through_slurm(command, out, different)
            print(f"{name}: {students} students, {different} different files, {time.time() - since:.0f} s", flush=True)
            check(out, known)
            books.append((out / "gradebook.csv").read_text(encoding="utf-8"))
        assert books[0] == books[1], "the two grade books differ"
        print(f"1 passed, 0 failed: the known result for each of {students} students, and equal grade books")


def solutions():
    """The reference solutions earn all points: lab 02 with its tables, and lab 05 without its own headers."""
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch)
        for lab in ("02_radix_cpu", "05_level2_local_sort"):
            shutil.copytree(SOURCE / "solutions" / lab, root / "in/ann/labs" / lab)
        command = [BUILD / "bin/grade-class", root / "in", "--out", root / "out", "--labs", "02,05", "--seed", "1"]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
        print(done.stdout, done.stderr)
        book = (root / "out/gradebook.csv").read_text(encoding="utf-8")
        assert "ann,200,100,100,,," in book, book


def main():
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch)
        (root / "recipes").mkdir()
        recipes(root / "recipes")
        known = made_class.of_hostile_lab(SOURCE, root / "submissions")
        out = root / "out"
        done = subprocess.run([str(BUILD / "bin/grade-class"), str(root / "submissions"), "--out", str(out), "--grade",
                               str(GRADE), "--rubrics", str(LAB / "rubrics"),
                               "--recipes", str(root / "recipes"), "--stubs", str(LAB / "labs"), "--memory", "256",
                               "--seed", "1"], capture_output=True, text=True, check=False)
        print(done.stdout, done.stderr)
        assert done.returncode == 0, done.returncode
        assert "30 students, 29 submitted labs, 6 of them different" in done.stdout
        check(out, known)
        assert "s027: 0/100" in done.stdout, "a file that does not build has no points, and none not graded"
        summary = (out / "summary.html").read_text()
        assert "NOT CLEAN: " in summary and "the same text" in summary, "mistakes by name, similar submissions"
        # --replay repeats a report with the same inputs.
        replayed = subprocess.run([str(BUILD / "bin/grade-class"), "--out", str(out), "--replay", "s020", "--grade",
                                   str(GRADE), "--rubrics", str(LAB / "rubrics"), "--recipes",
                                   str(root / "recipes"), "--stubs", str(LAB / "labs")], capture_output=True,
                                   text=True, check=False)
        assert "Score: 60/100" in replayed.stdout, replayed.stdout + replayed.stderr


if __name__ == "__main__":
    if len(sys.argv) > 4:
        large(int(sys.argv[4]))
    else:
        main()
        solutions()
