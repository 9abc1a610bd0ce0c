#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares ncu's counts on a GPU with simcu's counts, launch by launch.

  measure.sh FOLDER                     on a machine with a GPU
  validate.py FOLDER SIMCU [TABLE]      where simcu is built; writes the table (docs/measurements/h200_counters.csv)

Ends with status 1 if a count differs by more than 5 % and REASONS does not say why.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", "..", "..", ".."))
LIMIT = 0.05

REQUESTS = "l1tex__t_requests_pipe_lsu_mem_global_op_%s.sum"
SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_%s.sum"
WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_%s.sum"
INSTRUCTIONS = "smsp__inst_executed_op_shared_%s.sum"

# Each metric of simcu, and the ncu metrics whose sum it should equal.
METRICS = [
    ("global_load.requests", [REQUESTS % "ld"]),
    ("global_load.sectors", [SECTORS % "ld"]),
    ("global_store.requests", [REQUESTS % "st"]),
    ("global_store.sectors", [SECTORS % "st"]),
    ("shared_load.requests", [INSTRUCTIONS % "ld"]),
    ("shared_load.wavefronts", [WAVEFRONTS % "ld"]),
    ("shared_load.conflicts", [CONFLICTS % "ld"]),
    ("shared_store.requests", [INSTRUCTIONS % "st"]),
    ("shared_store.wavefronts", [WAVEFRONTS % "st"]),
    ("shared_store.conflicts", [CONFLICTS % "st"]),
    ("atomics.global_requests", [REQUESTS % "atom", REQUESTS % "red"]),
    ("atomics.global_sectors", [SECTORS % "atom", SECTORS % "red"]),
    ("atomics.shared_requests", [INSTRUCTIONS % "atom"]),
    ("atomics.shared_wavefronts", [WAVEFRONTS % "atom"]),
]

# Maps (launch, metric or the beginning of its name) to the reason why simcu and the GPU differ.
PREDICATED = ("nvcc predicates the short branch: every warp executes the instruction, even with all lanes off, "
              "and ncu counts it; "
              "simcu counts only requests in which a lane takes part (their wavefronts are the same)")
REASONS = {("merge of short runs", "global_load.requests"):
           "the source has a load in each of two branches; nvcc selects the address and loads once "
            "(the sectors are the same)"}
for way in ("interleaved", "divergent", "sequential"):
    for op in ("shared_load", "shared_store"):
        REASONS[f"reduction, {way}", f"{op}.requests"] = PREDICATED


def read_ncu(path):
    """Returns the kernel and the metrics of each launch, in launch order."""
    with open(path, newline="") as f:
        rows = list(csv.reader(line for line in f if not line.startswith("==")))
    head = rows[0]
    launches = []
    for row in rows[1:]:
        if not row or not row[0].isdigit():
            continue  # the line of units
        values = dict(zip(head, row))
        numbers = {}
        for name, text in values.items():
            if "__" in name:
                try:
                    numbers[name] = float(text.replace(",", ""))
                except ValueError:
                    pass
        launches.append((values["Kernel Name"].split("(")[0].split("<")[0], numbers))
    return launches


def run_simcu(simcu, source, folder):
    program, report = os.path.join(folder, "program"), os.path.join(folder, "counters.json")
    subprocess.run([simcu, "--check", source, "-o", program], check=True)
    subprocess.run([program], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env=dict(os.environ, SIMCU_COUNTERS=report))
    with open(report) as f:
        return {k["kernel"]: k["each_launch"] for k in json.load(f)["counters"]}


def why(launch, metric):
    parts = [metric, metric.split(".")[0]]
    return next((REASONS[launch, p] for p in parts if (launch, p) in REASONS), "")


def compare(folder, simcu):
    table, bad = [], 0
    for source in sorted(f for f in os.listdir(HERE) if f.endswith("_patterns.cu")):
        name = source[:-3]
        if not os.path.exists(os.path.join(folder, name + ".csv")):
            print(f"{name} was not measured")
            continue
        measured = read_ncu(os.path.join(folder, name + ".csv"))
        with open(os.path.join(folder, name + ".launches")) as f:
            titles = f.read().splitlines()
        assert len(titles) == len(measured), f"{name}: {len(titles)} launches, {len(measured)} rows from ncu"
        with tempfile.TemporaryDirectory() as scratch:
            counted = run_simcu(simcu, os.path.join(HERE, source), scratch)
        for title, (kernel, ncu) in zip(titles, measured):
            ours = counted[kernel].pop(0)
            for metric, theirs in METRICS:
                if not all(m in ncu for m in theirs):
                    continue
                group, member = metric.split(".")
                a, b = sum(ncu[m] for m in theirs), ours[group][member]
                if a == 0 and b == 0:
                    continue
                # Conflicts are compared relative to the wavefronts, of which they are a part.
                wavefronts = WAVEFRONTS % ("ld" if group == "shared_load" else "st")
                scale = ncu.get(wavefronts, a) if member == "conflicts" else a
                difference = (b - a) / scale if scale else 1.0
                reason = why(title, metric)
                if abs(difference) > LIMIT and not reason:
                    bad += 1
                    reason = "NOT EXPLAINED"
                elif abs(difference) <= LIMIT:
                    reason = ""
                table.append([name, title, kernel, metric, f"{a:.0f}", b, f"{100 * difference:+.1f} %", reason])
    return table, bad


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    folder, simcu = sys.argv[1:3]
    path = sys.argv[3] if len(sys.argv) == 4 else os.path.join(ROOT, "docs", "measurements", "h200_counters.csv")
    with open(os.path.join(folder, "machine.txt")) as f:
        machine = f.read().splitlines()
    table, bad = compare(folder, simcu)
    with open(path, "w", newline="") as f:
        gpu, cuda, ncu, date = (machine + ["?"] * 4)[:4]
        gpu, cuda = gpu.replace(", ", ", driver "), "CUDA " + cuda.split("release ")[-1].split(",")[0]
        f.write(f"# machine: {gpu}, {cuda}, Nsight Compute {ncu.split(' ')[1]}\n# date: {date}\n"
                "# command: common/simcu/tests/counters/measure.sh FOLDER there, "
                "then validate.py FOLDER build/bin/simcu\n"
                "# difference: of simcu to ncu; of conflicts, in parts of the wavefronts\n")
        out = csv.writer(f, lineterminator="\n")
        out.writerow(["program", "launch", "kernel", "metric", "ncu", "simcu", "difference", "why"])
        out.writerows(table)
    worst = [r for r in table if r[7]]
    print(f"{len(table)} numbers, {len(table) - len(worst)} within 5 %, {bad} not explained")
    for r in worst:
        print("  %s: %s: ncu %s, simcu %s (%s) %s" % (r[1], r[3], r[4], r[5], r[6], r[7]))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
