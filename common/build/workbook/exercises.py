# SPDX-License-Identifier: Apache-2.0
import glob
import os
import pathlib
import re

from settings import Refusal, all_labs, file_of, number_of


def section(file, begin):
    """Returns an exercise's text, from the line that begins with `begin` up to the next exercise ("**4. …" in
    README.md, "## 4. …" in HINTS.md), with links replaced by their texts and without tags; "" if there is none."""
    text = re.sub(r"</?(?:details|summary|b|i|code)>", "", pathlib.Path(file).read_text(encoding="utf-8"))
    at = re.search(rf"^{re.escape(begin)}", text, re.M)
    if not at:
        return ""
    rest = text[at.start():]
    end = re.compile(r"^(?:\*\*[0-9]+\. |## )", re.M).search(rest, len(begin))
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", rest[:end.start()] if end else rest).rstrip("\n")


def state_of_files(*patterns):
    """Returns {file: (time in nanoseconds, size)} of the files that match, without broken links."""
    state = {}
    for file in sorted(file for pattern in patterns for file in glob.glob(pattern)):
        try:
            at = os.stat(file)
            state[file] = (at.st_mtime_ns, at.st_size)
        except OSError:
            pass
    return state


def statement_of(lab, exercise):
    return section(f"labs/{lab}/README.md", f"**{exercise}. ")


def hints_of(lab, exercise):
    """Returns an exercise's (title, hints). Each hint is the text of an item "1. …"."""
    text = section(f"labs/{lab}/HINTS.md", f"## {exercise}. ")
    title, _, rest = text.partition("\n")
    hints = re.split(r"^(?=[0-9]\. )", rest, flags=re.M)[1:]
    return title[len("## "):], [one.rstrip("\n") for one in hints]


def marks_of(build, lab):
    """Returns a lab's last marks as {exercise: (points, most)}; None if it was never graded."""
    try:
        text = (build / "reports/student/marks" / lab).read_text(encoding="utf-8")
    except OSError:
        return None
    return {
        int(number): (float(points), float(most))
        for number, points, most in (line.split()[:3] for line in text.splitlines() if len(line.split()) >= 3)
    }


def first_open_exercise(build, wanted=None):
    """Returns (lab, exercise) of the first exercise, in that lab or in all labs, that was not fully right in its last
    run; (None, None) if there is none."""
    for lab in [wanted] if wanted else all_labs():
        marks = marks_of(build, lab)
        if marks is None:
            return lab, 1
        for exercise, (points, most) in marks.items():
            if points < most:
                return lab, exercise
    return None, None


def only_questions_are_open(build, lab, exercise, answers):
    """Returns whether no question of an exercise is answered, but all its other tests have full points."""
    points = (marks_of(build, lab) or {}).get(exercise)
    if not points or not os.path.isfile(answers):
        return False
    lines = pathlib.Path(answers).read_text(encoding="utf-8", errors="replace").splitlines()
    if any(re.search(r",[^?]*[0-9A-Za-z][^?]*$", line) for line in lines if not re.match(r"#|question,", line)):
        return False
    rubric = pathlib.Path(f"grader/labs/{lab}/rubric.csv").read_text(encoding="utf-8").splitlines()
    asked = sum(
        float(line.split(",")[2]) for line in rubric
        if line.startswith(f"{exercise},") and f"{os.path.basename(answers)}:" in line)
    return asked > 0 and points[1] - points[0] == asked


def places_to_write(file, exercise):
    """Returns the line numbers of an exercise's beginning and of its first LAB_TODO; None for a missing line."""
    begin = todo = None
    inside = False
    text = pathlib.Path(file).read_text(encoding="utf-8", errors="replace")
    for number, line in enumerate(text.split("\n"), 1):
        if f"BEGIN YOUR CODE (exercise {exercise})" in line:
            inside = True
            begin = begin or number
        inside = inside and "END YOUR CODE" not in line
        if inside and not todo and "LAB_TODO(" in line and not line.lstrip(" ").startswith("//"):
            todo = number
    return begin, todo


def extended_by(lab, exercise):
    """Returns the earlier exercise whose code this one extends; 0 if it has its own code or a file of answers."""
    given = pathlib.Path(f"grader/labs/{lab}/given.cu").read_text(encoding="utf-8")
    with_code = [int(number) for number in re.findall(r"BEGIN YOUR CODE \(exercise ([0-9]+)\)", given)]
    if exercise in with_code or ".csv`" in statement_of(lab, exercise):
        return 0
    return max((earlier for earlier in with_code if earlier < exercise), default=0)


def lines_of_exercise(lines, exercise):
    """Returns the line numbers of an exercise's beginning and end; None for a line missing before the next exercise."""
    begin = None
    for number, line in enumerate(lines, 1):
        if b"BEGIN YOUR CODE" in line:
            if begin:
                break
            begin = number if b"BEGIN YOUR CODE (exercise %d)" % exercise in line else None
        elif begin and b"END YOUR CODE" in line:
            return begin, number
    return begin, None


def in_the_way(lab):
    """Returns a message if something other than a file is in a lab's file's place; "" otherwise."""
    file = file_of(lab)
    if os.path.islink(file):
        return f"{file} is a symbolic link. Put the file itself there."
    if os.path.isdir(file):
        again = f"`make reset EXERCISE={number_of(lab)}.1` restores the original file."
        return f"{file} is a folder, but must be a file. Move it away; {again}"
    return ""


def require_file(lab):
    file, wrong = file_of(lab), in_the_way(lab)
    if wrong:
        raise Refusal(wrong)
    there = os.path.exists(file)
    if not there or not os.path.getsize(file):
        problem = "is empty" if there else "does not exist"
        raise Refusal(f"{file} {problem}. `git checkout -- {file}` restores the last version that you committed; "
                      f"`make reset EXERCISE={number_of(lab)}.1` restores the original file.")
    if not os.access(file, os.R_OK):
        raise Refusal(f"{file} cannot be read. If the file is yours, `chmod u+rw {file}` makes it readable.")
    if b"\0" in pathlib.Path(file).read_bytes():
        raise Refusal(f"{file} is not plain text: it has zero bytes, like UTF-16 text. Save it as UTF-8.")
