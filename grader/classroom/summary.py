# SPDX-License-Identifier: Apache-2.0
"""Writes summary.html for a class's teachers."""
import collections
import pathlib
import re
import statistics

import piece
import reports
import store

MOST_NAMED = 15
NUMBER = r"\b(?:0x[0-9a-f]+|\d[\d.,]*(?:e[+-]?\d+)?)(?:[  ](?:\d{3}))*\b"


def people(names):
    return ", ".join(store.escaped(name) for name in names[:4]) + (
        f" and {len(names) - 4} more" if len(names) > 4 else ""
    )


def remarks(rows, of):
    lines = (
        f"<tr><td>{store.escaped(row.student)}</td><td>{'<br>'.join(map(store.escaped, of(row)))}</td></tr>"
        for row in rows
    )
    return "<table>" + "".join(lines) + "</table>"


def bars(counts, most):
    rows = []
    for label, count in counts:
        rows.append(
            f"<tr><td>{store.escaped(label)}</td><td class='n'>{count}</td><td style='width:60%'>"
            + (f"<span class='bar' style='width:{100 * count / max(1, most):.1f}%'></span>" if count else "")
            + "</td></tr>"
        )
    return "<table>" + "".join(rows) + "</table>"


def mistake(test):
    """Returns the same text for equal mistakes: the verdict and the message's first line, or the compiler's first
    error. Omits numbers, and identifies an endless loop only by its kernel."""
    verdict, lines = test["tags"][-1], test.get("output", "").splitlines() or [""]
    line = next((own for own in lines if ": error: " in own), lines[0]) if verdict == "NO BUILD" else lines[0]
    if verdict == "TIMED OUT" and (kernel := re.search(r"kernel `[^`]+`", line)):
        return f"{verdict}: {kernel[0]} did not finish"
    line = line.split(": error: ")[-1].removeprefix(verdict + ": ").split(". ")[0][:160].rstrip(". ")
    return f"{verdict}: {re.sub(NUMBER, '…', line)}"


def lab_section(out, lab, book, rows, entries, alike):
    """entries: {key: (students, folder)}; alike: as similarity.look returns it"""
    own = book.labs[lab]
    points = {row["exercise"]: 0 for row in own.rows}
    titles = {}
    for rubric_row in own.rows:
        points[rubric_row["exercise"]] += rubric_row["points"]
        titles.setdefault(rubric_row["exercise"], rubric_row["title"] or rubric_row["shows"])
    reached = {exercise: collections.Counter() for exercise in points}
    mistakes, slowest, unchecked = collections.Counter(), [], 0
    by_test = {row["test"]: row["exercise"] for row in own.rows}
    for key, (students, _) in entries.items():
        place = piece.place_of(out, lab, key)
        if not (place / "results.json").exists():
            continue
        results = store.read_json(place / "results.json")
        unchecked += len(students) * (results.get("extra_data", {}).get("language_checked") is False)
        earned = collections.Counter()
        seen = set()
        for test in results["tests"]:
            earned[by_test.get(test["tags"][1].split(".")[-1], 0)] += test["score"]
            if test["tags"][-1] not in ("GOOD", "NOT YET", "NOT GRADED"):
                seen.add(mistake(test))
        for name in seen:
            mistakes[name] += len(students)
        for exercise in points:
            share = earned[exercise] / points[exercise]
            reached[exercise]["all" if share >= 1 else "none" if share <= 0 else "a part"] += len(students)
        slowest.append((results["execution_time"], students))
    marks = [row.points[lab] for row in rows if row.points.get(lab) is not None]
    body = [f"<h2>{store.escaped(lab)}</h2><p>{len(marks)} of {len(rows)} graded"]
    if marks:
        body[-1] += f"; median {statistics.median(marks):g}, mean {sum(marks) / len(marks):.1f} of {own.points}"
        bins = collections.Counter(min(9, int(10 * mark / max(1, own.points))) for mark in marks)
        body.append(
            "</p>"
            + bars(
                [(f"{own.points * b // 10} to {own.points * (b + 1) // 10 - (b < 9)}", bins[b]) for b in range(10)],
                max(bins.values()),
            )
        )
    else:
        body.append("</p>")
    if unchecked:
        body.append(
            f"<p class='bad'>{unchecked} submissions were not fully checked for code that nvcc would refuse, "
            "such as a host function called in a kernel, because clang++ was not found. <code>make setup "
            "class</code> installs it.</p>"
        )
    body.append(
        "<h3>Exercises</h3><table><tr><th>exercise</th><th class='n'>points</th><th class='n'>all</th><th class='n'>a"
        " part</th><th class='n'>none</th></tr>"
    )
    for exercise in points:
        r = reached[exercise]
        body.append(
            f"<tr><td>{own.number}.{exercise} {store.escaped(titles[exercise])}</td><td"
            f" class='n'>{points[exercise]}</td><td class='n'>{r['all']}</td><td class='n'>{r['a part']}</td><td"
            f" class='n'>{r['none']}</td></tr>"
        )
    body.append("</table>")
    if mistakes:
        body.append(
            "<h3>Mistakes by number of students</h3>"
            + bars(mistakes.most_common(MOST_NAMED), mistakes.most_common(1)[0][1])
        )
    slowest.sort(key=lambda pair: (-pair[0], pair[1]))
    if slowest:
        body.append(
            "<h3>Slowest to grade</h3><table>"
            + "".join(
                f"<tr><td>{people(students)}</td><td class='n'>{seconds:.1f} s</td></tr>"
                for seconds, students in slowest[:5]
            )
            + "</table>"
        )
    if alike[0] or alike[1]:
        body.append(
            "<h3>Alike</h3><p>By winnowing (Schleimer, Wilkerson, Aiken 2003) over the text between the "
            "marks, without the stub's own text. These are pairs to inspect, not a verdict.</p><table>"
        )
        for share, one, other, link in (
            *alike[0],
            *((share, one, [name], link) for share, one, name, link in alike[1]),
        ):
            shown = (
                f"<a href='{store.escaped(link)}'>{share:.0%}</a>"
                if link
                else f"{share:.0%}" if other != one else "the same text"
            )
            body.append(
                "<tr><td"
                f" class='n'>{shown}</td><td>{people(one)}</td><td>{people(other) if other != one else ''}</td></tr>"
            )
        body.append("</table>")
    return body


def write(out, rows, book, labs, config, entries, alike):
    """entries: {lab: {key: (students, folder)}}; alike: {lab: as similarity.look returns it}"""
    body = []
    if config["trust"]:
        body.append(
            "<p class='bad'>Graded with --trust-submissions: the sandbox was not full "
            f"({store.escaped(config['sandbox'])}), and these marks can be forged.</p>"
        )
    if config["without_checkers"]:
        body.append(
            "<p class='bad'>Graded with --without-checkers: points that need the checkers are NOT GRADED, "
            "and are missing in all marks.</p>"
        )
    body.append(
        f"<p>{len(rows)} students, labs {', '.join(lab[:2] for lab in labs)}, seed {config['seed']}, backend"
        f" {store.escaped(config['backend'])}, sandbox {store.escaped(config['sandbox'])}.</p>"
    )
    unmatched = [row for row in rows if row.person.candidates or row.person.doubtful]
    if unmatched:
        body.append(
            "<h2 class='bad'>Not matched</h2><p>None of these students is reported as having handed in "
            "nothing. Write a submission's name into a column <code>submission</code> of the roster, in its "
            "student's line, and run again with <code>--resume --roster</code>.</p>"
            + remarks(unmatched, lambda row: row.notes)
        )
    for lab in labs:
        body += lab_section(out, lab, book, rows, entries[lab], alike[lab])
    flagged = [row for row in rows if row.notes or row.flags]
    body.append("<h2>Flagged</h2>" + remarks(flagged, lambda row: row.notes + row.flags))
    if config["nobodys"]:
        body.append(
            "<h2>Without a student</h2><p>These entries do not name a student, and were not graded:</p><ul>"
            + "".join(f"<li>{store.escaped(name)}</li>" for name in config["nobodys"][:200])
            + "</ul>"
        )
    store.write(pathlib.Path(out) / "summary.html", reports.page("The class", "\n".join(body)))
