// SPDX-License-Identifier: Apache-2.0
// CUDA's mathematical functions beyond <math.h>, and its fast approximations (computed exactly here, so
// results may differ from a device's in the last digits).
#pragma once
#include <math.h>

#include <cmath>

#define SIMCU_MATH(name, T, expression) \
  inline T name(T x) { return static_cast<T>(expression); }
#define SIMCU_MATH_PAIR(name, expression) \
  SIMCU_MATH(name, double, expression)    \
  SIMCU_MATH(name##f, float, expression)

namespace simcu {
double normal_cdf_inverse(double p);
double erf_inverse(double x);
double erf_scaled(double x);  // exp(x*x) * erfc(x)
double sine_of_pi_times(double x);
double cosine_of_pi_times(double x);
double bessel_i0(double x);
double bessel_i1(double x);
}  // namespace simcu

// C23 has some of them, and so do newer C libraries.
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
SIMCU_MATH_PAIR(rcbrt, 1.0 / std::cbrt(static_cast<double>(x)))
SIMCU_MATH_PAIR(normcdf, 0.5 * std::erfc(-static_cast<double>(x) * 0.70710678118654752440))
SIMCU_MATH_PAIR(normcdfinv, simcu::normal_cdf_inverse(static_cast<double>(x)))
SIMCU_MATH_PAIR(erfinv, simcu::erf_inverse(static_cast<double>(x)))
SIMCU_MATH_PAIR(erfcinv, -0.70710678118654752440 * simcu::normal_cdf_inverse(0.5 * static_cast<double>(x)))
SIMCU_MATH_PAIR(erfcx, simcu::erf_scaled(static_cast<double>(x)))
SIMCU_MATH_PAIR(cyl_bessel_i0, simcu::bessel_i0(static_cast<double>(x)))
SIMCU_MATH_PAIR(cyl_bessel_i1, simcu::bessel_i1(static_cast<double>(x)))
inline float rsqrt(float x) { return rsqrtf(x); }
inline float rcbrt(float x) { return rcbrtf(x); }
inline float sinpi(float x) { return sinpif(x); }
inline float cospi(float x) { return cospif(x); }
inline float normcdf(float x) { return normcdff(x); }
inline float erfinv(float x) { return erfinvf(x); }
inline float exp10(float x) { return static_cast<float>(__builtin_pow(10.0, static_cast<double>(x))); }

inline void sincospi(double x, double* sine, double* cosine) { *sine = sinpi(x), *cosine = cospi(x); }
inline void sincospif(float x, float* sine, float* cosine) { *sine = sinpif(x), *cosine = cospif(x); }

inline double rhypot(double x, double y) { return 1.0 / ::hypot(x, y); }
inline double norm3d(double a, double b, double c) { return std::hypot(a, b, c); }
inline double norm4d(double a, double b, double c, double d) { return ::hypot(::hypot(a, b), ::hypot(c, d)); }
inline double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
inline double rnorm4d(double a, double b, double c, double d) { return 1.0 / norm4d(a, b, c, d); }
inline double norm(int n, const double* p) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum = ::hypot(sum, p[i]);
  return sum;
}
inline double rnorm(int n, const double* p) { return 1.0 / norm(n, p); }
inline float rhypotf(float x, float y) { return static_cast<float>(1.0 / ::hypot(double(x), double(y))); }
inline float norm3df(float a, float b, float c) { return static_cast<float>(norm3d(a, b, c)); }
inline float norm4df(float a, float b, float c, float d) { return static_cast<float>(norm4d(a, b, c, d)); }
inline float rnorm3df(float a, float b, float c) { return static_cast<float>(rnorm3d(a, b, c)); }
inline float rnorm4df(float a, float b, float c, float d) { return static_cast<float>(rnorm4d(a, b, c, d)); }
inline float normf(int n, const float* p) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum = ::hypot(sum, double(p[i]));
  return static_cast<float>(sum);
}
inline float rnormf(int n, const float* p) { return 1.0f / normf(n, p); }

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

#undef SIMCU_MATH
#undef SIMCU_MATH_PAIR
#undef SIMCU_GLIBC
