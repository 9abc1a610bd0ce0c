// SPDX-License-Identifier: Apache-2.0
// cub::DeviceReduce and cub::DeviceScan, which process the elements in order.
#pragma once
#include <limits>

#include "simcu/cub/device.h"

namespace cub {

struct DeviceReduce {
  template <class In, class Out, class N, class Op, class T, class = details::if_count<N>>
  static cudaError_t Reduce(void* storage, std::size_t& bytes, In in, Out out, N n, Op op, T initial,
                            cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return of("cub::DeviceReduce::Reduce", storage, bytes, in, out, n, op, initial, stream, where);
  }
  template <class In, class Out, class N>
  static cudaError_t Sum(void* storage, std::size_t& bytes, In in, Out out, N n,
                         cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return of("cub::DeviceReduce::Sum", storage, bytes, in, out, n, cub::Sum(), details::value_of<Out>{},
              stream, where);
  }
  template <class In, class Out, class N>
  static cudaError_t Min(void* storage, std::size_t& bytes, In in, Out out, N n,
                         cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return of("cub::DeviceReduce::Min", storage, bytes, in, out, n, cub::Min(),
              std::numeric_limits<details::value_of<In>>::max(), stream, where);
  }
  template <class In, class Out, class N>
  static cudaError_t Max(void* storage, std::size_t& bytes, In in, Out out, N n,
                         cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return of("cub::DeviceReduce::Max", storage, bytes, in, out, n, cub::Max(),
              std::numeric_limits<details::value_of<In>>::lowest(), stream, where);
  }

 private:
  template <class In, class Out, class N, class Op, class T>
  static cudaError_t of(const char* name, void* storage, std::size_t& bytes, In in, Out out, N n, Op op,
                        T initial, cudaStream_t stream, location where) {
    return details::device_call_of_tiles(
        name, storage, bytes, n, stream, where,
        [in = details::there(in), out = details::there(out), n, op, initial]() mutable {
          details::result_of<Op, T, details::value_of<In>> sum = initial;
          for (N i = 0; i < n; ++i) sum = op(sum, in[i]);
          *out = sum;
        });
  }
};

struct DeviceScan {
  // Also works in place.
  template <class In, class Out, class N, class = details::if_count<N>>
  static cudaError_t InclusiveSum(void* storage, std::size_t& bytes, In in, Out out, N n,
                                  cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return inclusive("cub::DeviceScan::InclusiveSum", storage, bytes, in, out, cub::Sum(), n, stream, where);
  }
  template <class Data, class N, class = details::if_count<N>>
  static cudaError_t InclusiveSum(void* storage, std::size_t& bytes, Data data, N n,
                                  cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return InclusiveSum(storage, bytes, data, data, n, stream, where);
  }
  template <class In, class Out, class N, class = details::if_count<N>>
  static cudaError_t ExclusiveSum(void* storage, std::size_t& bytes, In in, Out out, N n,
                                  cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return exclusive("cub::DeviceScan::ExclusiveSum", storage, bytes, in, out, cub::Sum(),
                     details::value_of<In>{}, n, stream, where);
  }
  template <class Data, class N, class = details::if_count<N>>
  static cudaError_t ExclusiveSum(void* storage, std::size_t& bytes, Data data, N n,
                                  cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return ExclusiveSum(storage, bytes, data, data, n, stream, where);
  }
  template <class In, class Out, class Op, class N, class = details::if_count<N>>
  static cudaError_t InclusiveScan(void* storage, std::size_t& bytes, In in, Out out, Op op, N n,
                                   cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return inclusive("cub::DeviceScan::InclusiveScan", storage, bytes, in, out, op, n, stream, where);
  }
  template <class Data, class Op, class N, class = details::if_count<N>>
  static cudaError_t InclusiveScan(void* storage, std::size_t& bytes, Data data, Op op, N n,
                                   cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return InclusiveScan(storage, bytes, data, data, op, n, stream, where);
  }
  template <class In, class Out, class Op, class T, class N, class = details::if_count<N>>
  static cudaError_t ExclusiveScan(void* storage, std::size_t& bytes, In in, Out out, Op op, T initial, N n,
                                   cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return exclusive("cub::DeviceScan::ExclusiveScan", storage, bytes, in, out, op, initial, n, stream,
                     where);
  }
  template <class Data, class Op, class T, class N, class = details::if_count<N>,
            class = std::enable_if_t<!std::is_pointer_v<Op>>>
  static cudaError_t ExclusiveScan(void* storage, std::size_t& bytes, Data data, Op op, T initial, N n,
                                   cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return ExclusiveScan(storage, bytes, data, data, op, initial, n, stream, where);
  }

 private:
  template <class In, class Out, class Op, class N>
  static cudaError_t inclusive(const char* name, void* storage, std::size_t& bytes, In in, Out out, Op op,
                               N n, cudaStream_t stream, location where) {
    return details::device_call_of_tiles(
        name, storage, bytes, n, stream, where,
        [in = details::there(in), out = details::there(out), op, n]() mutable {
          if (n <= 0) return;
          details::result_of<Op, details::value_of<In>, details::value_of<In>> sum = in[0];
          out[0] = sum;
          for (N i = 1; i < n; ++i) {
            sum = op(sum, in[i]);
            out[i] = sum;
          }
        });
  }
  template <class In, class Out, class Op, class T, class N>
  static cudaError_t exclusive(const char* name, void* storage, std::size_t& bytes, In in, Out out, Op op,
                               T initial, N n, cudaStream_t stream, location where) {
    return details::device_call_of_tiles(
        name, storage, bytes, n, stream, where,
        [in = details::there(in), out = details::there(out), op, initial, n]() mutable {
          details::result_of<Op, T, details::value_of<In>> sum = initial;
          for (N i = 0; i < n; ++i) {
            const details::value_of<In> value = in[i];  // `out` and `in` may be the same array
            out[i] = sum;
            sum = op(sum, value);
          }
        });
  }
};

}  // namespace cub
