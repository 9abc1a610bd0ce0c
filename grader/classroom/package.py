# SPDX-License-Identifier: Apache-2.0
"""Writes the files that an instructor uploads to Gradescope, Autolab, GitHub Classroom or Moodle. None has a
solution."""
import io
import pathlib
import sys
import tarfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import release
import store
import workbook

HEAD = "#!/bin/bash\n# SPDX-License-Identifier: Apache-2.0\n"
# The tools are built with the image, because a submission must take only seconds.
BUILD = """set -euo pipefail
apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y make
{unpack}
bash common/build/setup.sh class
BACKEND=sim python3 -B common/build/workbook class
"""
# An incomplete sandbox doesn't stop grading, because the system's own container isolates the submission.
GRADE = '{tools}/build/bin/grade-class {folder} --labs {labs} --results {results} --trust-submissions'

GRADESCOPE_RUN = HEAD + """\
# Gradescope: the submission is in /autograder/submission, and the result goes to /autograder/results/results.json.
mkdir -p /autograder/results
{grade} || echo "grade-class ended with status $?"
"""
AUTOLAB_MAKEFILE = """\
# Autolab: called next to autograde.tar and the submitted file; the last line of its output has the scores.
autograde:
\t@tar xf autograde.tar
\t@bash autograde/run.sh
"""
AUTOLAB_RUN = HEAD + """set -eu
# Everything else in this folder was handed in, so the results are written elsewhere.
own=$(mktemp -d)
mkdir "$own/submission"
for file in *; do
  case $file in
    autograde | autograde.tar | Makefile | autograde-Makefile) ;;
    *) cp -- "$file" "$own/submission/" || true ;;
  esac
done
cd "$own"
{grade}
python3 -I - <<'END'
import json
print(json.dumps({{"scores": json.load(open("results.json"))["extra_data"]["scores"]}}))
END
"""
AUTOLAB_DOCKERFILE = """# docker build -t sorting_workbook . ; then name sorting_workbook as the assessment's image.
# `autograding_image` is the image from Tango's manual with its autodriver, built FROM ubuntu:22.04 or later.
FROM autograding_image
COPY workbook.tar.gz build.sh /opt/
RUN bash /opt/build.sh
"""
VPL_EVALUATE = HEAD + """\
# Moodle's Virtual Programming Lab: writes a program called vpl_execution, which prints the grade.
# The jail server needs the tools in /opt/workbook, which build.sh makes from workbook.tar.gz.
cat >vpl_execution <<'END'
#!/bin/bash
# Everything in this folder was handed in, so the results are written elsewhere.
own=$(mktemp -d) && mkdir "$own/submission" || exit 1
cp -- *.cu *.csv "$own/submission/" 2>/dev/null
cd "$own" || exit 1
{grade} >said 2>&1
python3 -I - <<'PYTHON'
import json
try:
    results = json.load(open("results.json"))
except OSError:
    results = {{"output": open("said", errors="replace").read(), "tests": []}}
print("<|--")
print("-" + results["output"].replace("\\n", "\\n>"))
for test in results["tests"]:
    if test.get("output") and test.get("visibility", "visible") == "visible":
        print("-" + test["number"] + " " + test["name"])
        print("\\n".join(">" + line for line in test["output"].splitlines()))
print("--|>")
if "score" in results:
    most = results["extra_data"]["max_score"]
    print("Grade :=>> %g" % (100 * results["score"] / most))
PYTHON
END
chmod +x vpl_execution
"""
CLASSROOM_WORKFLOW = """\
# GitHub Classroom: grades each push with the labs' own tests. Anyone who can push can change the tests and this file.
# If the marks count, grade the repositories with grade-class.
name: Autograding Tests
on: [push, workflow_dispatch, repository_dispatch]
permissions:
  checks: write
  actions: read
  contents: read
jobs:
  run-autograding-tests:
    runs-on: ubuntu-24.04
    if: github.actor != 'github-classroom[bot]'
    steps:
      - uses: actions/checkout@v4
{steps}      - name: Points
        uses: classroom-resources/autograding-grading-reporter@v1
        env:
{results}        with:
          runners: {runners}
"""
CLASSROOM_STEP = """      - name: Lab {number}
        id: lab{number}
        run: bash .github/classroom/lab.sh {number}
"""
CLASSROOM_LAB = HEAD + """\
# Grades one lab and hands its points to the reporter, in its format: base64 of {version, status, max_score, tests}.
cd "$(dirname "$0")/../.."
make setup grade LAB="$1" BACKEND=sim
{
  printf 'result='
  python3 .github/classroom/points.py build/reports/student/results.json | base64 -w0
  echo
} >>"$GITHUB_OUTPUT"
"""
CLASSROOM_POINTS = '''# SPDX-License-Identifier: Apache-2.0
"""results.json of one lab, as GitHub Classroom's reporter reads it. Points that were not graded stay in the maximum."""
import json
import sys

try:
    with open(sys.argv[1], encoding="utf-8") as file:
        results = json.load(file)
except OSError:
    results = {"tests": [], "extra_data": {}}
graded = "score" in results
most = sum(test["max_score"] for test in results["tests"]) + results["extra_data"].get("not_graded", 0)
tests = [{"name": test["number"] + " " + test["name"],
          "status": "pass" if test["score"] == test["max_score"] > 0 else "fail",
          "score": test["score"] if graded else 0, "test_code": test["tags"][1],
          "filename": "", "line_no": 0, "execution_time": 0} for test in results["tests"]]
full = graded and most > 0 and results["score"] == most
print(json.dumps({"version": 1, "status": "pass" if full else "fail" if graded else "error",
                  "max_score": most, "tests": tests}))
'''


def as_tar(files, zipped=True):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz" if zipped else "w") as archive:
        for path, (content, executable) in sorted(files.items()):
            info = tarfile.TarInfo(path)
            info.size, info.mode = len(content), 0o755 if executable else 0o644
            archive.addfile(info, io.BytesIO(content))
    return data.getvalue()


def as_zip(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, (content, executable) in sorted(files.items()):
            info = zipfile.ZipInfo(path)
            info.external_attr = (0o100755 if executable else 0o100644) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return data.getvalue()


def script(text):
    return text.encode(), True


def grade(tools, labs, folder, results):
    return GRADE.format(tools=tools, labs=",".join(lab[:2] for lab in labs), folder=folder, results=results)


def gradescope(tree, labs):
    there = 'cd "$(dirname "$0")" && mkdir -p workbook && tar xf workbook.tar.gz -C workbook && cd workbook'
    return {"gradescope.zip": (as_zip({
        "setup.sh": script(HEAD + "# Gradescope runs this once, when the autograder's image is made.\n"
                           + BUILD.format(unpack=there)),
        "run_autograder": script(GRADESCOPE_RUN.format(grade=grade("/autograder/source/workbook", labs,
            "/autograder/submission", "/autograder/results/results.json"))),
        "workbook.tar.gz": (as_tar(tree), False)}), False)}


IMAGE_UNPACK = "mkdir -p /opt/workbook && tar xf /opt/workbook.tar.gz -C /opt/workbook && cd /opt/workbook"


def autolab(tree, labs):
    run = AUTOLAB_RUN.format(grade=grade("/opt/workbook", labs, "submission", "results.json"))
    return {"autograde-Makefile": (AUTOLAB_MAKEFILE.encode(), False),
            "autograde.tar": (as_tar({"autograde/run.sh": script(run)}, zipped=False), False),
            "image/Dockerfile": (AUTOLAB_DOCKERFILE.encode(), False),
            "image/build.sh": script(HEAD + BUILD.format(unpack=IMAGE_UNPACK)),
            "image/workbook.tar.gz": (as_tar(tree), False)}


def moodle(tree, labs):
    return {
        "vpl_evaluate.sh": script(VPL_EVALUATE.format(grade=grade("/opt/workbook", labs, "submission",
                                                                  "results.json"))),
            "image/build.sh": script(HEAD + BUILD.format(unpack=IMAGE_UNPACK)),
            "image/workbook.tar.gz": (as_tar(tree), False)}


def github_classroom(_, labs):
    numbers = [lab[:2] for lab in labs]
    workflow = CLASSROOM_WORKFLOW.format(steps="".join(CLASSROOM_STEP.format(number=n) for n in numbers),
                                         runners=",".join(f"lab{n}" for n in numbers),
                                         results="".join(
                                             f"          LAB{n}_RESULTS: ${{{{ steps.lab{n}.outputs.result }}}}\n"
                                             for n in numbers))
    return {".github/workflows/classroom.yml": (workflow.encode(), False),
            ".github/classroom/lab.sh": script(CLASSROOM_LAB),
            ".github/classroom/points.py": (CLASSROOM_POINTS.encode(), False)}


SYSTEMS = {"gradescope": gradescope, "autolab": autolab, "github-classroom": github_classroom, "moodle": moodle}


def main(arguments):
    source, system, names, out = pathlib.Path(arguments[0]).resolve(), arguments[1], arguments[2], pathlib.Path(
        arguments[3])
    if system not in SYSTEMS:
        print(f"make package: FOR={system}: the systems are {', '.join(SYSTEMS)}.", file=sys.stderr)
        return 2
    try:
        book = workbook.Workbook(source, source / "build")
        labs = book.choose(names)
        tree = release.contents(source, book, labs, to_grade_with=True)
    except (workbook.Missing, release.Bad) as bad:
        print(f"make package: {str(bad).replace('--labs ', 'LABS=')}", file=sys.stderr)
        return 2
    for path, (content, executable) in SYSTEMS[system](tree, labs).items():
        store.write(out / system / path, content)
        (out / system / path).chmod(0o755 if executable else 0o644)
    print(f"{out / system}: labs {', '.join(lab[:2] for lab in labs)}; docs/instructors/autograders.md says "
          "where each file goes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
