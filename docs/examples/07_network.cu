// SPDX-License-Identifier: Apache-2.0
// The worked example of the notes on lab 07: the bitonic network for 8 keys, step by step. Then the network
// for 6 keys, without the pairs whose partner is missing: in the version with mirror images, and in the
// classical version.
#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

using keys = std::vector<unsigned>;

// [lab07-step]
// The key with which the step of `bit` in `stage` compares key i. The classical version has no mirror
// images; instead, every other run of a stage descends.
std::size_t partner_of(std::size_t i, int stage, int bit, bool classical) {
  const bool mirrored = bit == stage - 1 && !classical;
  return i ^ (mirrored ? (std::size_t{2} << bit) - 1 : std::size_t{1} << bit);
}

// Every comparison puts the smaller key first, or last in a descending run. Pairs with a missing key
// are left out.
std::string step(keys& all, int stage, int bit, bool classical = false) {
  std::string pairs;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t j = partner_of(i, stage, bit, classical);
    if (j <= i || j >= all.size()) continue;
    const bool descending = classical && (i >> stage & 1) != 0;
    if (descending ? all[i] < all[j] : all[j] < all[i]) std::swap(all[i], all[j]);
    pairs += ' ' + std::to_string(i) + '-' + std::to_string(j);
  }
  return pairs;
}
// [lab07-step]

void print(const char* what, const keys& all, const std::string& pairs) {
  std::printf("%-27s", what);
  for (unsigned key : all) std::printf(" %u", key);
  std::printf("  %s\n", pairs.c_str());
}

void sort(keys all, bool classical) {
  print("keys", all, "");
  for (int stage = 1; (std::size_t{1} << (stage - 1)) < all.size(); ++stage)
    for (int bit = stage - 1; bit >= 0; --bit) {
      const std::string pairs = step(all, stage, bit, classical);
      const std::string what = "stage " + std::to_string(stage) + ", bit " + std::to_string(bit) +
                               (bit == stage - 1 && !classical ? " (mirrored)" : "");
      print(what.c_str(), all, pairs);
    }
  std::printf("%s\n\n", std::is_sorted(all.begin(), all.end()) ? "sorted" : "NOT sorted");
}

int main() {
  sort({6, 2, 7, 1, 5, 0, 3, 4}, false);
  std::printf("6 keys, mirrored\n");
  sort({6, 2, 7, 1, 5, 0}, false);
  std::printf("6 keys, classical\n");
  sort({6, 2, 7, 1, 5, 0}, true);
  return 0;
}
