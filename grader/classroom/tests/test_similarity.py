# SPDX-License-Identifier: Apache-2.0
"""Tests that copies with renamed variables are found, but not text that the lab gives everyone."""
import pathlib
import re
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import similarity
import workbook

SOURCE = pathlib.Path(__file__).resolve().parents[3]
ONE = """
__global__ void count_kernel(const unsigned* keys, int n, unsigned* counts) {
  extern __shared__ unsigned s_counts[];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) s_counts[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) \
atomicAdd(&s_counts[keys[i] & 255], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) if (s_counts[i] != 0) atomicAdd(&counts[i], s_counts[i]);
}
"""
OTHER = """
__global__ void histogram(const unsigned* in, int n, unsigned* out) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned mine[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  int at = (blockIdx.x * 8 + warp) * 1024 + lane;
  while (at < n) { const unsigned digit = (in[at] >> 4) & 7; ++mine[digit]; at += 32; }
  for (int d = 0; d < 8; ++d) { unsigned sum = mine[d]; \
for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
    if (lane == 0) atomicAdd(out + d, sum); }
}
"""
GIVEN = "#include <cstdint>\nusing namespace std;\n" + (
    "int given(int a, int b, int c) { return a * b + b * c + c * a - (a + b + c) / (a - b - c) * 17; }\n" * 5)


def marked(text, given=GIVEN):
    return f"{given}// BEGIN YOUR CODE (exercise 1)\n{text}\n// END YOUR CODE\n"


class Similarity(unittest.TestCase):
    def look(self, texts, stub=marked("LAB_TODO();")):
        with tempfile.TemporaryDirectory() as scratch:
            root = pathlib.Path(scratch)
            (root / "stub.cu").write_text(stub)
            lab = workbook.Lab("01_one", "01", "one.cu", [], root / "stub.cu", [])
            entries = []
            for name, text in texts.items():
                (root / name).mkdir()
                (root / name / "one.cu").write_bytes(text.encode())
                entries.append(([name], root / name))
            book = type("Book", (), {"labs": {"01_one": lab}, "source": root})
            found, _ = similarity.look(root, "01_one", book, entries)
            self.pages = [(root / link).read_text() for _, _, _, link in found]
            return {frozenset((one[0], other[0])): share for share, one, other, _ in found}

    def test_a_copy_with_other_names_numbers_blanks_and_comments(self):
        copy = re.sub(r"s_counts|keys|counts|count_kernel|\bn\b|\bi\b",
                      lambda m: {"s_counts": "tile", "i": "j"}.get(m[0], m[0].upper()), ONE)
        copy = copy.replace(" {", "\n  // my own idea\n {").replace("256", "BINS /* */").replace("255", "0xff")
        found = self.look({"ann": marked(ONE), "bob": marked(copy), "eve": marked(OTHER)})
        self.assertEqual(list(found), [frozenset(("ann", "bob"))])
        self.assertGreater(found[frozenset(("ann", "bob"))], 0.7)
        self.assertIn("<mark>", self.pages[0])
        self.assertIn("&amp;s_counts", self.pages[0])

    def test_a_piece_copied_into_something_else(self):
        found = self.look({"ann": marked(ONE), "bob": marked(OTHER + ONE)})
        self.assertGreater(found[frozenset(("ann", "bob"))], 0.9)

    def test_nothing_of_a_file_is_passed_over(self):
        end = "// END YOUR CODE"
        ways = {"a form feed": f"int a;\f{end}\f", "a line separator": f"int a;\u2028{end}\u2028",
                "a carriage return": f"{end}\r;", "a no-break space": f"{end}\u00a0", "a long line": end + 41 * " ",
                "numbers": "#if 0\n" + 60_000 * "0 " + "\n#endif",
                "what looks like a comment": "#define X(...)\nX(1'/*')"}
        for name, before in ways.items():
            with self.subTest(name):
                found = self.look({"ann": marked(ONE), "bob": marked(f"{before}\n{ONE}"), "eve": marked(OTHER)})
                self.assertGreater(found.get(frozenset(("ann", "bob")), 0), 0.7)

    def test_what_is_left_out_of_the_program_is_compared_too(self):
        found = self.look({"ann": marked(OTHER + ONE), "bob": marked(f"#if 0\n{ONE}\n#endif")})
        self.assertGreater(found[frozenset(("ann", "bob"))], 0.9)

    def test_the_given_text_and_the_stubs_regions_do_not_count(self):
        self.assertEqual(self.look({"ann": marked("int a;"), "bob": marked("int b;")}), {})
        self.assertEqual(self.look({"ann": marked(ONE + "int a;"), "bob": marked(ONE + "int b;")}, stub=marked(ONE)),
                         {})

    def test_what_most_of_the_class_has_does_not_count(self):
        class_of = {f"s{i}": marked(ONE + OTHER.replace("8", str(i)) * (i == 3)) + f"// {i}" for i in range(12)}
        self.assertEqual(self.look(class_of), {})

    def test_the_guarantee(self):
        """A common run of W + K - 1 tokens has a common fingerprint (Schleimer et al., section 4.1)."""
        import random
        chance = random.Random(3)
        words = lambda n: [(chance.choice("abcdefgh"), 1) for _ in range(n)]
        for _ in range(200):
            run = words(similarity.W + similarity.K - 1)
            prints = [similarity.winnow(similarity.hashes(words(chance.randrange(40)) + run
                                                          + words(chance.randrange(40)))) for _ in range(2)]
            self.assertTrue(set(prints[0]) & set(prints[1]))

    def test_solutions_of_different_labs_are_not_alike(self):
        texts = {path.parent.name: path.read_text() for path in (SOURCE / "solutions").glob("*/*.cu")}
        if texts:
            self.assertEqual({tuple(sorted(pair)) for pair in self.look(texts)}, set())


if __name__ == "__main__":
    unittest.main()
