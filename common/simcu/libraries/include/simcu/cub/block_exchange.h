// SPDX-License-Identifier: Apache-2.0
// cub::BlockExchange moves items between threads through shared memory. A thread's items are neighbours in a
// blocked arrangement, and as far apart as the block has threads in a striped one. As in CUB, no barrier
// follows.
#pragma once
#include "simcu/cub/common.h"

namespace cub {

template <class T, int X, int Items, bool TimeSlicing = false, int Y = 1, int Z = 1, int = 0>
class BlockExchange {
  static constexpr int kThreads = X * Y * Z, kWarpItems = 32 * Items;

 public:
  struct TempStorage {
    details::cells<T, kThreads * Items> items;
  };
  SIMCU_INLINED BlockExchange() : temp_(simcu::shared<TempStorage>("cub::BlockExchange's own storage")) {}
  SIMCU_INLINED BlockExchange(TempStorage& temp) : temp_(temp) {}

  // Also works in place.
#define SIMCU_CUB_EXCHANGE(name, from, to)                                                      \
  template <class Out>                                                                          \
  SIMCU_INLINED void name(const T(&in)[Items], Out(&out)[Items], location where = SIMCU_HERE) { \
    details::require_block<X, Y, Z>("BlockExchange", where);                                    \
    for (int i = 0; i < Items; ++i) temp_.items[from(i)] = in[i];                               \
    simcu::block_barrier(where);                                                                \
    for (int i = 0; i < Items; ++i) out[i] = temp_.items[to(i)];                                \
  }                                                                                             \
  SIMCU_INLINED void name(T(&items)[Items], location where = SIMCU_HERE) { name(items, items, where); }
  SIMCU_CUB_EXCHANGE(StripedToBlocked, striped, blocked)
  SIMCU_CUB_EXCHANGE(BlockedToStriped, blocked, striped)
  SIMCU_CUB_EXCHANGE(WarpStripedToBlocked, warp_striped, blocked)
  SIMCU_CUB_EXCHANGE(BlockedToWarpStriped, blocked, warp_striped)
#undef SIMCU_CUB_EXCHANGE

#define SIMCU_CUB_SCATTER(name, to, goes)                                                             \
  template <class Out, class Rank>                                                                    \
  SIMCU_INLINED void name(const T(&in)[Items], Out(&out)[Items], const Rank(&ranks)[Items],           \
                          location where = SIMCU_HERE) {                                              \
    details::require_block<X, Y, Z>("BlockExchange", where);                                          \
    for (int i = 0; i < Items; ++i)                                                                   \
      if (goes) temp_.items[static_cast<int>(ranks[i])] = in[i];                                      \
    simcu::block_barrier(where);                                                                      \
    for (int i = 0; i < Items; ++i) out[i] = temp_.items[to(i)];                                      \
  }                                                                                                   \
  template <class Rank>                                                                               \
  SIMCU_INLINED void name(T(&items)[Items], const Rank(&ranks)[Items], location where = SIMCU_HERE) { \
    name(items, items, ranks, where);                                                                 \
  }
  SIMCU_CUB_SCATTER(ScatterToBlocked, blocked, true)
  SIMCU_CUB_SCATTER(ScatterToStriped, striped, true)
  SIMCU_CUB_SCATTER(ScatterToStripedGuarded, striped, ranks[i] >= 0)
#undef SIMCU_CUB_SCATTER

 private:
  SIMCU_INLINED static int thread() { return static_cast<int>(simcu::thread_rank()); }
  SIMCU_INLINED static int blocked(int i) { return thread() * Items + i; }
  SIMCU_INLINED static int striped(int i) { return i * kThreads + thread(); }
  SIMCU_INLINED static int warp_striped(int i) {
    const int warp = thread() / 32, left = kThreads - warp * 32;
    return warp * kWarpItems + i * (left < 32 ? left : 32) + thread() % 32;
  }
  TempStorage& temp_;
};

}  // namespace cub
