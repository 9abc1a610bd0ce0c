# SPDX-License-Identifier: Apache-2.0
"""Writes each student's reports in OUT/students/STUDENT, without anything that reveals hidden tests."""
import pathlib
import re

import piece
import store

STYLE = """<style>
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid #8884;vertical-align:top}
td,h1,h2,li{overflow-wrap:anywhere}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
td.n{white-space:nowrap;overflow-wrap:normal}
mark{background:#fc06;color:inherit}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#8881;padding:.6rem;font-size:13px}
.bar{background:#4a7db8;height:.8rem;display:inline-block;min-width:1px}
.bad{color:#b3261e;font-weight:600}@media(prefers-color-scheme:dark){.bad{color:#ff8a80}}
</style>"""


def page(title, body):
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport"'
        ' content="width=device-width">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{store.escaped(title)}</title>{STYLE}</head><body>\n"
        f"<h1>{store.escaped(title)}</h1>\n{body}\n</body></html>\n"
    )


def published(results, lab, after_due):
    visibility = {row["test"]: row["visibility"] for row in lab.rows}
    allowed = ("shown", "after due date") if after_due else ("shown",)
    return [test for test in results["tests"] if visibility.get(test["tags"][1].split(".")[-1], "hidden") in allowed]


def test_list(lab, seen, left_out):
    """Replaces the grader's page if it has tests that the student may not see."""
    body = [
        f"<h2>{store.escaped(lab)}</h2><table><tr><th>exercise</th><th>test</th><th>verdict</th><th"
        " class='n'>points</th></tr>"
    ]
    for test in seen:
        body.append(
            f"<tr><td>{store.escaped(test['number'])}</td><td>{store.escaped(test['name'])}"
            + (f"<pre>{store.escaped(test['output'])}</pre>" if test.get("output") else "")
            + f"</td><td>{store.escaped(test['tags'][-1])}</td><td"
            f" class='n'>{test['score']:g}/{test['max_score']:g}</td></tr>"
        )
    return (
        "\n".join(body)
        + "</table>"
        + (f"<p>{left_out} tests are not shown, but their points are included above.</p>" if left_out else "")
    )


def text_report(row, labs, title, tests):
    """For systems that do not accept HTML."""
    lines = [
        title,
        *(f"  {lab}: {row.points[lab]:g}" if row.points.get(lab) is not None else f"  {lab}: no mark" for lab in labs),
    ]
    lines += [f"Remark: {flag}" for flag in row.flags] + [""]
    for test in tests:
        lines.append(f"{test['number']}  {test['tags'][-1]}  {test['score']:g}/{test['max_score']:g}  {test['name']}")
        lines += ["    " + line for line in test.get("output", "").splitlines()]
    return store.lines_shown("\n".join(lines)) + "\n"


def write_student(out, row, book, labs, config):
    """row: a gradebook.Row with a submission. The files contain no paths of this machine. For one lab whose tests are
    all shown, the grader's page is the report; otherwise report.html links to the labs' pages."""
    folder = pathlib.Path(out) / "students" / row.folder
    tests, body, log, maximum, per_lab = [], [], [], 0, {}
    title = f"{row.student}: {row.total:g} points" + (f" and {row.bonus:g} of bonus" if row.bonus else "")
    remarks = f"<p>Remarks: {'; '.join(map(store.escaped, row.flags))}</p>" if row.flags else ""
    table = ['<table><tr><th>lab</th><th class="n">points</th><th class="n">of</th></tr>']
    whole = None
    for lab in labs:
        points, of = row.points.get(lab), book.labs[lab].points
        link = store.escaped(lab)
        if lab in row.keys and points is not None:
            place = piece.place_of(out, lab, row.keys[lab])
            results = store.read_json(place / "results.json")
            seen = published(results, book.labs[lab], config["after_due"])
            left_out = len(results["tests"]) - len(seen)
            tests += seen
            maximum += of if lab not in row.apart else 0
            per_lab[lab] = {
                "score": points,
                "before_policy": results["score"],
                "max_score": of,
                "not_graded": results["extra_data"].get("not_graded", 0),
                "hidden_tests": left_out,
                "files": row.keys[lab],
            }
            # The first line names the machine.
            log.append(
                f"== {lab}\n" + (place / "log.txt").read_text(encoding="utf-8", errors="replace").partition("\n")[2]
            )
            own_page = (
                (place / "report.html").read_text(encoding="utf-8")
                if left_out == 0 and (place / "report.html").exists()
                else ""
            )
            if own_page and len(labs) == 1:
                heading = f"<h1>{store.escaped(row.student)}: {row.total:g} of {of} points</h1>{remarks}"
                whole = re.sub(r"<h1>.*?</h1>", lambda _, heading=heading: heading, own_page, count=1, flags=re.S)
            elif own_page:
                store.write(folder / f"{lab}.html", own_page, synced=False)
                link = f'<a href="{store.escaped(lab)}.html">{link}</a>'
            else:
                body.append(test_list(lab, seen, left_out))
        mark = f"{points:g}" if points is not None else "–"
        table.append(f"<tr><td>{link}</td><td class='n'>{mark}</td><td class='n'>{of}</td></tr>")
    table += ["</table>", remarks]
    store.write_json(
        folder / "results.json",
        {
            "score": row.total,
            "output": f"Score: {row.total:g}/{maximum}" + (f"; bonus: {row.bonus:g}" if row.bonus else ""),
            "tests": tests,
            "extra_data": {
                "student": row.student,
                "max_score": maximum,
                "bonus": row.bonus,
                "labs": per_lab,
                "flags": row.flags,
                "seed": config["seed"],
                "sandbox": config["sandbox"],
                "trusted_submissions": config["trust"],
            },
        },
        synced=False,
    )
    store.write(folder / "report.html", whole or page(title, "\n".join(table + body)), synced=False)
    store.write(folder / "report.txt", text_report(row, labs, title, tests), synced=False)
    store.write(folder / "log.txt", f"{store.shown(row.student)}\n" + "\n".join(log), synced=False)
