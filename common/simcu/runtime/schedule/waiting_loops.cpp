// SPDX-License-Identifier: Apache-2.0
#include "schedule/waiting_loops.h"

#include <cstring>

namespace simcu {
namespace {

constexpr std::ptrdiff_t kMostOfAStack = 16384;  // bytes

[[gnu::noinline, maybe_unused]] std::uint64_t state_from_here(const char* top) {
  const char* const from = static_cast<const char*>(__builtin_frame_address(0));
  if (top - from > kMostOfAStack) return 0;
  std::uint64_t state = 1;
  for (const char* p = from; p + sizeof state <= top; p += sizeof state) {
    std::uint64_t word;
    std::memcpy(&word, p, sizeof word);
    state = (state ^ word) * 0x9e3779b97f4a7c15u;
    state ^= state >> 29;
  }
  return state | 1;
}

}  // namespace

// This frame contains the registers that a call preserves; all others are in the callers' frames.
[[gnu::noinline]] std::uint64_t state_of_fiber([[maybe_unused]] const char* top) {
#ifdef __wasm__
  return 0;  // most of the state is not in memory
#else
  __builtin_unwind_init();
  const std::uint64_t state = state_from_here(top);
  asm volatile("" ::: "memory");  // prevents a tail call, so the frame stays
  return state;
#endif
}

void waiting_loops::gives_way(unsigned rank, std::uint64_t quiet, std::uint64_t state) {
  if (rank >= threads_.size()) threads_.resize(rank + 1);
  if (quiet != repeating_in_) repeating_in_ = quiet, repeating_ = 0;
  thread& t = threads_[rank];
  if (t.quiet != quiet || state == 0) {
    t = {state, quiet, 0, 1, false};
  } else if (!t.repeats) {
    if (state == t.state) {
      t.repeats = true;
      ++repeating_;
    } else if (++t.compared == t.compare) {
      t = {state, quiet, 0, 2 * t.compare, false};
    }
  }
}

}  // namespace simcu
