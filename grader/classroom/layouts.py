# SPDX-License-Identifier: Apache-2.0
"""Finds the owner of a file or folder by the names that Canvas, Moodle and Gradescope give to exported
submissions.

Canvas      doejane_4321_98765_enumeration.cu, doejane_LATE_4321_98765_enumeration-1.cu (handed in again),
            doejane_4321_text.html, doejane_4321_link.html (typed in), anon_x4R2z_98765_enumeration.cu
            (get_filename in Canvas's lib/content_zipper.rb); for a group, its name and one member's number
Moodle      Jane Doe_1234567_assignsubmission_file_/enumeration.cu, since 4.1 without the last underscore, or the
            same as one file name; Group A-Jane Doe_… if the activity has groups; Participant_… if it is anonymous
Gradescope  submission_123456789/enumeration.cu, and submission_metadata.yml, which has its students and time
GitHub Classroom   sorting-submissions/sorting-jane, as `gh classroom clone student-repos` names SUBMISSIONS and
            the folders in it
by hand     jane/…, jane.zip, jane.tar.gz, jane_enumeration.cu, jane.cu (if only one lab is graded)
"""
import collections
import dataclasses
import os
import re

import archives

CANVAS = re.compile(
    r"(?:(?P<who>.+?)_(?P<late>LATE_)?(?P<user>\d+)|(?P<late_anon>LATE_)?anon_(?P<anon>[A-Za-z0-9]{5}))_"
    r"(?:(?P<file>\d+)_(?P<rest>.+)|(?P<typed>text|link)\.html)",
    re.S,
)
MOODLE = re.compile(r"(?P<prefix>(?P<who>.+?)_(?P<number>\d+)_assignsubmission_(file|onlinetext))_?(?P<rest>.*)", re.S)
AGAIN = re.compile(r"(?P<stem>.+?)(-(?P<dash>\d{1,3})| \((?P<bracket>\d{1,3})\))?(?P<end>\.[a-z.]+)", re.S | re.I)
IGNORED = re.compile(r"\.|__MACOSX$|submission_metadata\.yml$|Thumbs\.db$|desktop\.ini$")


@dataclasses.dataclass
class Owner:
    """ids are (kind, value): `canvas` is the user's number, `moodle` the participant's number in one assignment, and
    `sid` and `email` are Gradescope's."""

    name: str
    rest: str = ""  # the file's own name, or ""
    ids: tuple = ()
    names: tuple = ()  # the person's other names
    system: str = ""  # the source of the name: canvas, moodle, gradescope
    late: bool = False
    time: str = ""  # of submission, by the system
    feedback: str = ""  # the prefix of file names that the system accepts as feedback
    group: tuple = ()  # the Owners of the other members


def without_number(name):
    """"enumeration-2.cu", "enumeration (2).cu" -> ("enumeration.cu", 2)"""
    match = AGAIN.fullmatch(name)
    if not match:
        return name, 0
    return match["stem"] + match["end"], int(match["dash"] or match["bracket"] or 0)


def gradescope_person(fields):
    """Reads one entry of `:submitters:`; None if it names no student."""
    ids = tuple((kind, fields[kind]) for kind in ("sid", "email") if fields.get(kind))
    name = fields.get("name", "")
    if not ids and not name:
        return None
    return Owner(ids[0][1] if ids else name, ids=ids, names=(name,) if name else (), system="gradescope")


def gradescope_owners(text):
    """Reads {folder: Owner} from a submission_metadata.yml. Parses only Gradescope's `:submitters:` and `:created_at:`,
    because students can write other text. A long name continues on lines that are indented further, and students
    choose their names."""
    owners, folder, people, time, keys_at, inside, list_at = {}, None, [], "", None, "", None

    def close():
        named = [person for person in map(gradescope_person, people) if person]
        if folder and named:
            owners[folder] = dataclasses.replace(named[0], time=time, group=tuple(named[1:]))

    for line in text.split("\n"):
        item, depth = line.strip(), len(line) - len(line.lstrip(" "))
        if match := re.fullmatch(r"(\S+):\s*", line):
            close()
            folder, people, time, keys_at, inside = match[1], [], "", None, ""
        elif folder and item:
            keys_at = depth if keys_at is None else keys_at
            if depth <= keys_at and not item.startswith("- "):
                field, _, value = item.lstrip(":").partition(":")
                inside = field if value.strip() == "" or value.strip().startswith("!ruby") else ""
                inside = "" if inside == "submitters" and people else inside
                if field == "created_at" and not inside and not time:
                    time = value.strip().strip("'\"")
            elif inside == "submitters" and item.startswith("- ") and (not people or depth == list_at):
                people.append({})
                list_at = depth
            elif inside == "created_at" and item.startswith("utc:") and not time:  # a Ruby TimeWithZone
                time = item[len("utc:") :].strip()
            if (
                inside == "submitters"
                and people
                and depth == list_at + (0 if item.startswith("- ") else 2)
                and (match := re.fullmatch(r"(?:- )?:?(name|sid|email):\s*(.*)", item))
            ):
                people[-1].setdefault(match[1], match[2].strip("'\""))
    close()
    return owners


def people(owned, assignments):
    """Returns {label: [(path, Owner)]}, with one item per person, identified by the system's number or address, or else
    by name. A Moodle number belongs to one assignment, so a name with more numbers than there are assignments belongs
    to several people. Ambiguous labels contain the number."""
    numbers = collections.defaultdict(set)
    for _, owner in owned:
        numbers[owner.name].update(value for kind, value in owner.ids if kind == "moodle")
    found = collections.defaultdict(list)
    for path, owner in owned:
        kind, value = owner.ids[0] if owner.ids else ("", "")
        by_name = not owner.ids or kind == "moodle" and len(numbers[owner.name]) <= assignments
        found["name" if by_name else kind, owner.name if by_name else value].append((path, owner))
    called = collections.defaultdict(list)
    for key, entries in found.items():
        called[entries[0][1].name].append(key)
    labelled = {}
    for name, keys in called.items():
        for key in keys:
            label = name if len(keys) == 1 or key[0] == "name" else f"{name} {key[1]}"
            while label in labelled:
                label += "~"
            labelled[label] = found[key]
    return labelled


def assignment_of(submissions):
    """"sorting-" for the folder sorting-submissions; "" for other names."""
    name = os.path.basename(os.path.abspath(submissions))
    return name[: -len("submissions")] if name.endswith("-submissions") else ""


def canvas_owner(match):
    number = match["user"] or match["anon"]
    rest = match["rest"] or f"{match['typed']}.html"
    feedback = f"{match['who']}_{number}_{match['file']}_" if match["user"] and match["file"] else ""
    return Owner(
        match["who"] or "anon",
        rest,
        (("canvas", number),),
        system="canvas",
        feedback=feedback,
        late=bool(match["late"] or match["late_anon"]),
    )


def owner_of(name, is_folder, sources, gradescope, single_lab, assignment=""):
    """Returns None for an entry without an owner. `sources`: {"enumeration.cu": lab}. `assignment`: the text that
    GitHub Classroom puts before a student's name."""
    if IGNORED.match(name):
        return None
    if is_folder and name in gradescope:
        return gradescope[name]
    if match := MOODLE.fullmatch(name):
        feedback = re.sub("onlinetext$", "file", match["prefix"]) + "_"
        return Owner(match["who"], match["rest"], (("moodle", match["number"]),), system="moodle", feedback=feedback)
    if not is_folder and (match := CANVAS.fullmatch(name)):
        return canvas_owner(match)
    if is_folder and assignment and name.startswith(assignment) and name != assignment:
        return Owner(name[len(assignment) :], names=(name,))
    if is_folder:
        return Owner(name)
    if archives.is_archive(name):
        ending = max((e for e in archives.ENDINGS if name.lower().endswith(e)), key=len)
        return Owner(name[: -len(ending)]) if len(name) > len(ending) else None
    plain, _ = without_number(name)
    for source in sources:
        for between in "_-":
            if plain.lower().endswith(between + source.lower()) and len(plain) > len(source) + 1:
                return Owner(plain[: -len(source) - 1], plain[-len(source) :])
    if name.lower().endswith(".cu") and plain.lower() not in sources and single_lab:
        return Owner(plain[:-3], single_lab)
    return None
