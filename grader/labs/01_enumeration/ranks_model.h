// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace lab01 {

template <class T>
bool is_less(T a, T b) {
  return a < b;
}
template <>
inline bool is_less(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? !std::isnan(a) && std::isnan(b) : a < b;
}

// Equal keys are ordered too, so no two ranks are equal.
template <class T>
bool comes_before(const std::vector<T>& keys, std::size_t j, std::size_t i) {
  return is_less(keys[j], keys[i]) || (!is_less(keys[i], keys[j]) && j < i);
}

// ranks[i] is the place of keys[i] in stable ascending order.
template <class T>
std::vector<std::uint32_t> stable_ranks(const std::vector<T>& keys) {
  std::vector<std::uint32_t> order(keys.size()), ranks(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return comes_before(keys, a, b); });
  for (std::uint32_t place = 0; place < order.size(); ++place) ranks[order[place]] = place;
  return ranks;
}

}  // namespace lab01
