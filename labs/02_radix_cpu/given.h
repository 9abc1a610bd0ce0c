// SPDX-License-Identifier: Apache-2.0
// Lab 02, given: argument checks for the entry points.
#pragma once
#include <cstddef>
#include <initializer_list>
#include <string>

#include "lines.h"
#include "radix_cpu.h"

namespace radix_cpu {

// An argument and its name, for the error message if it is null.
struct named_array {
  const char* name;
  const void* data;
};

// Checks n and bits, and that no array with elements is null.
inline lab::status check(std::size_t n, int bits, std::initializer_list<named_array> arrays) {
  if (bits < 1 || bits > kMaxBits)
    return lab::status::bad_argument("bits", "is " + std::to_string(bits) + ", but a digit has 1 to 16 bits");
  if (n > kMaxKeys)
    return lab::status::bad_argument(
        "n", "is " + std::to_string(n) + ", but places are 32-bit: at most 4294967295");
  for (const named_array& array : arrays)
    if (n > 0 && array.data == nullptr)
      return lab::status::bad_argument(array.name, "is null, but n is not 0");
  return {};
}

// Makes the same checks, and also checks `shift` and a table of 2^bits elements, which is never empty.
inline lab::status check_digit(std::size_t n, int shift, int bits, named_array table,
                               std::initializer_list<named_array> arrays) {
  if (lab::status bad = check(n, bits, arrays); !bad.ok()) return bad;
  if (shift < 0 || shift >= kKeyBits)
    return lab::status::bad_argument("shift", "is " + std::to_string(shift) + ", but a key has bits 0 to 31");
  if (table.data == nullptr)
    return lab::status::bad_argument(table.name, "is null, but must have 2^bits elements");
  return {};
}

// Checks the arguments of both scatter functions.
inline lab::status check_scatter(const void* keys, const void* out, std::size_t n, int shift, int bits,
                                 const void* starts) {
  return check_digit(n, shift, bits, {"starts", starts}, {{"keys", keys}, {"out", out}});
}

}  // namespace radix_cpu

// The functions of exercise 7 are templates in the .cu file. This compiles them for each key type.
#define RADIX_CPU_INSTANTIATE(Key)                              \
  template radix_cpu::word<Key> radix_cpu::to_word<Key>(Key);   \
  template Key radix_cpu::from_word<Key>(radix_cpu::word<Key>); \
  template lab::status radix_cpu::sort_keys<Key>(Key*, std::size_t, int)
#define RADIX_CPU_INSTANTIATE_ALL       \
  RADIX_CPU_INSTANTIATE(std::int32_t);  \
  RADIX_CPU_INSTANTIATE(std::uint64_t); \
  RADIX_CPU_INSTANTIATE(std::int64_t);  \
  RADIX_CPU_INSTANTIATE(float);         \
  RADIX_CPU_INSTANTIATE(double)

#include "lab/by_hand.h"  // last: from here on, std::sort and the like are yours to write
