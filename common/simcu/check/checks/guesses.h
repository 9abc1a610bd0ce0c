// SPDX-License-Identifier: Apache-2.0
// Handles plain reads that only guess the value for a later compare-and-swap, as in the CUDA Programming
// Guide's atomicAdd for doubles:
//
//   unsigned long long old = *address, assumed;
//   do { assumed = old; old = atomicCAS(address, assumed, …); } while (assumed != old);
//
// A wrong guess only costs another iteration, so the read does not race with atomic operations. A finding
// about a plain read stays open until the reading thread runs a compare-and-swap on the same word.
#pragma once
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "report/finding.h"
#include "state/traces.h"

namespace simcu::check {

class guesses {
 public:
  // The finding `f` is a race between a plain read by `reader` of the word at this address and an atomic
  // operation.
  void may_be(finding& f, origin reader, std::uintptr_t address);
  bool any() const { return !open_.empty(); }
  // `reader` runs a compare-and-swap on these bytes.
  void compares(origin reader, std::uintptr_t address, unsigned bytes);
  void forget() { open_.clear(); }  // findings that are still open stay reported

 private:
  static constexpr std::size_t kMost = 1 << 16;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uintptr_t>, std::vector<finding*>> open_;
};

}  // namespace simcu::check
