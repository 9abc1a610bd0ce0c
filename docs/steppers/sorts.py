# SPDX-License-Identifier: Apache-2.0
"""The sorts of labs 04 to 07 on at most 32 keys below 64, step by step, as radix.cu, columns.cu and bitonic.cu ran them."""
import json
import random
import subprocess

SIZES, LARGEST, MOST = (8, 13, 32), 63, 32


def inputs():
    """[(name, keys)]: the page's choice."""
    made = []
    for n in SIZES:
        rng = random.Random(n)
        mixed = [rng.randrange(LARGEST + 1) for _ in range(n)]
        nearly = sorted(mixed)
        nearly[1], nearly[n - 2] = nearly[n - 2], nearly[1]
        few = [rng.choice((5, 22, 22, 58)) for _ in range(n)]
        made += [("random", mixed), ("sorted", sorted(mixed)), ("reversed", sorted(mixed, reverse=True)),
                 ("nearly sorted", nearly), ("few distinct", few), ("all equal", [37] * n)]
    return made


def check(keys):
    """The keys of somebody else, or an error."""
    if not 2 <= len(keys) <= MOST:
        raise ValueError(f"there are {len(keys)} keys, and the page shows 2 to {MOST}")
    for key in keys:
        if not 0 <= key <= LARGEST:
            raise ValueError(f"the key {key} is not from 0 to {LARGEST}")
    return keys


def ask(program, all_keys):
    ran = subprocess.run([program], input="".join(" ".join(map(str, keys)) + "\n" for keys in all_keys), text=True,
                         stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def columns(recorded):
    """Which list each key of the output came from: the thread that wrote it is the list."""
    lists = []
    for report in recorded["written"]:
        writers = [step["thread"][0] for step in report["history"] if step["op"] == "write"]
        assert len(writers) == 1, "an element of the output was written twice, or never"
        lists += writers
    return {"columns": recorded["columns"], "out": recorded["out"], "lists": lists}


def bitonic(steps):
    """Which keys each step compared: those that one thread read."""
    made = []
    for step in steps:
        read_by = {}
        for element, report in enumerate(step["read"]):
            for who in {(*event["block"], *event["thread"]) for event in report.get("history", []) if event["op"] == "read"}:
                read_by.setdefault(who, []).append(element)
        pairs = sorted(elements for elements in read_by.values() if len(elements) == 2)
        made.append({"stage": step["stage"], "bit": step["bit"], "keys": step["keys"], "pairs": pairs})
    return made


def record(programs, all_inputs):
    keys = [keys for _, keys in all_inputs]
    made = []
    for (name, values), passes, merged, network in zip(all_inputs, ask(f"{programs}/radix", keys), ask(f"{programs}/columns", keys),
                                                       ask(f"{programs}/bitonic", keys)):
        made.append({"name": name, "keys": values, "radix": passes, "columns": columns(merged), "bitonic": bitonic(network)})
    return {"tile": 8, "lists": 4, "inputs": made}
