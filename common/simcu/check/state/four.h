// SPDX-License-Identifier: Apache-2.0
// Operations on four numbers at once, which compilers turn into vector instructions.
#pragma once
#include <cstdint>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "state/event.h"

namespace simcu::check {

using four = std::int32_t __attribute__((vector_size(16), may_alias));

// `number` must be below 2^31.
SIMCU_HOT inline four four_times(std::uint32_t number) {
  const auto n = static_cast<std::int32_t>(number);
  return four{n, n, n, n};
}

// Returns one bit per number.
SIMCU_HOT inline unsigned negative(four v) {
#ifdef __SSE2__
  return static_cast<unsigned>(_mm_movemask_ps(reinterpret_cast<__m128>(v)));
#else
  unsigned bits = 0;
  for (unsigned i = 0; i < 4; ++i) bits |= static_cast<unsigned>(v[i] < 0) << i;
  return bits;
#endif
}

}  // namespace simcu::check
