// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "simcu/shape.h"
#include "state/clock.h"

namespace simcu::check {

constexpr unsigned kValueBytes = 16;  // of a longer access, only the first bytes are shown

struct value {
  unsigned bytes = 0;  // 0 if unknown
  unsigned char at[kValueBytes] = {};

  static value read(std::uintptr_t a, unsigned bytes) {
    value v;
    v.bytes = bytes < kValueBytes ? bytes : kValueBytes;
    std::memcpy(v.at, reinterpret_cast<const void*>(a), v.bytes);
    return v;
  }
};

// Returns text like "7" or "{1, 2}", "undefined" for memory that has not been written, or "" for an unknown
// value.
std::string text(const value& v, value_kind kind, std::size_t element);

// The values that recent writes overwrote. New entries replace old ones.
class write_log {
 public:
  [[gnu::always_inline]] void writes(std::uintptr_t a, unsigned bytes, segment who, bool strong) {
    if (bytes != 4) return wrote(a, who, strong, value::read(a, bytes));
    entry& e = entries_[slot(a)];  // the usual size needs no 16-byte copy
    e.address = a;
    e.who = who;
    e.strong = strong;
    e.old.bytes = 4;
    std::memcpy(e.old.at, reinterpret_cast<const void*>(a), 4);
  }
  void wrote(std::uintptr_t a, segment who, bool strong, const value& old) {
    entry& e = entries_[slot(a)];
    e.address = a;
    e.who = who;
    e.strong = strong;
    e.old = old;
  }
  value before(std::uintptr_t a, unsigned bytes, segment who) const;
  // Another write may have followed, so the value that `who` wrote is unknown.
  bool written_since(std::uintptr_t a, unsigned bytes, segment who, bool strong) const;

 private:
  static constexpr std::size_t kEntries = 2048;
  static std::size_t slot(std::uintptr_t a) { return (a >> 2 ^ a >> 13) % kEntries; }
  struct entry {
    std::uintptr_t address = 0;
    segment who = 0;
    bool strong = false;
    value old;
  };
  // Calls look(entry) for each known write to all of these bytes.
  template <class Look>
  void each(std::uintptr_t a, unsigned bytes, Look look) const {
    for (const std::uintptr_t start :
         {a, a & ~std::uintptr_t{3}, a & ~std::uintptr_t{7}, a & ~std::uintptr_t{15}}) {
      const entry& e = entries_[slot(start)];
      if (e.address == start && a + bytes <= start + e.old.bytes) look(e);
    }
  }
  std::array<entry, kEntries> entries_{};
};

}  // namespace simcu::check
