# SPDX-License-Identifier: Apache-2.0
"""Records lab 03's race: every order in which two blocks can take their turns, as the simulated device ran it.

Six barriers separate a block's kernel into seven parts. A state is the parts that both blocks have run and the values
that their threads have read, which determine everything that a thread does next. From each state, either block can run
its next part, and `race.cu` runs a schedule through each choice.
"""
import json
import subprocess

BLOCK, PARTS = 4, 7
# (block, part) without accesses: no element of block 0 has an element four places to its left
SILENT = {(0, 4)}


class Program:
    def __init__(self, program):
        self.ran = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.hash = ""

    def run(self, schedule):
        """Returns [(block, part, [event])] in running order, and whether a race was found."""
        self.ran.stdin.write(schedule + "\n")
        self.ran.stdin.flush()
        reports = json.loads(self.ran.stdout.readline())
        events = []
        for number, report in enumerate(reports):
            for step in report.get("history", []):
                if "block" in step:
                    events.append((step["step"], number, step))
        events.sort(key=lambda event: event[:2])
        turns = []
        for _, number, step in events:
            block = step["block"][0]
            if not turns or turns[-1][:2] != (block, step["barriers"]):
                turns.append((block, step["barriers"], []))
            # thread, element (those of d_cdf after those of d_bins), read or write, value, line
            turns[-1][2].append((BLOCK * block + step["thread"][0], number, step["op"][0], int(step["after"]),
                                 step["line"]))
        races = [f for report in reports for f in report.get("findings", []) if f["kind"] == "race"]
        return turns, len(races) > 0


def replay(program_hash, path):
    """Returns the schedule in which the blocks of `path` take their turns; then one block after the other runs."""
    met, switches = [0, 0], ["s=1"] if path[0] else []
    for now, then in zip(path, path[1:]):
        met[now] += 1
        if now != then and met[now] < PARTS:
            switches.append(f"{now}.{met[now]}={then}")
    launches = "".join(f"/{launch}:{','.join(switches)}" for launch in range(1, 4 * BLOCK + 1))
    return f"replay:{program_hash}{launches}" if switches else "fifo"


def take(known, state, block, events):
    """Adds to `known` that `block` does `events` next, and the next state."""
    reads = tuple(sorted(state[2] + tuple((block, state[block]) + event for event in events if event[2] == "r")))
    after = (state[0] + (block == 0), state[1] + (block == 1), reads)
    old = known.setdefault(state, {}).setdefault(block, (events, after))
    assert old == (events, after), "one state has two different continuations"
    return after


def follow(turns, known, path=()):
    """Adds the run to `known`: state -> {block: (events, next state)}. `path` has the blocks of the first
    turns, even those without an access."""
    state, number = (0, 0, ()), 0
    for block, part, events in turns:
        while number < len(path) and (path[number], state[path[number]]) in SILENT:
            state = take(known, state, path[number], [])
            number += 1
        assert number >= len(path) or path[number] == block, "the program did not follow the schedule"
        while (block, state[block]) in SILENT:
            state = take(known, state, block, [])
        assert state[block] == part, "a block's part is missing"
        state = take(known, state, block, events)
        number += 1


def record(program, program_hash):
    device = Program(program)
    lockstep, raced = device.run("lockstep")
    assert raced
    right = {(who, part, element, line): value
             for _, part, events in lockstep for who, element, op, value, line in events if op == "r"}
    known, runs = {}, 1
    follow(lockstep, known)
    todo = [((0, 0, ()), ())]
    met = set()
    while todo:
        state, path = todo.pop()
        if state in met:
            continue
        met.add(state)
        for block in (0, 1):
            if state[block] == PARTS:
                continue
            if (block, state[block]) in SILENT:
                take(known, state, block, [])
            if block not in known.get(state, {}):
                turns, raced = device.run(replay(program_hash, path + (block,)))
                assert raced, "the checkers find the race under every schedule"
                follow(turns, known, path + (block,))
                runs += 1
            todo.append((known[state][block][1], path + (block,)))
    device.run("fifo")
    device.ran.stdin.close()
    assert device.ran.wait() == 0, "race.cu failed"

    # Merges states with the same memory and continuation.
    numbers, states, memory_of = {}, [], {}

    def shown(part, event):
        who, element, op, value, line = event
        wrong = op == "r" and value != right[(who, part, element, line)]
        return [who, element, int(op == "w"), value, line, right[(who, part, element, line)]] if wrong else [who,
            element, int(op == "w"), value, line]

    def number_of(state):
        if state not in memory_of:
            following = []
            for block in (0, 1):
                if state[block] == PARTS:
                    following.append(None)
                    continue
                events, after = known[state][block]
                following.append([[shown(state[block], event) for event in events], number_of(after)])
            text = json.dumps([state[:2], following])
            if text not in numbers:
                numbers[text] = len(states)
                states.append(following)
            memory_of[state] = numbers[text]
        return memory_of[state]

    first = number_of((0, 0, ()))
    return {"block": BLOCK, "in": list(range(1, 2 * BLOCK + 1)), "first": first, "states": states, "runs": runs}
