// SPDX-License-Identifier: Apache-2.0
#include "state/host_calls.h"

#include <iterator>
#include <string>

#include "base/symbolize.h"

namespace simcu::check {

const void* users_call(const return_addresses& callers) {
  for (void* address : callers) {
    if (!address) continue;
    const void* call = static_cast<const char*>(address) - 1;
    const std::string line = source_line(call);
    const bool ours = line.find("/simcu/runtime/") != std::string::npos ||
                      line.find("/simcu/check/") != std::string::npos || is_in_device_header(line);
    if (line.find(':') != std::string::npos && !ours) return call;
  }
  return nullptr;
}

const allocation_life* host_calls::life_of(const void* base) const {
  const auto found = lives_.find(reinterpret_cast<std::uintptr_t>(base));
  return found == lives_.end() ? nullptr : &found->second;
}

// Forgets earlier allocations that overlap the new one, so entries never outnumber pages of memory.
void host_calls::allocated(const void* address, std::size_t bytes, bool pinned) {
  const auto from = reinterpret_cast<std::uintptr_t>(address);
  auto over = lives_.lower_bound(from);
  if (over != lives_.begin() && std::prev(over)->first + std::prev(over)->second.bytes > from) --over;
  while (over != lives_.end() && over->first < from + bytes) over = lives_.erase(over);
  allocation_life& life = lives_[from];
  life.bytes = bytes;
  life.pinned = pinned;
  life.live = true;
  life.made = callers_now();
}

void host_calls::freed(const void* address) {
  const auto found = lives_.find(reinterpret_cast<std::uintptr_t>(address));
  if (found == lives_.end()) return;
  found->second.live = false;
  found->second.freed = callers_now();
}

}  // namespace simcu::check
