// SPDX-License-Identifier: Apache-2.0
// Host calls that fail because of a bad pointer or size, which a program that ignores return codes would not
// notice.
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
  // The copy succeeds. Reports overlapping sides, whose result is undefined in CUDA, and pinned memory that
  // has been freed.
  void made(const device_transfer& what) const;

 private:
  void of_freed(const char* side, const void* at) const;
  const state& state_;
};

}  // namespace simcu::check
