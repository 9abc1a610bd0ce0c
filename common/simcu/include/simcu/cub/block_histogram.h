// SPDX-License-Identifier: Apache-2.0
// cub::BlockHistogram: counters in shared or global memory that a block shares.
#pragma once
#include "simcu/cub/common.h"

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

template <class T, int X, int Items, int Bins, BlockHistogramAlgorithm Algorithm = BLOCK_HISTO_SORT,
          int Y = 1, int Z = 1, int = 0>
class BlockHistogram {
  static constexpr int kThreads = X * Y * Z;

 public:
  struct TempStorage {
    unsigned char unused;
  };
  SIMCU_INLINED BlockHistogram() {}
  SIMCU_INLINED BlockHistogram(TempStorage&) {}

  template <class Counter>
  SIMCU_INLINED void InitHistogram(Counter* histogram) {
    for (int bin = static_cast<int>(simcu::thread_rank()); bin < Bins; bin += kThreads) histogram[bin] = 0;
  }
  template <class Counter>
  SIMCU_INLINED void Histogram(T (&items)[Items], Counter* histogram, location where = SIMCU_HERE) {
    InitHistogram(histogram);
    simcu::block_barrier(where);
    Composite(items, histogram, where);
  }
  // Adds to the existing counts. Reading the counters afterwards needs a barrier before.
  template <class Counter>
  SIMCU_INLINED void Composite(T (&items)[Items], Counter* histogram, location where = SIMCU_HERE) {
    details::require_block<X, Y, Z>("BlockHistogram", where);
    for (int i = 0; i < Items; ++i) atomicAdd(histogram + items[i], Counter(1));
  }
};

}  // namespace cub
