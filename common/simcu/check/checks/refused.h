// SPDX-License-Identifier: Apache-2.0
// Reports host calls that fail because of their pointers: memory that cannot be freed, and copies and fills
// that leave their allocation. A program that ignores return codes would not notice them.
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
  // A copy that is made. CUDA leaves the result undefined if the two sides overlap, and freed pinned memory
  // must not be used.
  void made(const device_transfer& what) const;

 private:
  void of_freed(const char* side, const void* at) const;
  const state& state_;
};

}  // namespace simcu::check
