# SPDX-License-Identifier: Apache-2.0
"""Grades the submission in one folder, for an autograder, and writes a results.json."""
import os
import pathlib
import tempfile

import handed_in
import piece
import pool
import store
import workbook


def grade(given, book, settings):
    if given.submissions and not os.path.lexists(given.submissions):  # the machine's fault, so not 0 points
        raise workbook.Missing(f"{given.submissions} does not exist. Name the folder with the submission.")
    labs = book.choose(given.labs)
    config = settings(given, book, labs)
    flags = []
    candidates = handed_in.collect(given.submissions or ".", "submission", flags)
    taken = handed_in.sort_out(candidates, {lab: book.labs[lab] for lab in labs}, flags)
    tests, score, maximum, bonus, faults, missing, per_lab, apart = [], 0, 0, 0, [], [], {}, book.bonus_of(labs)
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch)
        for lab in labs:
            maximum += book.labs[lab].points if lab not in apart else 0
            if lab not in taken:
                missing.append(lab)
                per_lab[f"lab{lab[:2]}"] = 0
                continue
            folder = out / "handed_in" / lab
            key = piece.key_of(lab, handed_in.keep(folder, taken[lab]), config)
            fault = pool.grade_one(book, out, {"lab": lab, "key": key, "folder": folder}, config)
            if fault:
                faults.append(f"{lab}: {fault}")
                continue
            results = store.read_json(piece.place_of(out, lab, key) / "results.json")
            score += results["score"] if lab not in apart else 0
            bonus += results["score"] if lab in apart else 0
            per_lab[f"lab{lab[:2]}"] = results["score"]
            tests += results["tests"]
            if results["extra_data"].get("not_graded"):
                faults.append(f"{lab}: {results['extra_data']['not_graded']} points could not be graded, "
                              "because they need a tool that is missing here")
    lines = [f"Score: {score}/{maximum}" + (f"; bonus: {bonus}" if bonus else "")] + [f"Not handed in: {lab}"
                                                                                      for lab in missing] + flags
    document = {"tests": tests, "extra_data": {"max_score": maximum, "bonus": bonus, "scores": per_lab,
                                               "faults": faults, "missing": missing, "seed": config["seed"],
                                               "sandbox": config["sandbox"]}}
    if faults and not (given.without_checkers and all("need a tool" in fault for fault in faults)):
        lines = [
            "No mark: this could not be graded because of the grader or its machine. Tell your instructor."] + faults
    else:
        document["score"] = score
    document["output"] = store.lines_shown("\n".join(lines))
    store.write_json(given.results, document)
    print(document["output"])
    return 0 if "score" in document else 3
