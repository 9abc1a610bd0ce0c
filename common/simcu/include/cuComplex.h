// SPDX-License-Identifier: Apache-2.0
// Complex numbers as CUDA has them for C: pairs of floats or doubles.
#pragma once
#include <cmath>

#include "simcu/vector_functions.h"

#define CU_COMPLEX_H_
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define SIMCU_COMPLEX(type, name, suffix, prefix)                                    \
  inline name make_##name(type re, type im) { return {re, im}; }                     \
  inline type prefix##real##suffix(name z) { return z.x; }                           \
  inline type prefix##imag##suffix(name z) { return z.y; }                           \
  inline name prefix##onj##suffix(name z) { return {z.x, -z.y}; }                    \
  inline name prefix##add##suffix(name a, name b) { return {a.x + b.x, a.y + b.y}; } \
  inline name prefix##sub##suffix(name a, name b) { return {a.x - b.x, a.y - b.y}; } \
  inline name prefix##mul##suffix(name a, name b) {                                  \
    return {(a.x * b.x) - (a.y * b.y), (a.x * b.y) + (a.y * b.x)};                   \
  }                                                                                  \
  /* Scaled, so that the squares do not overflow. */                                 \
  inline name prefix##div##suffix(name a, name b) {                                  \
    const type s = std::fabs(b.x) + std::fabs(b.y), oos = 1 / s;                     \
    const type ars = a.x * oos, ais = a.y * oos, brs = b.x * oos, bis = b.y * oos;   \
    const type t = 1 / ((brs * brs) + (bis * bis));                                  \
    return {((ars * brs) + (ais * bis)) * t, ((ais * brs) - (ars * bis)) * t};       \
  }                                                                                  \
  inline type prefix##abs##suffix(name z) { return std::hypot(z.x, z.y); }           \
  inline name prefix##fma##suffix(name a, name b, name c) {                          \
    return prefix##add##suffix(prefix##mul##suffix(a, b), c);                        \
  }

SIMCU_COMPLEX(float, cuFloatComplex, f, cuC)
SIMCU_COMPLEX(double, cuDoubleComplex, , cuC)
#undef SIMCU_COMPLEX

inline cuComplex make_cuComplex(float re, float im) { return {re, im}; }
inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
  return {static_cast<float>(z.x), static_cast<float>(z.y)};
}
inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return {z.x, z.y}; }
