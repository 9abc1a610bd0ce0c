#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes one CSV row per kernel from the output of `ncu --csv --page raw … PROGRAM`, which has one row per launch.

    ncu --csv --page raw --metrics METRICS PROGRAM | ncu_rows.py METRICS > rows.csv

Rows of one kernel (by name and template arguments) become one: times are summed, and everything else is the mean over
its launches. METRICS: the names of the columns in order, separated by commas.
"""
import csv
import re
import sys

TIME = "gpu__time_duration.sum"


def short(kernel):
    """Returns the kernel's name and template arguments, without namespaces, result and parameters."""
    name = re.sub(r"^\S*\s+(?=\S+[<(])", "", kernel) if kernel.startswith("void ") else kernel
    name = re.sub(r"\w+::|<unnamed>::", "", name)
    depth, end = 0, len(name)
    for i, letter in enumerate(name):
        depth += {"<": 1, ">": -1}.get(letter, 0)
        if letter == "(" and depth == 0:
            end = i
            break
    return name[:end].strip().replace(", ", " ")


def main(metrics):
    lines = [line for line in sys.stdin if line.startswith('"')]
    if len(lines) < 3:
        sys.exit("ncu_rows.py: no launches in the input")
    names, units, *launches = csv.reader(lines)
    at = {name: i for i, name in enumerate(names)}
    for metric in metrics:
        if metric not in at:
            sys.exit(f"ncu_rows.py: the input has no {metric}")
    kernels = {}
    for launch in launches:
        key = (short(launch[at["Kernel Name"]]), launch[at["Grid Size"]], launch[at["Block Size"]])
        kernels.setdefault(key, []).append([float(launch[at[metric]].replace(",", "")) for metric in metrics])

    def first(size):  # "(1024, 1, 1)"
        return size.strip("()").split(",")[0]

    print("kernel,blocks,threads,launches," + ",".join(f"{m} [{units[at[m]]}]" if units[at[m]] else m for m in metrics))
    for (name, grid, block), rows in kernels.items():
        values = [sum(column) if metric == TIME else sum(column) / len(column)
                  for metric, column in zip(metrics, zip(*rows))]
        print(f"{name},{first(grid)},{first(block)},{len(rows)}," + ",".join(f"{v:.6g}" if v < 1e6 else f"{v:.0f}"
                                                                             for v in values))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1].split(","))
