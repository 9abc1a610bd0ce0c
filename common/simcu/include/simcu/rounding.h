// SPDX-License-Identifier: Apache-2.0
// Arithmetic with a rounding mode: __fadd_rn … __fma_rd and their double forms.
#pragma once
#include "simcu/conversions.h"

namespace simcu {

// One operation in the given rounding mode (runtime/device/rounding.cpp).
float add(float a, float b, rounding mode);
float multiply(float a, float b, rounding mode);
float divide(float a, float b, rounding mode);
float multiply_add(float a, float b, float c, rounding mode);
float square_root(float a, rounding mode);
double add(double a, double b, rounding mode);
double multiply(double a, double b, rounding mode);
double divide(double a, double b, rounding mode);
double multiply_add(double a, double b, double c, rounding mode);
double square_root(double a, rounding mode);

}  // namespace simcu

#define SIMCU_ROUNDED(p, T, suffix, mode)                                                         \
  inline T __##p##add_##suffix(T a, T b) { return simcu::add(a, b, simcu::rounding::mode); }      \
  inline T __##p##sub_##suffix(T a, T b) { return simcu::add(a, -b, simcu::rounding::mode); }     \
  inline T __##p##mul_##suffix(T a, T b) { return simcu::multiply(a, b, simcu::rounding::mode); } \
  inline T __##p##div_##suffix(T a, T b) { return simcu::divide(a, b, simcu::rounding::mode); }   \
  inline T __##p##rcp_##suffix(T a) { return simcu::divide(T{1}, a, simcu::rounding::mode); }     \
  inline T __##p##sqrt_##suffix(T a) { return simcu::square_root(a, simcu::rounding::mode); }
#define SIMCU_ROUNDED_ALL(suffix, mode)                         \
  SIMCU_ROUNDED(f, float, suffix, mode)                         \
  SIMCU_ROUNDED(d, double, suffix, mode)                        \
  inline float __fmaf_##suffix(float a, float b, float c) {     \
    return simcu::multiply_add(a, b, c, simcu::rounding::mode); \
  }                                                             \
  inline double __fma_##suffix(double a, double b, double c) {  \
    return simcu::multiply_add(a, b, c, simcu::rounding::mode); \
  }
SIMCU_ROUNDED_ALL(rn, nearest)
SIMCU_ROUNDED_ALL(rz, zero)
SIMCU_ROUNDED_ALL(ru, up)
SIMCU_ROUNDED_ALL(rd, down)
#undef SIMCU_ROUNDED_ALL
#undef SIMCU_ROUNDED

inline float __frsqrt_rn(float x) { return static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(x))); }
