# SPDX-License-Identifier: Apache-2.0
"""Records the sorts of labs 02 and 04 to 08, step by step, as sorts.cpp runs them."""
import json
import random
import subprocess

SIZES, LARGEST, MOST = (8, 13, 32), 63, 32


def inputs():
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
    """Returns a reader's keys; raises ValueError if they are invalid."""
    if not 2 <= len(keys) <= MOST:
        raise ValueError(f"there are {len(keys)} keys, and the page shows 2 to {MOST}")
    for key in keys:
        if not 0 <= key <= LARGEST:
            raise ValueError(f"the key {key} is not between 0 and {LARGEST}")
    return keys


def ask(program, all_keys):
    ran = subprocess.run([program], input="".join(" ".join(map(str, keys)) + "\n" for keys in all_keys), text=True,
                         stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def record(programs, all_inputs):
    answers = ask(f"{programs}/sorts", [keys for _, keys in all_inputs])
    return {"tile": 8, "lists": 4, "inputs": [{"name": name, "keys": keys, **answer}
                                              for (name, keys), answer in zip(all_inputs, answers)]}
