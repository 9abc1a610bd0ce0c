// SPDX-License-Identifier: Apache-2.0
// Conversions with a rounding mode, and bit casts. Results that do not fit saturate; a NaN becomes 0, or
// 0x8000000000000000 if the result has 64 bits, as on a device.
#pragma once
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace simcu {

template <class To, class From>
inline To cast_bits(From from) {
  static_assert(sizeof(To) == sizeof(From), "a bit cast keeps the size");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

enum class rounding { nearest, zero, up, down };

inline double round_to_integer(double x, rounding mode) {
  switch (mode) {
    case rounding::nearest:
      return __builtin_nearbyint(x);
    case rounding::zero:
      return __builtin_trunc(x);
    case rounding::up:
      return __builtin_ceil(x);
    case rounding::down:
      return __builtin_floor(x);
  }
  return x;
}

template <class Int>
inline Int to_integer(double x, rounding mode) {
  using limits = std::numeric_limits<Int>;
  if (x != x) return sizeof(Int) == 8 ? static_cast<Int>(std::uint64_t{1} << 63) : Int{0};
  const double whole = round_to_integer(x, mode);
  if (whole <= static_cast<double>(limits::min())) return limits::min();
  if (whole >= static_cast<double>(limits::max())) return limits::max();
  return static_cast<Int>(whole);
}

// long double holds every 64-bit integer and every double exactly.
template <class Real>
inline Real to_real(long double exact, rounding mode) {
  const Real nearest = static_cast<Real>(exact);
  const long double back = nearest;
  const bool too_large = back > exact, too_small = back < exact;
  const Real infinity = std::numeric_limits<Real>::infinity();
  auto next = [](Real x, Real towards) {
    if constexpr (sizeof(Real) == 4)
      return __builtin_nextafterf(x, towards);
    else
      return __builtin_nextafter(x, towards);
  };
  switch (mode) {
    case rounding::nearest:
      return nearest;
    case rounding::up:
      return too_small ? next(nearest, infinity) : nearest;
    case rounding::down:
      return too_large ? next(nearest, -infinity) : nearest;
    case rounding::zero:
      if (exact > 0) return too_large ? next(nearest, Real{0}) : nearest;
      return too_small ? next(nearest, Real{0}) : nearest;
  }
  return nearest;
}

}  // namespace simcu

inline int __float_as_int(float x) { return simcu::cast_bits<int>(x); }
inline unsigned int __float_as_uint(float x) { return simcu::cast_bits<unsigned int>(x); }
inline float __int_as_float(int x) { return simcu::cast_bits<float>(x); }
inline float __uint_as_float(unsigned int x) { return simcu::cast_bits<float>(x); }
inline long long __double_as_longlong(double x) { return simcu::cast_bits<long long>(x); }
inline double __longlong_as_double(long long x) { return simcu::cast_bits<double>(x); }
inline int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
inline int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
inline double __hiloint2double(int hi, int lo) {
  return simcu::cast_bits<double>(static_cast<std::uint64_t>(static_cast<unsigned>(hi)) << 32 |
                                  static_cast<unsigned>(lo));
}

#define SIMCU_TO_INTEGER(from, From, to, To)                                                            \
  inline To __##from##2##to##_rn(From x) { return simcu::to_integer<To>(x, simcu::rounding::nearest); } \
  inline To __##from##2##to##_rz(From x) { return simcu::to_integer<To>(x, simcu::rounding::zero); }    \
  inline To __##from##2##to##_ru(From x) { return simcu::to_integer<To>(x, simcu::rounding::up); }      \
  inline To __##from##2##to##_rd(From x) { return simcu::to_integer<To>(x, simcu::rounding::down); }
SIMCU_TO_INTEGER(float, float, int, int)
SIMCU_TO_INTEGER(float, float, uint, unsigned int)
SIMCU_TO_INTEGER(float, float, ll, long long)
SIMCU_TO_INTEGER(float, float, ull, unsigned long long)
SIMCU_TO_INTEGER(double, double, int, int)
SIMCU_TO_INTEGER(double, double, uint, unsigned int)
SIMCU_TO_INTEGER(double, double, ll, long long)
SIMCU_TO_INTEGER(double, double, ull, unsigned long long)
#undef SIMCU_TO_INTEGER

#define SIMCU_TO_REAL(from, From, to, To)                                                            \
  inline To __##from##2##to##_rn(From x) { return simcu::to_real<To>(x, simcu::rounding::nearest); } \
  inline To __##from##2##to##_rz(From x) { return simcu::to_real<To>(x, simcu::rounding::zero); }    \
  inline To __##from##2##to##_ru(From x) { return simcu::to_real<To>(x, simcu::rounding::up); }      \
  inline To __##from##2##to##_rd(From x) { return simcu::to_real<To>(x, simcu::rounding::down); }
SIMCU_TO_REAL(int, int, float, float)
SIMCU_TO_REAL(uint, unsigned int, float, float)
SIMCU_TO_REAL(ll, long long, float, float)
SIMCU_TO_REAL(ull, unsigned long long, float, float)
SIMCU_TO_REAL(ll, long long, double, double)
SIMCU_TO_REAL(ull, unsigned long long, double, double)
SIMCU_TO_REAL(double, double, float, float)
#undef SIMCU_TO_REAL
inline double __int2double_rn(int x) { return x; }
inline double __uint2double_rn(unsigned int x) { return x; }
