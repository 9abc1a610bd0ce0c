# SPDX-License-Identifier: Apache-2.0
"""Writes marks and reports in the formats that Canvas and Moodle import."""
import io
import pathlib
import zipfile

import gradebook
import roster as rosters
import store

MOODLES = ("username", "id number", "email address", "email")  # columns by which it finds a person


def remarks(row):
    return store.cell("; ".join(row.flags))


def canvas(rows, book, labs, roster):
    fixed = roster.header.index("Section") + 1  # some exports have "Integration ID" or "Root Account" before it
    titles = []
    for lab in labs:  # "Lab 01 (4711)", if the assignment already exists
        own = [c for c in roster.header[fixed:] if rosters.key(c).startswith(f"lab{lab[:2]}")]
        titles.append(own[0] if own else f"Lab {lab[:2]}")
    lines = [
        roster.header[:fixed] + titles,
        ["    Points Possible"] + [""] * (fixed - 1) + [str(book.labs[lab].points) for lab in labs],
    ]
    return lines + [
        roster.rows[row.student][:fixed] + [gradebook.number(row.points[lab]) for lab in labs] for row in rows
    ]


def worksheet(rows, labs, roster):
    lines = [roster.header]
    for row in rows:
        cells = list(roster.rows[row.student])
        if row.points[labs[0]] is not None:
            cells[roster.lower.index("grade")] = gradebook.number(row.points[labs[0]])
        if "feedback comments" in roster.lower:
            cells[roster.lower.index("feedback comments")] = remarks(row)
        lines.append(cells)
    return lines


def moodle(rows, labs, roster):
    who = [at for at, c in enumerate(roster.lower) if c in MOODLES] or [0]
    lines = [[roster.header[at] for at in who] + [f"Lab {lab[:2]}" for lab in labs] + ["Feedback"]]
    return lines + [
        [roster.rows[row.student][at] for at in who]
        + [gradebook.number(row.points[lab]) or "-" for lab in labs]
        + [remarks(row)]
        for row in rows
    ]


def feedback(out, rows, system, files):
    """Returns a zip of the students' reports that match `files`, under the names by which `system` finds the students;
    None if there are no reports."""
    data, names = io.BytesIO(), set()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for row in rows:
            own = row.person.submission
            if not row.person.handed_in or own["system"] != system:
                continue
            for prefix in dict.fromkeys(
                received["feedback"] for received in own["received"].values() if received["feedback"]
            ):
                for file in sorted((pathlib.Path(out) / "students" / row.folder).glob(files)):
                    info = zipfile.ZipInfo(prefix + file.name)  # without times, so that equal reports make equal zips
                    info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o100644 << 16
                    archive.writestr(info, file.read_bytes())
                    names.add(info.filename)
    return data.getvalue() if names else None


def write(out, rows, book, labs, roster):
    out = pathlib.Path(out)
    listed = [row for row in rows if row.person.listed]
    if roster and roster.system == "canvas":
        store.write(out / "canvas.csv", gradebook.as_csv(canvas(listed, book, labs, roster)))
    elif roster:
        lines = worksheet(listed, labs, roster) if roster.system == "worksheet" else moodle(listed, labs, roster)
        store.write(out / "moodle.csv", gradebook.as_csv(lines))
    # Canvas shows a returned file under the submission's name, so for Canvas the report is a text file.
    for system, files in (("canvas", "report.txt"), ("moodle", "*.html")):
        data = feedback(out, rows, system, files)
        if data:
            store.write(out / f"{system}_feedback.zip", data)
