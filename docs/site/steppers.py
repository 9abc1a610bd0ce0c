# SPDX-License-Identifier: Apache-2.0
"""Puts the steppers of docs/steppers into pages, at lines `<!-- stepper: race -->`. Without scripts, the drawing above
such a line stays, with a sentence."""
import csv
import html
import json
import re
import shutil

KINDS = {  # the description, and the trace's source
    "launch": "A launch, thread by thread",
    "tile": "A tile and its two barriers",
    "race": "Be the scheduler: the race of lab 03, turn by turn",
    "sorts": "A sort, step by step",
    "scatter": "The same keys, stored by lab 04 and by lab 05",
    "coalescing": "One warp's addresses, and what they cost",
    "occupancy": "Occupancy, and the labs' kernels under the roofline",
}
LINE = re.compile(r"^<!-- stepper: (\w+)((?: [\w-]+=[\w-]+)*) -->[ \t]*$", re.M)
USED = re.compile(r'<section class="stepper" data-kind="(\w+)"')


def place(match):
    kind = match[1]
    if kind not in KINDS:
        return None
    data = "".join(' data-{}="{}"'.format(*option.split("=")) for option in match[2].split())
    return (f'<section class="stepper" data-kind="{kind}"{data} aria-label="{html.escape(KINDS[kind])}">'
            f"<p>{html.escape(KINDS[kind])}: this figure moves where scripts are allowed.</p></section>")


def occupancy(folder):
    """Returns Nsight Compute's counts, and docs/plots/roofline.gp's two roofs."""
    def rows(name):
        lines = (folder / name).read_text(encoding="utf-8").splitlines()
        comments = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# ") and ": " in line)
        return comments, list(csv.DictReader(line for line in lines if not line.startswith("#")))

    about, kernels = rows("h200_roofline.csv")
    for kernel in kernels:
        for name, value in kernel.items():
            if name not in ("lab", "kernel"):
                kernel[name] = float(value) if "." in value else int(value)
    _, sizes = rows("h200_all_sizes.csv")
    copy = min(8e-6 * int(row["n"]) / float(row["ms_median"]) for row in sizes if row["version"] == "copy" and row["n"]
               == "268435456")
    return {"machine": about["machine"].split(",")[0], "date": about["date"], "issue": 528 * 1.97,
            "copy": round(copy, 1), "kernels": kernels}


def write(root, folder, build):
    """Copies scripts, style and traces, and the module that sorts a reader's own keys, if it was built."""
    source = root / "docs/steppers"
    for file in [*source.glob("*.js"), source / "stepper.css"]:
        shutil.copy(file, folder)
    traces = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (source / "traces").glob("*.json")}
    module = build / "steppers/sorts.wasm.js"
    if module.exists():
        shutil.copy(module, folder)
        traces["sorts"]["module"] = module.name
    traces["occupancy"] = occupancy(root / "docs/measurements")
    for name, trace in traces.items():
        text = json.dumps(trace, separators=(",", ":"), ensure_ascii=False)
        (folder / f"{name}.trace.js").write_text(f"stepperTrace({json.dumps(name)},{text});\n", encoding="utf-8")


def head(content):
    kinds = sorted(set(USED.findall(content)))
    if not kinds:
        return ""
    names = ["stepper.js", *(f"{kind}.js" for kind in kinds), *(f"{kind}.trace.js" for kind in kinds)]
    return '<link href="stepper.css" rel="stylesheet"/>\n' + "".join(f'<script defer src="{name}"></script>\n'
                                                                     for name in names)
