// SPDX-License-Identifier: Apache-2.0
// How lab 01's sorts must order doubles that compare equal although their bits differ.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "lab_test.h"
#include "ranks_model.h"

namespace lab01 {

inline const std::string kRules =
    "NaNs come last; -0.0 equals +0.0, and every NaN equals every other NaN. If two keys are equal, the one "
    "with the smaller index comes first.";

inline std::vector<std::uint64_t> bits_of(const std::vector<double>& values) {
  std::vector<std::uint64_t> bits(values.size());
  if (!values.empty()) std::memcpy(bits.data(), values.data(), values.size() * sizeof(double));
  return bits;
}

inline std::vector<double> stably_sorted(std::vector<double> keys) {
  std::stable_sort(keys.begin(), keys.end(), is_less<double>);
  return keys;
}

// Signed zeros and the payloads of NaNs show whether the sort is stable.
inline void expect_stable_doubles(const verifier::keys<double>& got, const std::vector<double>& keys,
                                  const std::string& name = "sorted", const std::string& meaning = "") {
  const std::vector<double> expected = stably_sorted(keys);
  std::vector<double> reversed(keys.rbegin(), keys.rend());
  const verifier::known about(
      {{"reverse", bits_of(got) == bits_of(stably_sorted(reversed)), "Equal keys are in reverse order."}},
      meaning.empty() ? kRules : meaning);
  verifier::expect_equal(got, expected, name, about);
  verifier::expect_equal(bits_of(got), bits_of(expected), "in bits, " + name, about);
}

// Signed zeros, and NaNs with distinct payloads. Some NaNs have their sign bit set, as 0.0 / 0.0 has on many
// processors.
inline verifier::keys<double> distinguishable_ties(std::size_t n) {
  const auto draw = verifier::uniform<std::uint32_t>(n);
  verifier::keys<double> keys(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t nan_bits = (std::uint64_t{draw[i] / 6 % 2 == 0 ? 0x7ff8u : 0xfff8u} << 48) | (n - i);
    double nan;
    std::memcpy(&nan, &nan_bits, sizeof nan);
    const double denormal = std::numeric_limits<double>::denorm_min() * static_cast<double>(draw[i] % 7);
    const double infinity = draw[i] % 4 < 2 ? INFINITY : -INFINITY,
                 ordinary = static_cast<double>(draw[i]) - 2e9;
    keys[i] = std::array<double, 6>{-0.0, 0.0, nan, denormal, infinity, ordinary}[draw[i] % 6];
  }
  return keys;
}

}  // namespace lab01
