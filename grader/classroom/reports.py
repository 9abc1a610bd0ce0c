# SPDX-License-Identifier: Apache-2.0
"""What a student is given: OUT/students/STUDENT/results.json, report.html, NN_name.html (the grader's own page), log.txt.

Tests whose visibility is not `shown` are left out, and so is whatever would tell of them; their points are in the marks.
"""
import pathlib
import shutil

import piece
import store

STYLE = """<style>
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid #8884;vertical-align:top}
td,h1,h2,li{overflow-wrap:anywhere}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}td.n{white-space:nowrap;overflow-wrap:normal}
mark{background:#fc06;color:inherit}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#8881;padding:.6rem;font-size:13px}
.bar{background:#4a7db8;height:.8rem;display:inline-block;min-width:1px}
.bad{color:#b3261e;font-weight:600}@media(prefers-color-scheme:dark){.bad{color:#ff8a80}}
</style>"""


def page(title, body):
    return ('<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
            f"<title>{store.escaped(title)}</title>{STYLE}</head><body>\n<h1>{store.escaped(title)}</h1>\n{body}\n</body></html>\n")


def published(results, lab, after_due):
    """The tests that a student may see now."""
    visibility = {row["test"]: row["visibility"] for row in lab.rows}
    allowed = ("shown", "after due date") if after_due else ("shown",)
    return [test for test in results["tests"] if visibility.get(test["tags"][1].split(".")[-1], "hidden") in allowed]


def write_student(out, row, book, labs, config, replay):
    """row: a gradebook.Row of somebody who handed in. replay: the command that grades their work again."""
    folder = pathlib.Path(out) / "students" / row.folder
    after_due = config["after_due"]
    tests, body, log, maximum, per_lab = [], [], [], 0, {}
    table = ['<table><tr><th>lab</th><th class="n">points</th><th class="n">of</th></tr>']
    for lab in labs:
        points, of = row.points.get(lab), book.labs[lab].points
        link = store.escaped(lab)
        if points is not None:
            place = piece.place_of(out, lab, row.keys[lab])
            results = store.read_json(place / "results.json")
            seen = published(results, book.labs[lab], after_due)
            tests += seen
            maximum += of if lab not in row.apart else 0
            per_lab[lab] = {"score": points, "before_policy": results["score"], "max_score": of, "not_graded": results["extra_data"].get("not_graded", 0),
                            "hidden_tests": len(results["tests"]) - len(seen), "files": row.keys[lab]}
            log.append(f"== {lab}\n" + (place / "log.txt").read_text(encoding="utf-8", errors="replace"))
            if book.labs[lab].all_shown and (place / "report.html").exists():
                folder.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(place / "report.html", folder / f"{lab}.html")
                link = f'<a href="{store.escaped(lab)}.html">{link}</a>'
            body.append(f"<h2>{store.escaped(lab)}</h2><table><tr><th>exercise</th><th>test</th><th>verdict</th><th class='n'>points</th></tr>")
            for test in seen:
                body.append(f"<tr><td>{store.escaped(test['number'])}</td><td>{store.escaped(test['name'])}"
                            + (f"<pre>{store.escaped(test['output'])}</pre>" if test.get("output") else "")
                            + f"</td><td>{store.escaped(test['tags'][-1])}</td><td class='n'>{test['score']:g}/{test['max_score']:g}</td></tr>")
            body.append("</table>")
            if len(seen) < len(results["tests"]):
                body.append(f"<p>{len(results['tests']) - len(seen)} tests are not shown; the points above count them.</p>")
        mark = f"{points:g}" if points is not None else "–"
        table.append(f"<tr><td>{link}</td><td class='n'>{mark}</td><td class='n'>{of}</td></tr>")
    table.append("</table>")
    if row.flags:
        table.append("<p>Remarks: " + "; ".join(store.escaped(flag) for flag in row.flags) + "</p>")
    table.append(f"<p>To grade this again with the same inputs: <code>{store.escaped(replay)}</code></p>")
    store.write_json(folder / "results.json", {
        "score": row.total, "output": f"Score: {row.total:g}/{maximum}" + (f"; bonus: {row.bonus:g}" if row.bonus else ""), "tests": tests,
        "extra_data": {"student": row.student, "max_score": maximum, "bonus": row.bonus, "labs": per_lab, "flags": row.flags, "seed": config["seed"], "sandbox": config["sandbox"],
                       "trusted_submissions": config["trust"], "replay": replay}})
    store.write(folder / "report.html", page(f"{row.student}: {row.total:g} points" + (f" and {row.bonus:g} of bonus" if row.bonus else ""), "\n".join(table + body)))
    store.write(folder / "log.txt", f"{store.shown(row.student)}\nreplay: {replay}\n" + "\n".join(log))
