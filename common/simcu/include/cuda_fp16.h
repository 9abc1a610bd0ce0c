// SPDX-License-Identifier: Apache-2.0
// Half precision (IEEE 754 binary16): conversions, arithmetic and comparisons, each rounded to nearest even
// as on a GPU.
#pragma once
#include "simcu/small_float.h"
#include "simcu/small_float_functions.h"

struct __half_raw {
  unsigned short x;
};
struct __half : simcu::small_float<__half, 5, 10> {
  unsigned short simcu_bits;

  __half() = default;
  __half(__half_raw r) : simcu_bits(r.x) {}
  template <class N, class = std::enable_if_t<std::is_arithmetic_v<N>>>
  __half(N x) : simcu_bits(round(static_cast<double>(x)).simcu_bits) {}
  operator float() const { return value(simcu_bits); }
  operator __half_raw() const { return {simcu_bits}; }
  explicit operator bool() const { return (simcu_bits & 0x7fff) != 0; }
  // Of numbers other than float, so that `double d = h` and `(int)h` mean one thing.
  template <class N, class = std::enable_if_t<std::is_integral_v<N> && !std::is_same_v<N, bool>>,
            class = void>
  explicit operator N() const {
    return static_cast<N>(value(simcu_bits));
  }
};
struct alignas(4) __half2 {
  __half x, y;
  __half2() = default;
  __half2(__half a, __half b) : x(a), y(b) {}
};
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

SIMCU_SMALL_FLOAT_OPERATORS(__half, __half2)
SIMCU_SMALL_FLOAT_FUNCTIONS(__half, __half2)

inline __half __float2half(float x) { return __half::round(x); }
inline __half __float2half_rn(float x) { return __half::round(x); }
inline __half __float2half_rz(float x) { return __half::round(x, simcu::rounding::zero); }
inline __half __float2half_rd(float x) { return __half::round(x, simcu::rounding::down); }
inline __half __float2half_ru(float x) { return __half::round(x, simcu::rounding::up); }
inline __half __double2half(double x) { return __half::round(x); }
inline float __half2float(__half x) { return static_cast<float>(x); }
inline __half __int2half_rn(int x) { return __half::round(static_cast<double>(x)); }
inline int __half2int_rn(__half x) { return static_cast<int>(std::rint(static_cast<float>(x))); }
inline int __half2int_rz(__half x) { return static_cast<int>(std::trunc(static_cast<float>(x))); }
inline int __half2int_rd(__half x) { return static_cast<int>(std::floor(static_cast<float>(x))); }
inline int __half2int_ru(__half x) { return static_cast<int>(std::ceil(static_cast<float>(x))); }
inline __half __uint2half_rn(unsigned int x) { return __half::round(static_cast<double>(x)); }
inline unsigned int __half2uint_rn(__half x) {
  return static_cast<unsigned int>(std::rint(static_cast<float>(x)));
}
inline unsigned int __half2uint_rz(__half x) {
  return static_cast<unsigned int>(std::trunc(static_cast<float>(x)));
}
inline unsigned int __half2uint_rd(__half x) {
  return static_cast<unsigned int>(std::floor(static_cast<float>(x)));
}
inline unsigned int __half2uint_ru(__half x) {
  return static_cast<unsigned int>(std::ceil(static_cast<float>(x)));
}
inline __half __short2half_rn(short x) { return __half::round(static_cast<double>(x)); }
inline short __half2short_rn(__half x) { return static_cast<short>(std::rint(static_cast<float>(x))); }
inline short __half2short_rz(__half x) { return static_cast<short>(std::trunc(static_cast<float>(x))); }
inline short __half2short_rd(__half x) { return static_cast<short>(std::floor(static_cast<float>(x))); }
inline short __half2short_ru(__half x) { return static_cast<short>(std::ceil(static_cast<float>(x))); }
inline __half __ushort2half_rn(unsigned short x) { return __half::round(static_cast<double>(x)); }
inline unsigned short __half2ushort_rn(__half x) {
  return static_cast<unsigned short>(std::rint(static_cast<float>(x)));
}
inline unsigned short __half2ushort_rz(__half x) {
  return static_cast<unsigned short>(std::trunc(static_cast<float>(x)));
}
inline unsigned short __half2ushort_rd(__half x) {
  return static_cast<unsigned short>(std::floor(static_cast<float>(x)));
}
inline unsigned short __half2ushort_ru(__half x) {
  return static_cast<unsigned short>(std::ceil(static_cast<float>(x)));
}
inline __half __ll2half_rn(long long x) { return __half::round(static_cast<double>(x)); }
inline long long __half2ll_rn(__half x) { return static_cast<long long>(std::rint(static_cast<float>(x))); }
inline long long __half2ll_rz(__half x) { return static_cast<long long>(std::trunc(static_cast<float>(x))); }
inline long long __half2ll_rd(__half x) { return static_cast<long long>(std::floor(static_cast<float>(x))); }
inline long long __half2ll_ru(__half x) { return static_cast<long long>(std::ceil(static_cast<float>(x))); }
inline __half __ull2half_rn(unsigned long long x) { return __half::round(static_cast<double>(x)); }
inline unsigned long long __half2ull_rn(__half x) {
  return static_cast<unsigned long long>(std::rint(static_cast<float>(x)));
}
inline unsigned long long __half2ull_rz(__half x) {
  return static_cast<unsigned long long>(std::trunc(static_cast<float>(x)));
}
inline unsigned long long __half2ull_rd(__half x) {
  return static_cast<unsigned long long>(std::floor(static_cast<float>(x)));
}
inline unsigned long long __half2ull_ru(__half x) {
  return static_cast<unsigned long long>(std::ceil(static_cast<float>(x)));
}
inline unsigned short __half_as_ushort(__half x) { return x.simcu_bits; }
inline short __half_as_short(__half x) { return static_cast<short>(x.simcu_bits); }
inline __half __ushort_as_half(unsigned short bits) {
  __half x;
  x.simcu_bits = bits;
  return x;
}
inline __half __short_as_half(short bits) { return __ushort_as_half(static_cast<unsigned short>(bits)); }
inline __half2 make_half2(__half x, __half y) { return {x, y}; }
inline __half2 __halves2half2(__half x, __half y) { return {x, y}; }
inline __half2 __half2half2(__half x) { return {x, x}; }
inline __half2 __float2half2_rn(float x) { return {__float2half(x), __float2half(x)}; }
inline __half2 __floats2half2_rn(float x, float y) { return {__float2half(x), __float2half(y)}; }
inline __half2 __float22half2_rn(float2 v) { return __floats2half2_rn(v.x, v.y); }
inline float2 __half22float2(__half2 v) { return {__half2float(v.x), __half2float(v.y)}; }
inline float __low2float(__half2 v) { return __half2float(v.x); }
inline float __high2float(__half2 v) { return __half2float(v.y); }
inline __half __low2half(__half2 v) { return v.x; }
inline __half __high2half(__half2 v) { return v.y; }
inline __half2 __low2half2(__half2 v) { return {v.x, v.x}; }
inline __half2 __high2half2(__half2 v) { return {v.y, v.y}; }
inline __half2 __lowhigh2highlow(__half2 v) { return {v.y, v.x}; }
inline __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
inline __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
