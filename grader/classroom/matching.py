# SPDX-License-Identifier: Apache-2.0
"""Matches submissions to students: one Person per line of the grade book."""
import dataclasses

import roster as rosters


@dataclasses.dataclass
class Person:
    student: str  # the label in the grade book
    submission: dict = None  # an entry of `students` in class.json, if it is known
    listed: bool = False  # in the roster
    handed_in: bool = True  # False for a member of a group whose work another member handed in
    doubtful: bool = False  # an unmatched submission may be theirs
    flags: list = dataclasses.field(default_factory=list)  # also shown to the student
    notes: list = dataclasses.field(default_factory=list)  # shown only to the instructor
    candidates: list = dataclasses.field(default_factory=list)  # labels of students who may be its owner


def identities(person):
    """Returns a person's numbers and addresses, or names if there are none."""
    return {tuple(i) for i in person["ids"]} or {("name", rosters.key(name)) for name in person["names"]}


def with_groups(submissions):
    """Returns [(submission, group's submitter or "")], with a group's work repeated for each member without a
    submission."""
    known = set().union(*map(identities, submissions)) if submissions else set()
    everybodys = [(submission, "") for submission in submissions]
    for own in submissions:
        for member in own["group"]:
            if known.isdisjoint(identities(member)):
                everybodys.append(({**own, **member, "group": []}, own["student"]))
                known |= identities(member)
    return everybodys


def person_of(student, submission, leader, listed):
    person = Person(student, submission, listed, handed_in=submission is not None and not leader)
    if leader:
        person.flags.append(f"in a group with {leader}")
    return person


def combined(submissions):
    """Merges one person's submissions. Returns None if two differ in the same lab."""
    first, *others = submissions
    whole = {
        **first,
        **{field: dict(first[field]) for field in ("labs", "places", "received")},
        "flags": list(first["flags"]),
    }
    for other in others:
        for lab, files in other["labs"].items():
            if whole["labs"].setdefault(lab, files) != files:
                return None
            if lab not in first["labs"]:
                whole["places"][lab] = other["places"].get(lab, other["folder"])
                whole["received"][lab[:2]] = other["received"].get(lab[:2], {})
        whole["flags"] += [flag for flag in other["flags"] if flag not in whole["flags"]]
    return whole


def claims_of(everybodys, roster):
    """Returns ({label: [(submission, leader)]}, [(unmatched submission, leader, reason, candidates)])."""
    claims, strangers = {}, []
    for submission, leader in everybodys:
        named = roster.claimed.get(submission["student"], ())
        for student in named:
            claims.setdefault(student, []).append((submission, leader if student == named[0] else named[0]))
        if named:
            continue
        student, why, candidates = roster.find(submission)
        if student:
            claims.setdefault(student, []).append((submission, leader))
        else:
            strangers.append((submission, leader, why, candidates))
    return claims, strangers


def persons_of(submissions, roster):
    """Returns the Persons in the order of the roster, or else of the submissions. Unmatched ones come last."""
    everybodys = with_groups(submissions)
    if roster is None:
        return [person_of(submission["student"], submission, leader, False) for submission, leader in everybodys]
    claims, strangers = claims_of(everybodys, roster)
    persons = []
    for student in roster.rows:
        # The roster's own name is the most reliable; a student's own submission takes precedence over a group's.
        own = sorted(
            claims.get(student, ()),
            key=lambda claim: (claim[1] != "", rosters.key(claim[0]["student"]) != rosters.key(student)),
        )
        whole = combined([submission for submission, _ in own]) if len(own) > 1 else None
        if whole:
            own = [(whole, own[0][1])]
        person = person_of(student, *(own[0] if own else (None, "")), True)
        if len(own) > 1:  # it is unknown which submission is theirs
            person.notes.append(
                "doubled: " + ", ".join(sorted(s["student"] for s, _ in own)) + " claim to be this student"
            )
            strangers += [
                (submission, leader, f"doubled: also {student}, who has a submission", None)
                for submission, leader in own[1:]
            ]
        elif (
            own
            and own[0][0]["system"] == "canvas"
            and not roster.directory.called(own[0][0]["names"])
            and own[0][0]["student"] not in roster.claimed
        ):
            person.notes.append(f"matched by number; the name {own[0][0]['names'][0]} may be a group's")
        persons.append(person)
    taken = {person.student for person in persons}
    absent = [person for person in persons if person.submission is None]
    for submission, leader, why, candidates in strangers:
        label = submission["student"]
        while label in taken:
            label += " (not matched)"
        taken.add(label)
        stranger = person_of(label, submission, leader, False)
        stranger.candidates = candidates or []
        stranger.notes.append(why + (f", perhaps {' or '.join(candidates)}" if candidates else ""))
        persons.append(stranger)
        for person in absent:
            if candidates is not None and (person.student in candidates or not candidates):
                person.doubtful = True
    for person in absent:
        perhaps = [stranger.student for stranger in persons if person.student in stranger.candidates]
        if perhaps:
            person.notes.append("not matched: perhaps " + " or ".join(perhaps))
        if person.doubtful and not person.notes:
            person.notes.append("nothing matched: some submissions below have no owner")
        if not person.doubtful:
            person.flags.append("nothing handed in")
    return persons


def directory_of(persons, roster):
    """Includes all names that the persons have in the roster and in their submissions."""
    directory = rosters.Directory()
    for person in persons:
        own = person.submission or {"names": [], "ids": []}
        cells = (
            [cell for column, cell in zip(roster.lower, roster.rows[person.student]) if column not in rosters.NOT_NAMES]
            if person.listed
            else []
        )
        directory.add(
            person.student,
            [
                *own["names"],
                *(value for _, value in own["ids"]),
                *([own["student"]] if "student" in own else []),
                *cells,
            ],
        )
    return directory
