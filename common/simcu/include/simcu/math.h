// SPDX-License-Identifier: Apache-2.0
// CUDA's mathematical functions beyond <math.h>. The fast approximations have full precision, so results may
// differ from a device's in the last digits.
#pragma once
#include <math.h>

#include <cmath>

#define SIMCU_MATH(name, T, expression) \
  inline T name(T x) { return static_cast<T>(expression); }
#define SIMCU_MATH_PAIR(name, expression) \
  SIMCU_MATH(name, double, expression)    \
  SIMCU_MATH(name##f, float, expression)

namespace simcu {
double sine_of_pi_times(double x);
double cosine_of_pi_times(double x);
}  // namespace simcu

// Newer C libraries (C23) also declare some of these functions.
#ifdef __GLIBC_PREREQ
#define SIMCU_GLIBC(major, minor) __GLIBC_PREREQ(major, minor)
#else
#define SIMCU_GLIBC(major, minor) 0
#endif
#if !SIMCU_GLIBC(2, 42)
SIMCU_MATH_PAIR(rsqrt, 1.0 / std::sqrt(static_cast<double>(x)))
#endif
#if !SIMCU_GLIBC(2, 41)
SIMCU_MATH_PAIR(sinpi, simcu::sine_of_pi_times(static_cast<double>(x)))
SIMCU_MATH_PAIR(cospi, simcu::cosine_of_pi_times(static_cast<double>(x)))
#endif
inline float rsqrt(float x) { return rsqrtf(x); }
inline float sinpi(float x) { return sinpif(x); }
inline float cospi(float x) { return cospif(x); }
inline float exp10(float x) { return static_cast<float>(__builtin_pow(10.0, static_cast<double>(x))); }

inline void sincospi(double x, double* sine, double* cosine) { *sine = sinpi(x), *cosine = cospi(x); }
inline void sincospif(float x, float* sine, float* cosine) { *sine = sinpif(x), *cosine = cospif(x); }

// ---- fast approximations ----
inline float __fdividef(float a, float b) { return a / b; }
inline float fdividef(float a, float b) { return a / b; }
inline float fdivide(float a, float b) { return a / b; }
inline double fdivide(double a, double b) { return a / b; }
inline float __expf(float x) { return ::expf(x); }
inline float __exp10f(float x) { return static_cast<float>(__builtin_pow(10.0, static_cast<double>(x))); }
inline float __logf(float x) { return ::logf(x); }
inline float __log2f(float x) { return ::log2f(x); }
inline float __log10f(float x) { return ::log10f(x); }
inline float __sinf(float x) { return ::sinf(x); }
inline float __cosf(float x) { return ::cosf(x); }
inline float __tanf(float x) { return ::tanf(x); }
inline float __tanhf(float x) { return ::tanhf(x); }
inline float __powf(float x, float y) { return ::powf(x, y); }
inline void __sincosf(float x, float* sine, float* cosine) { *sine = ::sinf(x), *cosine = ::cosf(x); }
inline float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }

// ---- rounded to nearest, like all arithmetic (-ffp-contract=off) ----
#define SIMCU_ROUNDED(p, T)                          \
  inline T __##p##add_rn(T a, T b) { return a + b; } \
  inline T __##p##sub_rn(T a, T b) { return a - b; } \
  inline T __##p##mul_rn(T a, T b) { return a * b; } \
  inline T __##p##div_rn(T a, T b) { return a / b; } \
  inline T __##p##rcp_rn(T a) { return T{1} / a; }   \
  inline T __##p##sqrt_rn(T a) { return std::sqrt(a); }
SIMCU_ROUNDED(f, float)
SIMCU_ROUNDED(d, double)
inline float __fmaf_rn(float a, float b, float c) { return ::fmaf(a, b, c); }
inline double __fma_rn(double a, double b, double c) { return ::fma(a, b, c); }
inline float __frsqrt_rn(float x) { return static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(x))); }

#undef SIMCU_ROUNDED
#undef SIMCU_MATH
#undef SIMCU_MATH_PAIR
#undef SIMCU_GLIBC
