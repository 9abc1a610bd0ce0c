// SPDX-License-Identifier: Apache-2.0
// Values for reports: what an access saw, what a write made of it, and what was there before.
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

constexpr unsigned kValueBytes = 16;  // of a longer access, only the first are shown

struct value {
  unsigned bytes = 0;  // 0: unknown
  unsigned char at[kValueBytes] = {};

  static value read(std::uintptr_t a, unsigned bytes) {
    value v;
    v.bytes = bytes < kValueBytes ? bytes : kValueBytes;
    std::memcpy(v.at, reinterpret_cast<const void*>(a), v.bytes);
    return v;
  }
};

// As elements of this kind and size: "7", "1.5", "{1, 2, 3, 4}"; "undefined" for memory as it was allocated;
// empty for an unknown value.
std::string text(const value& v, value_kind kind, std::size_t element);

// What recent writes overwrote: bounded, so old ones are forgotten.
class write_log {
 public:
  // Before a write.
  [[gnu::always_inline]] void writes(std::uintptr_t a, unsigned bytes, segment who) {
    if (bytes != 4) return wrote(a, who, value::read(a, bytes));
    entry& e = entries_[slot(a)];  // the usual size, without a copy of 16 bytes
    e.address = a;
    e.who = who;
    e.old.bytes = 4;
    std::memcpy(e.old.at, reinterpret_cast<const void*>(a), 4);
  }
  void wrote(std::uintptr_t a, segment who, const value& old) {
    entry& e = entries_[slot(a)];
    e.address = a;
    e.who = who;
    e.old = old;
  }
  // What `bytes` bytes at `a` were before segment `who` wrote them.
  value before(std::uintptr_t a, unsigned bytes, segment who) const;

 private:
  static constexpr std::size_t kEntries = 2048;
  static std::size_t slot(std::uintptr_t a) { return (a >> 2 ^ a >> 13) % kEntries; }
  struct entry {
    std::uintptr_t address = 0;
    segment who = 0;
    value old;
  };
  std::array<entry, kEntries> entries_{};
};

}  // namespace simcu::check
