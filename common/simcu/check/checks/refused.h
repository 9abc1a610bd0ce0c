// SPDX-License-Identifier: Apache-2.0
// Calls of the host that fail for where their pointers lead, which a program that looks at no results does
// not notice: memory that cannot be freed, copies and fills that leave their allocation.
#pragma once
#include "base/observer.h"
#include "base/refused_calls.h"

namespace simcu::check {

struct state;

class refused {
 public:
  explicit refused(const state& s) : state_(s) {}
  void free(const refused_free& what) const;
  void transfer(const refused_transfer& what) const;
  // Of a copy that is made: CUDA leaves undefined what arrives where its sides overlap, and pinned memory
  // that was freed must not be used.
  void made(const device_transfer& what) const;

 private:
  void of_freed(const char* side, const void* at) const;
  const state& state_;
};

}  // namespace simcu::check
