// SPDX-License-Identifier: Apache-2.0
// A set of addresses, as ranges that do not touch each other: memory that host code has initialised.
#pragma once
#include <cstdint>
#include <iterator>
#include <map>

namespace simcu::check {

class address_ranges {
 public:
  void add(std::uintptr_t from, std::uintptr_t to) {
    auto next = ranges_.upper_bound(from);
    if (next != ranges_.begin() && std::prev(next)->second >= from) {
      --next;
      from = next->first;
    }
    while (next != ranges_.end() && next->first <= to) {
      if (next->second > to) to = next->second;
      next = ranges_.erase(next);
    }
    ranges_.emplace_hint(next, from, to);
    recent_from_ = recent_to_ = 0;
  }
  void remove(std::uintptr_t from, std::uintptr_t to) {
    auto next = ranges_.upper_bound(from);
    if (next != ranges_.begin() && std::prev(next)->second > from) --next;
    while (next != ranges_.end() && next->first < to) {
      const auto [first, last] = *next;
      next = ranges_.erase(next);
      if (first < from) ranges_.emplace(first, from);
      if (last > to) ranges_.emplace(to, last);
    }
    recent_from_ = recent_to_ = 0;
  }
  // Returns `a` itself if no range contains it.
  std::uintptr_t end_of(std::uintptr_t a) const {
    if (a >= recent_from_ && a < recent_to_) return recent_to_;
    const auto next = ranges_.upper_bound(a);
    if (next == ranges_.begin() || std::prev(next)->second <= a) return a;
    recent_from_ = std::prev(next)->first;
    return recent_to_ = std::prev(next)->second;
  }

 private:
  std::map<std::uintptr_t, std::uintptr_t> ranges_;
  mutable std::uintptr_t recent_from_ = 0, recent_to_ = 0;
};

}  // namespace simcu::check
