// SPDX-License-Identifier: Apache-2.0
// cub::BlockRadixSort sorts a block's items stably by bits [begin_bit, end_bit) of their keys. Ends without a
// barrier.
#pragma once
#include <cstdint>

#include "simcu/cub/block_scan.h"

namespace cub {
namespace details {

// Converts a key to an unsigned number that sorts in the same order. -0.0 is equal to 0.0.
template <class Key>
struct key_bits {
  static_assert(std::is_arithmetic_v<Key>, "a radix sort's keys must be numbers");
  using type = std::conditional_t<
      sizeof(Key) == 1, std::uint8_t,
      std::conditional_t<sizeof(Key) == 2, std::uint16_t,
                         std::conditional_t<sizeof(Key) == 4, std::uint32_t, std::uint64_t>>>;
  static constexpr type kHigh = static_cast<type>(type(1) << (sizeof(Key) * 8 - 1));
  SIMCU_INLINED static type of(const Key& key) {
    type bits;
    __builtin_memcpy(&bits, &key, sizeof bits);
    if constexpr (std::is_floating_point_v<Key>) {
      if (bits == kHigh) bits = 0;
      return static_cast<type>(bits & kHigh ? ~bits : bits ^ kHigh);
    } else {
      return std::is_signed_v<Key> ? static_cast<type>(bits ^ kHigh) : bits;
    }
  }
};

template <class Key>
SIMCU_INLINED unsigned digit_of(const Key& key, int bit, int bits, bool descending) {
  const auto in_order = static_cast<unsigned long long>(key_bits<Key>::of(key)) >> bit;
  const unsigned digit = static_cast<unsigned>(in_order) & ((1u << bits) - 1);
  return descending ? ((1u << bits) - 1) - digit : digit;
}

}  // namespace details

template <class Key, int X, int Items, class Value = NullType, int RadixBits = 4, bool Memoize = true,
          BlockScanAlgorithm Inner = BLOCK_SCAN_WARP_SCANS, int = 0, int Y = 1, int Z = 1, int = 0>
class BlockRadixSort {
  static constexpr int kThreads = X * Y * Z, kDigits = 1 << RadixBits;
  static constexpr int kKeyBits = static_cast<int>(sizeof(Key) * 8);
  static_assert(kThreads * Items <= 65535, "the counters have 16 bits");
  using scan = BlockScan<unsigned, X, Inner, Y, Z>;

 public:
  struct TempStorage {
    union {
      struct {
        std::uint16_t counters[kDigits * kThreads];
        typename scan::TempStorage sums;
      } ranking;
      details::cells<Key, kThreads * Items> keys;
      details::cells<Value, kThreads * Items> values;
    } at;
  };
  SIMCU_INLINED BlockRadixSort() : temp_(simcu::shared<TempStorage>("cub::BlockRadixSort's own storage")) {}
  SIMCU_INLINED BlockRadixSort(TempStorage& temp) : temp_(temp) {}

#define SIMCU_CUB_SORT(name, descending, striped)                                                      \
  SIMCU_INLINED void name(Key(&keys)[Items], int begin_bit = 0, int end_bit = kKeyBits,                \
                          location where = SIMCU_HERE) {                                               \
    sort(keys, static_cast<Value(*)[Items]>(nullptr), begin_bit, end_bit, descending, striped, where); \
  }                                                                                                    \
  SIMCU_INLINED void name(Key(&keys)[Items], Value(&values)[Items], int begin_bit = 0,                 \
                          int end_bit = kKeyBits, location where = SIMCU_HERE) {                       \
    sort(keys, &values, begin_bit, end_bit, descending, striped, where);                               \
  }
  SIMCU_CUB_SORT(Sort, false, false)
  SIMCU_CUB_SORT(SortDescending, true, false)
  SIMCU_CUB_SORT(SortBlockedToStriped, false, true)
  SIMCU_CUB_SORT(SortDescendingBlockedToStriped, true, true)
#undef SIMCU_CUB_SORT

 private:
  SIMCU_INLINED void sort(Key (&keys)[Items], Value (*values)[Items], int begin_bit, int end_bit,
                          bool descending, bool striped, location where) {
    details::require_block<X, Y, Z>("BlockRadixSort", where);
    for (int bit = begin_bit; bit < end_bit; bit += RadixBits) {
      const int bits = end_bit - bit < RadixBits ? end_bit - bit : RadixBits;
      const bool last = bit + RadixBits >= end_bit;
      int ranks[Items];
      rank(keys, ranks, bit, bits, descending, where);
      simcu::block_barrier(where);
      exchange(temp_.at.keys, keys, ranks, last && striped, where);
      if (values) {
        simcu::block_barrier(where);
        exchange(temp_.at.values, *values, ranks, last && striped, where);
      }
      if (!last) simcu::block_barrier(where);
    }
  }
  SIMCU_INLINED void rank(Key (&keys)[Items], int (&ranks)[Items], int bit, int bits, bool descending,
                          location where) {
    const int thread = static_cast<int>(simcu::thread_rank());
    std::uint16_t* counters = temp_.at.ranking.counters;
    for (int d = 0; d < kDigits; ++d) counters[d * kThreads + thread] = 0;
    for (int i = 0; i < Items; ++i) {
      std::uint16_t& mine =
          counters[static_cast<int>(details::digit_of(keys[i], bit, bits, descending)) * kThreads + thread];
      ranks[i] = mine;
      mine = static_cast<std::uint16_t>(ranks[i] + 1);
    }
    simcu::block_barrier(where);
    unsigned sum = 0;
    for (int i = 0; i < kDigits; ++i) sum += counters[thread * kDigits + i];
    scan(temp_.at.ranking.sums).ExclusiveSum(sum, sum, where);
    for (int i = 0; i < kDigits; ++i) {
      const unsigned count = counters[thread * kDigits + i];
      counters[thread * kDigits + i] = static_cast<std::uint16_t>(sum);
      sum += count;
    }
    simcu::block_barrier(where);
    for (int i = 0; i < Items; ++i)
      ranks[i] +=
          counters[static_cast<int>(details::digit_of(keys[i], bit, bits, descending)) * kThreads + thread];
  }
  template <class T>
  SIMCU_INLINED void exchange(details::cells<T, kThreads * Items>& cells, T (&items)[Items],
                              const int (&ranks)[Items], bool striped, location where) {
    const int thread = static_cast<int>(simcu::thread_rank());
    for (int i = 0; i < Items; ++i) cells[ranks[i]] = items[i];
    simcu::block_barrier(where);
    for (int i = 0; i < Items; ++i) items[i] = cells[striped ? i * kThreads + thread : thread * Items + i];
  }
  TempStorage& temp_;
};

}  // namespace cub
