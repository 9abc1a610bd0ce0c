#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests patches.py with faulty patch files, refreshed patches, and switches.py."""
import pathlib
import tempfile
import unittest

import patches
import switches
import wrong

KERNEL = """namespace lab {
__global__ void kernel(int* out, int n) {
  __shared__ int s_sum;
  const int i = threadIdx.x;
  if (i == 0) s_sum = 0;
  __syncthreads();
  out[i] = s_sum;
}
constexpr int kMost = 4;
}  // namespace lab
"""
HEADER = "Test: Lab01.Sums\nVerdict: WRONG: sums[\nSays: a\nSays: b\n"
CHANGE = "--- a/k.cu\n+++ b/k.cu\n@@ -5,3 +5,2 @@\n   if (i == 0) s_sum = 0;\n-  __syncthreads();\n   out[i] = s_sum;\n"


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.source = pathlib.Path(self.folder.name)
        self.patches = self.source / "grader" / "selfcheck" / "wrong" / "01_k"
        self.patches.mkdir(parents=True)
        self.solution = self.source / "solutions" / "01_k" / "k.cu"
        self.solution.parent.mkdir(parents=True)
        self.solution.write_text(KERNEL)

    def patch(self, text, name="p"):
        (self.patches / f"{name}.patch").write_text(text)

    def lab(self):
        return patches.Lab(self.source, "01_k")

    def refused(self, text, *words):
        self.patch(text)
        with self.assertRaises(patches.Mistake) as caught:
            lab = self.lab()
            for patch in lab.judged():
                lab.after(patch)
        for word in ("p.patch", *words):
            self.assertIn(word, str(caught.exception))


class PatchFiles(Folder):
    def test_a_patch_is_read_and_applied(self):
        self.patch("# why\n" + HEADER + CHANGE)
        lab = self.lab()
        expected = lab.patches["p"].expectations[0]
        self.assertEqual((expected.pattern, expected.one("Verdict"), expected.all("Says")),
                         ("Lab01.Sums", "WRONG: sums[", ["a", "b"]))
        self.assertEqual(lab.after(lab.patches["p"])["k.cu"], KERNEL.replace("  __syncthreads();\n", ""))

    def test_mistakes_are_said_with_their_line(self):
        self.refused("Tests: x\n" + CHANGE, ":1: ", "`Tests` is not a field")
        self.refused("Verdict: WRONG\n" + CHANGE, ":1: ", "below")
        self.refused(HEADER + "Compiled: alone\n" + CHANGE, ":5: ", "above")
        self.refused(HEADER + "Verdict: GOOD\n" + CHANGE, ":5: ", "twice")
        self.refused(HEADER + "Checkers: yes\n" + CHANGE, ":5: ", "can only be `no`")
        self.refused(HEADER + "nonsense\n" + CHANGE, ":5: ", "is not `Field: value`")
        self.refused(HEADER, "has no diff")
        self.refused(CHANGE, "what is expected")
        self.refused(HEADER + CHANGE.rsplit("\n", 2)[0] + "\n", "is cut off")
        self.refused("Base: q\n" + HEADER + CHANGE, "there is no q.patch")
        self.refused(HEADER + CHANGE.replace("k.cu", "other.cu"), "there is no `other.cu`")

    def test_one_that_no_longer_applies_says_so_and_is_refreshed(self):
        self.patch(HEADER + CHANGE)
        self.solution.write_text("\n" + KERNEL.replace("if (i == 0)", "if (threadIdx.x == 0)"))
        with self.assertRaises(patches.Mistake) as caught:
            self.lab().after(self.lab().patches["p"])
        self.assertIn("p.patch: no longer applies: k.cu has no lines\n    if (i == 0) s_sum", str(caught.exception))
        self.assertEqual(self.lab().refresh(), [])
        self.assertNotIn("__syncthreads", self.lab().after(self.lab().patches["p"])["k.cu"])

    def test_one_whose_own_lines_are_gone_is_left_as_it_is(self):
        self.patch(HEADER + CHANGE)
        self.solution.write_text(KERNEL.replace("__syncthreads", "__syncwarp"))
        self.assertEqual(len(self.lab().refresh()), 1)
        self.assertIn("__syncthreads", (self.patches / "p.patch").read_text())

    def test_one_whose_lines_could_be_in_two_places_is_left_as_it_is(self):
        self.patch(HEADER + CHANGE)
        self.solution.write_text(KERNEL.replace("__syncthreads();",
                                                "f();\n  __syncthreads();\n  g();\n  __syncthreads();"))
        self.assertEqual(len(self.lab().refresh()), 1)

    def test_files_are_made_and_deleted(self):
        (self.solution.parent / "t.csv").write_text("a\n")
        self.patch(HEADER + "--- /dev/null\n+++ b/new.csv\n@@ -0,0 +1 @@\n+b\n"
                   "--- a/t.csv\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n")
        after = self.lab().after(self.lab().patches["p"])
        self.assertEqual((after.get("new.csv"), "t.csv" in after), ("b\n", False))

    def test_a_base_is_applied_first(self):
        self.patch(HEADER + CHANGE, "base")
        self.patch("Base: base\n" + HEADER +
                   "--- a/k.cu\n+++ b/k.cu\n@@ -6 +6 @@\n-  out[i] = s_sum;\n+  out[i] = 1;\n")
        after = self.lab().after(self.lab().patches["p"])["k.cu"]
        self.assertTrue("__syncthreads" not in after and "out[i] = 1;" in after)


class Switches(unittest.TestCase):
    def merged(self, *changes):
        versions = {i: KERNEL.replace(*change) for i, change in enumerate(changes, 1)}
        return " ".join(switches.merge(KERNEL, versions).split())

    def test_statements_that_differ_are_chosen(self):
        text = self.merged(("  __syncthreads();\n", ""), ("= 0;", "= 1;"), ("  __syncthreads();\n", ""))
        self.assertIn("if (chosen() == 2) { if (i == 0) s_sum = 1; } else { if (i == 0) s_sum = 0; }", text)
        self.assertIn("if (chosen() == 1 || chosen() == 3) { } else { __syncthreads(); }", text)
        self.assertEqual(text.count("__shared__"), 1)

    def test_a_variable_has_the_value_that_is_chosen(self):
        text = self.merged(("threadIdx.x", "blockIdx.x"))
        self.assertIn("const int i = chosen() == 1 ? ( blockIdx.x) : ( threadIdx.x);", text)

    def test_a_new_variable_takes_the_rest_with_it_but_no_shared_memory(self):
        text = self.merged(("const int i = threadIdx.x;", "const int i = threadIdx.x, j = i;"))
        self.assertTrue(text.count("out[i] = s_sum;") == 2 and text.count("__shared__") == 1)

    def test_functions_are_added_once(self):
        added = "__device__ int one() { return 1; }\nconstexpr"
        self.assertEqual(self.merged(("constexpr", added), ("constexpr", added)).count("int one()"), 1)

    def test_what_is_there_for_all_is_refused(self):
        with self.assertRaises(switches.CannotSwitch) as caught:
            self.merged(("kMost = 4", "kMost = 5"))
        self.assertIn("changes `constexpr int kMost = 4 ;`, which all patches share", caught.exception.args[1])

    def test_brackets_without_partners_are_refused(self):
        for change in (("{\n  __shared__", "\n  __shared__"), ("= 4;", "= (4;"), ("}  // ", "  // ")):
            with self.assertRaises(switches.CannotSwitch) as caught:
                self.merged(("= 0;", "= 1;"), change)
            self.assertEqual(caught.exception.args[0], 2)
            self.assertIn("has an unmatched", caught.exception.args[1])


class Judgement(Folder):
    RESULTS = {"score": 2, "tests": [{"tags": ["", "Lab01.Sums", "WRONG"], "output": "WRONG: sums[3] is 4"},
                                     {"tags": ["", "Lab01.Other", "GOOD"], "output": ""}]}

    def differences(self, header, said="the report a b"):
        self.patch(header + CHANGE)
        return list(wrong.differences(self.lab().patches["p"].expectations[0], self.RESULTS, said))

    def test_all_as_expected(self):
        self.assertEqual(self.differences(HEADER + "Never says: c\n"), [])
        self.assertEqual(self.differences("Test: *\nPoints: 2\nFails: Lab01.Sums WRONG\nVerdict: CRASHED|WRONG\n"), [])

    def test_each_difference_is_said(self):
        fails = "Fails: Lab01.Sums WRONG\n"
        for header in ("Verdict: CRASHED\n", "Verdict: GOOD\n", "Verdict: WRONG: keys[\n", "Points: 3\n" + fails,
                       "Points: 2\n", "Points: 2\n" + fails + "Fails: Lab01.Other WRONG\n", "Says: c\n",
                       "Never says: a\n"):
            self.assertEqual(len(self.differences("Test: Lab01.Sums\n" + header)), 1, header)


if __name__ == "__main__":
    unittest.main()
