// SPDX-License-Identifier: Apache-2.0
// Thrust's sorts, which allocate device memory for a second array.
#pragma once
#include "simcu/thrust/merge_sort.h"
#include "simcu/thrust/values.h"

namespace thrust {
namespace details {

template <class Keys, class Values, class Less>
void sort_here(Keys first, Values values, std::ptrdiff_t n, Less less) {
  std::vector<value_of<Keys>> keys(static_cast<std::size_t>(n));
  std::vector<value_of<Values>> with(static_cast<std::size_t>(n));
  merge_sort(first, values, keys.data(), with.data(), n, less);
}

}  // namespace details

template <class Policy, class Keys, class Less, class = std::enable_if_t<details::kIsPolicy<Policy>>>
void stable_sort(const Policy& policy, Keys first, Keys last, Less less) {
  using key = details::value_of<Keys>;
  if constexpr (details::runs_on_device<Policy, Keys>()) {
    const std::ptrdiff_t n = last - first;
    const auto other = details::memory_for<key>(policy, n);
    details::run_on_device(
        "thrust::sort", policy.stream,
        [keys = details::in_kernels<Keys>::of(first), to = other.get(), n, less]() mutable {
          details::merge_sort(keys, nullptr, to, static_cast<char*>(nullptr), n, less);
        });
  } else if (simcu::in_kernel()) {
    for (Keys next = first; next != last; ++next)
      std::rotate(std::upper_bound(first, next, *next, less), next, next + 1);
  } else {
    std::stable_sort(first, last, less);
  }
}
template <class Policy, class Keys, class Values, class Less,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
void stable_sort_by_key(const Policy& policy, Keys first, Keys last, Values values, Less less) {
  using key = details::value_of<Keys>;
  using value = details::value_of<Values>;
  const std::ptrdiff_t n = last - first;
  if constexpr (details::runs_on_device<Policy, Keys, Values>()) {
    const auto keys_too = details::memory_for<key>(policy, n);
    const auto values_too = details::memory_for<value>(policy, n);
    details::run_on_device(
        "thrust::sort_by_key", policy.stream,
        [keys = details::in_kernels<Keys>::of(first), with = details::in_kernels<Values>::of(values),
         to = keys_too.get(), and_to = values_too.get(), n,
         less]() mutable { details::merge_sort(keys, with, to, and_to, n, less); });
  } else {
    details::sort_here(first, values, n, less);
  }
}
#define SIMCU_THRUST_SORT(name, stable)                                                     \
  template <class Policy, class Keys, class = std::enable_if_t<details::kIsPolicy<Policy>>> \
  void name(const Policy& policy, Keys first, Keys last) {                                  \
    stable(policy, first, last, less<>());                                                  \
  }
SIMCU_THRUST_SORT(stable_sort, stable_sort)
SIMCU_THRUST_SORT(sort, stable_sort)
#undef SIMCU_THRUST_SORT
template <class Policy, class Keys, class Less, class = std::enable_if_t<details::kIsPolicy<Policy>>>
void sort(const Policy& policy, Keys first, Keys last, Less less) {
  stable_sort(policy, first, last, less);
}
template <class Policy, class Keys, class Values, class = std::enable_if_t<details::kIsPolicy<Policy>>>
void stable_sort_by_key(const Policy& policy, Keys first, Keys last, Values values) {
  stable_sort_by_key(policy, first, last, values, less<>());
}
template <class Policy, class Keys, class Values, class... Less,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
void sort_by_key(const Policy& policy, Keys first, Keys last, Values values, Less... less) {
  stable_sort_by_key(policy, first, last, values, less...);
}

SIMCU_WITHOUT_POLICY(sort)
SIMCU_WITHOUT_POLICY(stable_sort)
SIMCU_WITHOUT_POLICY(sort_by_key)
SIMCU_WITHOUT_POLICY(stable_sort_by_key)

}  // namespace thrust
