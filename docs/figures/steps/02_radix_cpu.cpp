// SPDX-License-Identifier: Apache-2.0
#include "grader/labs/02_radix_cpu/digits_model.h"
#include "steps.h"

namespace figures {

json radix_cpu() {
  constexpr int kBits = 2;
  lab02::keys_t keys{9, 4, 13, 6, 1, 12, 4, 11};
  json passes = json::array();
  for (int shift = 0; shift < 2 * kBits; shift += kBits) {
    const lab02::keys_t counts = lab02::counts_of(keys, shift, kBits), starts = lab02::starts_of(counts),
                        places = lab02::places_by_digit(keys, shift, kBits);
    std::vector<lab02::u32> digits;
    lab02::keys_t next = starts;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      digits.push_back(lab02::digit_of(keys[i], shift, kBits));
      FIGURE_CHECK(next[digits[i]]++ == places[i]);  // each key goes to its digit's start, which advances
    }
    passes.push_back({{"shift", shift},
                      {"keys", keys},
                      {"digits", digits},
                      {"counts", counts},
                      {"starts", starts},
                      {"places", places}});
    keys = lab02::ordered_by_digit(keys, shift, kBits);
  }
  FIGURE_CHECK(std::is_sorted(keys.begin(), keys.end()));
  return {{"bits", kBits}, {"passes", passes}, {"sorted", keys}};
}

}  // namespace figures
