// SPDX-License-Identifier: Apache-2.0
// What goes between the device and memory that the host has.
#include "counters.h"
#include "memory/arena.h"

namespace simcu::check::counting {

void counters::pinned(const void* address, std::size_t bytes, bool still) {
  if (still)
    shared_with_host_[address] = bytes;
  else
    shared_with_host_.erase(address);
}

bool counters::host_reads(const void* address) const {
  if (shared_with_host_.empty()) return false;
  auto block = shared_with_host_.upper_bound(address);
  if (block == shared_with_host_.begin()) return false;
  --block;
  return static_cast<const char*>(address) < static_cast<const char*>(block->first) + block->second;
}

void counters::transfer(const device_transfer& what) {
  wanted_ = wanted_ || wanted() != nullptr;  // without a launch, too
  if (what.from == nullptr) return;
  const bool of_device = in_device_range(what.from) || find_symbol_around(what.from) != nullptr;
  const bool to_device = in_device_range(what.to) || find_symbol_around(what.to) != nullptr;
  if (of_device && (!to_device || host_reads(what.to))) to_host_ += what.bytes;
  if (to_device && (!of_device || host_reads(what.from))) from_host_ += what.bytes;
}

void counters::printed(std::size_t bytes) {
  if (on_) to_host_ += bytes, printed_ += bytes;
}

}  // namespace simcu::check::counting
