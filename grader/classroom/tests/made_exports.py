# SPDX-License-Identifier: Apache-2.0
"""Generates a class as Canvas, Moodle and Gradescope export it, with the right grade book."""
import csv
import dataclasses
import datetime
import io
import re
import unicodedata

PAIRS = 12
FIRST = [
    "John",
    "Mary",
    "J\u00fcrgen",
    "Zo\u00eb",
    "\u0141ukasz",
    "Anna-Lena",
    "Se\u00e1n",
    "Nguy\u1ec5n",
    "Bj\u00f8rn",
    "Chlo\u00e9",
    "Omar",
    "Priya",
    "Wei",
    "Jos\u00e9",
    "Fatima",
    "Ivan",
]
LAST = [
    "Smith",
    "M\u00fcller",
    "O'Neil",
    "van der Berg",
    "Gro\u00df",
    "Garc\u00eda L\u00f3pez",
    "Li",
    "Kowalski",
    "Smith-Jones",
    "N\u00fa\u00f1ez",
    "Andersson",
    "D\u00b4Souza",
    "Kim",
    "Okafor",
    "Weber",
    "Dubois",
    "Silva",
    "Haddad",
    "Novak",
]
GROUP = (40, 41, 23)  # the last member has the same name as person 22, who works alone
LAB = "90_toy"
TEXTS = {points: f"points {points}" for points in range(0, 100, 4)}  # {points that the file earns: the file}
DEADLINE = datetime.datetime(2026, 10, 5, 21, 59, tzinfo=datetime.timezone.utc)


@dataclasses.dataclass
class Somebody:
    at: int
    first: str
    last: str
    points: int
    days_late: int = 0
    handed_in: str = "file"  # or "twice", "zip", "nothing", "empty", "typed"

    @property
    def number(self):
        return 40000 + 7 * self.at

    @property
    def email(self):
        plain = unicodedata.normalize("NFKD", self.first + self.last).encode("ascii", "ignore").decode()
        return f"{re.sub('[^a-z]', '', plain.lower())}{self.at}@x.org"

    @property
    def sortable(self):
        return f"{self.last}, {self.first}"


def people(count):
    found = []
    for at in range(count):
        twin = at // 2 if at < 2 * PAIRS else at
        first, last = FIRST[twin % len(FIRST)], LAST[(twin // len(FIRST) + twin) % len(LAST)]
        if at >= 2 * PAIRS:
            first += (  # a middle name, so that no other two names are equal
                f" {chr(65 + at % 26)}{'aeiou'[at // 26 % 5]}{chr(97 + at // 130)}."
            )
        kind = {30: "nothing", 31: "empty", 32: "typed", 33: "twice", 34: "zip", 35: "nothing"}.get(at, "file")
        found.append(Somebody(at, first, last, list(TEXTS)[at % len(TEXTS)], 2 if at % 29 == 7 else 0, kind))
    names = [(s.first, s.last) for s in found]
    assert sum(names.count(name) - 1 for name in set(names)) == PAIRS, "exactly PAIRS pairs must have equal names"
    return found


def as_csv(rows):
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def text_of(somebody):
    return TEXTS[somebody.points]


def file():
    return LAB[3:] + ".cu"


def mark_of(somebody, percent):
    """Deducts `percent` per late day; None for no mark."""
    if somebody.handed_in in ("nothing", "empty", "typed"):
        return None
    return round(somebody.points * (1 - percent * somebody.days_late / 100), 2)


def zipped(name, text):
    import zipfile

    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(name, text)
    return data.getvalue()


def canvas(toy, everybody):
    """Names a file as Canvas's lib/content_zipper.rb does."""
    for s in everybody:
        name = re.sub(r"[^\w]", "", s.sortable.lower()) + ("_LATE" if s.days_late else "") + f"_{s.number}"
        if s.handed_in == "typed":
            toy.hand_in(f"{name}_text.html", "<p>in words</p>")
        elif s.handed_in == "empty":
            toy.hand_in(f"{name}_{90000 + s.at}_work.zip", zipped("notes.txt", ""))
        elif s.handed_in == "zip":
            toy.hand_in(f"{name}_{90000 + s.at}_work.zip", zipped(f"labs/{LAB}/{file()}", text_of(s)))
        elif s.handed_in != "nothing":
            toy.hand_in(f"{name}_{90000 + s.at}_{file()}", TEXTS[min(TEXTS)] if s.handed_in == "twice" else text_of(s))
            if s.handed_in == "twice":
                toy.hand_in(f"{name}_{91000 + s.at}_{LAB[3:]}-1.cu", text_of(s))
    rows = [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", f"Lab {LAB[:2]} (4711)"],
        ["    Points Possible", "", "", "", "", "100"],
    ]
    return as_csv(
        rows
        + [[s.sortable, s.number, f"sis{s.at}", s.email.split("@")[0], f"Section {s.at % 3}", ""] for s in everybody]
    )


def moodle(toy, everybody):
    """As in Moodle 4.1 and later."""
    rows = [
        [
            "Identifier",
            "Full name",
            "ID number",
            "Email address",
            "Status",
            "Grade",
            "Maximum Grade",
            "Grade can be changed",
            "Last modified (submission)",
            "Last modified (grade)",
            "Feedback comments",
        ]
    ]
    for s in everybody:
        number, when = 1230000 + s.at, DEADLINE + datetime.timedelta(days=s.days_late, hours=-2)
        folder = f"{s.first} {s.last}_{number}_assignsubmission_"
        if s.handed_in == "typed":
            toy.hand_in(f"{folder}onlinetext/onlinetext.html", "<p>in words</p>")
        elif s.handed_in == "empty":
            (toy.submissions / f"{folder}file").mkdir(parents=True)
        elif s.handed_in == "zip":
            toy.hand_in(f"{folder}file/work.zip", zipped(f"labs/{LAB}/{file()}", text_of(s)))
        elif s.handed_in != "nothing":
            toy.hand_in(f"{folder}file/{file()}", text_of(s))
        said = when.strftime("%A, %-d %B %Y, %-I:%M %p") if s.handed_in != "nothing" else "-"
        rows.append(
            [
                f"Participant {number}",
                f"{s.first} {s.last}",
                f"m{s.at}",
                s.email,
                "Submitted for grading",
                "",
                "100.00",
                "Yes",
                said,
                "-",
                "",
            ]
        )
    return "\ufeff" + as_csv(rows)


def gradescope(toy, everybody):
    """`assignment_…_export`: folders named by numbers, and metadata of all submissions."""
    metadata = "---\n"
    for s in everybody:
        if s.handed_in == "nothing" or s.at in GROUP[1:]:
            continue
        folder, when = f"submission_{770000 + 3 * s.at}", DEADLINE + datetime.timedelta(days=s.days_late, hours=-2)
        group = [s] if s.at != GROUP[0] else [everybody[at] for at in GROUP]
        metadata += f"{folder}:\n  :submitters:\n" + "".join(
            f"  - :name: {m.first} {m.last}\n    :sid: 's{m.at}'\n    :email: {m.email}\n" for m in group
        )
        metadata += (
            f"  :created_at: {when:%Y-%m-%d %H:%M:%S}.123456789 Z\n  :score: 0.0\n  :results:\n    tests:\n    - name:"
            f" {everybody[0].first}\n      sid: 's1'\n"
        )
        (toy.submissions / folder).mkdir(parents=True)
        if s.handed_in == "typed":
            toy.hand_in(f"{folder}/answer.txt", "in words")
        elif s.handed_in == "zip":
            toy.hand_in(f"{folder}/work.zip", zipped(f"labs/{LAB}/{file()}", text_of(s)))
        elif s.handed_in != "empty":
            toy.hand_in(f"{folder}/{file()}", text_of(s))
    toy.hand_in("submission_metadata.yml", metadata)
    return as_csv(
        [["First Name", "Last Name", "SID", "Email", "Role"]]
        + [[s.first, s.last, f"s{s.at}", s.email, "Student"] for s in everybody]
    )
