// SPDX-License-Identifier: Apache-2.0
// Thrust's scans by key and of transformed elements, and adjacent_difference.
#pragma once
#include "simcu/thrust/elements.h"

namespace thrust {

template <class Policy, class Keys, class In, class Out, class Equal = equal_to<>, class Op = plus<>,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
Out inclusive_scan_by_key(const Policy& policy, Keys first, Keys last, In values, Out out, Equal same = {},
                          Op op = {}) {
  details::run_over(
      "thrust::inclusive_scan_by_key", policy,
      [n = std::ptrdiff_t(last - first), same, op](auto keys, auto from, auto to) mutable {
        if (n <= 0) return;
        details::value_of<In> sum = from[0];
        to[0] = sum;
        for (std::ptrdiff_t i = 1; i < n; ++i) {
          const details::value_of<In> value = from[i];
          sum = same(keys[i - 1], keys[i]) ? static_cast<details::value_of<In>>(op(sum, value)) : value;
          to[i] = sum;
        }
      },
      first, values, out);
  return out + (last - first);
}
template <class Policy, class Keys, class In, class Out, class T, class Equal = equal_to<>, class Op = plus<>,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
Out exclusive_scan_by_key(const Policy& policy, Keys first, Keys last, In values, Out out, T initial,
                          Equal same = {}, Op op = {}) {
  details::run_over(
      "thrust::exclusive_scan_by_key", policy,
      [n = std::ptrdiff_t(last - first), initial, same, op](auto keys, auto from, auto to) mutable {
        T sum = initial;
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          const details::value_of<In> value = from[i];
          if (i > 0 && !same(keys[i - 1], keys[i])) sum = initial;
          to[i] = sum;
          sum = op(sum, value);
        }
      },
      first, values, out);
  return out + (last - first);
}
template <class Policy, class Keys, class In, class Out, class = std::enable_if_t<details::kIsPolicy<Policy>>>
Out exclusive_scan_by_key(const Policy& policy, Keys first, Keys last, In values, Out out) {
  return exclusive_scan_by_key(policy, first, last, values, out, details::value_of<In>(0));
}
template <class Policy, class In, class Out, class F, class Op,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
Out transform_inclusive_scan(const Policy& policy, In first, In last, Out out, F f, Op op) {
  const auto from = make_transform_iterator(first, f);
  return inclusive_scan(policy, from, from + (last - first), out, op);
}
template <class Policy, class In, class Out, class F, class T, class Op,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
Out transform_exclusive_scan(const Policy& policy, In first, In last, Out out, F f, T initial, Op op) {
  const auto from = make_transform_iterator(first, f);
  return exclusive_scan(policy, from, from + (last - first), out, initial, op);
}
template <class Policy, class In, class Out, class Op = minus<>,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
Out adjacent_difference(const Policy& policy, In first, In last, Out out, Op op = {}) {
  details::run_over(
      "thrust::adjacent_difference", policy,
      [n = std::ptrdiff_t(last - first), op](auto from, auto to) mutable {
        if (n <= 0) return;
        details::value_of<In> left = from[0];
        to[0] = left;
        for (std::ptrdiff_t i = 1; i < n; ++i) {
          const details::value_of<In> value = from[i];  // out may be first
          to[i] = op(value, left);
          left = value;
        }
      },
      first, out);
  return out + (last - first);
}

SIMCU_WITHOUT_POLICY(inclusive_scan_by_key)
SIMCU_WITHOUT_POLICY(exclusive_scan_by_key)
SIMCU_WITHOUT_POLICY(transform_inclusive_scan)
SIMCU_WITHOUT_POLICY(transform_exclusive_scan)
SIMCU_WITHOUT_POLICY(adjacent_difference)

}  // namespace thrust
