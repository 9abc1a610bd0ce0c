// SPDX-License-Identifier: Apache-2.0
// CUDA's integer intrinsics: bit counts, byte permutations, funnel shifts and multiplications.
#pragma once
#include <cstdint>

#include "simcu/vector_types.h"

inline int __popc(unsigned int x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }

inline unsigned int __brev(unsigned int x) {
  x = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
  x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
  x = ((x >> 4) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4);
  return __builtin_bswap32(x);
}
inline unsigned long long __brevll(unsigned long long x) {
  return (static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32) |
         __brev(static_cast<unsigned>(x >> 32));
}

// Position of the offset-th set bit of `mask`, counted up from bit `base` (down if offset < 0); ~0 if none.
inline unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  if (offset == 0) return base < 32 && (mask >> base & 1) ? base : ~0u;
  const int step = offset < 0 ? -1 : 1;
  for (int left = offset * step, bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step)
    if (mask >> bit & 1 && --left == 0) return static_cast<unsigned>(bit);
  return ~0u;
}

// The low three bits of each nibble of `selector` pick a byte of b:a.
inline unsigned int __byte_perm(unsigned int a, unsigned int b, unsigned int selector) {
  const std::uint64_t bytes = (static_cast<std::uint64_t>(b) << 32) | a;
  unsigned int result = 0;
  for (int i = 0; i < 4; ++i)
    result |= (static_cast<unsigned>(bytes >> (8 * (selector >> (4 * i) & 7))) & 0xff) << (8 * i);
  return result;
}

// _l returns the upper word of hi:lo, shifted left; _r the lower word, shifted right. The shift is taken
// modulo 32, or clamped to 32 in names that end in c.
inline unsigned int __funnelshift_l(unsigned int lo, unsigned int hi, unsigned int shift) {
  return static_cast<unsigned>(((static_cast<std::uint64_t>(hi) << 32 | lo) << (shift & 31)) >> 32);
}
inline unsigned int __funnelshift_lc(unsigned int lo, unsigned int hi, unsigned int shift) {
  return shift >= 32 ? lo : __funnelshift_l(lo, hi, shift);
}
inline unsigned int __funnelshift_r(unsigned int lo, unsigned int hi, unsigned int shift) {
  return static_cast<unsigned>((static_cast<std::uint64_t>(hi) << 32 | lo) >> (shift & 31));
}
inline unsigned int __funnelshift_rc(unsigned int lo, unsigned int hi, unsigned int shift) {
  return shift >= 32 ? hi : __funnelshift_r(lo, hi, shift);
}

// The low 32 bits of the product of the factors' low 24 bits.
inline unsigned int __umul24(unsigned int a, unsigned int b) { return (a & 0xffffffu) * (b & 0xffffffu); }
inline int __mul24(int a, int b) {
  const std::int64_t x = static_cast<std::int32_t>(static_cast<unsigned>(a) << 8) >> 8;
  const std::int64_t y = static_cast<std::int32_t>(static_cast<unsigned>(b) << 8) >> 8;
  return static_cast<int>(x * y);
}
inline unsigned int __umulhi(unsigned int a, unsigned int b) {
  return static_cast<unsigned>(static_cast<std::uint64_t>(a) * b >> 32);
}
inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<std::int64_t>(a) * b >> 32); }
namespace simcu {
__extension__ typedef unsigned __int128 uint128;
__extension__ typedef __int128 int128;
}  // namespace simcu
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<simcu::uint128>(a) * b >> 64);
}
inline long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<simcu::int128>(a) * b >> 64);
}

#ifndef __clang__  // clang has it as a builtin
#define __builtin_assume(condition) ((condition) ? (void)0 : __builtin_unreachable())
#endif
