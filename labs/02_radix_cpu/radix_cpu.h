// SPDX-License-Identifier: Apache-2.0
// Lab 02: least-significant-digit radix sort on the CPU. All arrays are in host memory. Sources: 000 section
// 1, 002.
//
// The digit of a key at `shift` with `bits` bits is (key >> shift) & (2^bits - 1). Where a digit reaches past
// bit 31, its upper bits are 0: 32 need not be a multiple of `bits`.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "lab/phase_timer.h"
#include "lab/status.h"

namespace radix_cpu {

constexpr int kKeyBits = 32;
constexpr int kMaxBits = 16;                  // of one digit
constexpr std::size_t kMaxKeys = 0xffffffff;  // counts and places are 32-bit
constexpr std::size_t bins(int bits) { return std::size_t{1} << bits; }
constexpr int passes(int bits) { return (kKeyBits + bits - 1) / bits; }

// For all functions below: arrays do not overlap, and n = 0 is allowed, unless stated otherwise. `timer` and
// `stats` may be null. These are refused: bits outside 1 to kMaxBits ("bits"), shift outside 0 to 31
// ("shift"), n above kMaxKeys ("n"), and a null array that would have elements. A function that refuses an
// argument returns bad_argument and writes nothing.

// 02.1  counts[d] = number of keys whose digit is d. counts: 2^bits elements with any content.
lab::status histogram(const std::uint32_t* keys, std::size_t n, int shift, int bits, std::uint32_t* counts);

// 02.2  starts[d] = the sum of counts[k] for all k < d. Each has 2^bits elements; the two may be the same
// array.
lab::status exclusive_scan(const std::uint32_t* counts, std::uint32_t* starts, int bits);

// 02.3  Moves keys to `out`, ordered by their digit; keys with equal digits keep their order. `starts` has
// 2^bits elements. On entry, each is the first place of its digit; on return, the place after its last key.
lab::status scatter(const std::uint32_t* keys, std::uint32_t* out, std::size_t n, int shift, int bits,
                    std::uint32_t* starts);

struct sort_stats {  // what `sort` did; any content before the call
  int moved;         // passes that moved the keys
  int skipped;       // passes skipped because all keys had the same digit; all passes if n = 0
};

// 02.4  Sorts `keys` ascending by passes(bits) digits, the least significant first. scratch: n elements with
// any content. The result is in `keys`. A pass whose digit is the same in all keys moves nothing. It may
// allocate its counts. Phases "histogram", "scan", "scatter", and "copy" if the result must be copied back.
lab::status sort(std::uint32_t* keys, std::uint32_t* scratch, std::size_t n, int bits,
                 sort_stats* stats = nullptr, lab::phase_timer* timer = nullptr);

// 02.5  Sorts pairs (keys[i], values[i]) in the same way. Pairs with equal keys keep their order. All arrays
// have n elements.
lab::status sort_pairs(std::uint32_t* keys, std::uint32_t* values, std::uint32_t* scratch_keys,
                       std::uint32_t* scratch_values, std::size_t n, int bits, sort_stats* stats = nullptr,
                       lab::phase_timer* timer = nullptr);

// One row of the sweep over digit widths: the times of a sort with digits of `bits` bits, in ms.
struct sweep_row {
  int bits;
  double histogram, scan, scatter, copy;  // the phases; 0 if a phase did not run
  double total() const { return histogram + scan + scatter + copy; }
};

// 02.6  rows[r - 1] is the row for r bits, r = 1 … 16. Each row is the fastest (by total) of `repeats` sorts
// (at least 1), each of a fresh copy of keys. `rows` has 16 elements with any content. `sorted` has n
// elements and receives the result of the last row; other memory is its own. n > 0.
lab::status sweep(const std::uint32_t* keys, std::uint32_t* sorted, std::size_t n, int repeats,
                  sweep_row* rows);

// 02.6  `bits` of the row with the smallest total. If several rows have that total, the fewest bits. The rows
// are in any order. 0 if there are no rows.
int fastest_bits(const sweep_row* rows, std::size_t count);
// The caches of the host.
struct cache_sizes {
  std::size_t l1d, l2, l3, line;  // bytes; 0 if the system does not report the size
};

// 02.6  Asks sysconf for _SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE and
// _SC_LEVEL1_DCACHE_LINESIZE.
cache_sizes read_cache_sizes();

// 02.6  The bytes that a pass must keep in cache to run well. For each value of the digit, that is a 32-bit
// start and the cache line that is being filled.
std::size_t working_set(int bits, std::size_t line_bytes);

// 02.6  The digit width that a cache suggests. Let w be the widest digit (up to kMaxBits) whose working set
// fits in cache_bytes. The result is the narrowest digit that needs no more passes than w, or 0 if not even
// one bit fits.
int predicted_bits(std::size_t cache_bytes, std::size_t line_bytes);

// 02.7  Keys that are not unsigned 32-bit integers. Key: std::int32_t, std::uint64_t, std::int64_t, float or
// double. Its word is the unsigned integer with the same number of bits.
template <class Key>
using word = std::conditional_t<sizeof(Key) == 8, std::uint64_t, std::uint32_t>;

// 02.7  Maps each key to a word such that to_word(a) < to_word(b) if and only if key a comes before key b.
// Floating-point numbers ascend from -infinity to +infinity, including denormals, with -0.0 before +0.0.
// Every NaN comes after +infinity, whatever its sign bit. The order among NaNs is yours to choose, but must
// be fixed. from_word(to_word(key)) is that key, bit for bit.
template <class Key>
word<Key> to_word(Key key);
template <class Key>
Key from_word(word<Key> w);

// 02.7  Sorts `keys` in the order of their words, by digits of `bits` bits over all bits of a word. It may
// allocate what it needs. The result is a permutation of the input, bit for bit.
template <class Key>
lab::status sort_keys(Key* keys, std::size_t n, int bits);

}  // namespace radix_cpu
