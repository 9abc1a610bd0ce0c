// SPDX-License-Identifier: Apache-2.0
// 16-bit floating point numbers, stored as bits and computed as floats. A sum, product, quotient or root of
// two of them is rounded to float and then to 16 bits. That is the correctly rounded result, because a
// float's 24 bits are at least twice the 11 bits plus 2.
#pragma once
#include <cmath>
#include <cstring>
#include <type_traits>

#include "simcu/conversions.h"
#include "simcu/vector_types.h"
#include "simcu/warp.h"

namespace simcu {

inline unsigned bits_of(float x) {
  unsigned u;
  std::memcpy(&u, &x, sizeof u);
  return u;
}
inline float float_of(unsigned u) {
  float x;
  std::memcpy(&x, &u, sizeof x);
  return x;
}

// Rounds x to a format with `kMantissa` bits of fraction and exponents of `kExponent` bits.
template <int kExponent, int kMantissa>
unsigned short round_to_bits(double x, rounding how) {
  constexpr int kBias = (1 << (kExponent - 1)) - 1, kLeast = 1 - kBias;
  constexpr unsigned kInfinity = ((1u << kExponent) - 1) << kMantissa, kSign = 1u << (kExponent + kMantissa);
  const unsigned sign = std::signbit(x) ? kSign : 0;
  if (std::isnan(x)) return static_cast<unsigned short>(kSign - 1);
  double size = std::fabs(x);
  if (std::isinf(x)) return static_cast<unsigned short>(sign | kInfinity);
  int exponent = 0;
  std::frexp(size, &exponent);  // size = f * 2^exponent, f in [0.5, 1)
  exponent = exponent - 1 < kLeast ? kLeast : exponent - 1;
  const double scaled = std::ldexp(size, kMantissa - exponent), whole = std::floor(scaled),
               rest = scaled - whole;
  auto units = static_cast<unsigned long long>(whole);
  const bool away = how == rounding::nearest ? rest > 0.5 || (rest == 0.5 && units % 2 != 0)
                    : how == rounding::up    ? rest > 0 && sign == 0
                    : how == rounding::down  ? rest > 0 && sign != 0
                                             : false;
  units += away;
  // Units above 2^kMantissa carry into the exponent automatically; below it the number is subnormal.
  unsigned long long bits = units;
  if (size != 0 && units >= 1ull << kMantissa)
    bits = units - (1ull << kMantissa) + (static_cast<unsigned long long>(exponent + kBias) << kMantissa);
  if (bits < kInfinity) return static_cast<unsigned short>(sign | bits);
  const bool to_largest =
      how == rounding::zero || (how == rounding::down && sign == 0) || (how == rounding::up && sign != 0);
  return static_cast<unsigned short>(sign | (to_largest ? kInfinity - 1 : kInfinity));
}

template <int kExponent, int kMantissa>
float widen(unsigned short bits) {
  constexpr int kBias = (1 << (kExponent - 1)) - 1;
  const unsigned fraction = bits & ((1u << kMantissa) - 1),
                 exponent = bits >> kMantissa & ((1u << kExponent) - 1);
  const unsigned sign = static_cast<unsigned>(bits >> (kExponent + kMantissa)) << 31;
  if (exponent == (1u << kExponent) - 1) return float_of(sign | 0x7f800000u | fraction << (23 - kMantissa));
  const float size = exponent == 0 ? std::ldexp(static_cast<float>(fraction), 1 - kBias - kMantissa)
                                   : std::ldexp(static_cast<float>(fraction | 1u << kMantissa),
                                                static_cast<int>(exponent) - kBias - kMantissa);
  return float_of(bits_of(size) | sign);
}

// The base of __half and __nv_bfloat16. Raw: NVIDIA's structure with the bits in a member x.
template <class Self, class Raw, int kExponent, int kMantissa>
struct small_float {
  unsigned short simcu_bits;

  small_float() = default;
  small_float(Raw r) : simcu_bits(r.x) {}
  template <class N, class = std::enable_if_t<std::is_arithmetic_v<N>>>
  small_float(N x)
      : simcu_bits(round_to_bits<kExponent, kMantissa>(static_cast<double>(x), rounding::nearest)) {}
  operator float() const { return widen<kExponent, kMantissa>(simcu_bits); }
  operator Raw() const { return {simcu_bits}; }
  explicit operator bool() const { return (simcu_bits & 0x7fff) != 0; }
  // For numbers other than float, so that `double d = h` and `(int)h` mean one thing.
  template <class N, class = std::enable_if_t<std::is_integral_v<N> && !std::is_same_v<N, bool>>,
            class = void>
  explicit operator N() const {
    return static_cast<N>(static_cast<float>(*this));
  }

  static Self round(double x, rounding how = rounding::nearest) {
    Self result;
    result.simcu_bits = round_to_bits<kExponent, kMantissa>(x, how);
    return result;
  }
};

}  // namespace simcu

// The operators that CUDA's headers give a type T (__half), and V, two of them (__half2).
#define SIMCU_SMALL_FLOAT_OPERATORS(T, V)                                                          \
  inline T operator+(T a, T b) { return T::round(static_cast<float>(a) + static_cast<float>(b)); } \
  inline T operator-(T a, T b) { return T::round(static_cast<float>(a) - static_cast<float>(b)); } \
  inline T operator*(T a, T b) { return T::round(static_cast<float>(a) * static_cast<float>(b)); } \
  inline T operator/(T a, T b) { return T::round(static_cast<float>(a) / static_cast<float>(b)); } \
  inline T& operator+=(T& a, T b) { return a = a + b; }                                            \
  inline T& operator-=(T& a, T b) { return a = a - b; }                                            \
  inline T& operator*=(T& a, T b) { return a = a * b; }                                            \
  inline T& operator/=(T& a, T b) { return a = a / b; }                                            \
  inline T operator+(T a) { return a; }                                                            \
  inline T operator-(T a) { return a.simcu_bits ^= 0x8000, a; }                                    \
  inline T& operator++(T& a) { return a += T(1.0f); }                                              \
  inline T& operator--(T& a) { return a -= T(1.0f); }                                              \
  inline bool operator==(T a, T b) { return static_cast<float>(a) == static_cast<float>(b); }      \
  inline bool operator!=(T a, T b) { return static_cast<float>(a) != static_cast<float>(b); }      \
  inline bool operator<(T a, T b) { return static_cast<float>(a) < static_cast<float>(b); }        \
  inline bool operator>(T a, T b) { return static_cast<float>(a) > static_cast<float>(b); }        \
  inline bool operator<=(T a, T b) { return static_cast<float>(a) <= static_cast<float>(b); }      \
  inline bool operator>=(T a, T b) { return static_cast<float>(a) >= static_cast<float>(b); }      \
  inline V operator+(V a, V b) { return {a.x + b.x, a.y + b.y}; }                                  \
  inline V operator-(V a, V b) { return {a.x - b.x, a.y - b.y}; }                                  \
  inline V operator*(V a, V b) { return {a.x * b.x, a.y * b.y}; }                                  \
  inline V operator/(V a, V b) { return {a.x / b.x, a.y / b.y}; }                                  \
  inline V operator-(V a) { return {-a.x, -a.y}; }                                                 \
  inline V& operator+=(V& a, V b) { return a = a + b; }                                            \
  inline V& operator-=(V& a, V b) { return a = a - b; }                                            \
  inline V& operator*=(V& a, V b) { return a = a * b; }                                            \
  inline V& operator/=(V& a, V b) { return a = a / b; }                                            \
  inline bool operator==(V a, V b) { return a.x == b.x && a.y == b.y; }                            \
  inline bool operator!=(V a, V b) { return a.x != b.x || a.y != b.y; }
