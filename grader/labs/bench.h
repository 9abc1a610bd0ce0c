// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace bench {

// Needs at least one time. Returns the upper of two in the middle.
inline double median(std::vector<double> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

// The same seed gives the same numbers.
inline std::vector<std::uint32_t> random_words(std::size_t n, std::uint32_t seed) {
  std::vector<std::uint32_t> words(n);
  std::mt19937 draw(seed);
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(draw());
  return words;
}

}  // namespace bench
