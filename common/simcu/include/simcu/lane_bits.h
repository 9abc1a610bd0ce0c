// SPDX-License-Identifier: Apache-2.0
// Not in cuda_runtime.h's precompiled version, because precompiling makes g++ forget which warnings a header
// disables. Includes nothing: driver/precompiled.cpp extracts its text for clang++.
#pragma once

namespace simcu {

// A lane from which no lane reads may contribute an uninitialised value: `int r; if (leader) r = f(); r =
// __shfl_sync(m, r, 0);`.
#pragma GCC diagnostic push
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
template <class T>
inline std::uint64_t to_bits(T value) {
  static_assert(sizeof(T) <= 8, "a lane passes at most 8 bytes at a time");
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}
#pragma GCC diagnostic pop

}  // namespace simcu

#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 12
// g++ 11 would warn in the user's line, because one lane often sets a value that a shuffle passes to all
// lanes.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
