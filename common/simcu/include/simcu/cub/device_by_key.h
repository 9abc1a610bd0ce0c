// SPDX-License-Identifier: Apache-2.0
// What cub::DeviceReduce, cub::DeviceScan and cub::DeviceSelect do with runs of equal keys.
#pragma once
#include "simcu/cub/device.h"

namespace cub {
namespace details {

// A scan that restarts with each run of equal keys: from `initial`, or without it from the first value.
template <bool kInclusive, class Keys, class In, class Out, class Op, class T, class N, class Equal>
cudaError_t scan_by_key(const char* name, void* storage, std::size_t& bytes, Keys keys, In in, Out out, Op op,
                        T initial, N n, Equal same, cudaStream_t stream, location where) {
  return device_call_of_tiles(
      name, storage, bytes, n, stream, where,
      [keys = there(keys), in = there(in), out = there(out), op, initial, n, same]() mutable {
        T sum = initial;
        for (N i = 0; i < n; ++i) {
          const value_of<In> value = in[i];  // out may be in
          const bool begins = i == 0 || !same(keys[i - 1], keys[i]);
          if constexpr (kInclusive) {
            sum = begins ? static_cast<T>(value) : static_cast<T>(op(sum, value));
            out[i] = sum;
          } else {
            if (begins) sum = initial;
            out[i] = sum;
            sum = op(sum, value);
          }
        }
      });
}

struct scans_by_key {
  template <class Keys, class In, class Out, class N, class Equal = Equality, class = if_count<N>>
  static cudaError_t InclusiveSumByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out, N n,
                                       Equal same = {}, cudaStream_t stream = nullptr,
                                       location where = SIMCU_HERE) {
    return scan_by_key<true>("cub::DeviceScan::InclusiveSumByKey", storage, bytes, keys, in, out, cub::Sum(),
                             value_of<In>{}, n, same, stream, where);
  }
  template <class Keys, class In, class Out, class N, class Equal = Equality, class = if_count<N>>
  static cudaError_t ExclusiveSumByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out, N n,
                                       Equal same = {}, cudaStream_t stream = nullptr,
                                       location where = SIMCU_HERE) {
    return scan_by_key<false>("cub::DeviceScan::ExclusiveSumByKey", storage, bytes, keys, in, out, cub::Sum(),
                              value_of<In>{}, n, same, stream, where);
  }
  template <class Keys, class In, class Out, class Op, class N, class Equal = Equality, class = if_count<N>>
  static cudaError_t InclusiveScanByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out, Op op,
                                        N n, Equal same = {}, cudaStream_t stream = nullptr,
                                        location where = SIMCU_HERE) {
    return scan_by_key<true>("cub::DeviceScan::InclusiveScanByKey", storage, bytes, keys, in, out, op,
                             value_of<In>{}, n, same, stream, where);
  }
  template <class Keys, class In, class Out, class Op, class T, class N, class Equal = Equality,
            class = if_count<N>>
  static cudaError_t ExclusiveScanByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out, Op op,
                                        T initial, N n, Equal same = {}, cudaStream_t stream = nullptr,
                                        location where = SIMCU_HERE) {
    return scan_by_key<false>("cub::DeviceScan::ExclusiveScanByKey", storage, bytes, keys, in, out, op,
                              initial, n, same, stream, where);
  }
};

struct reductions_by_key {
  template <class Keys, class Unique, class In, class Out, class Count, class Op, class N,
            class = if_count<N>>
  static cudaError_t ReduceByKey(void* storage, std::size_t& bytes, Keys keys, Unique unique, In in, Out out,
                                 Count count, Op op, N n, cudaStream_t stream = nullptr,
                                 location where = SIMCU_HERE) {
    return device_call_of_tiles("cub::DeviceReduce::ReduceByKey", storage, bytes, n, stream, where,
                                [keys = there(keys), unique = there(unique), in = there(in), out = there(out),
                                 count = there(count), op, n]() mutable {
                                  N runs = 0;
                                  for (N begin = 0, end = 0; begin < n; begin = end) {
                                    value_of<In> sum = in[begin];
                                    for (end = begin + 1; end < n && keys[end] == keys[begin]; ++end)
                                      sum = op(sum, in[end]);
                                    unique[runs] = keys[begin];
                                    out[runs++] = sum;
                                  }
                                  *count = static_cast<value_of<Count>>(runs);
                                });
  }
};

struct selections_by_key {
  template <class Keys, class In, class KeysOut, class Out, class Count, class N, class = if_count<N>>
  static cudaError_t UniqueByKey(void* storage, std::size_t& bytes, Keys keys, In in, KeysOut keys_out,
                                 Out out, Count count, N n, cudaStream_t stream = nullptr,
                                 location where = SIMCU_HERE) {
    return device_call_of_tiles("cub::DeviceSelect::UniqueByKey", storage, bytes, n, stream, where,
                                [keys = there(keys), in = there(in), keys_out = there(keys_out),
                                 out = there(out), count = there(count), n]() mutable {
                                  N runs = 0;
                                  for (N i = 0; i < n; ++i) {
                                    if (i > 0 && keys[i] == keys[i - 1]) continue;
                                    keys_out[runs] = keys[i];
                                    out[runs++] = in[i];
                                  }
                                  *count = static_cast<value_of<Count>>(runs);
                                });
  }
};

}  // namespace details
}  // namespace cub
