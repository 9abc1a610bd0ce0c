// SPDX-License-Identifier: Apache-2.0
// cub::BlockDiscontinuity: flags where an item differs from the one before it (heads) or after it (tails).
#pragma once
#include "simcu/cub/common.h"

namespace cub {

template <class T, int X, int Y = 1, int Z = 1, int = 0>
class BlockDiscontinuity {
  static constexpr int kThreads = X * Y * Z;

 public:
  struct TempStorage {
    details::cells<T, kThreads> first, last;
  };
  SIMCU_INLINED BlockDiscontinuity()
      : temp_(simcu::shared<TempStorage>("cub::BlockDiscontinuity's own storage")) {}
  SIMCU_INLINED BlockDiscontinuity(TempStorage& temp) : temp_(temp) {}

  // The first item of the block is a head, unless `before` names the item before it.
  template <int Items, class Flag, class Op>
  SIMCU_INLINED void FlagHeads(Flag (&heads)[Items], T (&items)[Items], Op op, location where = SIMCU_HERE) {
    flag_heads(heads, items, op, static_cast<T*>(nullptr), where);
  }
  template <int Items, class Flag, class Op>
  SIMCU_INLINED void FlagHeads(Flag (&heads)[Items], T (&items)[Items], Op op, T before,
                               location where = SIMCU_HERE) {
    flag_heads(heads, items, op, &before, where);
  }
  // The last item of the block is a tail, unless `after` names the item after it.
  template <int Items, class Flag, class Op>
  SIMCU_INLINED void FlagTails(Flag (&tails)[Items], T (&items)[Items], Op op, location where = SIMCU_HERE) {
    flag_tails(tails, items, op, static_cast<T*>(nullptr), where);
  }
  template <int Items, class Flag, class Op>
  SIMCU_INLINED void FlagTails(Flag (&tails)[Items], T (&items)[Items], Op op, T after,
                               location where = SIMCU_HERE) {
    flag_tails(tails, items, op, &after, where);
  }
  template <int Items, class Flag, class Op>
  SIMCU_INLINED void FlagHeadsAndTails(Flag (&heads)[Items], Flag (&tails)[Items], T (&items)[Items], Op op,
                                       location where = SIMCU_HERE) {
    flag_heads(heads, items, op, static_cast<T*>(nullptr), where);
    flag_tails(tails, items, op, static_cast<T*>(nullptr), where);
  }

 private:
  template <int Items, class Flag, class Op>
  SIMCU_INLINED void flag_heads(Flag (&heads)[Items], T (&items)[Items], Op op, T* before, location where) {
    details::require_block<X, Y, Z>("BlockDiscontinuity", where);
    const int thread = static_cast<int>(simcu::thread_rank());
    temp_.last[thread] = items[Items - 1];
    simcu::block_barrier(where);
    heads[0] = 1;
    if (thread > 0) {
      const T left = temp_.last[thread - 1];
      heads[0] = op(left, items[0]);
    } else if (before) {
      heads[0] = op(*before, items[0]);
    }
    for (int i = 1; i < Items; ++i) heads[i] = op(items[i - 1], items[i]);
  }
  template <int Items, class Flag, class Op>
  SIMCU_INLINED void flag_tails(Flag (&tails)[Items], T (&items)[Items], Op op, T* after, location where) {
    details::require_block<X, Y, Z>("BlockDiscontinuity", where);
    const int thread = static_cast<int>(simcu::thread_rank());
    temp_.first[thread] = items[0];
    simcu::block_barrier(where);
    tails[Items - 1] = 1;
    if (thread + 1 < kThreads) {
      const T right = temp_.first[thread + 1];
      tails[Items - 1] = op(items[Items - 1], right);
    } else if (after) {
      tails[Items - 1] = op(items[Items - 1], *after);
    }
    for (int i = 0; i + 1 < Items; ++i) tails[i] = op(items[i], items[i + 1]);
  }
  TempStorage& temp_;
};

}  // namespace cub
