// SPDX-License-Identifier: Apache-2.0
// Keeps, for every four bytes of device or shared memory, the accesses with which later ones may race, and
// which bytes are initialised. Reserves 8 bytes per byte, but uses the system's memory only where needed.
#pragma once
#include <cstddef>
#include <cstdint>

#include "state/clock.h"
#include "state/event.h"
#include "state/four.h"
#include "state/ranges.h"

namespace simcu::check {

// An access's kind and place are kept as code offset << 3 | block scope << 2 | strong << 1 | write.
constexpr bool is_write(std::uint32_t where) { return where & 1; }
constexpr bool is_strong(std::uint32_t where) { return where & 2; }
constexpr bool in_block_scope(std::uint32_t where) { return where & 4; }  // atomicAdd_block and the like

// The top bits of a word's cells describe the word. In the first cell's `who`, the bit says that the word is
// split; in each cell's `where`, that one byte is initialised.
constexpr std::uint32_t kTop = std::uint32_t{1} << 31;

// An access's thread, kind and place in the code. All bits zero, except the top bits, means no access.
struct cell {
  std::uint32_t who = 0;
  std::uint32_t where = 0;
  bool used() const { return who != 0; }
  bool write() const { return is_write(where); }
  bool strong() const { return is_strong(where); }
  void set(segment s, std::uint32_t w) { who = s, where = w | (where & kTop); }
  cell bare() const { return {who & ~kTop, where & ~kTop}; }

  // In a split word, each byte has one cell that packs its last write and a read (traces.h).
  std::uint32_t byte_write() const { return who & ~kTop; }
  std::uint32_t byte_read() const { return where & ~kTop; }
  void set_byte(std::uint32_t write, std::uint32_t read) {
    who = write | (who & kTop), where = read | (where & kTop);
  }
};

constexpr unsigned kCells = 4;
struct alignas(32) word {
  cell cells[kCells];
};
static_assert(sizeof(word) == 32);

struct side_by_side {
  four who, where;
  // Cells are stored one by one, and a load right after a store is fast only if it has the same width.
  SIMCU_HOT explicit side_by_side(const word& w) {
#ifdef __SSE2__
    const auto pair = [&](unsigned i) {
      const __m128i first = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(w.cells + i));
      return _mm_loadh_pi(_mm_castsi128_ps(first), reinterpret_cast<const __m64*>(w.cells + i + 1));
    };
    const __m128 low = pair(0), high = pair(2);
    who = reinterpret_cast<four>(_mm_shuffle_ps(low, high, 0x88));
    where = reinterpret_cast<four>(_mm_shuffle_ps(low, high, 0xDD));
#else
    for (unsigned i = 0; i < kCells; ++i) {
      who[i] = static_cast<std::int32_t>(w.cells[i].who);
      where[i] = static_cast<std::int32_t>(w.cells[i].where);
    }
#endif
  }
  SIMCU_HOT unsigned marked() const { return negative(where); }
  SIMCU_HOT unsigned writes() const { return negative(where << 31); }
  SIMCU_HOT unsigned strong() const { return negative(where << 30); }
  SIMCU_HOT bool split() const { return negative(who) != 0; }
};

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
  cell& byte_of(std::uintptr_t a) { return word_of(a).cells[(a - base_) % 4]; }
  const word& word_of(std::uintptr_t a) const { return words_[(a - base_) / 4]; }
  const cell& byte_of(std::uintptr_t a) const { return word_of(a).cells[(a - base_) % 4]; }
  std::uintptr_t origin() const {
    return reinterpret_cast<std::uintptr_t>(words_) - base_ / 4 * sizeof(word);
  }
  SIMCU_HOT static word& word_at(std::uintptr_t origin, std::uintptr_t a) {
    return *reinterpret_cast<word*>(origin + a / 4 * sizeof(word));
  }
  bool split(std::uintptr_t a) const { return word_of(a).cells[0].who & kTop; }
  void set_split(std::uintptr_t a) { word_of(a).cells[0].who |= kTop; }

  // ---- bytes that have been written since they were allocated ----
  // Whether the bits of all these bytes are set, which need not be so for bytes that host code has written.
  SIMCU_HOT bool marked(std::uintptr_t a, std::size_t bytes) const {
    if (bytes == 4 && a % 4 == 0) return marked(word_of(a));
    return all_marked(a, bytes);
  }
  SIMCU_HOT void mark(std::uintptr_t a, std::size_t bytes) {
    if (bytes != 4 || a % 4 != 0) return mark_all(a, bytes);
    for (cell& c : word_of(a).cells) c.where |= kTop;
  }
  bool initialised(std::uintptr_t a, std::size_t bytes) const;
  // All bytes of the run from `a` are initialised, or all are not. Returns at most `end`.
  std::uintptr_t end_of_run(std::uintptr_t a, std::uintptr_t end, bool initialised) const;
  // A word's neighbours will probably be read as well, so they are marked together if the host has
  // initialised all of them.
  void mark_neighbours(std::uintptr_t a);
  // A large range is kept as a range, without using shadow.
  void initialised_by_host(std::uintptr_t a, std::size_t bytes);
  void copied(std::uintptr_t to, std::uintptr_t from, std::size_t bytes);

  // Creates the surrounding pages at once, because each page would fault twice, on the first load and on the
  // first store.
  void about_to_use(std::uintptr_t a) {
    const std::size_t piece = piece_of(&word_of(a));
    if (!made_[piece]) make(piece);
  }
  static bool starts_piece(const word& w) { return reinterpret_cast<std::uintptr_t>(&w) % kPiece == 0; }

  void forget(std::uintptr_t a, std::size_t bytes);  // resets to the state after an allocation
  void give_back(std::uintptr_t a, std::size_t bytes);
  void forget_accesses(std::uintptr_t a, std::size_t bytes);  // keeps the marks of initialised bytes
  // The memory is used from its beginning. start_again clears the used part and shadows other addresses, of
  // at most `capacity` bytes.
  void used_to(std::uintptr_t end) { used_ = end - base_ > used_ ? end - base_ : used_; }
  void start_again(const void* base, std::size_t bytes);
  std::size_t capacity() const { return capacity_; }

 private:
  SIMCU_HOT static bool marked(const word& w) {
    return w.cells[0].where & w.cells[1].where & w.cells[2].where & w.cells[3].where & kTop;
  }
  bool all_marked(std::uintptr_t a, std::size_t bytes) const;
  void mark_all(std::uintptr_t a, std::size_t bytes);
  static constexpr std::size_t kPiece = 64 << 10;
  std::size_t piece_of(const word* w) const {
    return reinterpret_cast<std::uintptr_t>(w) / kPiece - reinterpret_cast<std::uintptr_t>(words_) / kPiece;
  }
  void make(std::size_t piece);
  std::size_t pieces() const { return capacity_ / 4 * sizeof(word) / kPiece + 2; }

  std::uintptr_t base_;
  std::size_t bytes_, capacity_, used_ = 0;
  word* words_;
  bool* made_;  // one per piece; few are used, so the system creates these pages on demand
  address_ranges host_;
};

}  // namespace simcu::check
