// SPDX-License-Identifier: Apache-2.0
// One access of the running thread, as the checks and the tools see it.
#pragma once
#include <cstdint>

// The path of every access: inlined however often it is called (access.h says why).
#define SIMCU_HOT [[gnu::always_inline]]

namespace simcu::check {

// What kind of memory an access goes to. ignored: the thread's own stack, constants, host variables, and
// accesses that have already been reported as out of bounds.
enum class space { ignored, global, shared, symbol };  // symbol: a __device__ or __constant__ variable

// Whether the checkers are at work for a thread of a kernel: what they do is no step of it.
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
