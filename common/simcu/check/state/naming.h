// SPDX-License-Identifier: Apache-2.0
// Names for reports: threads, accesses, places in memory.
#pragma once
#include "report/finding.h"
#include "simcu/host.h"
#include "state/device_memory.h"
#include "state/execution.h"

namespace simcu::check {

// The place that an access uses, for reports.
struct known_place {
  place where;
  value_kind kind = value_kind::unknown;  // of the elements
  std::size_t element = 0;
  std::size_t alignment = 0;  // of the elements, if they are structures; else 0
};

class naming {
 public:
  naming(const execution& run, const device_memory& memory) : run_(run), memory_(memory) {}
  // The element at an address that a kernel or the host uses; global memory is named after the running
  // kernel's parameters. A pointer to const never names a write.
  known_place place_of(std::uintptr_t a, unsigned bytes, bool write = false) const;
  // Describes an access of the running thread, or an earlier one that the shadow has kept.
  access describe(const event& e, bool strong) const;
  access describe(segment who, std::uint32_t where, unsigned bytes) const;

 private:
  const named_parameter* parameter_into(const memory_info& m, std::uintptr_t a, bool write) const;
  const execution& run_;
  const device_memory& memory_;
};

}  // namespace simcu::check
