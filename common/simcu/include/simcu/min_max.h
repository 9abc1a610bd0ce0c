// SPDX-License-Identifier: Apache-2.0
// CUDA's global min and max: plain functions, so that they are preferred to std::min and accept mixed types.
#pragma once

#define SIMCU_MIN_MAX(R, A, B)                                                            \
  constexpr R min(const A a, const B b) {                                                 \
    return static_cast<R>(b) < static_cast<R>(a) ? static_cast<R>(b) : static_cast<R>(a); \
  }                                                                                       \
  constexpr R max(const A a, const B b) {                                                 \
    return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(b) : static_cast<R>(a); \
  }
#define SIMCU_MIN_MAX_INTEGERS(S, U) \
  SIMCU_MIN_MAX(S, S, S)             \
  SIMCU_MIN_MAX(U, U, U)             \
  SIMCU_MIN_MAX(U, S, U)             \
  SIMCU_MIN_MAX(U, U, S)

SIMCU_MIN_MAX_INTEGERS(int, unsigned int)
SIMCU_MIN_MAX_INTEGERS(long, unsigned long)
SIMCU_MIN_MAX_INTEGERS(long long, unsigned long long)
#undef SIMCU_MIN_MAX_INTEGERS
#undef SIMCU_MIN_MAX

// If one argument is a NaN, the functions return the other, like fmin and fmax.
inline float min(const float a, const float b) { return __builtin_fminf(a, b); }
inline float max(const float a, const float b) { return __builtin_fmaxf(a, b); }
#define SIMCU_MIN_MAX(A, B)                                                \
  inline double min(const A a, const B b) { return __builtin_fmin(a, b); } \
  inline double max(const A a, const B b) { return __builtin_fmax(a, b); }
SIMCU_MIN_MAX(double, double)
SIMCU_MIN_MAX(float, double)
SIMCU_MIN_MAX(double, float)
#undef SIMCU_MIN_MAX

constexpr unsigned int umin(const unsigned int a, const unsigned int b) { return b < a ? b : a; }
constexpr unsigned int umax(const unsigned int a, const unsigned int b) { return a < b ? b : a; }
constexpr long long llmin(const long long a, const long long b) { return b < a ? b : a; }
constexpr long long llmax(const long long a, const long long b) { return a < b ? b : a; }
constexpr unsigned long long ullmin(const unsigned long long a, const unsigned long long b) {
  return b < a ? b : a;
}
constexpr unsigned long long ullmax(const unsigned long long a, const unsigned long long b) {
  return a < b ? b : a;
}
