# SPDX-License-Identifier: Apache-2.0
"""Finds pairs of submissions with text in common, for a person to inspect.

Winnowing: S. Schleimer, D. S. Wilkerson, A. Aiken, "Winnowing: local algorithms for document fingerprinting",
SIGMOD 2003. All names become one token, all numbers another, and comments and blanks are skipped. Each K consecutive
tokens have a hash, and the smallest of each W consecutive hashes is kept. So a common run of W + K - 1 tokens is always
found, and a shorter one than K never. The stub's text, and text in more than COMMON of the submissions, does not count.
"""
import collections
import hashlib
import re

import reports
import store

K, W = 14, 8
LEAST = 0.5  # the least share of the smaller submission's fingerprints
LEAST_SHARED = 8  # the fewest common fingerprints, so that short answers do not count
NAMED = 0.6  # known texts are noted in the grade book if the share is at least this
PUBLISHED = "the published solution"
COMMON = 0.3  # a share of the class, but at least COMMON_LEAST submissions
COMMON_LEAST = 5
MOST_PAIRS = 40  # per lab

# As in grader/submission/regions.cpp.
BEGIN = re.compile(r"\s{0,40}// BEGIN YOUR CODE \(exercise \d{1,3}\)\s{0,40}", re.ASCII)
END = re.compile(r"\s{0,40}// END YOUR CODE\s{0,40}", re.ASCII)
TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?(?:\*/|\Z))|(?P<string>"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)"""
    r"""|(?P<number>\.?\d(?:[eEpP][+-]|[\w.]|'(?=\w))*)|(?P<name>[^\W\d]\w*)"""
    r"""|(?P<sign><<<|>>>|<<=|>>=|->|::|[-+*/%&|^<>=!]=|&&|\|\||<<|>>|\+\+|--|.)""",
    re.S,
)
KEPT = set(
    """if else for while do switch case break continue return const static constexpr template typename struct auto int
    unsigned float double bool
char void sizeof nullptr true false __global__ __device__ __shared__ __syncthreads __syncwarp __shfl_sync
__shfl_up_sync __ballot_sync atomicAdd threadIdx blockIdx blockDim gridDim min max""".split()
)


def lines_of(text):
    """Counts lines as a compiler does: a form feed does not end one."""
    lines = text.removeprefix("\ufeff").split("\n" if "\n" in text else "\r")
    return [line.removesuffix("\r") for line in lines]


def regions(text):
    """Returns [(line number, line)] of the text between the marks, or of the whole text if there are none."""
    lines, inside, kept, marked = lines_of(text), False, [], False
    for at, line in enumerate(lines, 1):
        if BEGIN.fullmatch(line):
            inside = marked = True
        elif END.fullmatch(line):
            inside = False
        elif inside:
            kept.append((at, line))
    return kept if marked else list(enumerate(lines, 1))


def tokens(lines):
    """Returns [(token, line number)]."""
    text, starts = "", []
    for number, line in lines:
        starts.append((len(text), number))
        text += line + "\n"
    out, at_line = [], 0
    for match in TOKEN.finditer(text):
        while at_line + 1 < len(starts) and starts[at_line + 1][0] <= match.start():
            at_line += 1
        kind = match.lastgroup
        if kind == "skip":
            continue
        word = match.group()
        token = {"string": '"', "number": "0"}.get(kind, word if kind == "sign" or word in KEPT else "n")
        out.append((token, starts[at_line][1]))
    return out


def hashes(words):
    """Returns the hashes of all K consecutive tokens, with their positions."""
    found = []
    for at in range(len(words) - K + 1):
        text = "\0".join(word for word, _ in words[at : at + K])
        found.append((int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big"), at))
    return found


def winnow(found):
    """Returns {hash: [positions]} with the smallest of each W consecutive hashes; of equal ones, the rightmost."""
    kept, last = collections.defaultdict(list), -1
    for at in range(max(1, len(found) - W + 1)):
        window = found[at : at + W]
        if not window:
            break
        value, place = min(window, key=lambda pair: (pair[0], -pair[1]))
        if place != last:
            kept[value].append(place)
            last = place
    return dict(kept)


class Fingerprints:
    """The hashes of one text, with their lines."""

    def __init__(self, text, without=frozenset()):
        words = tokens(regions(text))
        self.lines = {}
        for value, places in winnow(hashes(words)).items():
            if value not in without:
                self.lines[value] = sorted({line for place in places for _, line in words[place : place + K]})
        self.size = len(self.lines)


def of_stub(text):
    """Returns all hashes, because winnowing can select any of them in another text."""
    return frozenset(value for value, _ in hashes(tokens(regions(text))))


def pairs(prints):
    """prints: {name: Fingerprints}. Returns [(share, shared hashes, name, name)], the most similar first."""
    owners = collections.defaultdict(list)
    for name in sorted(prints):
        for value in prints[name].lines:
            owners[value].append(name)
    most = max(COMMON_LEAST, COMMON * len(prints))
    common = {value for value, names in owners.items() if len(names) > most}
    shared = collections.Counter()
    for value, names in owners.items():
        if value not in common:
            shared.update((one, other) for at, one in enumerate(names) for other in names[at + 1 :])
    sizes = {name: sum(1 for value in prints[name].lines if value not in common) for name in prints}
    found = [
        (count / max(1, min(sizes[one], sizes[other])), count, one, other)
        for (one, other), count in shared.items()
        if count >= LEAST_SHARED
    ]
    found = sorted((pair for pair in found if pair[0] >= LEAST), key=lambda pair: (-pair[0], -pair[1], pair[2:]))[
        :MOST_PAIRS
    ]
    return [
        (share, [v for v in prints[one].lines if v in prints[other].lines and v not in common], one, other)
        for share, _, one, other in found
    ]


def known(prints, references):
    """Returns [(share, shared hashes, name, nearest reference)], the most similar first. references: {name:
    Fingerprints}. Text that many in the class share counts, because many can have copied it."""
    owners = collections.defaultdict(list)
    for name in sorted(references):
        for value in references[name].lines:
            owners[value].append(name)
    found = []
    for name, own in prints.items():
        shared = collections.Counter(reference for value in own.lines for reference in owners.get(value, ()))
        shares = [
            (count / min(own.size, references[other].size), count, other)
            for other, count in shared.items()
            if count >= LEAST_SHARED
        ]
        share, count, other = max(shares, default=(0, 0, ""), key=lambda pair: pair[:2])
        if share >= LEAST:
            found.append((share, [value for value in own.lines if value in references[other].lines], name, other))
    return sorted(found, key=lambda pair: (-pair[0], pair[2]))


def side(text, marked):
    out = []
    for number, line in regions(text):
        shown = f"{number:4}  {store.escaped(line)}"
        out.append(f"<mark>{shown}</mark>" if number in marked else shown)
    return "<pre>" + "\n".join(out) + "</pre>"


def write_pair(path, title, names, texts, marked):
    cells = "".join(
        f"<td style='width:50%'><b>{store.escaped(name)}</b>{side(text, lines)}</td>"
        for name, text, lines in zip(names, texts, marked)
    )
    store.write(
        path,
        reports.page(
            title,
            (
                "<p>Marked: the common text, where names, numbers, blanks and comments are ignored. This is "
                "not a verdict. The lab, a book or a neighbour can be the "
                f"reason.</p><table><tr>{cells}</tr></table>"
            ),
        ).replace("max-width:60rem", "max-width:100rem"),
        synced=False,
    )


def text_at(path):
    return path.read_bytes().decode(encoding="utf-8", errors="replace")


def references_in(folders, source):
    """Returns {name: path} of the files whose names end with `source`, as in a system's export."""
    return {
        str(path.relative_to(folder.parent)): path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.name.lower().endswith(source)
        and path.is_file()
        and not path.is_symlink()
        and path.stat().st_size <= 1 << 20
    }


def look(out, lab, book, entries, against=()):
    """entries: [(students, folder with the lab's file)] with different contents; against: folders with other
    submissions. Writes the pages in OUT/similar. Returns ([(share, students, students, page)], [(share, students,
    reference, page)]), with identical submissions first."""
    source, stub = book.labs[lab].source, book.labs[lab].stub
    without = of_stub(stub.read_text(encoding="utf-8")) if stub.exists() else frozenset()
    prints, own, found = {}, {}, []
    for students, folder in entries:
        fingerprints = Fingerprints(text_at(folder / source), without)
        if fingerprints.size == 0:
            continue  # this text is the stub, or too short
        prints[students[0]], own[students[0]] = fingerprints, (students, folder / source)
        if len(students) > 1:
            found.append((1.0, students, students, ""))
    paths = {PUBLISHED: book.source / "solutions" / lab / source, **references_in(against, source)}
    references = {name: Fingerprints(text_at(path), without) for name, path in paths.items() if path.exists()}

    def page(at, what, share, values, one, other, path, fingerprints):
        name = f"{lab[:2]}-{what}{at:03}.html"
        write_pair(
            out / "similar" / name,
            f"Lab {lab[:2]}: {one} and {other}, {share:.0%}",
            (one, other),
            [text_at(own[one][1]), text_at(path)],
            [{line for value in values for line in prints.lines[value]} for prints in fingerprints],
        )
        return f"similar/{name}"

    for at, (share, values, one, other) in enumerate(pairs(prints), 1):
        found.append(
            (
                share,
                own[one][0],
                own[other][0],
                page(at, "", share, values, one, other, own[other][1], (prints[one], prints[other])),
            )
        )
    copied = []
    for at, (share, values, one, other) in enumerate(
        known(prints, {name: f for name, f in references.items() if f.size}), 1
    ):
        link = (
            page(at, "known-", share, values, one, other, paths[other], (prints[one], references[other]))
            if at <= MOST_PAIRS
            else ""
        )
        copied.append((share, own[one][0], other, link))
    return found, copied
