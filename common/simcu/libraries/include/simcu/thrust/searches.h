// SPDX-License-Identifier: Apache-2.0
// Thrust's algorithms that query: all_of, mismatch, lower_bound and the like.
#pragma once
#include "simcu/thrust/elements.h"
#include "simcu/thrust/values.h"

namespace thrust {
namespace details {
// How many of the first n elements, which are partitioned by `f`, it accepts.
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

template <class Policy, class In, class F, class = std::enable_if_t<details::kIsPolicy<Policy>>>
bool all_of(const Policy& policy, In first, In last, F f) {
  return count_if(policy, first, last, f) == last - first;
}
template <class Policy, class In, class F, class = std::enable_if_t<details::kIsPolicy<Policy>>>
bool any_of(const Policy& policy, In first, In last, F f) {
  return count_if(policy, first, last, f) != 0;
}
template <class Policy, class In, class F, class = std::enable_if_t<details::kIsPolicy<Policy>>>
bool none_of(const Policy& policy, In first, In last, F f) {
  return count_if(policy, first, last, f) == 0;
}
template <class Policy, class In, class F, class = std::enable_if_t<details::kIsPolicy<Policy>>>
In find_if_not(const Policy& policy, In first, In last, F f) {
  return find_if(policy, first, last, not_fn(f));
}
template <class Policy, class In, class In2, class Equal = equal_to<>,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto mismatch(const Policy& policy, In first, In last, In2 second, Equal same = {}) {
  const std::ptrdiff_t at = details::run_over(
      "thrust::mismatch", policy,
      [n = std::ptrdiff_t(last - first), same](auto a, auto b) mutable {
        std::ptrdiff_t i = 0;
        while (i < n && same(a[i], b[i])) ++i;
        return i;
      },
      first, second);
  return make_pair(first + at, second + at);
}
template <class Policy, class In, class F, class = std::enable_if_t<details::kIsPolicy<Policy>>>
In partition_point(const Policy& policy, In first, In last, F f) {
  return first + details::run_over(
                     "thrust::partition_point", policy,
                     [n = std::ptrdiff_t(last - first), f](auto a) mutable {
                       return details::partition_place(a, n, f);
                     },
                     first);
}
template <class Policy, class In, class F, class = std::enable_if_t<details::kIsPolicy<Policy>>>
bool is_partitioned(const Policy& policy, In first, In last, F f) {
  return none_of(policy, find_if_not(policy, first, last, f), last, f);
}
template <class Policy, class In, class Less = less<>, class = std::enable_if_t<details::kIsPolicy<Policy>>>
In is_sorted_until(const Policy& policy, In first, In last, Less less = {}) {
  return first + details::run_over(
                     "thrust::is_sorted_until", policy,
                     [n = std::ptrdiff_t(last - first), less](auto a) mutable {
                       std::ptrdiff_t i = n > 0 ? 1 : 0;
                       while (i < n && !less(a[i], a[i - 1])) ++i;
                       return i;
                     },
                     first);
}

// Each with one value, which returns a place (binary_search: whether it is there), or with a range of values
// and an output, which gets a number per value.
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
template <class Policy, class In, class T, class Less = less<>,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto equal_range(const Policy& policy, In first, In last, const T& value, Less less = {}) {
  return make_pair(lower_bound(policy, first, last, value, less),
                   upper_bound(policy, first, last, value, less));
}

SIMCU_WITHOUT_POLICY(all_of)
SIMCU_WITHOUT_POLICY(any_of)
SIMCU_WITHOUT_POLICY(none_of)
SIMCU_WITHOUT_POLICY(find_if_not)
SIMCU_WITHOUT_POLICY(mismatch)
SIMCU_WITHOUT_POLICY(partition_point)
SIMCU_WITHOUT_POLICY(is_partitioned)
SIMCU_WITHOUT_POLICY(is_sorted_until)
SIMCU_WITHOUT_POLICY(lower_bound)
SIMCU_WITHOUT_POLICY(upper_bound)
SIMCU_WITHOUT_POLICY(binary_search)
SIMCU_WITHOUT_POLICY(equal_range)

}  // namespace thrust
