// SPDX-License-Identifier: Apache-2.0
#include "checks/guesses.h"

#include <algorithm>

namespace simcu::check {

void guesses::may_be(finding& f, origin reader, std::uintptr_t address) {
  if (f.certain) return;
  if (open_.size() == kMost) {
    f.certain = true;
    return;
  }
  std::vector<finding*>& of_reader = open_[{reader.block, reader.rank, address}];
  if (std::find(of_reader.begin(), of_reader.end(), &f) != of_reader.end()) return;
  of_reader.push_back(&f);
  ++f.open_guesses;
}

void guesses::compares(origin reader, std::uintptr_t address, unsigned bytes) {
  auto at = open_.lower_bound({reader.block, reader.rank, address});
  while (at != open_.end() && at->first < std::tuple{reader.block, reader.rank, address + bytes}) {
    for (finding* f : at->second) --f->open_guesses;
    at = open_.erase(at);
  }
}

}  // namespace simcu::check
