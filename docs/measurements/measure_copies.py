# SPDX-License-Identifier: Apache-2.0
"""Measures how much of a disguised copy of a solution grade-class recognises: `python3
docs/measurements/measure_copies.py >copies.csv`

The share is the fraction of the smaller text's fingerprints that are in both texts. The grade book reports
60 % or more.
"""
import csv
import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "grader/classroom"))
import similarity


def renamed(text):
    kept = similarity.KEPT
    return re.sub(r"\b[a-z_]\w*\b", lambda m: m[0] if m[0] in kept else m[0] + "_mine", re.sub(r"\b\d+u?\b", "7", text))


def reformatted(text):
    return re.sub(r"[ \t]+", " ", re.sub(r"//(?! (BEGIN|END) YOUR CODE).*", "// mine", text)).replace(" {", "\n{")


def padded(every):
    """Returns a function that adds a useless statement after every `every`-th statement's line."""

    def change(text):
        seen = 0

        def more(match):
            nonlocal seen
            seen += 1
            return match[0] + (" volatile int of_no_use = 1;\n" if seen % every == 0 else "")

        return re.sub(r";[ ]*\n", more, text)

    return change


def half(stub):
    """Returns a function that replaces every other exercise with the stub's."""
    pattern = re.compile(r"// BEGIN YOUR CODE[^\n]*\n.*?// END YOUR CODE", re.S)

    def change(text):
        given, at = pattern.findall(stub), iter(range(1000))
        return pattern.sub(lambda m: given[i] if (i := next(at)) % 2 else m[0], text)

    return change


def main():
    rows, solutions = [], {}
    for path in sorted((SOURCE / "solutions").glob("*/*.cu")):
        text, stub = path.read_text(encoding="utf-8"), (SOURCE / "labs" / path.parent.name / path.name).read_text(
            encoding="utf-8"
        )
        without = similarity.of_stub(stub)
        solutions[path.parent.name] = similarity.Fingerprints(text, without)
        for name, change in (
            ("as it is", str),
            ("other names and numbers", renamed),
            ("other comments and blanks", reformatted),
            ("every other exercise", half(stub)),
            ("a statement of no use in every tenth", padded(10)),
            ("in every fifth", padded(5)),
            ("in every second", padded(2)),
        ):
            found = similarity.known(
                {"copy": similarity.Fingerprints(change(text), without)}, {"solution": solutions[path.parent.name]}
            )
            rows.append((path.parent.name[:2], name, f"{found[0][0]:.2f}" if found else "below 0.5"))
    for lab, own in solutions.items():  # the other labs stand for independent solutions
        others = {name: prints for name, prints in solutions.items() if name != lab}
        shared = max(len(set(own.lines) & set(prints.lines)) / min(own.size, prints.size) for prints in others.values())
        rows.append((lab[:2], "another lab's solution", f"{shared:.2f}"))
    csv.writer(sys.stdout, lineterminator="\n").writerows([("lab", "disguise", "share"), *rows])


if __name__ == "__main__":
    main()
