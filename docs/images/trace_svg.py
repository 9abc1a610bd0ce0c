#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Draws a small trace of SIMCU_TRACE as a picture: trace_svg.py trace.json > trace.svg. For traces of any size: ui.perfetto.dev.
import html
import json
import sys

events = json.load(open(sys.argv[1]))["traceEvents"]
names = {(e["name"], e["pid"], e["tid"]): e["args"].get("name", "") for e in events if e["ph"] == "M"}
tracks = sorted({(e["pid"], e["tid"]) for e in events if e["ph"] != "M"})
slices = [e for e in events if e["ph"] == "X"]
end = max(e["ts"] + e["dur"] for e in slices)
row = {track: 10 + 34 * i for i, track in enumerate(tracks)}


def x(ticks):
    return 170 + ticks * 800 / end


def y(event):
    return row[event["pid"], event["tid"]]


print(f'<svg xmlns="http://www.w3.org/2000/svg" width="980" height="{20 + 34 * len(tracks)}" font-family="sans-serif" font-size="11">')
print('<rect width="100%" height="100%" fill="white"/>')
for track in tracks:
    process = names.get(("process_name", track[0], track[0]), "").replace(" (simulated)", "")
    label = names["thread_name", *track]
    print(f'<text x="6" y="{row[track] + 17}">{html.escape(label if process.startswith("Host") else process + ", " + label)}</text>')
for e in slices:
    access = e["cat"] == "access"
    width = x(e["dur"]) - x(0)
    colour = "#c33" if access else "#cde" if e["cat"] == "host" else "#9cb8d8"
    top = y(e) + (14 if access else 0)
    print(f'<rect x="{x(e["ts"]):.1f}" y="{top}" width="{width:.1f}" height="{12 if access else 26}" fill="{colour}" stroke="white"/>')
    print(f'<svg x="{x(e["ts"]):.1f}" y="{top}" width="{width - 2:.1f}" height="13"><text x="3" y="10" font-size="9" '
          f'fill="{"white" if access else "black"}">{html.escape(e["name"])}</text></svg>')
ends = {}
for e in events:
    if e["ph"] in "sf":
        ends.setdefault(e["id"], {})[e["ph"]] = e
for arrow in ends.values():
    a, b = arrow["s"], arrow["f"]
    print(f'<line x1="{x(a["ts"] + 0.5):.1f}" y1="{y(a) + 26}" x2="{x(b["ts"]):.1f}" y2="{y(b) + 14}" stroke="#c33" stroke-width="2"/>')
print("</svg>")
