// SPDX-License-Identifier: Apache-2.0
// Lab 02: LSD radix sort on the CPU, digit by digit. Contracts: radix_cpu.h.
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "given.h"
#include "lab/todo.h"
#include "radix_cpu.h"

namespace radix_cpu {

// BEGIN YOUR CODE (exercise 1)
// One loop. Traps: counts can have any content on entry; the mask is 2^bits - 1, not bits.
lab::status histogram(const std::uint32_t* keys, std::size_t n, int shift, int bits, std::uint32_t* counts) {
  if (lab::status bad = check_digit(n, shift, bits, {"counts", counts}, {{"keys", keys}}); !bad.ok())
    return bad;
  LAB_TODO("02.1: histogram");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
// Exclusive: starts[0] is 0. Trap: counts and starts can be the same array.
lab::status exclusive_scan(const std::uint32_t* counts, std::uint32_t* starts, int bits) {
  if (lab::status bad = check(1, bits, {{"counts", counts}, {"starts", starts}}); !bad.ok()) return bad;
  LAB_TODO("02.2: exclusive_scan");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 3)
// Stable: go through the keys from first to last. After placing a key, advance the start of its digit.
lab::status scatter(const std::uint32_t* keys, std::uint32_t* out, std::size_t n, int shift, int bits,
                    std::uint32_t* starts) {
  if (lab::status bad = check_scatter(keys, out, n, shift, bits, starts); !bad.ok()) return bad;
  LAB_TODO("02.3: scatter");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
// For each digit: histogram, scan, scatter, swap. Traps: an odd number of passes; passes that move nothing; a
// last digit that is narrower. To be fast, count all digits in one histogram phase.
lab::status sort(std::uint32_t* keys, std::uint32_t* scratch, std::size_t n, int bits, sort_stats* stats,
                 lab::phase_timer* timer) {
  if (lab::status bad = check(n, bits, {{"keys", keys}, {"scratch", scratch}}); !bad.ok()) return bad;
  LAB_TODO("02.4: sort", stats, timer);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 5)
// A value goes wherever its key goes. Only the keys decide the order.
lab::status sort_pairs(std::uint32_t* keys, std::uint32_t* values, std::uint32_t* scratch_keys,
                       std::uint32_t* scratch_values, std::size_t n, int bits, sort_stats* stats,
                       lab::phase_timer* timer) {
  const auto arrays = {named_array{"keys", keys}, named_array{"values", values},
                       named_array{"scratch_keys", scratch_keys},
                       named_array{"scratch_values", scratch_values}};
  if (lab::status bad = check(n, bits, arrays); !bad.ok()) return bad;
  LAB_TODO("02.5: sort_pairs", stats, timer);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 6)
// Each run must sort a fresh copy, because sorted keys take a different time. timer.phases() has the phases.
lab::status sweep(const std::uint32_t* keys, std::uint32_t* sorted, std::size_t n, int repeats,
                  sweep_row* rows) {
  if (lab::status bad = check(n, 1, {{"keys", keys}, {"sorted", sorted}, {"rows", rows}}); !bad.ok())
    return bad;
  LAB_TODO("02.6: sweep", repeats, rows);
  return {};
}

int fastest_bits(const sweep_row* rows, std::size_t count) {
  LAB_TODO("02.6: fastest_bits", rows, count);
  return 0;
}

// Trap: sysconf returns -1 or 0 for a size that it does not know.
cache_sizes read_cache_sizes() {
  LAB_TODO("02.6: read_cache_sizes");
  return {};
}

std::size_t working_set(int bits, std::size_t line_bytes) {
  LAB_TODO("02.6: working_set", bits, line_bytes);
  return 0;
}

int predicted_bits(std::size_t cache_bytes, std::size_t line_bytes) {
  LAB_TODO("02.6: predicted_bits", cache_bytes, line_bytes);
  return 0;
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 7)
// Traps: copy the bits of a float with std::memcpy; a conversion would change them. If both floats are
// negative, the smaller one has the greater bits. A NaN also has a sign, but comes last with either sign.
template <class Key>
word<Key> to_word(Key key) {
  LAB_TODO("02.7: to_word", key);
  return 0;
}

template <class Key>
Key from_word(word<Key> w) {
  LAB_TODO("02.7: from_word", w);
  return 0;
}

// Convert the keys to words, sort all bits like exercise 4, convert back. Trap: some words have 64 bits.
template <class Key>
lab::status sort_keys(Key* keys, std::size_t n, int bits) {
  if (lab::status bad = check(n, bits, {{"keys", keys}}); !bad.ok()) return bad;
  LAB_TODO("02.7: sort_keys");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 8)
// Gather the keys of each digit in a cache_line; store_line(to, line) stores it when full (lines.h). Traps: a
// digit's first and last line can also have keys of other digits; `out` can begin inside a line of memory.
lab::status scatter_by_lines(const std::uint32_t* keys, std::uint32_t* out, std::size_t n, int shift,
                             int bits, std::uint32_t* starts, line_store& store_line) {
  if (lab::status bad = check_scatter(keys, out, n, shift, bits, starts); !bad.ok()) return bad;
  LAB_TODO("02.8: scatter_by_lines", store_line);
  return {};
}
// END YOUR CODE

}  // namespace radix_cpu

RADIX_CPU_INSTANTIATE_ALL;
