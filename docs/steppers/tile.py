# SPDX-License-Identifier: Apache-2.0
"""Records chapter 01's tile, access by access, as tile.cu runs it: with both barriers, and without either. Only the
reads that return a different value than with both barriers are computed here."""
import json
import subprocess

ARRAYS = (("keys", 8), ("s_tile", 4), ("farthest", 4))  # in the order in which the program prints them
BARRIERS, SCHEDULES = ("11", "01", "10"), ("fifo", "lockstep")


def events(reports):
    """Returns [[thread, array, element, is a write, value or null, line, barriers met]] in time order."""
    elements = [(array, i) for array, count in ARRAYS for i in range(count)]
    found = []
    for (array, i), report in zip(elements, reports):
        for step in report["history"]:
            if "thread" in step:
                value = None if step["after"] == "undefined" else int(step["after"])
                found.append((step["step"], [step["thread"][0], array, i, int(step["op"] == "write"), value,
                                             step["line"], step["barriers"]]))
    return [event for _, event in sorted(found, key=lambda one: one[0])]


def from_tile(run):
    """Yields a run's (event, its number among its thread's reads of the tile)."""
    met = {}
    for event in run:
        if event[1] == "s_tile" and not event[3]:
            met[event[0]] = met.get(event[0], -1) + 1
            yield event, (event[0], met[event[0]])


def record(program):
    wanted = [(barriers, schedule) for barriers in BARRIERS for schedule in SCHEDULES]
    ran = subprocess.run([program], input="\n".join(map(" ".join, wanted)), text=True, stdout=subprocess.PIPE,
                         check=True)
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    runs = []
    for (barriers, schedule), reports in zip(wanted, answers):
        races = [f for report in reports for f in report["findings"] if f["kind"] == "race"]
        assert bool(races) == (
            barriers != "11"), "the checkers find the race under every schedule, and none with both barriers"
        runs.append({"barriers": barriers, "schedule": schedule, "events": events(reports),
                     "advice": races[0]["message"] if races else ""})
    right = {which: event[4] for event, which in from_tile(runs[0]["events"])}
    for run in runs:
        for event, which in from_tile(run["events"]):
            if event[4] != right[which]:
                event.append(right[which])
    return {"runs": runs}
