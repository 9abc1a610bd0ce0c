// SPDX-License-Identifier: Apache-2.0
// Keeps the places where host code has allocated and freed device memory and pinned host memory.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>

#include "base/callers.h"

namespace simcu::check {

// Returns the innermost of these calls that is in the user's code, as an address inside the call; null if
// there is none.
const void* users_call(const return_addresses& callers);

// One allocation, which may have been freed since.
struct allocation_life {
  std::size_t bytes = 0;
  bool pinned = false, live = false;
  return_addresses made = {}, freed = {};
};

class host_calls {
 public:
  // The latest allocation at exactly this address; null if none is known.
  const allocation_life* life_of(const void* base) const;

  // ---- what happens (runtime/base/observer.h), reported by the stream ----
  void allocated(const void* address, std::size_t bytes, bool pinned);
  void freed(const void* address);

 private:
  std::map<std::uintptr_t, allocation_life> lives_;  // by address; they do not overlap
};

}  // namespace simcu::check
