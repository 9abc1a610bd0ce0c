// SPDX-License-Identifier: Apache-2.0
// Replay strings describe a run by its switches, that is, the points where it does not continue like fifo.
//   replay:PROGRAM/LAUNCH:SWITCH,SWITCH…/LAUNCH:…
// PROGRAM is a hash of the program's code, LAUNCH counts from 1, and a SWITCH is one of
//   s=3       the launch starts with block 3
//   0.17=3    when block 0 reaches its 17th point, block 3 runs next
//   0.17=.5   … and here thread 5 of block 0 (only with +warps)
#pragma once
#include <map>
#include <string>
#include <utility>

#include "schedule/policy.h"

namespace simcu {

const std::string& program_fingerprint();

constexpr std::uint64_t kAtStart = ~std::uint64_t{0};

class switch_list {
 public:
  // Throws a std::string, an error message, if the text is malformed or was made by another program.
  void parse(const std::string& text);
  // Returns null if the string has no decision there.
  const target* find(unsigned launch, std::uint64_t block, std::uint64_t step);
  // Returns the first switch of this launch (0: of any launch) that find() has not returned, or "".
  std::string unused(unsigned launch) const;

 private:
  struct entry {
    target to;
    bool met = false;
  };
  std::map<unsigned, std::map<std::pair<std::uint64_t, std::uint64_t>, entry>> all_;
};

std::string switch_text(std::uint64_t block, std::uint64_t step, const target& to);

}  // namespace simcu
