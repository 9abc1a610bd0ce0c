// SPDX-License-Identifier: Apache-2.0
// What an address means to the host API: whose memory it is, and how much of it follows the address.
#pragma once
#include <cstddef>

#include "simcu/host.h"

namespace simcu {

enum class memory_class {
  device,    // device memory or a __device__ variable: only the device side of a copy
  anywhere,  // managed and pinned memory: either side
  host,      // everything else
  invalid    // in the device's address range, but of no live allocation
};
struct memory_place {
  memory_class where;
  std::size_t bytes_left;  // from the address to the end of its allocation; SIZE_MAX for host memory
};
memory_place classify(const void* p);

// Pinned host memory: from cudaMallocHost, or registered. release returns false if there is none that starts
// at p.
void pin(const void* p, std::size_t bytes, unsigned flags, bool registered);
bool unpin(const void* p, bool registered);
bool overlaps_pinned(const void* p, std::size_t bytes);
struct pinned_info {
  void* base;
  std::size_t bytes;
  unsigned flags;
};
// Of the block around p; bytes = 0 if there is none. Callable from a signal handler (then it may miss one).
pinned_info find_pinned(const void* p, bool from_signal_handler = false);

// A __device__ variable whose address the program has asked for: bytes from p to its end, or 0.
std::size_t symbol_bytes_left(const void* p);
void remember_symbol(const void* address, std::size_t bytes);

}  // namespace simcu
