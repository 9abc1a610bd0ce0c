# SPDX-License-Identifier: Apache-2.0
"""make release OUT=dir [LABS=01,02]: creates the students' workbook, a git repository without this repository's
history. Usage: release.py SOURCE OUT [LABS]"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import roster
import store
import workbook

MARK = ".workbook-release"  # lists the files of a release, one per line
# Released in addition to the selected labs' files in labs/ and grader/labs/.
KEPT = ("CMakeLists.txt", "CMakePresets.json", "Makefile", "LICENSE", ".clang-format", ".editorconfig", ".gitignore",
        ".devcontainer/", "common/",
        "grader/CMakeLists.txt", "grader/main.cpp", "grader/base/", "grader/report/", "grader/runner/",
        "grader/sandbox/", "grader/submission/", "grader/verifier/",
        "docs/glossary.md", "docs/sources.md", "docs/systems.md", "docs/images/report.svg",
        "docs/pages/first_kernel.md", "docs/examples/01_first_kernel.cu", "docs/pages/when_it_is_wrong.md")
DROPPED = ("common/build/tests/", "common/lab/tests/", "common/simcu/bench/", "common/simcu/libraries/tests/",
           "common/simcu/tests/")
TARGETS_DROPPED = ("solutions", "class", "release", "package", "test", "check", "examples", "bench", "sanitize",
                   "docs", "docs-check", "format")
HIDDEN = "hidden_tests.cpp"


class Bad(Exception):
    pass


def git(folder, *arguments, check=True):
    done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=False)
    if check and done.returncode != 0:
        raise Bad(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def files_of(source):
    """Returns the files that git tracks or, in a copy without git, all files that are not built."""
    if (source / ".git").exists():
        return git(source, "ls-files", "-z").split("\0")[:-1]
    return [str(path.relative_to(source)) for path in source.rglob("*")
            if path.is_file() and not re.match(r"build|\.git/", str(path.relative_to(source)))
            and "__pycache__" not in path.parts]


def wanted(path, labs):
    parts = path.split("/")
    if parts[0] == "labs":
        return len(parts) > 1 and parts[1] in labs
    if path.startswith("grader/labs/"):
        return (len(parts) == 3 or parts[2] in labs) and parts[-1] != HIDDEN
    return path.startswith(KEPT) and not path.startswith(DROPPED)


def shown_costs(text, lab):
    """Leaves out the rows of tests that students may not see."""
    hidden = {row["test"] for row in lab.rows if row["visibility"] != "shown"}
    return "".join(line + "\n" for line in text.splitlines() if line.split(",")[0] not in hidden)


def shown_rubric(source, lab):
    """Returns the rows that students may see. The other rows' tests must be in hidden_tests.cpp."""
    path = source / "grader/labs" / lab.folder / "rubric.csv"
    hidden = {row["test"] for row in lab.rows if row["visibility"] != "shown"}
    for file in sorted(path.parent.glob("*tests.cpp")):
        tests = set(re.findall(r"GRADED_TEST\(\s*\w+,\s*(\w+)\)", file.read_text(encoding="utf-8")))
        wrong = sorted(tests & hidden) if file.name != HIDDEN else sorted(tests - hidden)
        if wrong:
            raise Bad(f"{file.relative_to(source)}: {wrong[0]} is "
                      f"{'not shown' if file.name != HIDDEN else 'shown'} by the rubric; {HIDDEN}, which is "
                      "not released, must contain all tests that are not shown, and no others")
    exercises = [row["exercise"] for row in lab.rows if row["test"] not in hidden]
    if sorted(set(exercises)) != list(range(1, len(set(exercises)) + 1)):
        raise Bad(f"{path.relative_to(source)}: an exercise without shown tests must come after all others")
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = [field.split(".")[-1] for field in line.split(",")[1:2]]
        if line.startswith("#") or not fields or fields[0] not in hidden:
            lines.append(line)
    return "\n".join(lines) + "\n"


def without_dead_links(text, here, files):
    """Replaces each link to a file that is not released with its text."""
    def link(match):
        target = match[3].split("#")[0]
        if re.match(r"[a-z]+:|$", target):
            return match[0]
        path = os.path.normpath(os.path.join(os.path.dirname(here), target))
        there = path in files or any(file.startswith(path + "/") for file in files)
        return match[0] if there else match[2] if not match[1] else ""
    return re.sub(r"(!?)\[([^\]]*)\]\(([^)\s]*)\)", link, text)


def without_solutions(text):
    return re.sub(r"^(#   OF=|make solutions\b).*\n", "", text, flags=re.MULTILINE).replace(", OF=solutions", "")


def contents(source, book, labs, to_grade_with=False):
    """Returns {path: (bytes, executable)} for students or, with to_grade_with, for a system that grades them."""
    given = {}
    for path in files_of(source):
        file = source / path
        ours = to_grade_with and (path.startswith("grader/classroom/") and "/tests/" not in path
                                  or path.startswith("grader/labs/") and path.endswith("/" + HIDDEN)
                                  and path.split("/")[2] in labs)
        if (ours or wanted(path, labs)) and file.is_file() and not file.is_symlink():
            given[path] = (file.read_bytes(), os.access(file, os.X_OK))
    for lab in labs:
        if not to_grade_with:
            given[f"grader/labs/{lab}/rubric.csv"] = (shown_rubric(source, book.labs[lab]).encode(), False)
            costs = f"grader/labs/{lab}/reference_costs.csv"
            if costs in given:
                given[costs] = (shown_costs(given[costs][0].decode(), book.labs[lab]).encode(), False)
    makefile = given["Makefile"][0].decode().split("\n\n")
    makefile = [part for part in makefile if part.split(":")[0].strip() not in TARGETS_DROPPED]
    given["Makefile"] = (without_solutions("\n\n".join(makefile)).encode(), False)
    given["README.md"] = ((source / "grader/classroom/release_readme.md").read_bytes(), False)
    for path in [path for path in given if path.endswith(".md")]:
        given[path] = (without_dead_links(without_solutions(given[path][0].decode()), path, given).encode(),
                       given[path][1])
    return given


def release(source, out, names):
    book = workbook.Workbook(source, source / "build")
    labs = book.choose(names)
    given = contents(source, book, labs)
    old = []
    if out.exists() and not out.is_dir():
        raise Bad(f"OUT={out} is a file. Name a new folder, or the folder of an earlier release.")
    if out.exists() and any(out.iterdir()):
        if not (out / MARK).exists():
            raise Bad(f"OUT={out}: that folder contains other files. Name a new folder, or the folder of an "
                      "earlier release.")
        if (out / ".git").exists() and git(out, "status", "--porcelain"):
            raise Bad(f"OUT={out}: files in it have changed since the last release. Commit or remove the "
                      "changes first; students work in their own clones.")
        old = (out / MARK).read_text(encoding="utf-8").splitlines()
        released = {path.split("/")[1] for path in old if path.startswith("labs/")} & set(book.labs)
        if released - set(labs):  # a pull would delete students' work in them
            raise Bad(f"OUT={out}: a released lab cannot be withdrawn. Name all labs: "
                      f"LABS={','.join(sorted(lab[:2] for lab in released | set(labs)))}")
    out.mkdir(parents=True, exist_ok=True)
    for path in set(old) - set(given):
        (out / path).unlink(missing_ok=True)
    for path, (content, executable) in given.items():
        target = out / path
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        target.chmod(0o755 if executable else 0o644)
    store.write(out / MARK, "\n".join(sorted(given)) + "\n")
    shown = ", ".join(lab[:2] for lab in labs)
    if shutil.which("git") is None:
        print("git was not found, so the release is only a folder, and students cannot pull the next "
              "release.")
    else:
        if not (out / ".git").exists():
            git(out, "init", "--quiet", "--initial-branch=main")
        git(out, "add", "--all")
        if git(out, "status", "--porcelain"):
            who = [] if git(out, "config", "user.email", check=False).strip() else ["-c", "user.name=The workbook",
                "-c", "user.email=workbook@localhost"]
            git(out, *who, "commit", "--quiet", "-m", f"Labs {shown}")
    print(f"Released labs {shown}: {len(given)} files in {out}")


def main(arguments):
    if len(arguments) not in (2, 3) or not arguments[1]:
        print("make release: name the folder, as in `make release OUT=../students` (optionally with "
              "LABS=01,02).",
              file=sys.stderr)
        return 2
    try:
        release(pathlib.Path(arguments[0]).resolve(), pathlib.Path(arguments[1]).resolve(), arguments[2]
                if len(arguments) > 2 else "")
    except (Bad, workbook.Missing, roster.Bad) as bad:
        print(f"make release: {str(bad).replace('--labs ', 'LABS=')}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
