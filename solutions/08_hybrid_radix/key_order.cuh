// SPDX-License-Identifier: Apache-2.0
// Maps keys of other types to unsigned numbers in the same order. The kernels sort these codes. The first
// kernel to read a key encodes it, and the last one to write it decodes it.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace hybrid {

// One of the two types that the kernels sort: 32-bit or 64-bit.
template <class Key>
using code_of = std::conditional_t<sizeof(Key) == 8, std::uint64_t, std::uint32_t>;
template <class Code>
constexpr int kBitsOf = 8 * sizeof(Code);

// code = bits ^ flip; if the sign is set, also ^ negative. `negative` does not change the sign, so decoding
// can find it. With both 0, keys are unsigned numbers in ascending order.
template <class Code>
struct key_order {
  Code flip = 0, negative = 0;
  __device__ static Code sign_of(Code x) { return Code{0} - (x >> (kBitsOf<Code> - 1)); }  // all bits or none
  __device__ bool changes() const { return (flip | negative) != 0; }
  __device__ Code encode(Code bits) const { return bits ^ flip ^ (sign_of(bits) & negative); }
  __device__ Code decode(Code code) const { return code ^ flip ^ (sign_of(code ^ flip) & negative); }
};

// Key: an integer of 4 or 8 bytes, float or double. Floating-point numbers are in IEEE 754's total order: NaN
// with its sign set, -infinity, ..., -0.0, +0.0, ..., +infinity, NaN. Descending is the reverse order.
//
//   key                  flip   negative
//   unsigned             0      0
//   signed               sign   0
//   floating point       sign   all other bits
//   descending           ~flip  as ascending
template <class Key>
constexpr key_order<code_of<Key>> order_of(bool descending = false) {
  static_assert(std::is_arithmetic_v<Key> && (sizeof(Key) == 4 || sizeof(Key) == 8),
                "keys are integers of 4 or 8 bytes, float or double");
  using Code = code_of<Key>;
  constexpr Code kSign = Code{1} << (kBitsOf<Code> - 1);
  const Code flip = std::is_signed_v<Key> ? kSign : 0;
  return {descending ? static_cast<Code>(~flip) : flip,
          std::is_floating_point_v<Key> ? static_cast<Code>(~kSign) : Code{0}};
}

// Bits begin to end - 1 of a code, as 8-bit digits from the lowest up. The last digit has the remaining bits.
constexpr int kDigitBits = 8;
struct bit_range {
  int begin, end;
  __host__ __device__ unsigned digits() const {
    return static_cast<unsigned>((end - begin + kDigitBits - 1) / kDigitBits);
  }
  __host__ __device__ int shift(unsigned digit) const { return begin + static_cast<int>(digit) * kDigitBits; }
  __host__ __device__ unsigned mask(unsigned digit) const {
    const int left = end - shift(digit);
    return left >= kDigitBits ? 255u : left > 0 ? (1u << left) - 1 : 0u;
  }
};
template <class Code>
constexpr bit_range kAllBits{0, kBitsOf<Code>};

// Stands for the value type if only keys are sorted.
struct no_value {};
template <class Value>
constexpr bool kHasValues = !std::is_same_v<Value, no_value>;

}  // namespace hybrid
