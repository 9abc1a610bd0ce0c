// SPDX-License-Identifier: Apache-2.0
// The time of the last write to each byte of device memory in the running launch, by the writing thread's
// clock.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace simcu::check::counting {

class write_times {
 public:
  void launch_begins() {
    pages_.clear();
    recent_number_ = kNone;
  }
  void store(std::uintptr_t address, std::uint64_t bytes, std::uint64_t clock) {
    each(address, bytes, [&](time& t) { t = {kept(clock), kStore}; });
  }
  // Returns 0 if the bytes have not been written in this launch.
  std::uint64_t load(std::uintptr_t address, std::uint64_t bytes) {
    return latest(address, bytes, [](std::uint32_t) { return true; });
  }
  // Atomic operations that change a value could have run in any order, so they wait only for stores.
  std::uint64_t change(std::uintptr_t address, std::uint64_t bytes, std::uint64_t clock,
                       std::uint32_t place) {
    const std::uint64_t stored = latest(address, bytes, [](std::uint32_t by) { return by == kStore; });
    each(address, bytes, [&](time& t) { t = {std::max(t.clock, kept(clock)), place}; });
    return stored;
  }
  // An atomic operation that leaves the value unchanged counts as a read. It does not wait for operations
  // from its own place in the code, where other threads may add their counts.
  std::uint64_t look(std::uintptr_t address, std::uint64_t bytes, std::uint32_t place) {
    return latest(address, bytes, [place](std::uint32_t by) { return by != place; });
  }

 private:
  static constexpr std::uintptr_t kPage = 4096, kNone = ~std::uintptr_t{0};
  static constexpr std::uint32_t kStore = 0;
  struct time {
    std::uint32_t clock, place;
  };
  struct page {
    time of[kPage] = {};
  };

  static std::uint32_t kept(std::uint64_t clock) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(clock, UINT32_MAX));
  }
  template <class Matters>
  std::uint64_t latest(std::uintptr_t address, std::uint64_t bytes, Matters matters) {
    std::uint32_t clock = 0;
    each(address, bytes, [&](const time& t) {
      if (matters(t.place)) clock = std::max(clock, t.clock);
    });
    return clock;
  }
  template <class Use>
  void each(std::uintptr_t address, std::uint64_t bytes, Use use) {
    for (std::uintptr_t at = address; at != address + bytes; ++at) {
      if (at / kPage != recent_number_) {
        std::unique_ptr<page>& found = pages_[at / kPage];
        if (!found) found = std::make_unique<page>();
        recent_ = found.get();
        recent_number_ = at / kPage;
      }
      use(recent_->of[at % kPage]);
    }
  }

  std::unordered_map<std::uintptr_t, std::unique_ptr<page>> pages_;
  page* recent_ = nullptr;
  std::uintptr_t recent_number_ = kNone;
};

}  // namespace simcu::check::counting
