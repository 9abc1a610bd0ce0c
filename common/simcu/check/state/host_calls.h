// SPDX-License-Identifier: Apache-2.0
// Where host code has allocated and freed device memory and pinned host memory.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>

#include "base/callers.h"

namespace simcu::check {

// Returns an address inside the innermost call in the user's code, or null.
const void* users_call(const return_addresses& callers);

struct allocation_life {
  std::size_t bytes = 0;
  bool pinned = false, live = false;
  return_addresses made = {}, freed = {};
};

class host_calls {
 public:
  // Returns null if no allocation was exactly there.
  const allocation_life* life_of(const void* base) const;

  // ---- what happens (runtime/base/observer.h), reported by the stream ----
  void allocated(const void* address, std::size_t bytes, bool pinned);
  void freed(const void* address);

 private:
  std::map<std::uintptr_t, allocation_life> lives_;
};

}  // namespace simcu::check
