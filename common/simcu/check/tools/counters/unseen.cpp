// SPDX-License-Identifier: Apache-2.0
#include "unseen.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace simcu::check::counting {
namespace {

constexpr std::size_t kMost = std::size_t{64} << 20;  // bytes that are kept

}  // namespace

void unseen_stores::begin(const std::map<const void*, std::size_t>& allocations) {
  kept_.clear();
  last_ = kept_.end();
  std::size_t all = 0;
  for (const auto& [address, bytes] : allocations) all += bytes;
  if (all > kMost) return;
  for (const auto& [address, bytes] : allocations) {
    const auto* from = static_cast<const unsigned char*>(address);
    kept_[reinterpret_cast<std::uintptr_t>(address)] = {{from, from + bytes}, std::vector<bool>(bytes)};
  }
}

void unseen_stores::stored(std::uintptr_t address, std::size_t bytes) {
  if (kept_.empty()) return;
  const auto around = [&](auto it) { return address - it->first < it->second.bytes.size(); };
  if (last_ == kept_.end() || !around(last_)) {
    last_ = kept_.upper_bound(address);
    if (last_ != kept_.begin()) --last_;
    if (!around(last_)) {
      last_ = kept_.end();
      return;
    }
  }
  std::vector<bool>& marks = last_->second.stored;
  const std::size_t at = address - last_->first;
  std::fill_n(marks.begin() + static_cast<std::ptrdiff_t>(at), std::min(bytes, marks.size() - at), true);
}

std::uint64_t unseen_stores::end(const std::map<const void*, std::size_t>& allocations) {
  std::uint64_t unseen = 0;
  for (const auto& [begins, was] : kept_) {
    const auto* now = reinterpret_cast<const unsigned char*>(begins);
    const auto live = allocations.find(now);
    if (live == allocations.end() || live->second != was.bytes.size()) continue;
    if (std::memcmp(now, was.bytes.data(), was.bytes.size()) == 0) continue;  // mostly: it is an input
    for (std::size_t i = 0; i < was.bytes.size(); ++i) unseen += now[i] != was.bytes[i] && !was.stored[i];
  }
  kept_.clear();
  last_ = kept_.end();
  return unseen;
}

}  // namespace simcu::check::counting
