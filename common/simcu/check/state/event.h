// SPDX-License-Identifier: Apache-2.0
// One access by the running thread, as checks and tools see it.
#pragma once
#include <cstdint>

// Functions that run on every access are inlined (access.h).
#define SIMCU_HOT [[gnu::always_inline]]

namespace simcu::check {

// `ignored` means the thread's own stack, constants, host variables, or an access that has already been
// reported as out of bounds.
enum class space { ignored, global, shared, symbol };

// Set while the checkers run for a kernel thread, because their work doesn't count as the kernel's steps.
inline __thread volatile char checking = 0;

struct event {
  std::uintptr_t address;
  unsigned bytes;
  bool write;
  bool strong;
  const void* pc;
  bool atomic = false;
  bool in_block = false;
  bool changes = false;          // a completed atomic that has changed the value
  bool races = false;            // for tools: it races with an earlier access
  space where = space::ignored;  // set by the check `bounds`
};

}  // namespace simcu::check
