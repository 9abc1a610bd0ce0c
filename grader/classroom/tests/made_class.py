# SPDX-License-Identifier: Apache-2.0
"""Generates a class of submissions with known results.

As a program, made_class.py SOURCE NN_name FOLDER STUDENTS writes a class for a real lab, for measurements. known.csv
has the kinds, and the points that right submissions earn.
"""
import csv
import pathlib
import random
import re
import sys

# This variant causes a compiler warning, which costs no points.
HALF = """__global__ void reverse_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  int of_no_use = 0;
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[n - 1 - i] = in[i];
}
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  std::uint32_t* forgotten = nullptr;
  cudaMalloc(&forgotten, 4);
  if (n > 0) reverse_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_in, d_out, n);
  return {};
}
"""
# For every 30 students: (kind, number of students, their points out of the hostile lab's 100).
KINDS = (("right", 15, 100), ("partial", 6, 60), ("wrong", 5, 0), ("writes_results", 1, 0), ("throws", 1, 0),
         ("signals", 1, 0), ("nothing", 1, None))
HOSTILE = {"right": "01_honest", "wrong": "02_wrong", "writes_results": "08_writes_results",
           "throws": "06_throws_gtest",
           "signals": "49_signals_by_descriptors"}


def into_regions(stub, text):
    return re.sub(r"(// BEGIN YOUR CODE[^\n]*\n).*?(// END YOUR CODE)", lambda m: m[1] + text + "\n" + m[2], stub,
                  count=1, flags=re.S)


def of_hostile_lab(source, folder, students=30, different=False):
    """Uses several of grade-class's layouts. Returns {student: points or None}. `different`: no two files are
    identical."""
    hostile = source / "grader/selfcheck/hostile"
    stub = (hostile / "lab/labs/80_copy/copy.cu").read_text()
    known, number = {}, 0
    for _ in range(students // 30):
        for kind, count, points in KINDS:
            for _ in range(count):
                name = f"s{number:03}"
                number += 1
                known[name] = points
                text = None
                if kind == "partial":
                    text = into_regions(stub, HALF)
                elif kind != "nothing":
                    text = into_regions(stub, (hostile / HOSTILE[kind] / "submission.cu").read_text())
                if text is not None and different:
                    text = text.replace("// END YOUR CODE", f"// {name}\n// END YOUR CODE", 1)
                if text is None:
                    (folder / name).mkdir(parents=True)
                elif number % 3 == 0:
                    (folder / f"{name}_copy.cu").write_text(text)
                else:
                    place = (folder / name / "labs/80_copy" if number % 3 == 1
                             else folder / f"{name}_{number}_{number}_copy.cu")
                    (place if number % 3 == 1 else folder).mkdir(parents=True, exist_ok=True)
                    (place / "copy.cu" if number % 3 == 1 else place).write_text(text)
    return known


def of_a_lab(source, lab, folder, students, seed=1):
    """All files are different. Returns {student: (kind, points or None if unknown)}."""
    chance = random.Random(seed)
    file = lab[3:] + ".cu"
    solution, stub = ((source / tree / lab / file).read_text() for tree in ("solutions", "labs"))
    pattern = re.compile(r"// BEGIN YOUR CODE[^\n]*\n.*?// END YOUR CODE", re.S)
    solved, given = pattern.findall(solution), pattern.findall(stub)
    known = {}
    for number in range(students):
        kind = ("right", "right", "right", "right", "right", "partial", "partial", "partial", "wrong",
                "wrong")[number % 10]
        parts = list(solved) if kind != "wrong" else list(given)
        if kind == "partial":
            at = chance.randrange(len(parts))
            parts[at] = given[at]
        parts[0] = parts[0].replace("\n", f"\n// {chance.random()}\n", 1)
        name = f"s{number:03}"
        parts_left = iter(parts)
        place = folder / name / "labs" / lab
        place.mkdir(parents=True)
        (place / file).write_text(pattern.sub(lambda _: next(parts_left), solution))
        for extra in (source / "solutions" / lab).glob("*.csv"):
            (place / extra.name).write_text(extra.read_text())
        known[name] = (kind, {"right": 100}.get(kind))
    return known


def main():
    source, lab, folder, students = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3]), int(sys.argv[4])
    known = of_a_lab(source, lab, folder, students)
    with open(folder.parent / "known.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("student", "kind", "points"),
                                    *((s, kind, points) for s, (kind, points) in known.items())])


if __name__ == "__main__":
    main()
