# SPDX-License-Identifier: Apache-2.0
"""Whose a file or a folder is: what Canvas, Moodle and Gradescope call the submissions that they export.

Canvas      doejane_4321_98765_enumeration.cu, doejane_LATE_4321_98765_enumeration-1.cu (handed in again)
Moodle      Jane Doe_1234567_assignsubmission_file_/enumeration.cu, or the same in one name
Gradescope  submission_123456789/enumeration.cu, and submission_metadata.yml, which says whose that is
GitHub Classroom   sorting-submissions/sorting-jane, as `gh classroom clone student-repos` names SUBMISSIONS and what is in it
by hand     jane/…, jane.zip, jane.tar.gz, jane_enumeration.cu, jane.cu (where one lab is graded)
"""
import dataclasses
import os
import re

import archives

CANVAS = re.compile(r"(?P<who>[^_]+)_(?P<late>LATE_)?(?P<user>\d+)_(?P<file>\d+)_(?P<rest>.+)", re.S)
MOODLE = re.compile(r"(?P<who>.+?)_(?P<number>\d+)_assignsubmission_(file|onlinetext)_?(?P<rest>.*)", re.S)
AGAIN = re.compile(r"(?P<stem>.+?)(-(?P<dash>\d{1,3})| \((?P<bracket>\d{1,3})\))?(?P<end>\.[a-z.]+)", re.S | re.I)
IGNORED = re.compile(r"\.|__MACOSX$|submission_metadata\.yml$|Thumbs\.db$|desktop\.ini$")


@dataclasses.dataclass
class Owner:
    student: str
    rest: str = ""            # the file's own name; "": the entry's name says nothing of it
    late: bool = False
    number: str = ""          # Moodle's, of this person in one assignment
    aliases: tuple = ()       # other names of the same person, for the roster
    group: tuple = ()         # the names of each other person who handed it in, too


def without_number(name):
    """("enumeration.cu", 2) of "enumeration-2.cu" or "enumeration (2).cu", as systems and browsers number files."""
    match = AGAIN.fullmatch(name)
    if not match:
        return name, 0
    return match["stem"] + match["end"], int(match["dash"] or match["bracket"] or 0)


def gradescope_owners(text):
    """{folder: Owner} of a submission_metadata.yml. Only what is needed of YAML, as Gradescope writes it: whose a folder is
    stands in the list below its `:submitters:`, a group's members one after the other. What else is there, such as the tests' names and output, a student may have written."""
    owners, folder, people, keys_at, inside = {}, None, [], None, False

    def close():
        named = [tuple(person[field] for field in ("sid", "email", "name") if person.get(field)) for person in people]
        named = [names for names in named if names]
        if folder and named:
            owners[folder] = Owner(named[0][0], aliases=named[0], group=tuple(named[1:]))

    for line in text.split("\n"):
        item, depth = line.strip(), len(line) - len(line.lstrip(" "))
        if match := re.fullmatch(r"(\S+):\s*", line):
            close()
            folder, people, keys_at, inside = match[1], [], None, False
        elif folder and item:
            keys_at = depth if keys_at is None else keys_at
            if depth <= keys_at and not item.startswith("- "):
                inside = not people and item in (":submitters:", "submitters:")
            elif inside and item.startswith("- "):
                people.append({})
            if inside and people and (match := re.fullmatch(r"(?:- )?:?(name|sid|email):\s*(.*)", item)):
                people[-1].setdefault(match[1], match[2].strip("'\""))
    close()
    return owners


def told_apart(owned, assignments):
    """[(path, Owner)], where a name that has more of Moodle's numbers than there are assignments is several people's: two are called the same, or
    all are called Participant."""
    numbers = {}
    for _, owner in owned:
        numbers.setdefault(owner.student, set()).update([owner.number] if owner.number else [])
    return [(path, owner if len(numbers[owner.student]) <= assignments or not owner.number else
             dataclasses.replace(owner, student=f"{owner.student} {owner.number}", aliases=(owner.student, *owner.aliases))) for path, owner in owned]


def assignment_of(submissions):
    """ "sorting-" of the folder sorting-submissions, else ""."""
    name = os.path.basename(os.path.abspath(submissions))
    return name[:-len("submissions")] if name.endswith("-submissions") else ""


def owner_of(name, is_folder, sources, gradescope, single_lab, assignment=""):
    """The Owner of an entry of SUBMISSIONS, or None. `sources`: {"enumeration.cu": lab}. `assignment`: what GitHub Classroom puts before a student's name."""
    if IGNORED.match(name):
        return None
    if is_folder and name in gradescope:
        return gradescope[name]
    if match := MOODLE.fullmatch(name):
        return Owner(match["who"], match["rest"], number=match["number"])
    if not is_folder and (match := CANVAS.fullmatch(name)):
        return Owner(match["who"], match["rest"], bool(match["late"]), aliases=(match["user"],))
    if is_folder and assignment and name.startswith(assignment) and name != assignment:
        return Owner(name[len(assignment):], aliases=(name,))
    if is_folder:
        return Owner(name)
    if archives.is_archive(name):
        ending = max((e for e in archives.ENDINGS if name.lower().endswith(e)), key=len)
        return Owner(name[:-len(ending)]) if len(name) > len(ending) else None
    plain, _ = without_number(name)
    for source in sources:
        for between in "_-":
            if plain.lower().endswith(between + source.lower()) and len(plain) > len(source) + 1:
                return Owner(plain[:-len(source) - 1], plain[-len(source):])
    if name.lower().endswith(".cu") and plain.lower() not in sources and single_lab:
        return Owner(plain[:-3], single_lab)
    return None
