// SPDX-License-Identifier: Apache-2.0
// Lab 08's sorts for every key type, in both orders, by only some of the bits, with values of 4 and 8 bytes,
// and as argsort. Compares the results with std::stable_sort's, at sizes around each change of method.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "lab/device_buffer.h"
#include "solutions/08_hybrid_radix/hybrid_sort.cuh"

namespace {

template <class To, class From>
To same_bits(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

std::uint64_t drawn(std::uint64_t i) {
  i = (i ^ (i >> 30)) * 0xbf58476d1ce4e5b9u;
  i = (i ^ (i >> 27)) * 0x94d049bb133111ebu;
  return i ^ (i >> 31);
}

// The order that a user expects. For floating point: IEEE 754's total order, as signed numbers.
template <class Key>
auto expected_code(Key key) {
  using Code = hybrid::code_of<Key>;
  using Signed = std::make_signed_t<Code>;
  constexpr Code kSign = Code{1} << (8 * sizeof(Key) - 1);
  if constexpr (std::is_floating_point_v<Key>) {
    const auto bits = same_bits<Signed>(key);
    const Signed most = std::numeric_limits<Signed>::max();
    return static_cast<Code>(static_cast<Code>(bits < 0 ? bits ^ most : bits) ^ kSign);
  } else if constexpr (std::is_signed_v<Key>) {
    return static_cast<Code>(static_cast<Code>(key) ^ kSign);
  } else {
    return key;
  }
}

// Families: arbitrary bits, which include NaN; few distinct keys; special keys; equal keys; keys that agree
// in their top bits.
template <class Key>
Key made(int family, std::size_t i) {
  using Code = hybrid::code_of<Key>;
  using limits = std::numeric_limits<Key>;
  const auto bits = static_cast<Code>(drawn(i));
  const Key special[] = {Key{0},
                         static_cast<Key>(-Key{0}),
                         limits::max(),
                         limits::min(),
                         limits::lowest(),
                         limits::infinity(),
                         static_cast<Key>(-limits::infinity()),
                         limits::quiet_NaN(),
                         Key{1}};
  switch (family) {
    case 1:
      return static_cast<Key>(bits % 5);
    case 2:
      return special[bits % std::size(special)];
    case 3:
      return Key{1};
    case 4:
      return same_bits<Key>(static_cast<Code>(bits >> 14));
    default:
      return same_bits<Key>(bits);
  }
}

int wrong = 0, checked = 0;

template <class Key, class Value>
bool sorts(std::size_t n, int family, hybrid::sort_options how, bool in_place, bool argsort) {
  using Code = hybrid::code_of<Key>;
  constexpr bool kPairs = !std::is_same_v<Value, void>;
  using V = std::conditional_t<kPairs, Value, std::uint32_t>;
  std::vector<Key> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = made<Key>(family, i + n);
  std::vector<V> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<V>(argsort ? i : drawn(i) ^ i);
  const int end = how.end_bit < 0 ? 8 * static_cast<int>(sizeof(Key)) : how.end_bit;
  const auto digit = [&](std::size_t i) {
    const Code code = expected_code(keys[i]), ordered = how.descending ? static_cast<Code>(~code) : code;
    return static_cast<Code>(ordered << (8 * static_cast<int>(sizeof(Key)) - end)) >>
           (8 * static_cast<int>(sizeof(Key)) - end + how.begin_bit);
  };
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return digit(a) < digit(b); });

  lab::device_buffer<Key> d_keys(keys), d_sorted(n);
  lab::device_buffer<V> d_values(values), d_moved(n);
  Key* out = in_place ? d_keys.data() : d_sorted.data();
  V* moved = in_place ? d_values.data() : d_moved.data();
  const auto sort = [&](void* d_temp, std::size_t& bytes) {
    if constexpr (!kPairs) return hybrid::device_sort_keys(d_temp, bytes, d_keys.data(), out, n, how);
    if constexpr (std::is_same_v<Value, std::uint32_t>)
      if (argsort) return hybrid::device_argsort(d_temp, bytes, d_keys.data(), moved, n, how);
    return hybrid::device_sort_pairs(d_temp, bytes, d_keys.data(), out, d_values.data(), moved, n, how);
  };
  std::size_t bytes = 0;
  CUDA_CHECK(sort(nullptr, bytes));
  lab::device_buffer<unsigned char> d_temp(bytes);
  CUDA_CHECK(sort(d_temp.data(), bytes));
  CUDA_CHECK(cudaDeviceSynchronize());
  const std::vector<Key> got = (in_place ? d_keys : d_sorted).download(), left = d_keys.download();
  const std::vector<V> got_values = (in_place ? d_values : d_moved).download();
  bool right = in_place || n == 0 || std::memcmp(left.data(), keys.data(), n * sizeof(Key)) == 0;
  for (std::size_t i = 0; i < n; ++i) {
    right &= argsort || same_bits<Code>(got[i]) == same_bits<Code>(keys[order[i]]);
    right &= !kPairs || got_values[i] == values[order[i]];
  }
  ++checked, wrong += !right;
  return right;
}

template <class Key>
void try_all(const char* name) {
  const int bits = 8 * static_cast<int>(sizeof(Key));
  const int before = wrong, checked_before = checked;
  int i = 0;
  for (const std::size_t n : {1, 2, 33, 4608, 4609, 9217, 18433})
    for (const bool descending : {false, true}) {
      const hybrid::sort_options all{descending, 0, -1};
      const hybrid::sort_options some = i % 3 == 0   ? hybrid::sort_options{descending, 3, bits - 5}
                                        : i % 3 == 1 ? hybrid::sort_options{descending, bits - 9, bits}
                                                     : hybrid::sort_options{descending, 0, 11};
      const int family = i % 5;
      const bool in_place = i % 2 == 0;
      bool right = sorts<Key, void>(n, family, all, in_place, false);
      right &= sorts<Key, std::uint32_t>(n, (family + 1) % 5, all, in_place, false);
      right &= sorts<Key, double>(n, (family + 2) % 5, all, in_place, false);
      right &= sorts<Key, std::uint32_t>(n, (family + 3) % 5, all, false, true);
      right &= sorts<Key, void>(n, family, some, in_place, false);
      right &= sorts<Key, std::uint64_t>(n, (family + 1) % 5, some, in_place, false);
      if (!right)
        std::printf("%s, n = %zu, %s, family %d: WRONG\n", name, n, descending ? "down" : "up", family);
      ++i;
    }
  std::printf("%-14s %3d sorts, %d wrong\n", name, checked - checked_before, wrong - before);
}

}  // namespace

int main() {
  try_all<std::uint32_t>("std::uint32_t");
  try_all<std::int32_t>("std::int32_t");
  try_all<float>("float");
  try_all<std::uint64_t>("std::uint64_t");
  try_all<std::int64_t>("std::int64_t");
  try_all<double>("double");
  return wrong == 0 ? 0 : 1;
}
