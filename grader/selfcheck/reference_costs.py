# SPDX-License-Identifier: Apache-2.0
"""Tests each lab's reference_costs.csv against the solutions' results.json. reference_costs.py SOURCE RESULTS
[--write]"""
import csv
import io
import json
import pathlib
import sys

TOLERANCE, STEPS, FEW = 0.1, 0.5, 8
# If the fullest bin has many keys, each of the test's two buckets needs another pass, of 4000 words out of 26528.
MORE = {"BucketsAreClean": 0.4}
HEAD = ("# What the reference solution costs where a test has a budget. "
        "Written by grader/selfcheck/reference_costs.py.\n")


def same(test, cost, recorded, counted):
    usual = STEPS if cost.startswith("steps ") else TOLERANCE
    return abs(recorded - counted) <= MORE.get(test, usual) * recorded + (FEW if recorded > FEW else 0)


def main(source, results, write):
    counted = {}
    for test in json.loads(pathlib.Path(results).read_text(encoding="utf-8"))["tests"]:
        name = test["tags"][1].split(".")[-1]
        for cost in test.get("extra_data", {}).get("costs", []):
            counted.setdefault(test["tags"][0], {})[name, cost["cost"], cost["budget"]] = cost["used"]
    failed = False
    for lab in sorted(path.name for path in (source / "grader/labs").iterdir() if (path / "rubric.csv").exists()):
        file, costs = source / "grader/labs" / lab / "reference_costs.csv", counted.get(lab, {})
        if write:
            text = io.StringIO()
            csv.writer(text, lineterminator="\n").writerows([("test", "cost", "budget", "reference")]
                                                            + [(*key, used) for key, used in costs.items()])
            if costs:
                file.write_text(HEAD + text.getvalue(), encoding="utf-8")
            continue
        recorded = {}
        if file.exists():
            lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
            recorded = {(row["test"], row["cost"], int(row["budget"])): int(row["reference"])
                        for row in csv.DictReader(lines)}
        for key in sorted({*costs, *recorded}):
            if key not in costs or key not in recorded or not same(*key[:2], recorded[key], costs[key]):
                print(f"{file.relative_to(source)}: {key[0]}, {key[1]}, budget {key[2]}: recorded "
                      f"{recorded.get(key, 'nothing')}, counted {costs.get(key, 'nothing')}")
                failed = True
    if failed:
        print(f"After `make solutions`: python3 grader/selfcheck/reference_costs.py . "
              f"build/reports/solutions/results.json --write")
    return 1 if failed else 0


sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2], "--write" in sys.argv))
