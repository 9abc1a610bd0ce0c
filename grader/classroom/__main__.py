# SPDX-License-Identifier: Apache-2.0
"""grade-class: a class's submissions, from a folder to a gradebook. docs/instructors/overview.md leads to the
manual."""
import argparse
import os
import sys

import grading
import piece
import roster
import single
import slurm
import store
import workbook


def parse(arguments):
    p = argparse.ArgumentParser(
        prog="grade-class",
        description="Grades a class's submissions into a gradebook.",
        allow_abbrev=False,
        epilog="Exit status: 0 graded, 2 a bad request, 3 something could not be graded.",
    )
    p.add_argument("submissions", nargs="?", help="the folder with what was handed in")
    p.add_argument("--out", help="the folder for results: new, or with --resume begun before")
    p.add_argument("--labs", default="", help="01,03: these labs alone")
    p.add_argument("--jobs", type=int, default=0, help="how many are graded side by side (one for each core)")
    p.add_argument("--resume", action="store_true", help="goes on where an interrupted run of the same --out was")
    p.add_argument(
        "--roster",
        metavar="FILE",
        help="the class, as Canvas or Moodle exports it, or student,name,… in the gradebook's order",
    )
    p.add_argument("--policy", metavar="FILE", help="policy.json: deadlines, extensions, and what being late costs")
    p.add_argument(
        "--times",
        metavar="FILE",
        help="times.csv: student,lab,time of handing in, where the system's export does not say it",
    )
    p.add_argument(
        "--against",
        metavar="DIR",
        action="append",
        help="also looks for text in common with these files: an earlier --out, say (repeatable)",
    )
    p.add_argument(
        "--regrade",
        nargs=2,
        metavar=("STUDENT", "FILE"),
        help="grades a file, folder or archive in place of what a student handed in, and writes the books again",
    )
    p.add_argument("--why", metavar="TEXT", help="the reason of a --regrade, for history.csv")
    p.add_argument(
        "--after-due", action="store_true", help="students' reports show tests that are visible after the due date"
    )
    p.add_argument("--backend", choices=("sim", "cuda"), default="sim")
    p.add_argument("--seed", type=int, help="the inputs' seed (drawn if not given; the same for all)")
    p.add_argument("--memory", type=int, default=2048, help="MiB that a submission may use (2048)")
    p.add_argument("--lab-minutes", type=float, default=15, help="that a lab's tests may take (15)")
    p.add_argument(
        "--trust-submissions",
        action="store_true",
        help="grades where the sandbox is not full: marks can be forged, files read",
    )
    p.add_argument(
        "--without-checkers",
        action="store_true",
        help="grades where the check runners cannot be built; points will be missing",
    )
    p.add_argument(
        "--replay",
        metavar="STUDENT",
        help="grades one student's files again, as they were graded, and prints the report",
    )
    p.add_argument(
        "--results", metavar="FILE", help="grades SUBMISSIONS as one submission, and writes its results.json"
    )
    s = p.add_argument_group("a Slurm cluster")
    s.add_argument("--slurm", action="store_true", help="as job arrays; --out must lie where all nodes see it")
    s.add_argument("--per-task", type=int, default=0, help="submissions that one array task grades")
    s.add_argument("--most-tasks", type=int, default=0, help="array tasks that run at a time")
    for option in slurm.PASSED_ON:
        s.add_argument("--" + option, help=argparse.SUPPRESS if option == "nodelist" else "handed to sbatch")
    h = p.add_argument_group("set by the build, and by tests")
    for option in ("source", "build", "grade", "rubrics", "recipes", "stubs"):
        h.add_argument("--" + option, help=argparse.SUPPRESS)
    h.add_argument("--task", nargs=2, metavar=("FILE", "N"), help=argparse.SUPPRESS)
    given = p.parse_args(arguments)
    given.own = [
        word
        for option in ("source", "build", "grade", "rubrics", "recipes", "stubs")
        if getattr(given, option)
        for word in ("--" + option, os.path.abspath(getattr(given, option)))
    ]
    return given


def main(arguments):
    given = parse(arguments)
    try:
        book = workbook.Workbook(given.source, given.build, given.grade, given.rubrics, given.recipes, given.stubs)
        if given.task:
            return slurm.task(book, *given.task)
        if given.results:
            return single.grade(given, book, grading.settings)
        if not given.out:
            raise grading.Refused("Say where the results go: grade-class SUBMISSIONS --out DIR")
        return grading.replay(given, book) if given.replay else grading.grade_class(given, book)
    except grading.Refused as refused:
        print(f"grade-class: {refused}", file=sys.stderr)
        return refused.status
    except (roster.Bad, workbook.Missing) as bad:
        print(f"grade-class: {bad}", file=sys.stderr)
        return grading.BAD_REQUEST
    except (piece.Fault, slurm.Failed) as fault:
        print(f"grade-class: {store.lines_shown(fault)}", file=sys.stderr)
        return grading.FAILED
    except OSError as error:
        print(
            (
                f"grade-class: {error.strerror}: {error.filename or given.out}. What is graded is on the disk; --resume"
                " goes on when this is fixed."
            ),
            file=sys.stderr,
        )
        return grading.FAILED
    except KeyboardInterrupt:
        print("Stopped. The same command with --resume goes on from here.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
