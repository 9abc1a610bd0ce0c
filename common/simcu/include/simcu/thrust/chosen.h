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
template <class Policy, class In, class Out, class T, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto remove_copy(const Policy& policy, In first, In last, Out out, const T& value) {
  return details::kept("thrust::remove_copy", policy, first, last, first, out,
                       [value](const auto& mark) { return !(mark == value); });
}
template <class Policy, class In, class Out, class F, class T,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto replace_copy_if(const Policy& policy, In first, In last, Out out, F f, const T& value) {
  const std::ptrdiff_t kept = details::run_over(
      "thrust::replace_copy_if", policy,
      [n = std::ptrdiff_t(last - first), f, value](auto from, auto to) mutable {
        std::ptrdiff_t kept = 0;
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          to[i] = f(from[i]) ? static_cast<details::value_of<In>>(value)
                             : static_cast<details::value_of<In>>(from[i]);
          ++kept;
        }
        return kept;
      },
      first, out);
  return out + kept;
}
template <class Policy, class In, class Out, class T, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto replace_copy(const Policy& policy, In first, In last, Out out, const T& old, const T& value) {
  const std::ptrdiff_t kept = details::run_over(
      "thrust::replace_copy", policy,
      [n = std::ptrdiff_t(last - first), old, value](auto from, auto to) mutable {
        std::ptrdiff_t kept = 0;
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          to[i] = from[i] == old ? static_cast<details::value_of<In>>(value)
                                 : static_cast<details::value_of<In>>(from[i]);
          ++kept;
        }
        return kept;
      },
      first, out);
  return out + kept;
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
template <class Policy, class In, class Equal = equal_to<>,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto unique_count(const Policy& policy, In first, In last, Equal same = {}) {
  const std::ptrdiff_t kept = details::run_over(
      "thrust::unique_count", policy,
      [n = std::ptrdiff_t(last - first), same](auto from) mutable {
        std::ptrdiff_t kept = 0;
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          kept += i == 0 || !same(from[i - 1], from[i]);
        }
        return kept;
      },
      first);
  return kept;
}
template <class Policy, class Keys, class In, class Out, class Out2, class Equal = equal_to<>,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto unique_by_key_copy(const Policy& policy, Keys first, Keys last, In values, Out out, Out2 out_values,
                        Equal same = {}) {
  const std::ptrdiff_t kept = details::run_over(
      "thrust::unique_by_key_copy", policy,
      [n = std::ptrdiff_t(last - first), same](auto keys, auto with, auto to, auto to_with) mutable {
        std::ptrdiff_t kept = 0;
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          if (i > 0 && same(keys[i - 1], keys[i])) continue;
          to[kept] = keys[i];
          to_with[kept++] = with[i];
        }
        return kept;
      },
      first, values, out, out_values);
  return make_pair(out + kept, out_values + kept);
}
template <class Policy, class In, class Out, class Out2, class F,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto partition_copy(const Policy& policy, In first, In last, Out taken, Out2 others, F f) {
  const std::ptrdiff_t kept = details::run_over(
      "thrust::partition_copy", policy,
      [n = std::ptrdiff_t(last - first), f](auto from, auto yes, auto no) mutable {
        std::ptrdiff_t kept = 0;
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          if (f(from[i]))
            yes[kept++] = from[i];
          else
            no[i - kept] = from[i];
        }
        return kept;
      },
      first, taken, others);
  return make_pair(taken + kept, others + ((last - first) - kept));
}
template <class Policy, class In, class Out, class F, class If,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto transform_if(const Policy& policy, In first, In last, Out out, F f, If takes) {
  const std::ptrdiff_t kept = details::run_over(
      "thrust::transform_if", policy,
      [n = std::ptrdiff_t(last - first), f, takes](auto from, auto to) mutable {
        std::ptrdiff_t kept = 0;
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          if (takes(from[i])) to[i] = f(from[i]);
        }
        return kept;
      },
      first, out);
  return (static_cast<void>(kept), out + (last - first));
}
template <class Policy, class In, class Stencil, class Out, class F, class If,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto transform_if(const Policy& policy, In first, In last, Stencil stencil, Out out, F f, If takes) {
  const std::ptrdiff_t kept = details::run_over(
      "thrust::transform_if", policy,
      [n = std::ptrdiff_t(last - first), f, takes](auto from, auto mark, auto to) mutable {
        std::ptrdiff_t kept = 0;
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          if (takes(mark[i])) to[i] = f(from[i]);
        }
        return kept;
      },
      first, stencil, out);
  return (static_cast<void>(kept), out + (last - first));
}
template <class Policy, class In, class In2, class Stencil, class Out, class F, class If,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto transform_if(const Policy& policy, In first, In last, In2 second, Stencil stencil, Out out, F f,
                  If takes) {
  const std::ptrdiff_t kept = details::run_over(
      "thrust::transform_if", policy,
      [n = std::ptrdiff_t(last - first), f, takes](auto a, auto b, auto mark, auto to) mutable {
        std::ptrdiff_t kept = 0;
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          if (takes(mark[i])) to[i] = f(a[i], b[i]);
        }
        return kept;
      },
      first, second, stencil, out);
  return (static_cast<void>(kept), out + (last - first));
}
template <class Policy, class Map, class Stencil, class In, class Out, class If = identity<bool>,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto gather_if(const Policy& policy, Map first, Map last, Stencil stencil, In from, Out out, If takes = {}) {
  const std::ptrdiff_t kept = details::run_over(
      "thrust::gather_if", policy,
      [n = std::ptrdiff_t(last - first), takes](auto map, auto mark, auto in, auto to) mutable {
        std::ptrdiff_t kept = 0;
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          if (takes(mark[i])) to[i] = in[static_cast<std::ptrdiff_t>(map[i])];
        }
        return kept;
      },
      first, stencil, from, out);
  return (static_cast<void>(kept), out + (last - first));
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
template <class Policy, class In, class In2, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto swap_ranges(const Policy& policy, In first, In last, In2 second) {
  const std::ptrdiff_t kept = details::run_over(
      "thrust::swap_ranges", policy,
      [n = std::ptrdiff_t(last - first)](auto a, auto b) mutable {
        std::ptrdiff_t kept = 0;
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          const details::value_of<In> left = a[i], right = b[i];
          a[i] = right;
          b[i] = left;
          ++kept;
        }
        return kept;
      },
      first, second);
  return second + kept;
}
template <class Policy, class In, class Out, class Out2, class F,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto stable_partition_copy(const Policy& policy, In first, In last, Out taken, Out2 others, F f) {
  return partition_copy(policy, first, last, taken, others, f);
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
SIMCU_WITHOUT_POLICY(remove_copy)
SIMCU_WITHOUT_POLICY(replace_copy_if)
SIMCU_WITHOUT_POLICY(replace_copy)
SIMCU_WITHOUT_POLICY(unique_copy)
SIMCU_WITHOUT_POLICY(unique_count)
SIMCU_WITHOUT_POLICY(unique_by_key_copy)
SIMCU_WITHOUT_POLICY(partition_copy)
SIMCU_WITHOUT_POLICY(transform_if)
SIMCU_WITHOUT_POLICY(gather_if)
SIMCU_WITHOUT_POLICY(scatter_if)
SIMCU_WITHOUT_POLICY(swap_ranges)
SIMCU_WITHOUT_POLICY(stable_partition_copy)
SIMCU_WITHOUT_POLICY(fill_n)
SIMCU_WITHOUT_POLICY(generate_n)
SIMCU_WITHOUT_POLICY(uninitialized_fill)
SIMCU_WITHOUT_POLICY(uninitialized_copy)

}  // namespace thrust
