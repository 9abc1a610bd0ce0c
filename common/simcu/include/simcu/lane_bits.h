// SPDX-License-Identifier: Apache-2.0
// What is left out when cuda_runtime.h is precompiled, because g++ then forgets which warnings a header
// switches off. Read last; includes nothing, as its text is taken out for clang++ (driver/precompiled.cpp).
#pragma once

namespace simcu {

// Lanes that nobody reads from may bring what they never set: `int r; if (leader) r = f(); r = __shfl_sync(m,
// r, 0);`.
#pragma GCC diagnostic push
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
template <class T>
inline std::uint64_t to_bits(T value) {
  static_assert(sizeof(T) <= 8, "a lane hands over at most 8 bytes at a time");
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}
#pragma GCC diagnostic pop

}  // namespace simcu

#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 12
// A value that only one lane sets and a shuffle hands to all is CUDA's own idiom; g++ 11 warns of it in the
// user's line.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
