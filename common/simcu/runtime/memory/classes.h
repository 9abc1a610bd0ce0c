// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

#include "simcu/host.h"
#include "simcu/kernel.h"

namespace simcu {

enum class memory_class {
  device,    // device memory or a __device__ variable: only the device side of a copy
  anywhere,  // managed and pinned memory: either side
  host,
  invalid  // in the device's address range, but not in a live allocation
};
struct memory_place {
  memory_class where;
  std::size_t bytes_left;  // from the address to the end of its allocation; SIZE_MAX for host memory
};
memory_place classify(const void* p);

// Memory from cudaMallocHost, or registered. unpin returns false if no such memory starts at p.
void pin(const void* p, std::size_t bytes, unsigned flags, bool registered);
bool unpin(const void* p, bool registered);
bool overlaps_pinned(const void* p, std::size_t bytes);
struct pinned_info {
  void* base;
  std::size_t bytes;
  unsigned flags;
  bool registered = false;
};
// bytes = 0 if there is no block around p. In a signal handler, may miss a block.
pinned_info find_pinned(const void* p, bool from_signal_handler = false);
// After a block from cudaMallocHost there is an unused page.
pinned_info pinned_below(const void* p);
// Under --check, keeps freed pinned memory, so that no other memory gets its address.
void keep_freed(const void* p, std::size_t bytes);
pinned_info find_freed_pinned(const void* p);  // bytes = 0 if there is none

// On a GPU, host code that names a __device__ variable gets another variable's address. The API therefore
// treats it as a host address, unless the program received it from cudaGetSymbolAddress or a kernel's data.
void remember_symbol(const void* address);
void remember_symbols_in(const void* copied_to_host, std::size_t bytes);
// Returns null for __managed__ variables, and if the program has received the address.
const symbol_info* symbol_by_its_name(const void* p);

}  // namespace simcu
