// SPDX-License-Identifier: Apache-2.0
// Shadow memory: for every four bytes of device or shared memory, the accesses that later ones may race with;
// 8 bytes per byte, taken from the system only where it is used.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "clock.h"

namespace simcu::check {

// Who accessed, how, and from where in the code. Packed into 8 bytes; all zero: nobody.
struct cell {
  std::uint32_t who = 0;    // segment
  std::uint32_t where = 0;  // code offset << 2 | strong << 1 | write
  bool used() const { return who != 0; }
  bool write() const { return where & 1; }
  bool strong() const { return where & 2; }
};

constexpr unsigned kCells = 4;  // per word
struct word {
  cell cells[kCells];
};
// Of a word whose bytes are accessed one by one: the last write and a read of each. Their places in the code
// are kept apart, 8 more bytes for such a byte.
struct byte_cells {
  std::uint32_t write, read;  // segment | strong << 31
};
static_assert(sizeof(word) == 4 * sizeof(byte_cells) && sizeof(word) == 32);

// The shadow of one range of addresses.
class shadow_range {
 public:
  shadow_range(const void* base, std::size_t bytes);
  ~shadow_range();
  shadow_range(const shadow_range&) = delete;
  shadow_range& operator=(const shadow_range&) = delete;

  bool contains(std::uintptr_t a) const { return a - base_ < bytes_; }
  std::uintptr_t base() const { return base_; }
  word& word_of(std::uintptr_t a) { return words_[(a - base_) / 4]; }
  byte_cells& bytes_of(std::uintptr_t a) { return reinterpret_cast<byte_cells*>(words_)[a - base_]; }
  struct byte_places {
    std::uint32_t write, read;  // as cell::where; valid if the byte's entry is
  };
  byte_places& places_of(std::uintptr_t a) { return places_[a - base_]; }
  bool split(std::uintptr_t a) const { return bit(split_, (a - base_) / 4); }
  void set_split(std::uintptr_t a) { set_bit(split_, (a - base_) / 4); }
  // Bytes that somebody has written since they were allocated.
  bool initialised(std::uintptr_t a) const { return bit(written_, a - base_); }
  bool initialised(std::uintptr_t a, std::size_t bytes) const;
  void set_initialised(std::uintptr_t a, std::size_t bytes, bool value);
  void forget(std::uintptr_t a, std::size_t bytes);  // as after allocation

 private:
  static bool bit(const std::uint64_t* bits, std::size_t i) { return bits[i / 64] >> i % 64 & 1; }
  static void set_bit(std::uint64_t* bits, std::size_t i) { bits[i / 64] |= std::uint64_t{1} << i % 64; }
  std::uintptr_t base_;
  std::size_t bytes_;
  word* words_;
  byte_places* places_;
  std::uint64_t *split_, *written_;
};

}  // namespace simcu::check
