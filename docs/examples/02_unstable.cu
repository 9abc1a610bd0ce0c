// SPDX-License-Identifier: Apache-2.0
// Chapter 02: the same passes with a scatter that is not stable. After each pass, the keys are in order of
// its digit, but the sort is wrong.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

using std::uint32_t;

// [lab02-unstable]
// Goes through the keys from last to first, and fills each bin from its
// start. So keys with equal digits are reversed.
using keys_t = std::vector<uint32_t>;
static keys_t unstable_pass(const keys_t& keys, int shift) {
  keys_t out;
  for (uint32_t digit = 0; digit < 4; ++digit)
    for (auto key = keys.rbegin(); key != keys.rend(); ++key)
      if ((*key >> shift) % 4 == digit) out.push_back(*key);
  return out;
}
// [lab02-unstable]

static void row(const char* name, const std::vector<uint32_t>& values) {
  std::printf("%-19s", name);
  for (uint32_t value : values) std::printf("%3u", value);
  std::printf("\n");
}

int main() {
  std::vector<uint32_t> keys{9, 4, 13, 6, 1, 12, 4, 11};
  row("input", keys);
  keys = unstable_pass(keys, 0);
  row("by the low digit", keys);
  keys = unstable_pass(keys, 2);
  row("by the high digit", keys);
  std::printf("sorted: %s\n", std::is_sorted(keys.begin(), keys.end()) ? "yes" : "no");
  return 0;
}
