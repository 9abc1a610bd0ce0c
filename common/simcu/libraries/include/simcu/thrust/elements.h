// SPDX-License-Identifier: Apache-2.0
// Thrust's algorithms that produce one output element per input element.
#pragma once
#include "simcu/thrust/copy.h"
#include "simcu/thrust/functional.h"

// Without a policy, the iterators determine where an algorithm runs. Passed by value, an array becomes a
// pointer.
#define SIMCU_WITHOUT_POLICY(name)                                                            \
  template <class First, class... Rest, class = std::enable_if_t<!details::kIsPolicy<First>>> \
  auto name(First first, Rest... rest) {                                                      \
    return name(details::policy<false>{}, first, rest...);                                    \
  }

namespace thrust {

template <class Policy, class In, class F, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto for_each(const Policy& policy, In first, In last, F f) {
  constexpr bool kThere = details::runs_on_device<Policy, In>();
  details::result_of<kThere>(
      "thrust::for_each", policy.stream,
      [first = details::in_kernels<In>::of(first), f, n = std::ptrdiff_t(last - first)]() mutable {
        for (std::ptrdiff_t i = 0; i < n; ++i) f(first[i]);
      });
  return last;
}
template <class Policy, class In, class Out, class F, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto transform(const Policy& policy, In first, In last, Out out, F f) {
  constexpr bool kThere = details::runs_on_device<Policy, In, Out>();
  details::result_of<kThere>(
      "thrust::transform", policy.stream,
      [first = details::in_kernels<In>::of(first), out = details::in_kernels<Out>::of(out), f,
       n = std::ptrdiff_t(last - first)]() mutable {
        for (std::ptrdiff_t i = 0; i < n; ++i) out[i] = f(first[i]);
      });
  return out + (last - first);
}
template <class Policy, class In, class In2, class Out, class F,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto transform(const Policy& policy, In first, In last, In2 second, Out out, F f) {
  constexpr bool kThere = details::runs_on_device<Policy, In, In2, Out>();
  details::result_of<kThere>(
      "thrust::transform", policy.stream,
      [first = details::in_kernels<In>::of(first), second = details::in_kernels<In2>::of(second),
       out = details::in_kernels<Out>::of(out), f, n = std::ptrdiff_t(last - first)]() mutable {
        for (std::ptrdiff_t i = 0; i < n; ++i) out[i] = f(first[i], second[i]);
      });
  return out + (last - first);
}
template <class Policy, class Out, class T, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto fill(const Policy& policy, Out first, Out last, const T& value) {
  constexpr bool kThere = details::runs_on_device<Policy, Out>();
  details::result_of<kThere>(
      "thrust::fill", policy.stream,
      [first = details::in_kernels<Out>::of(first), value, n = std::ptrdiff_t(last - first)]() mutable {
        for (std::ptrdiff_t i = 0; i < n; ++i) first[i] = value;
      });
}
template <class Policy, class Out, class T, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto sequence(const Policy& policy, Out first, Out last, T start, T step) {
  constexpr bool kThere = details::runs_on_device<Policy, Out>();
  details::result_of<kThere>(
      "thrust::sequence", policy.stream,
      [first = details::in_kernels<Out>::of(first), start, step, n = std::ptrdiff_t(last - first)]() mutable {
        for (std::ptrdiff_t i = 0; i < n; ++i)
          first[i] = static_cast<details::value_of<Out>>(start + static_cast<T>(i) * step);
      });
}
template <class Policy, class Out, class = std::enable_if_t<details::kIsPolicy<Policy>>>
void sequence(const Policy& policy, Out first, Out last) {
  sequence(policy, first, last, details::value_of<Out>(0), details::value_of<Out>(1));
}
template <class Policy, class Out, class T, class = std::enable_if_t<details::kIsPolicy<Policy>>>
void sequence(const Policy& policy, Out first, Out last, T start) {
  sequence(policy, first, last, start, T(1));
}
template <class Policy, class Out, class F, class = std::enable_if_t<details::kIsPolicy<Policy>>>
void generate(const Policy& policy, Out first, Out last, F f) {
  constexpr bool kThere = details::runs_on_device<Policy, Out>();
  details::result_of<kThere>(
      "thrust::generate", policy.stream,
      [first = details::in_kernels<Out>::of(first), f, n = std::ptrdiff_t(last - first)]() mutable {
        for (std::ptrdiff_t i = 0; i < n; ++i) first[i] = f();
      });
}
template <class Policy, class Map, class In, class Out, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto gather(const Policy& policy, Map first, Map last, In from, Out out) {
  constexpr bool kThere = details::runs_on_device<Policy, Map, In, Out>();
  details::result_of<kThere>(
      "thrust::gather", policy.stream,
      [first = details::in_kernels<Map>::of(first), from = details::in_kernels<In>::of(from),
       out = details::in_kernels<Out>::of(out), n = std::ptrdiff_t(last - first)]() mutable {
        for (std::ptrdiff_t i = 0; i < n; ++i) out[i] = from[static_cast<std::ptrdiff_t>(first[i])];
      });
  return out + (last - first);
}
template <class Policy, class In, class Map, class Out, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto scatter(const Policy& policy, In first, In last, Map map, Out out) {
  constexpr bool kThere = details::runs_on_device<Policy, In, Map, Out>();
  details::result_of<kThere>(
      "thrust::scatter", policy.stream,
      [first = details::in_kernels<In>::of(first), map = details::in_kernels<Map>::of(map),
       out = details::in_kernels<Out>::of(out), n = std::ptrdiff_t(last - first)]() mutable {
        for (std::ptrdiff_t i = 0; i < n; ++i) out[static_cast<std::ptrdiff_t>(map[i])] = first[i];
      });
}
namespace details {
// Copies to `out`, in order, the elements whose stencil value `keeps` accepts. Returns the end of the output.
template <class Policy, class In, class Stencil, class Out, class Keeps>
Out kept(const char* name, const Policy& policy, In first, In last, Stencil stencil, Out out, Keeps keeps) {
  return out + run_over(
                   name, policy,
                   [n = std::ptrdiff_t(last - first), keeps](auto from, auto mark, auto to) mutable {
                     std::ptrdiff_t kept = 0;
                     for (std::ptrdiff_t i = 0; i < n; ++i)
                       if (keeps(mark[i])) to[kept++] = from[i];
                     return kept;
                   },
                   first, stencil, out);
}
}  // namespace details
template <class Policy, class In, class Out, class F, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto copy_if(const Policy& policy, In first, In last, Out out, F f) {
  return details::kept("thrust::copy_if", policy, first, last, first, out, f);
}
template <class Policy, class Out, class F, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto remove_if(const Policy& policy, Out first, Out last, F f) {
  return details::kept("thrust::remove_if", policy, first, last, first, first,
                       [f](const auto& mark) mutable { return !f(mark); });
}
template <class Policy, class In, class Stencil, class Out, class F,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto copy_if(const Policy& policy, In first, In last, Stencil stencil, Out out, F f) {
  return details::kept("thrust::copy_if", policy, first, last, stencil, out, f);
}
template <class Policy, class Out, class Equal = equal_to<>,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto unique(const Policy& policy, Out first, Out last, Equal same = {}) {
  constexpr bool kThere = details::runs_on_device<Policy, Out>();
  const std::ptrdiff_t moved = details::result_of<kThere>(
      "thrust::unique", policy.stream,
      [first = details::in_kernels<Out>::of(first), same, n = std::ptrdiff_t(last - first)]() mutable {
        std::ptrdiff_t kept = 0;
        for (std::ptrdiff_t i = 0; i < n; ++i)
          if (i == 0 || !same(first[kept - 1], first[i])) first[kept++] = first[i];
        return kept;
      });
  return first + moved;
}
template <class Policy, class In, class Out, class Op, class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto inclusive_scan(const Policy& policy, In first, In last, Out out, Op op) {
  constexpr bool kThere = details::runs_on_device<Policy, In, Out>();
  details::result_of<kThere>(
      "thrust::inclusive_scan", policy.stream,
      [first = details::in_kernels<In>::of(first), out = details::in_kernels<Out>::of(out), op,
       n = std::ptrdiff_t(last - first)]() mutable {
        if (n <= 0) return;
        details::value_of<In> sum = first[0];
        out[0] = sum;
        for (std::ptrdiff_t i = 1; i < n; ++i) out[i] = sum = op(sum, first[i]);
      });
  return out + (last - first);
}
template <class Policy, class In, class Out, class = std::enable_if_t<details::kIsPolicy<Policy>>>
Out inclusive_scan(const Policy& policy, In first, In last, Out out) {
  return inclusive_scan(policy, first, last, out, plus<>());
}
template <class Policy, class In, class Out, class T, class Op,
          class = std::enable_if_t<details::kIsPolicy<Policy>>>
auto exclusive_scan(const Policy& policy, In first, In last, Out out, T initial, Op op) {
  constexpr bool kThere = details::runs_on_device<Policy, In, Out>();
  details::result_of<kThere>(
      "thrust::exclusive_scan", policy.stream,
      [first = details::in_kernels<In>::of(first), out = details::in_kernels<Out>::of(out), initial, op,
       n = std::ptrdiff_t(last - first)]() mutable {
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          const details::value_of<In> value = first[i];  // `out` may equal `first`
          out[i] = initial;
          initial = op(initial, value);
        }
      });
  return out + (last - first);
}
template <class Policy, class In, class Out, class T, class = std::enable_if_t<details::kIsPolicy<Policy>>>
Out exclusive_scan(const Policy& policy, In first, In last, Out out, T initial) {
  return exclusive_scan(policy, first, last, out, initial, plus<>());
}
template <class Policy, class In, class Out, class = std::enable_if_t<details::kIsPolicy<Policy>>>
Out exclusive_scan(const Policy& policy, In first, In last, Out out) {
  return exclusive_scan(policy, first, last, out, details::value_of<In>(0), plus<>());
}

SIMCU_WITHOUT_POLICY(for_each)
SIMCU_WITHOUT_POLICY(transform)
SIMCU_WITHOUT_POLICY(fill)
SIMCU_WITHOUT_POLICY(sequence)
SIMCU_WITHOUT_POLICY(generate)
SIMCU_WITHOUT_POLICY(gather)
SIMCU_WITHOUT_POLICY(scatter)
SIMCU_WITHOUT_POLICY(copy_if)
SIMCU_WITHOUT_POLICY(remove_if)
SIMCU_WITHOUT_POLICY(unique)
SIMCU_WITHOUT_POLICY(inclusive_scan)
SIMCU_WITHOUT_POLICY(exclusive_scan)

}  // namespace thrust
