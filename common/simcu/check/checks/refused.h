// SPDX-License-Identifier: Apache-2.0
// Reports host calls that fail because of a bad pointer: frees of memory that cannot be freed, and copies and
// fills that go past their allocation. A program that ignores return codes would not notice these failures.
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
  // Called for a copy that succeeds. Reports overlapping sides, which leave the result undefined in CUDA, and
  // pinned memory that has been freed.
  void made(const device_transfer& what) const;

 private:
  void of_freed(const char* side, const void* at) const;
  const state& state_;
};

}  // namespace simcu::check
