// SPDX-License-Identifier: Apache-2.0
// Shadow memory: for every four bytes of device or shared memory, the accesses that later ones may race with;
// 8 bytes per byte, taken from the system only where it is used.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "clock.h"

namespace simcu::check {

// How and from where in the code: code offset << 3 | block scope << 2 | strong << 1 | write.
constexpr bool is_write(std::uint32_t where) { return where & 1; }
constexpr bool is_strong(std::uint32_t where) { return where & 2; }
constexpr bool in_block_scope(std::uint32_t where) { return where & 4; }  // atomicAdd_block and the like

// Who accessed, how, and from where in the code. Packed into 8 bytes; all zero: nobody.
struct cell {
  std::uint32_t who = 0;  // segment
  std::uint32_t where = 0;
  bool used() const { return who != 0; }
  bool write() const { return is_write(where); }
  bool strong() const { return is_strong(where); }
};

constexpr unsigned kCells = 4;  // per word
struct word {
  cell cells[kCells];
};

// The accesses of one warp's lanes from one place in the code have a number in common, so that 4 bytes say
// who and where: number << 5 | lane. 0: nobody.
class traces {
 public:
  std::uint32_t pack(segment who, std::uint32_t where) {
    const std::uint32_t warp = who / 32;
    recent& r = recent_[(warp * 31 + (where >> 3)) % kRecent];
    if (r.warp != warp || r.where != where) {
      r = {warp, where, static_cast<std::uint32_t>(all_.size())};
      all_.push_back({warp, where});
    }
    return r.number << 5 | who % 32;
  }
  cell unpack(std::uint32_t packed) const {
    const trace& t = all_[packed >> 5];
    return {t.warp * 32 + packed % 32, t.where};
  }

 private:
  static constexpr std::size_t kRecent = 1024;
  struct trace {
    std::uint32_t warp, where;  // segment / 32; cell::where
  };
  struct recent {
    std::uint32_t warp = 0, where = 0, number = 0;
  };
  std::vector<trace> all_{{0, 0}};
  std::array<recent, kRecent> recent_{};
};

// Of a word whose bytes are accessed one by one: the last write and a read of each, packed.
struct byte_cells {
  std::uint32_t write, read;
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
  std::size_t bytes() const { return bytes_; }
  word& word_of(std::uintptr_t a) { return words_[(a - base_) / 4]; }
  byte_cells& bytes_of(std::uintptr_t a) { return reinterpret_cast<byte_cells*>(words_)[a - base_]; }
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
  std::uint64_t *split_, *written_;
};

}  // namespace simcu::check
