// SPDX-License-Identifier: Apache-2.0
// Thrust's algorithms that move elements: reverse, replace, remove, partition, merge, unique_by_key.
#pragma once
#include "simcu/thrust/sort.h"

namespace thrust {

template <class Policy, class Out, class = std::enable_if_t<details::kIsPolicy<Policy>>>
void reverse(const Policy& policy, Out first, Out last) {
  constexpr bool kThere = details::runs_on_device<Policy, Out>();
  details::result_of<kThere>(
      "thrust::reverse", policy.stream,
      [first = details::in_kernels<Out>::of(first), n = std::ptrdiff_t(last - first)]() mutable {
        for (std::ptrdiff_t i = 0; i < n / 2; ++i) {
          const details::value_of<Out> left = first[i], right = first[n - 1 - i];
          first[i] = right;
          first[n - 1 - i] = left;
        }
      });
}
template <class Policy, class In, class Out, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto reverse_copy(const Policy& policy, In first, In last, Out out) {
  constexpr bool kThere = details::runs_on_device<Policy, In, Out>();
  details::result_of<kThere>(
      "thrust::reverse_copy", policy.stream,
      [first = details::in_kernels<In>::of(first), out = details::in_kernels<Out>::of(out),
       n = std::ptrdiff_t(last - first)]() mutable {
        for (std::ptrdiff_t i = 0; i < n; ++i) out[i] = first[n - 1 - i];
      });
  return out + (last - first);
}
template <class Policy, class Out, class F, class T, class = std::enable_if_t<details::kIsPolicy<Policy>>>
void replace_if(const Policy& policy, Out first, Out last, F f, const T& value) {
  constexpr bool kThere = details::runs_on_device<Policy, Out>();
  details::result_of<kThere>(
      "thrust::replace_if", policy.stream,
      [first = details::in_kernels<Out>::of(first), f, value, n = std::ptrdiff_t(last - first)]() mutable {
        for (std::ptrdiff_t i = 0; i < n; ++i)
          if (f(first[i])) first[i] = value;
      });
}
template <class Policy, class Out, class T, class = std::enable_if_t<details::kIsPolicy<Policy>>>
void replace(const Policy& policy, Out first, Out last, const T& from, const T& to) {
  constexpr bool kThere = details::runs_on_device<Policy, Out>();
  details::result_of<kThere>(
      "thrust::replace", policy.stream,
      [first = details::in_kernels<Out>::of(first), from, to, n = std::ptrdiff_t(last - first)]() mutable {
        for (std::ptrdiff_t i = 0; i < n; ++i)
          if (first[i] == from) first[i] = to;
      });
}
template <class Policy, class Out, class T, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto remove(const Policy& policy, Out first, Out last, const T& value) {
  return details::kept("thrust::remove", policy, first, last, first, first,
                       [value](const auto& mark) { return !(mark == value); });
}
// The elements that `f` accepts come first; a merge sort by one bit keeps the order of both parts.
template <class Policy, class Out, class F, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto stable_partition(const Policy& policy, Out first, Out last, F f) {
  using value = details::value_of<Out>;
  stable_sort(policy, first, last, [f](const value& a, const value& b) mutable { return f(a) && !f(b); });
  return first + static_cast<std::ptrdiff_t>(count_if(policy, first, last, f));
}
template <class Policy, class Out, class F, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto partition(const Policy& policy, Out first, Out last, F f) {
  return stable_partition(policy, first, last, f);
}
template <class Policy, class In, class In2, class Out, class Less,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto merge(const Policy& policy, In first, In last, In2 second, In2 second_last, Out out, Less less) {
  constexpr bool kThere = details::runs_on_device<Policy, In, In2, Out>();
  details::result_of<kThere>(
      "thrust::merge", policy.stream,
      [first = details::in_kernels<In>::of(first), second = details::in_kernels<In2>::of(second),
       out = details::in_kernels<Out>::of(out), n = std::ptrdiff_t(last - first),
       m = std::ptrdiff_t(second_last - second), less]() mutable {
        for (std::ptrdiff_t a = 0, b = 0; a + b < n + m;) {
          const std::ptrdiff_t at = a + b;
          if (a == n || (b < m && less(second[b], first[a])))
            out[at] = second[b++];
          else
            out[at] = first[a++];
        }
      });
  return out + ((last - first) + (second_last - second));
}
template <class Policy, class In, class In2, class Out, class = std::enable_if_t<details::kIsPolicy<Policy>>>
Out merge(const Policy& policy, In first, In last, In2 second, In2 second_last, Out out) {
  return merge(policy, first, last, second, second_last, out, less<>());
}
template <class Policy, class Keys, class Values, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto unique_by_key(const Policy& policy, Keys first, Keys last, Values values) {
  constexpr bool kThere = details::runs_on_device<Policy, Keys, Values>();
  const std::ptrdiff_t moved = details::result_of<kThere>(
      "thrust::unique_by_key", policy.stream,
      [first = details::in_kernels<Keys>::of(first), values = details::in_kernels<Values>::of(values),
       n = std::ptrdiff_t(last - first)]() mutable {
        std::ptrdiff_t kept = 0;
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          if (i > 0 && first[i] == first[kept - 1]) continue;
          first[kept] = first[i];
          values[kept++] = values[i];
        }
        return kept;
      });
  return make_pair(first + moved, values + moved);
}
template <class Policy, class In, class Less, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto minmax_element(const Policy& policy, In first, In last, Less less) {
  return make_pair(min_element(policy, first, last, less), max_element(policy, first, last, less));
}
template <class Policy, class In, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto minmax_element(const Policy& policy, In first, In last) {
  return minmax_element(policy, first, last, less<>());
}

SIMCU_WITHOUT_POLICY(reverse)
SIMCU_WITHOUT_POLICY(reverse_copy)
SIMCU_WITHOUT_POLICY(replace_if)
SIMCU_WITHOUT_POLICY(replace)
SIMCU_WITHOUT_POLICY(remove)
SIMCU_WITHOUT_POLICY(stable_partition)
SIMCU_WITHOUT_POLICY(partition)
SIMCU_WITHOUT_POLICY(merge)
SIMCU_WITHOUT_POLICY(unique_by_key)
SIMCU_WITHOUT_POLICY(minmax_element)

}  // namespace thrust
