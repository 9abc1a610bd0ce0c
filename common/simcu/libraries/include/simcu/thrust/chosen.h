// SPDX-License-Identifier: Apache-2.0
// Thrust's algorithms that copy or change selected elements: by a predicate, a stencil or a number.
#pragma once
#include "simcu/thrust/more_elements.h"

namespace thrust {

template <class Policy, class In, class Stencil, class Out, class F,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto copy_if(const Policy& policy, In first, In last, Stencil stencil, Out out, F f) {
  return details::kept("thrust::copy_if", policy, first, last, stencil, out, f);
}
template <class Policy, class Out, class Stencil, class F,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto remove_if(const Policy& policy, Out first, Out last, Stencil stencil, F f) {
  return details::kept("thrust::remove_if", policy, first, last, stencil, first,
                       [f](const auto& mark) mutable { return !f(mark); });
}
template <class Policy, class In, class Out, class F, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto remove_copy_if(const Policy& policy, In first, In last, Out out, F f) {
  return details::kept("thrust::remove_copy_if", policy, first, last, first, out,
                       [f](const auto& mark) mutable { return !f(mark); });
}
template <class Policy, class In, class Out, class Equal = equal_to<>,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto unique_copy(const Policy& policy, In first, In last, Out out, Equal same = {}) {
  const std::ptrdiff_t kept = details::run_over(
      "thrust::unique_copy", policy,
      [n = std::ptrdiff_t(last - first), same](auto from, auto to) mutable {
        std::ptrdiff_t kept = 0;
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          if (i == 0 || !same(from[i - 1], from[i])) to[kept++] = from[i];
        }
        return kept;
      },
      first, out);
  return out + kept;
}
template <class Policy, class In, class Map, class Stencil, class Out, class If = identity<bool>,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto scatter_if(const Policy& policy, In first, In last, Map map, Stencil stencil, Out out, If takes = {}) {
  const std::ptrdiff_t kept = details::run_over(
      "thrust::scatter_if", policy,
      [n = std::ptrdiff_t(last - first), takes](auto from, auto where, auto mark, auto to) mutable {
        std::ptrdiff_t kept = 0;
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          if (takes(mark[i])) to[static_cast<std::ptrdiff_t>(where[i])] = from[i];
        }
        return kept;
      },
      first, map, stencil, out);
  return static_cast<void>(kept);
}
template <class Policy, class Out, class T, class = std::enable_if_t<details::kIsPolicy<Policy>>>
Out fill_n(const Policy& policy, Out first, std::ptrdiff_t n, const T& value) {
  fill(policy, first, first + n, value);
  return first + n;
}
template <class Policy, class Out, class F, class = std::enable_if_t<details::kIsPolicy<Policy>>>
Out generate_n(const Policy& policy, Out first, std::ptrdiff_t n, F f) {
  generate(policy, first, first + n, f);
  return first + n;
}
template <class Policy, class Out, class T, class = std::enable_if_t<details::kIsPolicy<Policy>>>
void uninitialized_fill(const Policy& policy, Out first, Out last, const T& value) {
  fill(policy, first, last, value);
}
template <class Policy, class In, class Out, class = std::enable_if_t<details::kIsPolicy<Policy>>>
Out uninitialized_copy(const Policy& policy, In first, In last, Out out) {
  return copy(policy, first, last, out);
}

SIMCU_WITHOUT_POLICY(remove_copy_if)
SIMCU_WITHOUT_POLICY(unique_copy)
SIMCU_WITHOUT_POLICY(scatter_if)
SIMCU_WITHOUT_POLICY(fill_n)
SIMCU_WITHOUT_POLICY(generate_n)
SIMCU_WITHOUT_POLICY(uninitialized_fill)
SIMCU_WITHOUT_POLICY(uninitialized_copy)

}  // namespace thrust
