# SPDX-License-Identifier: Apache-2.0
"""grade-class: grades a class's submissions into a gradebook. docs/instructors/overview.md links to the manual."""
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
    p.add_argument("submissions", nargs="?", help="the folder with the submissions")
    p.add_argument("--out", help="the folder for results: a new one, or with --resume an existing one")
    p.add_argument("--labs", default="", help="only these labs, as in 01,03")
    p.add_argument("--jobs", type=int, default=0, help="the number of submissions graded in parallel "
                                                       "(default: one per core)")
    p.add_argument("--resume", action="store_true", help="continues an interrupted run with the same --out")
    p.add_argument(
        "--roster",
        metavar="FILE",
        help="the class, as Canvas or Moodle exports it, or student,name,… in the gradebook's order",
    )
    p.add_argument("--policy", metavar="FILE", help="policy.json: deadlines, extensions, and penalties for late work")
    p.add_argument(
        "--times",
        metavar="FILE",
        help="times.csv: student,lab,time of submission, if the system's export lacks the times",
    )
    p.add_argument(
        "--against",
        metavar="DIR",
        action="append",
        help="also compares submissions with the files in this folder, such as an earlier --out (repeatable)",
    )
    p.add_argument(
        "--regrade",
        nargs=2,
        metavar=("STUDENT", "FILE"),
        help="grades a file, folder or archive in place of a student's submission, and rewrites the grade book",
    )
    p.add_argument("--why", metavar="TEXT", help="the reason for a --regrade, for history.csv")
    p.add_argument(
        "--after-due", action="store_true", help="students' reports show tests that are visible after the due date"
    )
    p.add_argument("--backend", choices=("sim", "cuda"), default="sim")
    p.add_argument("--seed", type=int, help="the seed of the inputs, which are the same for all students "
                                            "(default: random)")
    p.add_argument("--memory", type=int, default=2048, help="MiB that a submission may use (default: 2048)")
    p.add_argument("--lab-minutes", type=float, default=15, help="minutes that a lab's tests may take "
                                                                 "(default: 15)")
    p.add_argument(
        "--trust-submissions",
        action="store_true",
        help="grades even without a complete sandbox; then submissions can forge marks and read files",
    )
    p.add_argument(
        "--without-checkers",
        action="store_true",
        help="grades even if the check runners cannot be built; some points are then not graded",
    )
    p.add_argument(
        "--replay",
        metavar="STUDENT",
        help="grades one student's files again in the same way, and prints the report",
    )
    p.add_argument(
        "--results", metavar="FILE", help="grades SUBMISSIONS as one submission, and writes its results.json"
    )
    s = p.add_argument_group("a Slurm cluster")
    s.add_argument("--slurm", action="store_true", help="grades with job arrays; all nodes must be able to "
                                                        "access --out")
    s.add_argument("--per-task", type=int, default=0, help="submissions that one array task grades")
    s.add_argument("--most-tasks", type=int, default=0, help="the most array tasks that run at a time")
    for option in slurm.PASSED_ON:
        s.add_argument("--" + option, help=argparse.SUPPRESS if option == "nodelist" else "passed on to "
                                                                                          "sbatch")
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
            raise grading.Refused("Name a folder for the results: grade-class SUBMISSIONS --out DIR")
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
                f"grade-class: {error.strerror}: {error.filename or given.out}. All results so far are on "
                "the disk. Fix this, and continue with --resume."
            ),
            file=sys.stderr,
        )
        return grading.FAILED
    except KeyboardInterrupt:
        print("Stopped. The same command with --resume continues from here.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
