// SPDX-License-Identifier: Apache-2.0
// Shuffles of any trivially copyable value up to 32 bytes: eight bytes at a time.
#pragma once
#include <cstring>
#include <type_traits>

#include "simcu/device.h"

namespace cooperative_groups::details {

// Lanes from which no lane reads may contribute a value that they never set.
#pragma GCC diagnostic push
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
template <class T>
T shuffle(unsigned mask, const T& value, unsigned source_lane, simcu::location where) {
  static_assert(std::is_trivially_copyable_v<T>, "a shuffled value must be trivially copyable");
  static_assert(sizeof(T) <= 32, "a shuffled value has at most 32 bytes");
  T result = value;
  for (std::size_t done = 0; done < sizeof(T); done += 8) {
    const std::size_t part = sizeof(T) - done < 8 ? sizeof(T) - done : 8;
    std::uint64_t bits = 0;
    std::memcpy(&bits, reinterpret_cast<const char*>(&value) + done, part);
    bits = simcu::warp_meet(simcu::warp_op::shuffle, mask, bits, static_cast<int>(source_lane), where);
    std::memcpy(reinterpret_cast<char*>(&result) + done, &bits, part);
  }
  return result;
}
#pragma GCC diagnostic pop

template <class T>
std::uint64_t match_bits(T value) {
  static_assert(std::is_arithmetic_v<T>, "only numbers can be matched");
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

}  // namespace cooperative_groups::details
