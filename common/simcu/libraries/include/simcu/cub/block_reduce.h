// SPDX-License-Identifier: Apache-2.0
// cub::BlockReduce, whose result is undefined except in thread 0. As in CUB, no barrier follows, so the
// program must call __syncthreads() before it reuses the storage.
#pragma once
#include "simcu/cub/warp.h"

namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};

template <class T, int X, BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1,
          int = 0>
class BlockReduce {
  static constexpr int kThreads = X * Y * Z, kWarps = (kThreads + 31) / 32;

 public:
  struct TempStorage {
    details::cells<T, kWarps> warp_sums;
  };
  SIMCU_INLINED BlockReduce() : temp_(simcu::shared<TempStorage>("cub::BlockReduce's own storage")) {}
  SIMCU_INLINED BlockReduce(TempStorage& temp) : temp_(temp) {}

  template <class Op>
  SIMCU_INLINED T Reduce(T input, Op op, location where = SIMCU_HERE) {
    return Reduce(input, op, kThreads, where);
  }
  // Uses only the items of the first `num_valid` threads.
  template <class Op>
  SIMCU_INLINED T Reduce(T input, Op op, int num_valid, location where = SIMCU_HERE) {
    details::require_block<X, Y, Z>("BlockReduce", where);
    const int warp = static_cast<int>(simcu::warp_id());
    details::logical_warp<32> lanes;
    lanes.lanes = cooperative_groups::details::lanes_of_warp();
    const T sum = details::warp_reduce(lanes, input, num_valid - warp * 32, op, where);
    if (lanes.rank == 0) temp_.warp_sums[warp] = sum;
    simcu::block_barrier(where);
    if (simcu::thread_rank() != 0) return details::undefined_like(sum);
    T total = sum;
    for (int w = 1; w < kWarps && w * 32 < num_valid; ++w) {
      const T next = temp_.warp_sums[w];
      total = op(total, next);
    }
    return total;
  }
  template <int Items, class Op>
  SIMCU_INLINED T Reduce(T (&inputs)[Items], Op op, location where = SIMCU_HERE) {
    T sum = inputs[0];
    for (int i = 1; i < Items; ++i) sum = op(sum, inputs[i]);
    return Reduce(sum, op, kThreads, where);
  }
  SIMCU_INLINED T Sum(T input, location where = SIMCU_HERE) {
    return Reduce(input, cub::Sum(), kThreads, where);
  }
  SIMCU_INLINED T Sum(T input, int num_valid, location where = SIMCU_HERE) {
    return Reduce(input, cub::Sum(), num_valid, where);
  }
  template <int Items>
  SIMCU_INLINED T Sum(T (&inputs)[Items], location where = SIMCU_HERE) {
    return Reduce(inputs, cub::Sum(), where);
  }

 private:
  TempStorage& temp_;
};

}  // namespace cub
