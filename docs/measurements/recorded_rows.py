#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes grader/labs/*/*.csv, the rows that the grader shows next to a student's own, from this folder's files.

    recorded_rows.py          writes them
    recorded_rows.py --check  names those that differ; status 1 if there are any
"""
import csv
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
LABS = HERE.parents[1] / "grader" / "labs"


def read(name):
    """Returns the facts in a file's lines `# key: value`, and its rows."""
    lines = (HERE / name).read_text().splitlines()
    facts = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))
    return facts, list(csv.DictReader(line for line in lines if not line.startswith("#")))


def table(title, name, facts, columns, rows):
    """Returns a file in the format of grader/verifier/timings.h; `name` has the rows."""
    kept = {"date": facts["date"], "from": f"docs/measurements/{name}", "machine": facts["machine"]}
    kept.update({key: facts[key] for key in facts if key == "n"})
    text = f"# {title}\n" + "".join(f"# {key}: {kept[key]}\n" for key in sorted(kept))
    return text + ",".join(columns) + "\n" + "".join(",".join(row) + "\n" for row in rows)


def block_sizes():
    name = "h200_lab01_block_sizes.csv"
    facts, rows = read(name)
    chosen = [[row["block"], row["ms_median"]] for row in rows
              if row["n"] == "20000" and row["block"] in ("32", "64", "128", "256", "512", "1024")]
    return table("Table 1: milliseconds of sort_direct by threads per block, n doubles", name, {**facts, "n": "20000"},
                 ["block_size", "kernel_ms"], chosen)


def host_and_device():
    name = "h200_lab01_crossover.csv"
    facts, rows = read(name)
    sizes = ("100", "200", "300", "500", "1000", "2000", "5000", "10000", "20000", "40000")
    chosen = [[row["n"], row["host_ms"], row["kernel_ms"], row["total_ms"]] for row in rows if row["n"] in sizes]
    return table("Table 2: milliseconds by number of doubles", name, facts, ["n", "host_ms", "kernel_ms", "total_ms"],
                 chosen)


def digit_bits():
    name = "h200_lab02_radix_cpu.csv"
    facts, rows = read(name)
    phases = ["histogram", "scan", "scatter", "copy"]
    ms = {(row["version"], row["bits"]): row["ms"] for row in rows}
    chosen = [[str(bits)] + [ms[f"radix {phase}", str(bits)] for phase in phases] for bits in range(1, 17)]
    return table("The sweep: milliseconds per sort, by bits per digit", name, {**facts, "n": "16777217"},
                 ["bits"] + [f"{phase}_ms" for phase in phases], chosen)


FILES = {
    "01_enumeration/block_sizes.csv": block_sizes,
    "01_enumeration/host_and_device.csv": host_and_device,
    "02_radix_cpu/digit_bits.csv": digit_bits,
}


def main(check):
    wrong = 0
    for name, make in FILES.items():
        path, text = LABS / name, make()
        if not check:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            print(f"grader/labs/{name} differs from docs/measurements: run docs/measurements/recorded_rows.py.")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] == ["--check"]))
