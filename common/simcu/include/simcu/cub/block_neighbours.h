// SPDX-License-Identifier: Apache-2.0
// cub::BlockShuffle and cub::BlockAdjacentDifference: what a thread gets of the threads next to it. Both end
// without a barrier, as in CUB.
#pragma once
#include "simcu/cub/common.h"

namespace cub {

template <class T, int X, int Y = 1, int Z = 1>
class BlockShuffle {
  static constexpr int kThreads = X * Y * Z;

 public:
  struct TempStorage {
    details::cells<T, kThreads> item;
  };
  SIMCU_INLINED BlockShuffle() : temp_(simcu::shared<TempStorage>("cub::BlockShuffle's own storage")) {}
  SIMCU_INLINED BlockShuffle(TempStorage& temp) : temp_(temp) {}

  // The value of the thread `distance` further; if there is none, `output` stays unchanged.
  SIMCU_INLINED void Offset(T input, T& output, int distance = 1, location where = SIMCU_HERE) {
    const int from = put(input, where) + distance;
    if (from >= 0 && from < kThreads) output = temp_.item[from];
  }
  SIMCU_INLINED void Rotate(T input, T& output, unsigned distance = 1, location where = SIMCU_HERE) {
    output = temp_.item[(put(input, where) + static_cast<int>(distance)) % kThreads];
  }
  // All items one place up or down: the first (the last) stays as it is. `end` gets the block's last (first).
  template <int Items>
  SIMCU_INLINED void Up(T (&input)[Items], T (&before)[Items], location where = SIMCU_HERE) {
    const int thread = put(input[Items - 1], where);
    for (int i = Items - 1; i > 0; --i) before[i] = input[i - 1];
    if (thread > 0) before[0] = temp_.item[thread - 1];
  }
  template <int Items>
  SIMCU_INLINED void Up(T (&input)[Items], T (&before)[Items], T& end, location where = SIMCU_HERE) {
    Up(input, before, where);
    end = temp_.item[kThreads - 1];
  }
  template <int Items>
  SIMCU_INLINED void Down(T (&input)[Items], T (&after)[Items], location where = SIMCU_HERE) {
    const int thread = put(input[0], where);
    for (int i = 0; i + 1 < Items; ++i) after[i] = input[i + 1];
    if (thread + 1 < kThreads) after[Items - 1] = temp_.item[thread + 1];
  }
  template <int Items>
  SIMCU_INLINED void Down(T (&input)[Items], T (&after)[Items], T& end, location where = SIMCU_HERE) {
    Down(input, after, where);
    end = temp_.item[0];
  }

 private:
  SIMCU_INLINED int put(const T& item, location where) {
    details::require_block<X, Y, Z>("BlockShuffle", where);
    const int thread = static_cast<int>(simcu::thread_rank());
    temp_.item[thread] = item;
    simcu::block_barrier(where);
    return thread;
  }
  TempStorage& temp_;
};

template <class T, int X, int Y = 1, int Z = 1>
class BlockAdjacentDifference {
  static constexpr int kThreads = X * Y * Z;

 public:
  struct TempStorage {
    details::cells<T, kThreads> first, last;
  };
  SIMCU_INLINED BlockAdjacentDifference()
      : temp_(simcu::shared<TempStorage>("cub::BlockAdjacentDifference's own storage")) {}
  SIMCU_INLINED BlockAdjacentDifference(TempStorage& temp) : temp_(temp) {}

  // The first item (Right: the last) stays unchanged, unless its outer neighbour is given. If a tile isn't
  // full, only the first `valid` items have differences.
  template <int Items, class Out, class Op>
  SIMCU_INLINED void SubtractLeft(T (&input)[Items], Out (&output)[Items], Op op,
                                  location where = SIMCU_HERE) {
    left(input, output, op, kThreads * Items, static_cast<T*>(nullptr), where);
  }
  template <int Items, class Out, class Op>
  SIMCU_INLINED void SubtractLeft(T (&input)[Items], Out (&output)[Items], Op op, T before,
                                  location where = SIMCU_HERE) {
    left(input, output, op, kThreads * Items, &before, where);
  }
  template <int Items, class Out, class Op>
  SIMCU_INLINED void SubtractLeftPartialTile(T (&input)[Items], Out (&output)[Items], Op op, int valid,
                                             location where = SIMCU_HERE) {
    left(input, output, op, valid, static_cast<T*>(nullptr), where);
  }
  template <int Items, class Out, class Op>
  SIMCU_INLINED void SubtractRight(T (&input)[Items], Out (&output)[Items], Op op,
                                   location where = SIMCU_HERE) {
    right(input, output, op, kThreads * Items, static_cast<T*>(nullptr), where);
  }
  template <int Items, class Out, class Op>
  SIMCU_INLINED void SubtractRight(T (&input)[Items], Out (&output)[Items], Op op, T after,
                                   location where = SIMCU_HERE) {
    right(input, output, op, kThreads * Items, &after, where);
  }
  template <int Items, class Out, class Op>
  SIMCU_INLINED void SubtractRightPartialTile(T (&input)[Items], Out (&output)[Items], Op op, int valid,
                                              location where = SIMCU_HERE) {
    right(input, output, op, valid, static_cast<T*>(nullptr), where);
  }

 private:
  template <int Items, class Out, class Op>
  SIMCU_INLINED void left(T (&input)[Items], Out (&output)[Items], Op op, int valid, T* before,
                          location where) {
    details::require_block<X, Y, Z>("BlockAdjacentDifference", where);
    const int thread = static_cast<int>(simcu::thread_rank());
    temp_.last[thread] = input[Items - 1];
    simcu::block_barrier(where);
    for (int i = Items - 1; i >= 0; --i) {
      const bool has_left = i > 0 || thread > 0 || before;
      if (!has_left || thread * Items + i >= valid) {
        output[i] = input[i];
        continue;
      }
      const T item = i > 0 ? input[i - 1] : thread > 0 ? temp_.last[thread - 1] : *before;
      output[i] = op(input[i], item);
    }
  }
  template <int Items, class Out, class Op>
  SIMCU_INLINED void right(T (&input)[Items], Out (&output)[Items], Op op, int valid, T* after,
                           location where) {
    details::require_block<X, Y, Z>("BlockAdjacentDifference", where);
    const int thread = static_cast<int>(simcu::thread_rank());
    temp_.first[thread] = input[0];
    simcu::block_barrier(where);
    for (int i = 0; i < Items; ++i) {
      const bool has_right = i + 1 < Items || thread + 1 < kThreads || after;
      if (!has_right || (!after && thread * Items + i + 1 >= valid)) {
        output[i] = input[i];
        continue;
      }
      const T item = i + 1 < Items ? input[i + 1] : thread + 1 < kThreads ? temp_.first[thread + 1] : *after;
      output[i] = op(input[i], item);
    }
  }
  TempStorage& temp_;
};

}  // namespace cub
