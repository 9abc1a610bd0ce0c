// SPDX-License-Identifier: Apache-2.0
// cub::BlockMergeSort sorts a block's items stably: each thread sorts its own, then runs are merged in shared
// memory (merge path). Ends without a barrier.
#pragma once
#include "simcu/cub/common.h"

namespace cub {

template <class Key, int X, int Items, class Value = NullType, int Y = 1, int Z = 1>
class BlockMergeSort {
  static constexpr int kThreads = X * Y * Z, kCount = kThreads * Items;
  static_assert((kThreads & (kThreads - 1)) == 0, "the number of threads must be a power of two");

 public:
  struct TempStorage {
    union {
      details::cells<Key, kCount> keys;
      details::cells<Value, kCount> values;
    } at;
  };
  SIMCU_INLINED BlockMergeSort() : temp_(simcu::shared<TempStorage>("cub::BlockMergeSort's own storage")) {}
  SIMCU_INLINED BlockMergeSort(TempStorage& temp) : temp_(temp) {}

  // Sorts only the first `valid` items. The other items become `last`, which must not sort before any valid
  // item.
#define SIMCU_CUB_SORT(name)                                                                                \
  template <class Less>                                                                                     \
  SIMCU_INLINED void name(Key(&keys)[Items], Less less, location where = SIMCU_HERE) {                      \
    sort(keys, static_cast<Value(*)[Items]>(nullptr), less, where);                                         \
  }                                                                                                         \
  template <class Less>                                                                                     \
  SIMCU_INLINED void name(Key(&keys)[Items], Value(&values)[Items], Less less,                              \
                          location where = SIMCU_HERE) {                                                    \
    sort(keys, &values, less, where);                                                                       \
  }                                                                                                         \
  template <class Less>                                                                                     \
  SIMCU_INLINED void name(Key(&keys)[Items], Less less, int valid, Key last, location where = SIMCU_HERE) { \
    fill(keys, valid, last);                                                                                \
    sort(keys, static_cast<Value(*)[Items]>(nullptr), less, where);                                         \
  }                                                                                                         \
  template <class Less>                                                                                     \
  SIMCU_INLINED void name(Key(&keys)[Items], Value(&values)[Items], Less less, int valid, Key last,         \
                          location where = SIMCU_HERE) {                                                    \
    fill(keys, valid, last);                                                                                \
    sort(keys, &values, less, where);                                                                       \
  }
  SIMCU_CUB_SORT(Sort)
  SIMCU_CUB_SORT(StableSort)
#undef SIMCU_CUB_SORT

 private:
  SIMCU_INLINED static int first_item() { return static_cast<int>(simcu::thread_rank()) * Items; }
  SIMCU_INLINED static void fill(Key (&keys)[Items], int valid, const Key& last) {
    for (int i = 0; i < Items; ++i)
      if (first_item() + i >= valid) keys[i] = last;
  }
  template <class Less>
  SIMCU_INLINED void sort(Key (&keys)[Items], Value (*values)[Items], Less less, location where) {
    details::require_block<X, Y, Z>("BlockMergeSort", where);
    for (int i = 1; i < Items; ++i)
      for (int k = i; k > 0 && less(keys[k], keys[k - 1]); --k) {
        swap(keys[k], keys[k - 1]);
        if (values) swap((*values)[k], (*values)[k - 1]);
      }
    for (int run = Items; run < kCount; run *= 2) {
      if (run > Items) simcu::block_barrier(where);
      for (int i = 0; i < Items; ++i) temp_.at.keys[first_item() + i] = keys[i];
      simcu::block_barrier(where);
      int from[Items];
      merge(keys, from, run, less);
      if (!values) continue;
      simcu::block_barrier(where);
      for (int i = 0; i < Items; ++i) temp_.at.values[first_item() + i] = (*values)[i];
      simcu::block_barrier(where);
      for (int i = 0; i < Items; ++i) (*values)[i] = temp_.at.values[from[i]];
    }
  }
  template <class Less>
  SIMCU_INLINED void merge(Key (&keys)[Items], int (&from)[Items], int run, Less less) {
    const int begin = first_item() / (2 * run) * (2 * run), middle = begin + run, end = middle + run;
    const int diagonal = first_item() - begin;
    int low = diagonal > run ? diagonal - run : 0, high = diagonal < run ? diagonal : run;
    while (low < high) {
      const int half = (low + high) / 2;
      const Key left = temp_.at.keys[begin + half], right = temp_.at.keys[middle + diagonal - 1 - half];
      if (less(right, left))
        high = half;
      else
        low = half + 1;
    }
    int a = begin + low, b = middle + diagonal - low;
    for (int i = 0; i < Items; ++i) {
      bool takes_right = a == middle;
      if (a < middle && b < end) {
        const Key left = temp_.at.keys[a], right = temp_.at.keys[b];
        takes_right = less(right, left);
      }
      from[i] = takes_right ? b++ : a++;
      keys[i] = temp_.at.keys[from[i]];
    }
  }
  template <class T>
  SIMCU_INLINED static void swap(T& a, T& b) {
    const T kept = a;
    a = b;
    b = kept;
  }
  TempStorage& temp_;
};

}  // namespace cub
