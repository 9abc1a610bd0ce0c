// SPDX-License-Identifier: Apache-2.0
// Return addresses for WebAssembly, whose code has none. Before each call, the compiled program stores the
// number of that place in its text (docs/playground/places.js); these addresses represent such numbers.
// Included first, by -include.
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
