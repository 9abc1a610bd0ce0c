// SPDX-License-Identifier: Apache-2.0
#include "state/sync_variables.h"

namespace simcu::check {

void sync_variables::access(std::uintptr_t address, bool in_block, bool reads, bool writes, bool keeps,
                            block_clock& clock, unsigned rank) {
  const auto found = variables_.find(address);
  released none;
  released& v = found == variables_.end() ? none : found->second;
  const bool same_block = v.instance == clock.instance();
  if (reads && found != variables_.end()) {
    if (!in_block) clock.strong_read(rank, v.device, true);
    if (same_block) clock.strong_read(rank, v.block, false);
  }
  if (!writes) return;
  released next;
  next.device = in_block ? (keeps ? v.device : nullptr) : clock.strong_write(rank, v.device, keeps, true);
  next.block = clock.strong_write(rank, same_block ? v.block : nullptr, keeps, false);
  next.instance = clock.instance();
  if (next.device || next.block)
    variables_[address] = std::move(next);
  else if (found != variables_.end())
    variables_.erase(found);
}

}  // namespace simcu::check
