#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""trace_svg.py trace.json > trace.svg draws a small SIMCU_TRACE trace as a picture that fits on a phone."""
import json
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "figures"))
from drawing import FAINT, FILLS, INK, LINES, WRONG, Picture  # noqa: E402

LEFT, WIDTH, ROW, HIGH, LETTER = 10, 400, 58, 32, 6.4  # pixels; LETTER is a letter's width at size 12
HOST, BLOCK = 1, 0  # colours

with open(sys.argv[1], encoding="utf-8") as file:
    events = json.load(file)["traceEvents"]
names = {(e["name"], e["pid"], e["tid"]): e["args"].get("name", "") for e in events if e["ph"] == "M"}
tracks = sorted({(e["pid"], e["tid"]) for e in events if e["ph"] != "M"})
slices = [e for e in events if e["ph"] == "X"]
end = max(e["ts"] + e["dur"] for e in slices)
arrows = {}
for e in events:
    if e["ph"] in "sf":
        arrows.setdefault(e["id"], {})[e["ph"]] = e


def x(ticks):
    return LEFT + ticks * WIDTH / end


def y(event):
    return 24 + ROW * tracks.index((event["pid"], event["tid"]))


def name_of_track(track):
    process = names.get(("process_name", track[0], track[0]), "").replace(" (simulated)", "")
    name = names["thread_name", *track]
    return name if process.startswith("Host") else f"{process}, {name}"


def fits(name, width):
    """Returns the longest text that fits: the name, only its block (of a kernel) or kernel (of a launch), or ""."""
    for words in (name, name.split("<<<")[0], name.rpartition(" ")[2] if "(" in name else name.split(" ")[0]):
        if len(words) * LETTER + 6 < width:
            return words
    return ""


picture = Picture(
    "A trace: what the host, its stream and the multiprocessors do, access by access",
    f"{len(tracks)} tracks: {'; '.join(name_of_track(t) for t in tracks)}. "
    f"{len(arrows)} {'arrow leads' if len(arrows) == 1 else 'arrows lead'} from one access of a race to the other.",
    LEFT * 2 + WIDTH,
)
for track in tracks:
    picture.label(LEFT, y({"pid": track[0], "tid": track[1]}) - 6, name_of_track(track))
for e in slices:
    left, width = x(e["ts"]), x(e["dur"]) - x(0)
    if e["cat"] == "access":
        picture.rect(left + 1, y(e) + HIGH - 11, width - 2, 9, WRONG, WRONG, 2)
        continue
    colour = HOST if e["cat"] == "host" else BLOCK
    picture.rect(left + 0.75, y(e), width - 1.5, HIGH, FILLS[colour], LINES[colour], 3)
    picture.text(left + 5, y(e) + 15, fits(e["name"], width), 12, INK, "start")
for arrow in arrows.values():
    a, b = arrow["s"], arrow["f"]
    picture.arrow(x(a["ts"] + 0.5), y(a) + HIGH, x(b["ts"]) + 2, y(b) + HIGH - 12, WRONG, 2)
below = 24 + ROW * len(tracks) + 2
picture.line(LEFT, below - 12, LEFT + WIDTH, below - 12)
for tick in range(0, int(end) + 1, 5):
    picture.line(x(tick), below - 12, x(tick), below - 7)
    picture.text(x(tick), below + 7, tick, 12, FAINT, "start" if tick == 0 else "middle")
picture.text(LEFT + WIDTH, below + 22, "accesses", 12, FAINT, "end")
print(picture.svg(below + 32), end="")
