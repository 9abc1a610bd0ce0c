// SPDX-License-Identifier: Apache-2.0
// One access of the running thread, in the form that checks and tools use.
#pragma once
#include <cstdint>

// For functions on the path of every access, which are inlined at every call (access.h says why).
#define SIMCU_HOT [[gnu::always_inline]]

namespace simcu::check {

// The kind of memory that an access uses. `ignored` means the thread's own stack, constants or host
// variables; or the access has already been reported as out of bounds.
enum class space { ignored, global, shared, symbol };  // symbol: a __device__ or __constant__ variable

// Whether the checkers are working for a thread of a kernel; their work doesn't count as steps of the kernel.
inline __thread volatile char checking = 0;

struct event {
  std::uintptr_t address;
  unsigned bytes;
  bool write;
  bool strong;  // volatile or atomic
  const void* pc;
  bool atomic = false;
  bool in_block = false;         // an atomic of block scope
  bool changes = false;          // an atomic that has happened, and has left another value
  bool races = false;            // with an earlier access, as tools see it
  space where = space::ignored;  // known once `bounds` has seen it
};

}  // namespace simcu::check
