# SPDX-License-Identifier: Apache-2.0
"""gaps_test.py SOURCE tests that the checkers' known gaps on the pages are the kernels marked `// gap:`."""
import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(sys.argv[1]).resolve()
KERNELS = SOURCE / "common/simcu/tests/check"
TEXT = "\n".join(file.read_text(encoding="utf-8") for file in sorted(KERNELS.glob("*.cu")))
CASES = set(re.findall(r"^CASE\((\w+)\)", TEXT, re.M))


def named(lines):
    return {name for line in lines for name in re.findall(r"`(\w+)`", line) if name in CASES}


class Gaps(unittest.TestCase):
    def test_pages_and_kernels_agree(self):
        kernels = set(re.findall(r"^// gap: [\s\S]*?^CASE\((\w+)\)", TEXT, re.M))
        table = (KERNELS / "README.md").read_text(encoding="utf-8").split("Known gaps")[1].split("\n\n")[1]
        self.assertEqual(named(table.splitlines()), kernels)
        page = (SOURCE / "docs/simcu_and_other_tools.md").read_text(encoding="utf-8")
        items = re.split(r"\n(?=- |\n)", page)  # an item of a list may have several lines
        self.assertEqual(named(item.replace("\n", " ") for item in items if "`// gap:`" in item), kernels)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
