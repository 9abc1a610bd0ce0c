// SPDX-License-Identifier: Apache-2.0
// What goes from the device to the host, and what the host tells the device: by copies, and by numbers of its
// choice.
#include <cstring>
#include <iterator>
#include <utility>

#include "counters.h"
#include "device/launch.h"
#include "memory/arena.h"

namespace simcu::check::counting {

// Bytes that the host tells by a number of its own choice; of a pointer to device memory, how far it points
// into its allocation.
std::size_t counters::told_by(std::uint64_t word) const {
  const auto* address = reinterpret_cast<const char*>(word);
  if (in_device_range(address)) {
    const auto above = allocations_.upper_bound(address);
    if (above == allocations_.begin()) return 0;
    word = static_cast<std::uint64_t>(address - static_cast<const char*>(std::prev(above)->first));
  }
  std::size_t bytes = 0;
  for (; word != 0; word >>= 8) ++bytes;
  return bytes;
}

// What a launch has in its arguments and sizes that the kernel's last one did not have: a loop's width or
// digit, or else somebody's result.
void counters::tell(const launch& grid) {
  if (grid.depth > 0 || grid.body.call != nullptr) return;  // not of the program's own
  std::vector<std::uint64_t> words(grid.body.closure_bytes / sizeof(std::uint64_t) + 1);
  std::memcpy(words.data(), grid.body.closure, grid.body.closure_bytes);
  std::vector<std::uint64_t> parts = {grid.grid.x,  grid.grid.y,  grid.grid.z,        grid.block.x,
                                      grid.block.y, grid.block.z, grid.dynamic_shared};
  for (const std::uint64_t word : words) {
    const bool pointer = in_device_range(reinterpret_cast<const void*>(word));
    parts.push_back(pointer ? word : word & 0xffffffff);
    parts.push_back(pointer ? 0 : word >> 32);
  }
  std::vector<std::uint64_t>& last = last_told_[reinterpret_cast<const void*>(grid.body.run_threads)];
  last.resize(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i] != last[i]) told_ += told_by(parts[i]);
  last = std::move(parts);
}

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

// What a copy to the device tells it: of words with equal steps, as zeros for counters or 0, 1, 2, … for
// indices, no more than the first two.
static std::size_t news(const char* bytes, std::size_t count) {
  constexpr std::size_t kWord = sizeof(std::uint32_t);
  const auto word = [&](std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes + at, kWord);
    return value;
  };
  if (count % kWord != 0 || count < 2 * kWord) return count;
  const std::uint32_t step = word(kWord) - word(0);
  for (std::size_t at = kWord; at < count; at += kWord)
    if (word(at) - word(at - kWord) != step) return count;
  return 2 * kWord;
}

void counters::transfer(const device_transfer& what) {
  wanted_ = wanted_ || wanted() != nullptr;  // without a launch, too
  if (what.from == nullptr) {
    ++from_host_;  // a fill brings its one value
    told_ += told_by(reinterpret_cast<std::uintptr_t>(what.to));
    return;
  }
  const bool of_device = in_device_range(what.from) || find_symbol_around(what.from) != nullptr;
  const bool to_device = in_device_range(what.to) || find_symbol_around(what.to) != nullptr;
  if (of_device && to_device)
    for (const void* end : {what.from, what.to}) told_ += told_by(reinterpret_cast<std::uintptr_t>(end));
  if (of_device && (!to_device || host_reads(what.to))) to_host_ += what.bytes;
  if (to_device && (!of_device || host_reads(what.from)))
    from_host_ += news(static_cast<const char*>(what.from), what.bytes);
}

void counters::printed(std::size_t bytes) {
  if (on_) to_host_ += bytes, printed_ += bytes;
}

}  // namespace simcu::check::counting
