// SPDX-License-Identifier: Apache-2.0
// Thrust's algorithms that return one value. They process the elements in order.
#pragma once
#include "simcu/thrust/elements.h"

namespace thrust {

template <class Policy, class In, class T, class Op, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto reduce(const Policy& policy, In first, In last, T initial, Op op) {
  constexpr bool kThere = details::runs_on_device<Policy, In>();
  return details::result_of<kThere>(
      "thrust::reduce", policy.stream,
      [first = details::in_kernels<In>::of(first), initial, op, n = std::ptrdiff_t(last - first)]() mutable {
        T sum = initial;
        for (std::ptrdiff_t i = 0; i < n; ++i) sum = op(sum, first[i]);
        return sum;
      });
}
template <class Policy, class In, class T, class = std::enable_if_t<details::kIsPolicy<Policy>>>
T reduce(const Policy& policy, In first, In last, T initial) {
  return reduce(policy, first, last, initial, plus<T>());
}
template <class Policy, class In, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto reduce(const Policy& policy, In first, In last) {
  return reduce(policy, first, last, details::value_of<In>(0));
}
template <class Policy, class In, class F, class T, class Op,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto transform_reduce(const Policy& policy, In first, In last, F f, T initial, Op op) {
  constexpr bool kThere = details::runs_on_device<Policy, In>();
  return details::result_of<kThere>("thrust::transform_reduce", policy.stream,
                                    [first = details::in_kernels<In>::of(first), f, initial, op,
                                     n = std::ptrdiff_t(last - first)]() mutable {
                                      T sum = initial;
                                      for (std::ptrdiff_t i = 0; i < n; ++i) sum = op(sum, f(first[i]));
                                      return sum;
                                    });
}
template <class Policy, class In, class In2, class T, class Add = plus<>, class Multiply = multiplies<>,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto inner_product(const Policy& policy, In first, In last, In2 second, T initial, Add add = {},
                   Multiply multiply = {}) {
  constexpr bool kThere = details::runs_on_device<Policy, In, In2>();
  return details::result_of<kThere>(
      "thrust::inner_product", policy.stream,
      [first = details::in_kernels<In>::of(first), second = details::in_kernels<In2>::of(second), initial,
       add, multiply, n = std::ptrdiff_t(last - first)]() mutable {
        T sum = initial;
        for (std::ptrdiff_t i = 0; i < n; ++i) sum = add(sum, multiply(first[i], second[i]));
        return sum;
      });
}
template <class Policy, class In, class F, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto count_if(const Policy& policy, In first, In last, F f) {
  constexpr bool kThere = details::runs_on_device<Policy, In>();
  return details::result_of<kThere>(
      "thrust::count_if", policy.stream,
      [first = details::in_kernels<In>::of(first), f, n = std::ptrdiff_t(last - first)]() mutable {
        std::ptrdiff_t count = 0;
        for (std::ptrdiff_t i = 0; i < n; ++i) count += f(first[i]) ? 1 : 0;
        return count;
      });
}
template <class Policy, class In, class T, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto count(const Policy& policy, In first, In last, const T& value) {
  constexpr bool kThere = details::runs_on_device<Policy, In>();
  return details::result_of<kThere>(
      "thrust::count", policy.stream,
      [first = details::in_kernels<In>::of(first), value, n = std::ptrdiff_t(last - first)]() mutable {
        std::ptrdiff_t count = 0;
        for (std::ptrdiff_t i = 0; i < n; ++i) count += first[i] == value ? 1 : 0;
        return count;
      });
}
template <class Policy, class In, class F, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto find_if(const Policy& policy, In first, In last, F f) {
  constexpr bool kThere = details::runs_on_device<Policy, In>();
  const std::ptrdiff_t moved = details::result_of<kThere>(
      "thrust::find_if", policy.stream,
      [first = details::in_kernels<In>::of(first), f, n = std::ptrdiff_t(last - first)]() mutable {
        std::ptrdiff_t at = 0;
        while (at < n && !f(first[at])) ++at;
        return at;
      });
  return first + moved;
}
template <class Policy, class In, class T, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto find(const Policy& policy, In first, In last, const T& value) {
  constexpr bool kThere = details::runs_on_device<Policy, In>();
  const std::ptrdiff_t moved = details::result_of<kThere>(
      "thrust::find", policy.stream,
      [first = details::in_kernels<In>::of(first), value, n = std::ptrdiff_t(last - first)]() mutable {
        std::ptrdiff_t at = 0;
        while (at < n && !(first[at] == value)) ++at;
        return at;
      });
  return first + moved;
}
template <class Policy, class In, class Less, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto max_element(const Policy& policy, In first, In last, Less less) {
  constexpr bool kThere = details::runs_on_device<Policy, In>();
  const std::ptrdiff_t moved = details::result_of<kThere>(
      "thrust::max_element", policy.stream,
      [first = details::in_kernels<In>::of(first), less, n = std::ptrdiff_t(last - first)]() mutable {
        std::ptrdiff_t best = 0;
        for (std::ptrdiff_t i = 1; i < n; ++i)
          if (less(first[best], first[i])) best = i;
        return best;
      });
  return first + moved;
}
template <class Policy, class In, class = std::enable_if_t<details::kIsPolicy<Policy>>>
In max_element(const Policy& policy, In first, In last) {
  return max_element(policy, first, last, less<>());
}
template <class Policy, class In, class Less, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto min_element(const Policy& policy, In first, In last, Less less) {
  constexpr bool kThere = details::runs_on_device<Policy, In>();
  const std::ptrdiff_t moved = details::result_of<kThere>(
      "thrust::min_element", policy.stream,
      [first = details::in_kernels<In>::of(first), less, n = std::ptrdiff_t(last - first)]() mutable {
        std::ptrdiff_t best = 0;
        for (std::ptrdiff_t i = 1; i < n; ++i)
          if (less(first[i], first[best])) best = i;
        return best;
      });
  return first + moved;
}
template <class Policy, class In, class = std::enable_if_t<details::kIsPolicy<Policy>>>
In min_element(const Policy& policy, In first, In last) {
  return min_element(policy, first, last, less<>());
}
template <class Policy, class In, class In2, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto equal(const Policy& policy, In first, In last, In2 second) {
  constexpr bool kThere = details::runs_on_device<Policy, In, In2>();
  return details::result_of<kThere>(
      "thrust::equal", policy.stream,
      [first = details::in_kernels<In>::of(first), second = details::in_kernels<In2>::of(second),
       n = std::ptrdiff_t(last - first)]() mutable {
        for (std::ptrdiff_t i = 0; i < n; ++i)
          if (!(first[i] == second[i])) return false;
        return true;
      });
}
template <class Policy, class In, class Less, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto is_sorted(const Policy& policy, In first, In last, Less less) {
  constexpr bool kThere = details::runs_on_device<Policy, In>();
  return details::result_of<kThere>(
      "thrust::is_sorted", policy.stream,
      [first = details::in_kernels<In>::of(first), less, n = std::ptrdiff_t(last - first)]() mutable {
        for (std::ptrdiff_t i = 1; i < n; ++i)
          if (less(first[i], first[i - 1])) return false;
        return true;
      });
}
template <class Policy, class In, class = std::enable_if_t<details::kIsPolicy<Policy>>>
bool is_sorted(const Policy& policy, In first, In last) {
  return is_sorted(policy, first, last, less<>());
}
template <class Policy, class Keys, class Values, class Out, class Out2, class Equal = equal_to<>,
          class Op = plus<>, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto reduce_by_key(const Policy& policy, Keys first, Keys last, Values values, Out keys, Out2 sums,
                   Equal same = {}, Op op = {}) {
  constexpr bool kThere = details::runs_on_device<Policy, Keys, Values, Out, Out2>();
  const std::ptrdiff_t runs = details::result_of<kThere>(
      "thrust::reduce_by_key", policy.stream,
      [first = details::in_kernels<Keys>::of(first), values = details::in_kernels<Values>::of(values),
       keys = details::in_kernels<Out>::of(keys), sums = details::in_kernels<Out2>::of(sums), same, op,
       n = std::ptrdiff_t(last - first)]() mutable {
        std::ptrdiff_t runs = 0;
        for (std::ptrdiff_t i = 0, begin = 0; i < n; ++i) {
          if (i + 1 < n && same(first[begin], first[i + 1])) continue;
          details::value_of<Values> sum = values[begin];
          for (std::ptrdiff_t k = begin + 1; k <= i; ++k) sum = op(sum, values[k]);
          keys[runs] = first[begin];
          sums[runs++] = sum;
          begin = i + 1;
        }
        return runs;
      });
  return make_pair(keys + runs, sums + runs);
}

SIMCU_WITHOUT_POLICY(reduce)
SIMCU_WITHOUT_POLICY(transform_reduce)
SIMCU_WITHOUT_POLICY(inner_product)
SIMCU_WITHOUT_POLICY(count_if)
SIMCU_WITHOUT_POLICY(count)
SIMCU_WITHOUT_POLICY(find_if)
SIMCU_WITHOUT_POLICY(find)
SIMCU_WITHOUT_POLICY(max_element)
SIMCU_WITHOUT_POLICY(min_element)
SIMCU_WITHOUT_POLICY(equal)
SIMCU_WITHOUT_POLICY(is_sorted)
SIMCU_WITHOUT_POLICY(reduce_by_key)

}  // namespace thrust
