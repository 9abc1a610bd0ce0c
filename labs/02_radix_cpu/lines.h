// SPDX-License-Identifier: Apache-2.0
// Lab 02, exercise 8: the scatter by lines, and the code that is given for it.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "lab/status.h"
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace radix_cpu {

constexpr std::uint32_t kLineKeys = 16;  // keys in a 64-byte line

// One line of keys, aligned to a line of memory.
struct alignas(64) cache_line {
  std::uint32_t keys[kLineKeys];
};

// How far into a line of memory an array begins, in elements: 0 to 15.
inline std::uint32_t place_in_line(const std::uint32_t* array) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(array) / sizeof *array % kLineKeys);
}

// Stores whole lines directly in memory, not in the caches. A line that is changed only in part must first
// be read from memory; a line that is stored whole need not be.
class line_store {
 public:
  // Stores all 16 keys to to[0 … 15]. Throws std::invalid_argument if `to` is not the beginning of a line of
  // memory.
  void operator()(std::uint32_t* to, const cache_line& line) {
    if (place_in_line(to) != 0)
      throw std::invalid_argument("store_line: `to` is not the beginning of a line of memory");
    ++stored_;
#if defined(__SSE2__)
    for (std::uint32_t k = 0; k < kLineKeys; k += 4)  // 16 bytes at a time
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + k), *reinterpret_cast<const __m128i*>(line.keys + k));
#else
    std::copy(line.keys, line.keys + kLineKeys, to);
#endif
  }

  // The number of line stores so far.
  std::size_t stored() const { return stored_; }

 private:
  std::size_t stored_ = 0;
};

// 02.8  Like `scatter`, with the same arguments and result. Every line of memory in `out` that gets 16 keys
// of a single digit is stored by store_line(to, line). It may allocate one line and one place per digit.
lab::status scatter_by_lines(const std::uint32_t* keys, std::uint32_t* out, std::size_t n, int shift,
                             int bits, std::uint32_t* starts, line_store& store_line);

}  // namespace radix_cpu
