// SPDX-License-Identifier: Apache-2.0
// The conversions of <cuda_fp16.h> and <cuda_bf16.h>. Their names differ in one word, "half" or "bfloat16".
#pragma once
#include "simcu/small_float.h"

// clang-format off
#define SIMCU_SMALL_FLOAT_INTEGER(T, word, Integer, integer) \
  inline T __##integer##2##word##_rn(Integer x) { return T::round(static_cast<double>(x)); } \
  inline Integer __##word##2##integer##_rn(T x) { return static_cast<Integer>(std::rint(static_cast<float>(x))); } \
  inline Integer __##word##2##integer##_rz(T x) { return static_cast<Integer>(std::trunc(static_cast<float>(x))); } \
  inline Integer __##word##2##integer##_rd(T x) { return static_cast<Integer>(std::floor(static_cast<float>(x))); } \
  inline Integer __##word##2##integer##_ru(T x) { return static_cast<Integer>(std::ceil(static_cast<float>(x))); }

// T: the number, V: two of them.
#define SIMCU_SMALL_FLOAT_CONVERSIONS(T, V, word) \
  inline T __float2##word(float x) { return T::round(x); } \
  inline T __float2##word##_rn(float x) { return T::round(x); } \
  inline T __float2##word##_rz(float x) { return T::round(x, simcu::rounding::zero); } \
  inline T __float2##word##_rd(float x) { return T::round(x, simcu::rounding::down); } \
  inline T __float2##word##_ru(float x) { return T::round(x, simcu::rounding::up); } \
  inline T __double2##word(double x) { return T::round(x); } \
  inline float __##word##2float(T x) { return static_cast<float>(x); } \
  SIMCU_SMALL_FLOAT_INTEGER(T, word, int, int) \
  SIMCU_SMALL_FLOAT_INTEGER(T, word, unsigned int, uint) \
  SIMCU_SMALL_FLOAT_INTEGER(T, word, short, short) \
  SIMCU_SMALL_FLOAT_INTEGER(T, word, unsigned short, ushort) \
  SIMCU_SMALL_FLOAT_INTEGER(T, word, long long, ll) \
  SIMCU_SMALL_FLOAT_INTEGER(T, word, unsigned long long, ull) \
  inline unsigned short __##word##_as_ushort(T x) { return x.simcu_bits; } \
  inline short __##word##_as_short(T x) { return static_cast<short>(x.simcu_bits); } \
  inline T __ushort_as_##word(unsigned short bits) { T x; x.simcu_bits = bits; return x; } \
  inline T __short_as_##word(short bits) { return __ushort_as_##word(static_cast<unsigned short>(bits)); } \
  inline V make_##word##2(T x, T y) { return {x, y}; } \
  inline V __halves2##word##2(T x, T y) { return {x, y}; } \
  inline V __##word##2##word##2(T x) { return {x, x}; } \
  inline V __float2##word##2_rn(float x) { return {T::round(x), T::round(x)}; } \
  inline V __floats2##word##2_rn(float x, float y) { return {T::round(x), T::round(y)}; } \
  inline V __float22##word##2_rn(float2 v) { return {T::round(v.x), T::round(v.y)}; } \
  inline float2 __##word##22float2(V v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; } \
  inline float __low2float(V v) { return static_cast<float>(v.x); } \
  inline float __high2float(V v) { return static_cast<float>(v.y); } \
  inline T __low2##word(V v) { return v.x; } \
  inline T __high2##word(V v) { return v.y; } \
  inline V __low2##word##2(V v) { return {v.x, v.x}; } \
  inline V __high2##word##2(V v) { return {v.y, v.y}; } \
  inline V __lowhigh2highlow(V v) { return {v.y, v.x}; } \
  inline V __lows2##word##2(V a, V b) { return {a.x, b.x}; } \
  inline V __highs2##word##2(V a, V b) { return {a.y, b.y}; }
// clang-format on
