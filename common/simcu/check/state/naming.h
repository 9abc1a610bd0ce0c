// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "report/finding.h"
#include "simcu/host.h"
#include "state/device_memory.h"
#include "state/execution.h"

namespace simcu::check {

struct known_place {
  place where;
  value_kind kind = value_kind::unknown;
  std::size_t element = 0;
  std::size_t alignment = 0;  // if the elements are structures; otherwise 0
};

class naming {
 public:
  naming(const execution& run, const device_memory& memory) : run_(run), memory_(memory) {}
  // Names global memory after the running kernel's parameters; never names a write after a pointer to const.
  known_place place_of(std::uintptr_t a, unsigned bytes, bool write = false) const;
  access describe(const event& e, bool strong) const;
  access describe(segment who, std::uint32_t where, unsigned bytes) const;

 private:
  const named_parameter* parameter_into(const memory_info& m, std::uintptr_t a, bool write) const;
  const execution& run_;
  const device_memory& memory_;
};

}  // namespace simcu::check
