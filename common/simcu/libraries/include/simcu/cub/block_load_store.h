// SPDX-License-Identifier: Apache-2.0
// cub::BlockLoad and cub::BlockStore. The transposing algorithms use their storage and end without a barrier,
// as in CUB.
#pragma once
#include "simcu/cub/block_exchange.h"

namespace cub {

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

// Items at or after `valid` stay unchanged.
template <class T, int Items, class Input>
SIMCU_INLINED void LoadDirectBlocked(int thread, Input from, T (&items)[Items], int valid = 1 << 30) {
  for (int i = 0; i < Items; ++i)
    if (thread * Items + i < valid) items[i] = from[thread * Items + i];
}
template <class T, int Items, class Default, class Input>
SIMCU_INLINED void LoadDirectBlocked(int thread, Input from, T (&items)[Items], int valid, Default other) {
  for (int i = 0; i < Items; ++i)
    items[i] = thread * Items + i < valid ? from[thread * Items + i] : static_cast<T>(other);
}
template <int Threads, class T, int Items, class Input>
SIMCU_INLINED void LoadDirectStriped(int thread, Input from, T (&items)[Items], int valid = 1 << 30) {
  for (int i = 0; i < Items; ++i)
    if (i * Threads + thread < valid) items[i] = from[i * Threads + thread];
}
template <int Threads, class T, int Items, class Default, class Input>
SIMCU_INLINED void LoadDirectStriped(int thread, Input from, T (&items)[Items], int valid, Default other) {
  for (int i = 0; i < Items; ++i)
    items[i] = i * Threads + thread < valid ? from[i * Threads + thread] : static_cast<T>(other);
}
template <class T, int Items, class Output>
SIMCU_INLINED void StoreDirectBlocked(int thread, Output to, T (&items)[Items], int valid = 1 << 30) {
  for (int i = 0; i < Items; ++i)
    if (thread * Items + i < valid) to[thread * Items + i] = items[i];
}
template <int Threads, class T, int Items, class Output>
SIMCU_INLINED void StoreDirectStriped(int thread, Output to, T (&items)[Items], int valid = 1 << 30) {
  for (int i = 0; i < Items; ++i)
    if (i * Threads + thread < valid) to[i * Threads + thread] = items[i];
}

namespace details {

template <class T, int X, int Items, bool Transposes, int Y, int Z>
struct tile_exchange {
  using type = BlockExchange<T, X, Items, false, Y, Z>;
  using storage = typename type::TempStorage;
  static constexpr bool kTransposes = true;
};
struct no_storage {
  unsigned char unused;
};
template <class T, int X, int Items, int Y, int Z>
struct tile_exchange<T, X, Items, false, Y, Z> {
  using storage = no_storage;
};

}  // namespace details

template <class T, int X, int Items, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1,
          int = 0>
class BlockLoad {
  static constexpr int kThreads = X * Y * Z;
  static constexpr bool kTransposes = Algorithm >= BLOCK_LOAD_TRANSPOSE;
  using exchange = details::tile_exchange<T, X, Items, kTransposes, Y, Z>;

 public:
  using TempStorage = typename exchange::storage;
  SIMCU_INLINED BlockLoad() : temp_(simcu::shared<TempStorage>("cub::BlockLoad's own storage")) {}
  SIMCU_INLINED BlockLoad(TempStorage& temp) : temp_(temp) {}

  template <class Input>
  SIMCU_INLINED void Load(Input from, T (&items)[Items], location where = SIMCU_HERE) {
    load(items, where, from, kThreads * Items);
  }
  template <class Input>
  SIMCU_INLINED void Load(Input from, T (&items)[Items], int valid_items, location where = SIMCU_HERE) {
    load(items, where, from, valid_items);
  }
  // Items after the valid items become `other`.
  template <class Input, class Default>
  SIMCU_INLINED void Load(Input from, T (&items)[Items], int valid_items, Default other,
                          location where = SIMCU_HERE) {
    load(items, where, from, valid_items, other);
  }

 private:
  template <class Input, class... Default>
  SIMCU_INLINED void load(T (&items)[Items], location where, Input from, int valid, Default... other) {
    details::require_block<X, Y, Z>("BlockLoad", where);
    const int thread = static_cast<int>(simcu::thread_rank());
    if constexpr (kTransposes || Algorithm == BLOCK_LOAD_STRIPED)
      LoadDirectStriped<kThreads>(thread, from, items, valid, other...);
    else
      LoadDirectBlocked(thread, from, items, valid, other...);
    if constexpr (kTransposes) typename exchange::type(temp_).StripedToBlocked(items, where);
  }
  TempStorage& temp_;
};

template <class T, int X, int Items, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1,
          int = 0>
class BlockStore {
  static constexpr int kThreads = X * Y * Z;
  static constexpr bool kTransposes = Algorithm >= BLOCK_STORE_TRANSPOSE;
  using exchange = details::tile_exchange<T, X, Items, kTransposes, Y, Z>;

 public:
  using TempStorage = typename exchange::storage;
  SIMCU_INLINED BlockStore() : temp_(simcu::shared<TempStorage>("cub::BlockStore's own storage")) {}
  SIMCU_INLINED BlockStore(TempStorage& temp) : temp_(temp) {}

  template <class Output>
  SIMCU_INLINED void Store(Output to, T (&items)[Items], location where = SIMCU_HERE) {
    Store(to, items, kThreads * Items, where);
  }
  template <class Output>
  SIMCU_INLINED void Store(Output to, T (&items)[Items], int valid_items, location where = SIMCU_HERE) {
    details::require_block<X, Y, Z>("BlockStore", where);
    const int thread = static_cast<int>(simcu::thread_rank());
    if constexpr (kTransposes) typename exchange::type(temp_).BlockedToStriped(items, where);
    if constexpr (kTransposes || Algorithm == BLOCK_STORE_STRIPED)
      StoreDirectStriped<kThreads>(thread, to, items, valid_items);
    else
      StoreDirectBlocked(thread, to, items, valid_items);
  }

 private:
  TempStorage& temp_;
};

}  // namespace cub
