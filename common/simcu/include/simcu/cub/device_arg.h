// SPDX-License-Identifier: Apache-2.0
// cub::DeviceReduce::ArgMin and ArgMax: the first of the smallest or largest elements, and its index. The
// result goes into a pair of index and value, or since CUDA 12.9 into a value and an index.
#pragma once
#include <limits>

#include "simcu/cub/device_by_key.h"

namespace cub {
namespace details {

struct arg_reductions : reductions_by_key {
#define SIMCU_CUB_ARG(name, before, worst)                                                              \
  template <class In, class Out, class N, class = if_count<N>>                                          \
  static cudaError_t name(void* storage, std::size_t& bytes, In in, Out out, N n,                       \
                          cudaStream_t stream = nullptr, location where = SIMCU_HERE) {                 \
    using T = value_of<In>;                                                                             \
    return device_call_of_tiles("cub::DeviceReduce::" #name, storage, bytes, n, stream, where,          \
                                [in = there(in), out = there(out), n]() mutable {                       \
                                  KeyValuePair<int, T> best{1, std::numeric_limits<T>::worst()};        \
                                  for (N i = 0; i < n; ++i)                                             \
                                    if (const T next = in[i]; i == 0 || next before best.value)         \
                                      best.key = static_cast<int>(i), best.value = next;                \
                                  *out = best;                                                          \
                                });                                                                     \
  }                                                                                                     \
  template <class In, class Out, class Index, class N, class = if_count<N>, class = value_of<Index>>    \
  static cudaError_t name(void* storage, std::size_t& bytes, In in, Out out, Index index, N n,          \
                          cudaStream_t stream = nullptr, location where = SIMCU_HERE) {                 \
    using T = value_of<In>;                                                                             \
    return device_call_of_tiles("cub::DeviceReduce::" #name, storage, bytes, n, stream, where,          \
                                [in = there(in), out = there(out), index = there(index), n]() mutable { \
                                  T best = std::numeric_limits<T>::worst();                             \
                                  N at = 1;                                                             \
                                  for (N i = 0; i < n; ++i)                                             \
                                    if (const T next = in[i]; i == 0 || next before best)               \
                                      at = i, best = next;                                              \
                                  *out = best;                                                          \
                                  *index = at;                                                          \
                                });                                                                     \
  }
  SIMCU_CUB_ARG(ArgMin, <, max)
  SIMCU_CUB_ARG(ArgMax, >, lowest)
#undef SIMCU_CUB_ARG
};

}  // namespace details
}  // namespace cub
