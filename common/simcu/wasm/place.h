// SPDX-License-Identifier: Apache-2.0
// Replaces return addresses, which WebAssembly's code doesn't have: before each call, a program stores the
// number of a place in its text (docs/playground/places.js). The compiler reads this file first (-include).
#pragma once
#ifdef __cplusplus
extern "C" char __executable_start;

namespace simcu {

inline constexpr unsigned long kPlaceAt = 8;  // an address that no object has

inline void* place_as_address() {
  return &__executable_start + 2 * *reinterpret_cast<const volatile unsigned*>(kPlaceAt) + 2;
}

}  // namespace simcu

#define __builtin_return_address(level) (::simcu::place_as_address())
#endif
