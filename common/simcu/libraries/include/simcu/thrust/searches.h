// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "simcu/thrust/elements.h"
#include "simcu/thrust/values.h"

namespace thrust {
namespace details {
// Returns how many of the first n elements `f` accepts. The elements must be partitioned by `f`.
template <class In, class F>
std::ptrdiff_t partition_place(const In& first, std::ptrdiff_t n, F f) {
  std::ptrdiff_t from = 0;
  while (n > 0) {
    const std::ptrdiff_t half = n / 2;
    if (f(first[from + half])) {
      from += half + 1;
      n -= half + 1;
    } else {
      n = half;
    }
  }
  return from;
}
}  // namespace details

// Takes one value and returns an iterator (for binary_search, whether the value is present), or takes a range
// of values and an output, which gets one number per value.
#define SIMCU_THRUST_SEARCH(name, one, each, from_place)                                                     \
  template <class Policy, class In, class T, class Less,                                                     \
            class = std::enable_if_t<details::kIsPolicy<Policy> && !details::is_iterator<T>::value>>         \
  auto name(const Policy& policy, In first, In last, const T& value, Less less) {                            \
    const auto found = details::run_over(                                                                    \
        "thrust::" #name, policy,                                                                            \
        [n = std::ptrdiff_t(last - first), value, less](auto a) mutable {                                    \
          const std::ptrdiff_t place = details::partition_place(a, n, [&](const auto& x) { return one; });   \
          return each;                                                                                       \
        },                                                                                                   \
        first);                                                                                              \
    return from_place;                                                                                       \
  }                                                                                                          \
  template <class Policy, class In, class T,                                                                 \
            class = std::enable_if_t<details::kIsPolicy<Policy> && !details::is_iterator<T>::value>>         \
  auto name(const Policy& policy, In first, In last, const T& value) {                                       \
    return name(policy, first, last, value, less<>());                                                       \
  }                                                                                                          \
  template <class Policy, class In, class Values, class Out, class Less = less<>,                            \
            class = std::enable_if_t<details::kIsPolicy<Policy> && details::is_iterator<Values>::value>>     \
  Out name(const Policy& policy, In first, In last, Values values, Values values_end, Out out,               \
           Less less = {}) {                                                                                 \
    details::run_over(                                                                                       \
        "thrust::" #name, policy,                                                                            \
        [n = std::ptrdiff_t(last - first), m = std::ptrdiff_t(values_end - values), less](                   \
            auto a, auto wanted, auto to) mutable {                                                          \
          for (std::ptrdiff_t i = 0; i < m; ++i) {                                                           \
            const details::value_of<Values> value = wanted[i];                                               \
            const std::ptrdiff_t place = details::partition_place(a, n, [&](const auto& x) { return one; }); \
            to[i] = each;                                                                                    \
          }                                                                                                  \
        },                                                                                                   \
        first, values, out);                                                                                 \
    return out + (values_end - values);                                                                      \
  }
namespace details {
template <class T, class = void>
struct is_iterator : std::false_type {};
template <class T>
struct is_iterator<T, std::void_t<typename std::iterator_traits<T>::iterator_category>> : std::true_type {};
}  // namespace details
SIMCU_THRUST_SEARCH(lower_bound, less(x, value), place, first + found)
SIMCU_THRUST_SEARCH(upper_bound, !less(value, x), place, first + found)
SIMCU_THRUST_SEARCH(binary_search, less(x, value), place < n && !less(value, a[place]), found)
#undef SIMCU_THRUST_SEARCH
SIMCU_WITHOUT_POLICY(lower_bound)
SIMCU_WITHOUT_POLICY(upper_bound)
SIMCU_WITHOUT_POLICY(binary_search)

}  // namespace thrust
