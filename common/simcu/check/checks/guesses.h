// SPDX-License-Identifier: Apache-2.0
// Plain reads that only guess the value for a later compare-and-swap, as in the CUDA Programming Guide's
// atomicAdd for doubles:
//
//   unsigned long long old = *address, assumed;
//   do { assumed = old; old = atomicCAS(address, assumed, …); } while (assumed != old);
//
// A wrong guess only costs another iteration, so a finding stays open until the reader's compare-and-swap.
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
  // `f` is a race between a plain read by `reader` of the word at this address and an atomic operation.
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
