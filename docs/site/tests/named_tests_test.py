# SPDX-License-Identifier: Apache-2.0
"""named_tests_test.py SOURCE tests that the tests named in the tables of attacks exist."""
import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(sys.argv[1]).resolve()
PAGES = ("docs/instructors/trust.md", "docs/instructors/attacks_tried.md", "grader/selfcheck/hostile/README.md")


def names_of_tests():
    """Returns the words in the grader's checks of itself, and its files' and folders' names."""
    names = set()
    for path in (SOURCE / "grader/selfcheck").rglob("*"):
        names.add(path.stem)
        if path.is_file() and path.suffix in (".cpp", ".sh", ".py", ".txt", ".cu", ".h", ".patch"):
            names.update(re.findall(r"\w+", path.read_text(encoding="utf-8", errors="replace")))
    return names


class NamedTests(unittest.TestCase):
    def test_they_are_there(self):
        names, looked = names_of_tests(), 0
        for page in PAGES:
            head = []
            for number, line in enumerate((SOURCE / page).read_text(encoding="utf-8").splitlines(), 1):
                cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
                head = [] if not cells else head or cells  # the table's first row
                column = next((at for at, cell in enumerate(head) if cell in ("test", "where")), None)
                if column is None or column >= len(cells):
                    continue
                for name in re.findall(r"`(\w+)(?:…|\.\*)?`", cells[column]):
                    looked += 1
                    self.assertTrue(any(known.startswith(name) for known in names),
                                    f"{page}:{number}: there is no test {name}")
        self.assertGreater(looked, 100)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
