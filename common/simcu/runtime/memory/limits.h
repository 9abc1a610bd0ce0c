// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

namespace simcu {

struct memory_limits {
  std::size_t total;
  std::size_t reservation;  // bytes of address space to reserve for it
};
// Reads SIMCU_MEMORY_MIB and the process's limit on virtual memory. A malformed value ends the process with
// status 2.
memory_limits device_memory_limits();

}  // namespace simcu
