// SPDX-License-Identifier: Apache-2.0
// libcu++'s <cuda/std/bit>, which also exists in C++17.
#pragma once
#if __cplusplus >= 202002L
#include <bit>
#else
#include <cstring>
#include <limits>
#include <type_traits>

namespace cuda {
namespace std {

enum class endian { little = __ORDER_LITTLE_ENDIAN__, big = __ORDER_BIG_ENDIAN__, native = __BYTE_ORDER__ };

template <class To, class From>
inline To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From) && ::std::is_trivially_copyable<To>::value &&
                    ::std::is_trivially_copyable<From>::value,
                "bit_cast is between types of one size that can be copied by their bytes");
  To to;
  ::std::memcpy(static_cast<void*>(&to), &from, sizeof to);
  return to;
}

template <class T>
using unsigned_only =
    ::std::enable_if_t< ::std::is_unsigned<T>::value && !::std::is_same<T, bool>::value, int>;

template <class T, unsigned_only<T> = 0>
constexpr int popcount(T x) noexcept {
  return __builtin_popcountll(x);
}
template <class T, unsigned_only<T> = 0>
constexpr int countl_zero(T x) noexcept {
  constexpr int kDigits = ::std::numeric_limits<T>::digits;
  return x == 0 ? kDigits : __builtin_clzll(x) - (64 - kDigits);
}
template <class T, unsigned_only<T> = 0>
constexpr int countr_zero(T x) noexcept {
  return x == 0 ? ::std::numeric_limits<T>::digits : __builtin_ctzll(x);
}
template <class T, unsigned_only<T> = 0>
constexpr int countl_one(T x) noexcept {
  return countl_zero(static_cast<T>(~x));
}
template <class T, unsigned_only<T> = 0>
constexpr int countr_one(T x) noexcept {
  return countr_zero(static_cast<T>(~x));
}
template <class T, unsigned_only<T> = 0>
constexpr int bit_width(T x) noexcept {
  return ::std::numeric_limits<T>::digits - countl_zero(x);
}
template <class T, unsigned_only<T> = 0>
constexpr bool has_single_bit(T x) noexcept {
  return popcount(x) == 1;
}
template <class T, unsigned_only<T> = 0>
constexpr T bit_floor(T x) noexcept {
  return x == 0 ? T(0) : static_cast<T>(T(1) << (bit_width(x) - 1));
}
template <class T, unsigned_only<T> = 0>
constexpr T bit_ceil(T x) noexcept {
  return x <= 1 ? T(1) : static_cast<T>(T(1) << bit_width(static_cast<T>(x - 1)));
}
template <class T, unsigned_only<T> = 0>
constexpr T rotl(T x, int by) noexcept {
  constexpr int kDigits = ::std::numeric_limits<T>::digits;
  const int left = (by % kDigits + kDigits) % kDigits;
  return left == 0 ? x : static_cast<T>(x << left | x >> (kDigits - left));
}
template <class T, unsigned_only<T> = 0>
constexpr T rotr(T x, int by) noexcept {
  return rotl(x, -(by % ::std::numeric_limits<T>::digits));
}

}  // namespace std
}  // namespace cuda
#endif
