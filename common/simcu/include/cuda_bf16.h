// SPDX-License-Identifier: Apache-2.0
// bfloat16 (a float's upper half): conversions, arithmetic and comparisons, each rounded to nearest even as
// on a GPU.
#pragma once
#include "simcu/small_float.h"
#include "simcu/small_float_functions.h"

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __nv_bfloat16 : simcu::small_float<__nv_bfloat16, 8, 7> {
  unsigned short simcu_bits;

  __nv_bfloat16() = default;
  __nv_bfloat16(__nv_bfloat16_raw r) : simcu_bits(r.x) {}
  template <class N, class = std::enable_if_t<std::is_arithmetic_v<N>>>
  __nv_bfloat16(N x) : simcu_bits(round(static_cast<double>(x)).simcu_bits) {}
  operator float() const { return value(simcu_bits); }
  operator __nv_bfloat16_raw() const { return {simcu_bits}; }
  explicit operator bool() const { return (simcu_bits & 0x7fff) != 0; }
  // Of numbers other than float, so that `double d = h` and `(int)h` mean one thing.
  template <class N, class = std::enable_if_t<std::is_integral_v<N> && !std::is_same_v<N, bool>>,
            class = void>
  explicit operator N() const {
    return static_cast<N>(value(simcu_bits));
  }
};
struct alignas(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

SIMCU_SMALL_FLOAT_OPERATORS(__nv_bfloat16, __nv_bfloat162)
SIMCU_SMALL_FLOAT_FUNCTIONS(__nv_bfloat16, __nv_bfloat162)

inline __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16::round(x); }
inline __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16::round(x); }
inline __nv_bfloat16 __float2bfloat16_rz(float x) { return __nv_bfloat16::round(x, simcu::rounding::zero); }
inline __nv_bfloat16 __float2bfloat16_rd(float x) { return __nv_bfloat16::round(x, simcu::rounding::down); }
inline __nv_bfloat16 __float2bfloat16_ru(float x) { return __nv_bfloat16::round(x, simcu::rounding::up); }
inline __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16::round(x); }
inline float __bfloat162float(__nv_bfloat16 x) { return static_cast<float>(x); }
inline __nv_bfloat16 __int2bfloat16_rn(int x) { return __nv_bfloat16::round(static_cast<double>(x)); }
inline int __bfloat162int_rn(__nv_bfloat16 x) { return static_cast<int>(std::rint(static_cast<float>(x))); }
inline int __bfloat162int_rz(__nv_bfloat16 x) { return static_cast<int>(std::trunc(static_cast<float>(x))); }
inline int __bfloat162int_rd(__nv_bfloat16 x) { return static_cast<int>(std::floor(static_cast<float>(x))); }
inline int __bfloat162int_ru(__nv_bfloat16 x) { return static_cast<int>(std::ceil(static_cast<float>(x))); }
inline __nv_bfloat16 __uint2bfloat16_rn(unsigned int x) {
  return __nv_bfloat16::round(static_cast<double>(x));
}
inline unsigned int __bfloat162uint_rn(__nv_bfloat16 x) {
  return static_cast<unsigned int>(std::rint(static_cast<float>(x)));
}
inline unsigned int __bfloat162uint_rz(__nv_bfloat16 x) {
  return static_cast<unsigned int>(std::trunc(static_cast<float>(x)));
}
inline unsigned int __bfloat162uint_rd(__nv_bfloat16 x) {
  return static_cast<unsigned int>(std::floor(static_cast<float>(x)));
}
inline unsigned int __bfloat162uint_ru(__nv_bfloat16 x) {
  return static_cast<unsigned int>(std::ceil(static_cast<float>(x)));
}
inline __nv_bfloat16 __short2bfloat16_rn(short x) { return __nv_bfloat16::round(static_cast<double>(x)); }
inline short __bfloat162short_rn(__nv_bfloat16 x) {
  return static_cast<short>(std::rint(static_cast<float>(x)));
}
inline short __bfloat162short_rz(__nv_bfloat16 x) {
  return static_cast<short>(std::trunc(static_cast<float>(x)));
}
inline short __bfloat162short_rd(__nv_bfloat16 x) {
  return static_cast<short>(std::floor(static_cast<float>(x)));
}
inline short __bfloat162short_ru(__nv_bfloat16 x) {
  return static_cast<short>(std::ceil(static_cast<float>(x)));
}
inline __nv_bfloat16 __ushort2bfloat16_rn(unsigned short x) {
  return __nv_bfloat16::round(static_cast<double>(x));
}
inline unsigned short __bfloat162ushort_rn(__nv_bfloat16 x) {
  return static_cast<unsigned short>(std::rint(static_cast<float>(x)));
}
inline unsigned short __bfloat162ushort_rz(__nv_bfloat16 x) {
  return static_cast<unsigned short>(std::trunc(static_cast<float>(x)));
}
inline unsigned short __bfloat162ushort_rd(__nv_bfloat16 x) {
  return static_cast<unsigned short>(std::floor(static_cast<float>(x)));
}
inline unsigned short __bfloat162ushort_ru(__nv_bfloat16 x) {
  return static_cast<unsigned short>(std::ceil(static_cast<float>(x)));
}
inline __nv_bfloat16 __ll2bfloat16_rn(long long x) { return __nv_bfloat16::round(static_cast<double>(x)); }
inline long long __bfloat162ll_rn(__nv_bfloat16 x) {
  return static_cast<long long>(std::rint(static_cast<float>(x)));
}
inline long long __bfloat162ll_rz(__nv_bfloat16 x) {
  return static_cast<long long>(std::trunc(static_cast<float>(x)));
}
inline long long __bfloat162ll_rd(__nv_bfloat16 x) {
  return static_cast<long long>(std::floor(static_cast<float>(x)));
}
inline long long __bfloat162ll_ru(__nv_bfloat16 x) {
  return static_cast<long long>(std::ceil(static_cast<float>(x)));
}
inline __nv_bfloat16 __ull2bfloat16_rn(unsigned long long x) {
  return __nv_bfloat16::round(static_cast<double>(x));
}
inline unsigned long long __bfloat162ull_rn(__nv_bfloat16 x) {
  return static_cast<unsigned long long>(std::rint(static_cast<float>(x)));
}
inline unsigned long long __bfloat162ull_rz(__nv_bfloat16 x) {
  return static_cast<unsigned long long>(std::trunc(static_cast<float>(x)));
}
inline unsigned long long __bfloat162ull_rd(__nv_bfloat16 x) {
  return static_cast<unsigned long long>(std::floor(static_cast<float>(x)));
}
inline unsigned long long __bfloat162ull_ru(__nv_bfloat16 x) {
  return static_cast<unsigned long long>(std::ceil(static_cast<float>(x)));
}
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.simcu_bits; }
inline short __bfloat16_as_short(__nv_bfloat16 x) { return static_cast<short>(x.simcu_bits); }
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  __nv_bfloat16 x;
  x.simcu_bits = bits;
  return x;
}
inline __nv_bfloat16 __short_as_bfloat16(short bits) {
  return __ushort_as_bfloat16(static_cast<unsigned short>(bits));
}
inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return {x, x}; }
inline __nv_bfloat162 __float2bfloat162_rn(float x) { return {__float2bfloat16(x), __float2bfloat16(x)}; }
inline __nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
  return {__float2bfloat16(x), __float2bfloat16(y)};
}
inline __nv_bfloat162 __float22bfloat162_rn(float2 v) { return __floats2bfloat162_rn(v.x, v.y); }
inline float2 __bfloat1622float2(__nv_bfloat162 v) { return {__bfloat162float(v.x), __bfloat162float(v.y)}; }
inline float __low2float(__nv_bfloat162 v) { return __bfloat162float(v.x); }
inline float __high2float(__nv_bfloat162 v) { return __bfloat162float(v.y); }
inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
inline __nv_bfloat162 __low2bfloat162(__nv_bfloat162 v) { return {v.x, v.x}; }
inline __nv_bfloat162 __high2bfloat162(__nv_bfloat162 v) { return {v.y, v.y}; }
inline __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 v) { return {v.y, v.x}; }
inline __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.x, b.x}; }
inline __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.y, b.y}; }
