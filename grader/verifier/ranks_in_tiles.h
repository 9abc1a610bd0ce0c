// SPDX-License-Identifier: Apache-2.0
// The definition of a stable rank in a tile, for one key.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace verifier {

// "Key 96 has digit 5. In its tile, 2 earlier keys have this digit: keys 12 and 70."
template <class DigitOf>
std::string why_this_rank(const std::vector<std::uint32_t>& keys, DigitOf digit_of, std::size_t tile,
                          std::size_t i) {
  constexpr std::size_t kNamed = 6;
  std::vector<std::size_t> earlier;
  for (std::size_t k = i / tile * tile; k < i; ++k)
    if (digit_of(keys[k]) == digit_of(keys[i])) earlier.push_back(k);
  std::string text = "Key " + std::to_string(i) + " has digit " + std::to_string(digit_of(keys[i])) + ". ";
  if (earlier.empty()) return text + "No earlier key of its tile has this digit.";
  const bool one = earlier.size() == 1;
  text += "In its tile, " + std::to_string(earlier.size()) +
          (one ? " earlier key has" : " earlier keys have") + " this digit: " + (one ? "key " : "keys ");
  for (std::size_t k = 0; k < earlier.size() && k < kNamed; ++k)
    text += (k == 0 ? "" : k + 1 == earlier.size() ? " and " : ", ") + std::to_string(earlier[k]);
  return text + (earlier.size() > kNamed ? " and so on." : ".");
}

}  // namespace verifier
