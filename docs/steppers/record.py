#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records what the notes' steppers show: docs/steppers/traces/*.json, with programs that run the labs' own kernels on
the simulated device.

    record.py PROGRAMS                records all traces again (PROGRAMS: the folder with the programs of *.cu)
  record.py PROGRAMS --check        fails if a trace differs from what would be recorded now
    record.py PROGRAMS --own 5 3 9 1  prints a trace of the sorts with these keys, for the page to open
"""
import functools
import json
import os
import pathlib
import re
import subprocess
import sys

import race
import sorts
import tile

HERE = pathlib.Path(__file__).resolve().parent
TRACES = HERE / "traces"
RACE = HERE.parent.parent / "solutions" / "03_single_block_scan_bug" / "single_block_scan_bug.cu"


def kernel_lines(file, name):
    lines = file.read_text(encoding="utf-8").split("\n")
    first = next(i for i, line in enumerate(lines) if f"void {name}(" in line)
    last = next(i for i in range(first, len(lines)) if lines[i] == "}")
    return [[i + 1, lines[i]] for i in range(first, last + 1)]


def program_hash(program):
    """Returns the beginning of this program's replay strings."""
    file = pathlib.Path(f"{program}.replay")
    subprocess.run([program], input="lockstep\n", text=True, stdout=subprocess.DEVNULL, check=True,
                   env={**os.environ, "SIMCU_RECORD": str(file)})
    found = re.match(r"replay:([0-9a-f]+)", file.read_text(encoding="utf-8"))[1]
    file.unlink()
    return found


def record_race(programs):
    program = f"{programs}/race"
    trace = race.record(program, program_hash(program))
    values = trace["in"]
    return {**trace, "right": [sum(values[:i]) for i in range(len(values))],
            "lines": kernel_lines(RACE, "scan_cal_kernel")}


def record_tile(programs):
    return {**tile.record(f"{programs}/tile"), "lines": kernel_lines(HERE / "tile.cu", "tiled_kernel")}


def record_launch(programs):
    ran = json.loads(subprocess.run([f"{programs}/launch"], stdout=subprocess.PIPE, text=True, check=True).stdout)
    return {**ran, "lines": kernel_lines(HERE.parent / "examples" / "01_first_kernel.cu", "double_kernel")}


def counters(report, names):
    """Returns {name: {counter: value}}, summed over a report's kernels."""
    made = {}
    for kernel in report["counters"]:
        for name in names:
            for counter, value in kernel[name].items():
                if isinstance(value, int):
                    made.setdefault(name, {}).setdefault(counter, 0)
                    made[name][counter] += value
    return made


@functools.lru_cache(1)
def what_coalescing_prints(programs):
    return subprocess.run([f"{programs}/coalescing"], stdout=subprocess.PIPE, text=True, check=True).stdout


def record_coalescing(programs):
    ran = json.loads(what_coalescing_prints(programs))
    del ran["tiles"]
    for row in ran["stride"]:
        load = counters(row.pop("report"), ["global_load"])["global_load"]
        row.update(requests=load["requests"], sectors=load["sectors"])
    for row in ran["pitch"]:
        load = counters(row.pop("report"), ["shared_load"])["shared_load"]
        row.update(requests=load["requests"], wavefronts=load["wavefronts"], conflicts=load["conflicts"])
    for row in ran["bits"]:
        for lab in ("lab04", "lab05"):
            store = counters(row[lab].pop("report"), ["global_store"])["global_store"]
            row[lab].update(requests=store["requests"], sectors=store["sectors"])
    return ran


def record_scatter(programs):
    """Records every warp's addresses in the scatters of labs 04 and 05. Lab 04's do not depend on the tile, so they are
    recorded once per digit width. The sectors must be those that were counted."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    made = {}
    for row in json.loads(what_coalescing_prints(programs))["tiles"]:
        for lab, tile in (("lab04", 0), ("lab05", row["tile"])):
            places = row[lab]["places"]
            store = counters(row[lab]["report"], ["global_store"])["global_store"]
            warps = [places[i:i + 32] for i in range(0, len(places), 32)]
            touched = sum(len({place // 8 for place in warp}) for warp in warps)
            if (store["requests"], store["sectors"]) != (len(warps), touched):
                raise SystemExit(f"record.py: error: {lab}, {row['bits']} bits, tile {row['tile']}: counted {store}, "
                                 f"and the addresses touch {touched} sectors")
            part = {"bits": row["bits"], "tile": tile, "sectors": touched,
                    "places": "".join(letters[place // 64] + letters[place % 64] for place in places)}
            if made.setdefault((row["bits"], tile), part) != part:
                raise SystemExit(f"record.py: error: {lab}, {row['bits']} bits: its addresses change with the tile")
    return {"keys": len(places), "rows": list(made.values())}


def record_sorts(programs):
    return sorts.record(programs, sorts.inputs())


def text_of(trace):
    """Returns one line per part, so that a difference has a line number."""
    return "{\n" + ",\n".join(f"{json.dumps(name)}:" + (
        "[\n" + ",\n".join(json.dumps(part, separators=(",", ":")) for part in value) + "\n]"
        if isinstance(value, list) else json.dumps(value))
        for name, value in trace.items()) + "\n}\n"


def main():
    if len(sys.argv) < 2 or len(sys.argv) > 2 and sys.argv[2] not in ("--check", "--own"):
        sys.exit(__doc__)
    programs = sys.argv[1]
    if "--own" in sys.argv:
        try:
            keys = sorts.check([int(word) for word in sys.argv[3:]])
        except ValueError as wrong:
            sys.exit(f"record.py: error: {wrong}")
        print(text_of(sorts.record(programs, [("your own", keys)])), end="")
        return
    errors = 0
    for name, record in (("launch", record_launch), ("tile", record_tile), ("race", record_race),
                         ("sorts", record_sorts), ("coalescing", record_coalescing), ("scatter", record_scatter)):
        path = TRACES / f"{name}.json"
        text = text_of(record(programs))
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            there = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
            line = next((i for i, (a, b) in enumerate(zip(there, text.split("\n")), 1) if a != b), len(there))
            print(f"docs/steppers/traces/{name}.json:{line}: error: not what the simulated device does now. "
                  "To record it again: cmake --build build --target stepper_traces", file=sys.stderr)
            errors += 1
    print("The traces are up to date." if errors == 0 else f"{errors} traces are out of date.")
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
