// SPDX-License-Identifier: Apache-2.0
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
  if (is_in_managed_pages(address)) return true;
  if (shared_with_host_.empty()) return false;
  auto block = shared_with_host_.upper_bound(address);
  if (block == shared_with_host_.begin()) return false;
  --block;
  return static_cast<const char*>(address) < static_cast<const char*>(block->first) + block->second;
}

void counters::transfer(const device_transfer&) {
  wanted_ = wanted_ || wanted() != nullptr;  // even without a launch
}

// The host may be another process, so its own reports of copies are not used.
void counters::moved(const void* to, const void* from, std::size_t bytes) {
  const bool of_device = in_device_range(from) || find_symbol_around(from) != nullptr;
  const bool to_device = in_device_range(to) || find_symbol_around(to) != nullptr;
  if (of_device && (!to_device || host_reads(to))) to_host_ += bytes;
  if (to_device && (!of_device || host_reads(from))) from_host_ += bytes;
}

void counters::printed(std::size_t bytes) {
  if (on_) to_host_ += bytes, printed_ += bytes;
}

}  // namespace simcu::check::counting
