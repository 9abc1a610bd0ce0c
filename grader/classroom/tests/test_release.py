# SPDX-License-Identifier: Apache-2.0
"""Tests that a release has no line of a solution, and that students' work survives the next one. Usage: test_release.py
SOURCE BUILD"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE, BUILD = (pathlib.Path(argument).resolve() for argument in (sys.argv[1:3] if len(sys.argv) > 2
                                                                   else ("..", "../build")))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import similarity

# Anyone could write shorter lines.
SHORTEST = 24


def squeezed(line):
    return re.sub(r"\s+", "", line.split("//")[0])


def lines_of_solutions():
    """Returns {line without blanks: place} of all lines that only the solutions have."""
    found = {}
    for path in sorted((SOURCE / "solutions").rglob("*")):
        if path.suffix not in (".cu", ".cuh", ".h", ".csv"):
            continue
        text = path.read_text(encoding="utf-8")
        lines = similarity.regions(text) if path.suffix == ".cu" else list(enumerate(text.splitlines(), 1))
        for number, line in lines:
            if path.suffix == ".csv" and not re.match(r"[^#,]+,[^,]", line):
                continue
            if len(squeezed(line)) >= SHORTEST:
                found.setdefault(squeezed(line), f"{path.relative_to(SOURCE)}:{number}")
    for path in (SOURCE / "labs").rglob("*.*"):  # the lines that students have anyway
        for line in path.read_text(encoding="utf-8").splitlines():
            found.pop(squeezed(line), None)
    return found


class Release(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.root = pathlib.Path(cls.scratch.name)
        cls.environment = {key: value for key, value in os.environ.items()
                           if not key.startswith(("GIT_", "MAKE", "MFLAGS"))
                           and key not in ("LAB", "LABS", "OUT", "BUILD", "SEED", "TEST")}
        cls.environment.update(GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_NOSYSTEM="1", GIT_AUTHOR_NAME="Ann",
                               GIT_AUTHOR_EMAIL="a@x.org", GIT_COMMITTER_NAME="Ann", GIT_COMMITTER_EMAIL="a@x.org")

    def run_in(self, folder, *command, status=0, **environment):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True,
                              env=dict(self.environment, **environment), check=False)
        self.assertEqual(done.returncode, status, f"{command}: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def release(self, out, labs="", source=SOURCE, status=0):
        return self.run_in(source, "make", "--no-print-directory", "release", f"OUT={out}", f"LABS={labs}",
                           status=status)

    def test_no_solution_is_in_it(self):
        out = self.root / "all"
        self.release(out)
        names = self.run_in(out, "git", "ls-files").split()
        for name in names:
            if name != "docs/examples/01_first_kernel.cu":
                self.assertNotRegex(name,
                                    r"^solutions/|selfcheck|twins|classroom|instructors|notes/|hidden_tests|"
                                    r"examples/\d\d_")
        self.assertEqual(self.run_in(out, "git", "log", "--oneline").count("\n"), 1)
        wanted = lines_of_solutions()
        self.assertGreater(len(wanted), 400)
        where = {}
        for name in names:
            for number, line in enumerate((out / name).read_text(encoding="utf-8", errors="replace").splitlines(), 1):
                if squeezed(line) in wanted:
                    where.setdefault(squeezed(line), f"{name}:{number}")
        allowed = set((pathlib.Path(__file__).parent / "common_lines.txt").read_text(encoding="utf-8").splitlines())
        told = [f"{wanted[line]} is in {place}: <{line}>"
                for line, place in sorted(where.items(), key=lambda pair: pair[1]) if line not in allowed]
        self.assertEqual(told, [], "\n".join(told))
        self.assertEqual(allowed - set(where), set(), "no longer needed in common_lines.txt")

    def test_no_command_is_for_solutions(self):
        out = self.root / "commands"
        self.release(out)
        self.assertNotIn("solution", self.run_in(out, "make", "help"))
        for page in [out / "Makefile", *(out / "labs").rglob("*.md")]:
            self.assertNotRegex(page.read_text(encoding="utf-8"), r"make solutions|OF=solutions", str(page))

    def test_links_lead_somewhere(self):
        out = self.root / "links"
        self.release(out, "01")
        for page in out.rglob("*.md"):
            for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
                if ":" not in target:
                    self.assertTrue((page.parent / target).exists(), f"{page}: {target}")

    def test_students_pull_new_labs_and_keep_their_work(self):
        out, clone = self.root / "term", self.root / "ann"
        self.release(out, "01")
        self.run_in(self.root, "git", "clone", "--quiet", str(out), str(clone))
        stub = clone / "labs/01_enumeration/enumeration.cu"
        mine = stub.read_text().replace("// END YOUR CODE", "int mine = 1;\n// END YOUR CODE", 1)
        stub.write_text(mine)
        self.run_in(clone, "git", "commit", "--quiet", "-am", "my work so far")
        # The next release also brings a correction outside the marks.
        copy = self.root / "source"
        self.run_in(SOURCE, "git", "clone", "--quiet", "--no-hardlinks", str(SOURCE),
                    str(copy)) if (SOURCE / ".git").exists() else shutil.copytree(SOURCE, copy)
        for file in ("Makefile", "CMakeLists.txt"):
            shutil.copy(SOURCE / file, copy / file)
        for folder in ("common/build", "grader/classroom"):
            shutil.copytree(SOURCE / folder, copy / folder, dirs_exist_ok=True)
        for tree in ("labs", "solutions"):
            file = copy / tree / "01_enumeration/enumeration.cu"
            file.write_text(file.read_text().replace("// SPDX", "// Corrected.\n// SPDX", 1))
        self.release(out, "01,02", source=copy)
        self.run_in(clone, "git", "pull", "--quiet", "--no-rebase", "--no-edit")
        self.assertTrue((clone / "labs/02_radix_cpu/radix_cpu.cu").exists())
        self.assertEqual(stub.read_text(), mine.replace("// SPDX", "// Corrected.\n// SPDX", 1))
        self.assertEqual(self.run_in(out, "git", "log", "--format=%s").splitlines(), ["Labs 01, 02", "Labs 01"])

    def test_what_it_refuses(self):
        other = self.root / "other"
        other.mkdir()
        (other / "file").write_text("x")
        self.assertIn("name the folder", self.release("", status=2))
        self.assertIn("that folder contains other files", self.release(other, status=2))
        file = self.root / "a_file"
        file.touch()
        self.assertIn("is a file", self.release(file, status=2))
        released = self.root / "released"
        self.release(released, "01,03")
        self.assertIn("cannot be withdrawn. Name all labs: LABS=01,02,03", self.release(released, "02,03", status=2))
        self.assertTrue((released / "labs/01_enumeration/enumeration.cu").exists())
        self.assertIn("LABS=77: there is no such lab", self.release(self.root / "none", "77", status=2))
        self.assertFalse((self.root / "none").exists())

    def copy_with(self, name, row, header=True):
        """Gives lab 01 another row in its rubric, and a hidden test OnlyHere."""
        copy = self.root / name
        for part in ("labs", "grader/labs", "grader/classroom", "common/build"):
            shutil.copytree(SOURCE / part, copy / part)
        for part in ("Makefile", "CMakeLists.txt"):
            shutil.copy(SOURCE / part, copy / part)
        rubric = copy / "grader/labs/01_enumeration/rubric.csv"
        text = rubric.read_text().rstrip("\n")
        if header and ",visibility" not in text:
            text = re.sub(r"^(exercise,.*)$", r"\1,visibility", text, count=1, flags=re.M)
        rubric.write_text(f"{text}\n{row}\n")
        (copy / "grader/labs/01_enumeration/hidden_tests.cpp").write_text("GRADED_TEST(Lab01, OnlyHere) {}\n")
        return copy

    def test_the_hidden_test_of_the_page(self):
        page = (SOURCE / "docs/instructors/releasing.md").read_text(encoding="utf-8")
        code = re.search(r"^```cpp\n(.*?)^```$", page, re.S | re.M)[1]
        row = re.search(r"^```\nexercise,[^\n]*\n(.*?)^```$", page, re.S | re.M)[1].strip()
        test = re.search(r"GRADED_TEST\(Lab01, (\w+)\)", code)[1]
        copy = self.copy_with("page", "7," + row.split(",", 1)[1])
        hidden = copy / "grader/labs/01_enumeration/hidden_tests.cpp"
        hidden.write_text(code)
        self.release(self.root / "page_out", "01", source=copy)
        self.assertNotIn(test, subprocess.run(["grep", "-r", test, str(self.root / "page_out")], capture_output=True,
                                              text=True, check=False).stdout)
        reach = [f"-I{SOURCE / folder}" for folder in ("common", "grader/base", "grader/verifier")]
        self.run_in(self.root, os.environ.get("CXX", "c++").split()[0], "-std=c++17", "-fsyntax-only", *reach,
                    str(hidden))

    def test_hidden_tests_stay_here(self):
        copy = self.copy_with("hidden", "7,OnlyHere,5,a secret,Secret,hidden")
        out = self.root / "hidden_out"
        self.release(out, "01", source=copy)
        self.assertNotIn("OnlyHere", subprocess.run(["grep", "-r", "OnlyHere", str(out)], capture_output=True,
                                                    text=True, check=False).stdout)
        shutil.move(copy / "grader/labs/01_enumeration/hidden_tests.cpp",
                    copy / "grader/labs/01_enumeration/more_tests.cpp")
        self.assertIn("hidden_tests.cpp, which is not released, must contain all tests",
                      self.release(out, "01", source=copy, status=2))

    def test_a_rubric_that_nobody_could_be_graded_by(self):
        for number, (row, said) in enumerate((
                ("7,OnlyHere,5,a secret,Secret,hiden",
                 "the visibility is `hiden`; write shown, after due date, hidden, or nothing"),
                ("7,OnlyHere,five,a secret", "points is `five`; write a whole number of at least 1"),
                ("7,OnlyHere,5,a secret, with a comma,Secret,hidden",
                 "fields, but the header has 6; put text with commas in quotes"),
                ("9,OnlyHere,5,a secret", "exercise 9 comes after exercise"),
                ("7,Nowhere,5,a secret,Secret,hidden",
                 "has a row, but there is no GRADED_TEST(Lab01, Nowhere)"))):
            copy = self.copy_with(f"bad{number}", row)
            out = self.root / "bad_out"
            self.assertIn(said, self.release(out, "01", source=copy, status=2))
            for target in ("class", "package"):
                self.assertIn(said, self.run_in(copy, "make", "--no-print-directory", target, "FOR=gradescope",
                                                status=2))
            self.assertFalse(out.exists() or (copy / "build").exists())

    def test_it_grades_by_itself(self):
        """With this build's simcu and grade, the release only compiles its own two runners."""
        out = self.root / "grades"
        self.release(out, "03")
        tools = {"WORKBOOK_TOOLS_DIR": str(BUILD / "bin"), "CMAKE_OPTIONS": "-DWORKBOOK_CUDA=OFF", "BACKEND": "sim",
                 "GRADE_SEED": "1"}
        said = self.run_in(out, "make", "grade", "LAB=03", **tools)
        self.assertIn("Score: 0/100", said)
        solution, file = SOURCE / "solutions/03_single_block_scan_bug", out / "labs/03_single_block_scan_bug"
        for path in solution.iterdir():
            shutil.copy(path, file / path.name)
        # Only the text between the marks counts, even without a solution that provides the rest.
        stub = file / "single_block_scan_bug.cu"
        text = stub.read_text()
        stub.write_text(text.replace("// BEGIN YOUR CODE", "#error outside the marks\n// BEGIN YOUR CODE", 1))
        self.assertIn("Score: 100/100", self.run_in(out, "make", "grade", "LAB=03", **tools))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
