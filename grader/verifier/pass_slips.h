// SPDX-License-Identifier: Apache-2.0
// Mistakes in the passes of a radix sort, for all labs that sort 32-bit keys by digits.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "slips.h"

namespace verifier {

// `got` is the result for `keys` of `key_bits` bits, with digits of `bits` bits.
inline std::vector<slip> slips_of_passes(const std::vector<std::uint32_t>& keys,
                                         const std::vector<std::uint32_t>& got, int bits, int key_bits = 32) {
  std::vector<int> all;
  for (int shift = 0; shift < key_bits; shift += bits) all.push_back(shift);
  const auto is_after = [&](const std::vector<int>& shifts) {
    std::vector<std::uint32_t> result = keys;
    for (const int shift : shifts)
      std::stable_sort(result.begin(), result.end(), [&](std::uint32_t a, std::uint32_t b) {
        const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
        return (a >> shift & mask) < (b >> shift & mask);
      });
    return got == result;
  };
  const bool several = all.size() > 1;
  std::vector<slip> slips{
      {"unmoved", got == keys, "The keys are unchanged: no key was moved."},
      {"first pass", several && is_after({all.begin() + 1, all.end()}),
       "The keys are in order of all bits but the lowest " + std::to_string(bits) +
           ": the pass at shift 0 is missing."},
      {"downwards", is_after({all.rbegin(), all.rend()}),
       "The passes ran from the highest digit to the lowest. The last pass has the final say on the order, "
       "so it must be the one for the highest digit."},
      {"last alone", several && is_after({all.back()}),
       "The keys are in order of their highest digit only, as if the last pass began with the original keys."}};
  for (std::size_t made = 1; made < all.size(); ++made) {
    const bool last = made + 1 == all.size();
    const std::string shift = std::to_string(all[made]);
    slips.push_back({last ? "last pass" : "passes from " + std::to_string(made),
                     is_after({all.begin(), all.begin() + static_cast<std::ptrdiff_t>(made)}),
                     "The keys are in order of their lowest " + shift + " bit" + (all[made] == 1 ? "" : "s") +
                         " only: " +
                         (last ? "the pass at shift " + shift + " has no effect"
                               : "no pass from shift " + shift + " on has an effect") +
                         " on the result."});
  }
  return slips;
}

}  // namespace verifier
