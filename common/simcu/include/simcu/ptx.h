// SPDX-License-Identifier: Apache-2.0
// What the translator makes of inline PTX (driver/translator/ptx_table.cpp): registers as values, and the
// instructions that have no intrinsic of CUDA's. After the PTX ISA, 8.5.
#pragma once
#include <cstring>
#include <type_traits>

#include "simcu/atomics.h"
#include "simcu/barriers.h"
#include "simcu/device_model.h"
#include "simcu/integer_intrinsics.h"
#include "simcu/print.h"
#include "simcu/warp.h"

namespace simcu::ptx {

// The register that an operand is: `Bits` wide, as the constraint says.
template <class Register, class T>
Register value(T v) {
  if constexpr (std::is_pointer_v<T>) {
    static_assert(sizeof(Register) == sizeof(T), "inline PTX: a pointer takes the constraint \"l\"");
    return reinterpret_cast<Register>(v);
  } else if constexpr (std::is_floating_point_v<Register> || std::is_floating_point_v<T>) {
    static_assert(std::is_same_v<Register, T>, "inline PTX: float takes the constraint \"f\", double \"d\"");
    return v;
  } else {
    static_assert(sizeof(T) <= sizeof(Register), "inline PTX: the operand is wider than its constraint");
    return static_cast<Register>(v);
  }
}

// As mov: bits stay bits, and narrower integers are extended.
template <class To, class From>
void set(To& to, From from) {
  if constexpr (sizeof(To) == sizeof(From)) {
    std::memcpy(&to, &from, sizeof to);
  } else {
    static_assert(std::is_integral_v<To> && std::is_integral_v<From> && sizeof(From) < sizeof(To),
                  "inline PTX: the result is wider than the operand");
    to = static_cast<To>(from);
  }
}
template <class To, class From>
To bits(From from) {
  To to{};
  set(to, from);
  return to;
}

template <class T>
T* at(unsigned long long address, long long offset = 0) {
  return reinterpret_cast<T*>(address + static_cast<unsigned long long>(offset));
}
template <class T>
T load(unsigned long long address, long long offset, bool strong, bool acquires) {
  const T v = strong ? *const_cast<const volatile T*>(at<T>(address, offset)) : *at<T>(address, offset);
  if (acquires) __threadfence();
  return v;
}
template <class T>
void store(unsigned long long address, long long offset, T v, bool strong, bool releases) {
  if (releases) __threadfence();
  if (strong)
    *const_cast<volatile T*>(at<T>(address, offset)) = v;
  else
    *at<T>(address, offset) = v;
}

inline unsigned lane() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32; }
inline unsigned warp() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32; }
inline unsigned warps() { return (blockDim.x * blockDim.y * blockDim.z + 31) / 32; }
// On which multiprocessor a block runs, nothing promises: here in turn.
inline unsigned multiprocessor() {
  return (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) %
         static_cast<unsigned>(model::kMultiprocessors);
}
inline unsigned long long nanoseconds() { return static_cast<unsigned long long>(::clock64()); }

inline unsigned extract(unsigned a, unsigned pos, unsigned len) {
  pos &= 255, len &= 255;
  const unsigned long long shifted = pos > 31 ? 0 : a >> pos;
  return static_cast<unsigned>(len > 31 ? shifted : shifted & ((1ull << len) - 1));
}
inline int extract_signed(int a, unsigned pos, unsigned len) {
  pos &= 255, len &= 255;
  if (len == 0) return 0;
  const unsigned last = pos + len - 1 > 31 ? 31 : pos + len - 1;
  const bool sign = a >> last & 1;
  const unsigned field = extract(static_cast<unsigned>(a), pos, len),
                 width = last + 1 > pos ? last + 1 - pos : 0;
  return static_cast<int>(sign && width < 32 ? field | ~0u << width : field);
}
inline unsigned insert(unsigned a, unsigned b, unsigned pos, unsigned len) {
  pos &= 255, len &= 255;
  if (pos > 31 || len == 0) return b;
  const unsigned mask = static_cast<unsigned>(((len > 31 ? 1ull << 32 : 1ull << len) - 1) << pos);
  return (a << pos & mask) | (b & ~mask);
}
inline unsigned lookup(unsigned a, unsigned b, unsigned c, unsigned table) {
  unsigned d = 0;
  for (unsigned i = 0; i < 8; ++i)
    if (table >> i & 1) d |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return d;
}
inline unsigned highest_bit(unsigned a) {
  return a ? 31u - static_cast<unsigned>(__clz(static_cast<int>(a))) : ~0u;
}
inline unsigned shift_left(unsigned a, unsigned n) { return n > 31 ? 0 : a << n; }
inline unsigned shift_right(unsigned a, unsigned n) { return n > 31 ? 0 : a >> n; }
inline int shift_right_signed(int a, unsigned n) { return a >> (n > 31 ? 31 : n); }
// shfl's third operand: the clamp in bits 0 to 4, the segment mask in bits 8 to 12.
inline int width(unsigned c) { return 32 - static_cast<int>(c >> 8 & 31); }

}  // namespace simcu::ptx
