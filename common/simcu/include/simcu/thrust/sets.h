// SPDX-License-Identifier: Apache-2.0
// Thrust's operations on sorted ranges as sets, and merge_by_key.
#pragma once
#include "simcu/thrust/elements.h"

namespace thrust {

#define SIMCU_THRUST_SET(name, only_first, only_second, in_both)                                            \
  template <class Policy, class In, class In2, class Out, class Less = less<>,                              \
            class = std::enable_if_t<details::kIsPolicy<Policy>>>                                           \
  Out name(const Policy& policy, In first, In last, In2 second, In2 second_last, Out out, Less less = {}) { \
    return out + details::run_over(                                                                         \
                     "thrust::" #name, policy,                                                              \
                     [n = std::ptrdiff_t(last - first), m = std::ptrdiff_t(second_last - second), less](    \
                         auto a, auto b, auto to) mutable {                                                 \
                       std::ptrdiff_t i = 0, k = 0, kept = 0;                                               \
                       while (i < n || k < m) {                                                             \
                         if (k == m || (i < n && less(a[i], b[k]))) {                                       \
                           if (only_first) to[kept++] = a[i];                                               \
                           ++i;                                                                             \
                         } else if (i == n || less(b[k], a[i])) {                                           \
                           if (only_second) to[kept++] = b[k];                                              \
                           ++k;                                                                             \
                         } else {                                                                           \
                           if (in_both) to[kept++] = a[i];                                                  \
                           ++i;                                                                             \
                           ++k;                                                                             \
                         }                                                                                  \
                       }                                                                                    \
                       return kept;                                                                         \
                     },                                                                                     \
                     first, second, out);                                                                   \
  }                                                                                                         \
  SIMCU_WITHOUT_POLICY(name)
SIMCU_THRUST_SET(set_union, true, true, true)
SIMCU_THRUST_SET(set_intersection, false, false, true)
SIMCU_THRUST_SET(set_difference, true, false, false)
SIMCU_THRUST_SET(set_symmetric_difference, true, true, false)
#undef SIMCU_THRUST_SET

template <class Policy, class Keys, class Keys2, class In, class In2, class Out, class Out2,
          class Less = less<>, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto merge_by_key(const Policy& policy, Keys first, Keys last, Keys2 second, Keys2 second_last, In values,
                  In2 second_values, Out out, Out2 out_values, Less less = {}) {
  const std::ptrdiff_t n = last - first, m = second_last - second;
  details::run_over(
      "thrust::merge_by_key", policy,
      [n, m, less](auto a, auto b, auto with_a, auto with_b, auto to, auto with) mutable {
        for (std::ptrdiff_t i = 0, k = 0; i + k < n + m;) {
          const std::ptrdiff_t at = i + k;
          if (i == n || (k < m && less(b[k], a[i]))) {
            to[at] = b[k];
            with[at] = with_b[k++];
          } else {
            to[at] = a[i];
            with[at] = with_a[i++];
          }
        }
      },
      first, second, values, second_values, out, out_values);
  return make_pair(out + (n + m), out_values + (n + m));
}
SIMCU_WITHOUT_POLICY(merge_by_key)

}  // namespace thrust
