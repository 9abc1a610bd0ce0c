// SPDX-License-Identifier: Apache-2.0
// The types of inline PTX, and its instructions that have no intrinsic in CUDA (simcu/ptx.h).
#pragma once
#include <cmath>
#include <cstring>
#include <type_traits>

#include "simcu/integer_intrinsics.h"

namespace simcu::ptx {

using u8 = unsigned char;
using s8 = signed char;
using b8 = unsigned char;
using u16 = unsigned short;
using s16 = short;
using b16 = unsigned short;
using u32 = unsigned;
using s32 = int;
using b32 = unsigned;
using u64 = unsigned long long;
using s64 = long long;
using b64 = unsigned long long;
using f32 = float;
using f64 = double;

// Like mov: bits stay bits, and narrower integers are extended.
template <class To, class From>
void set(To& to, From from) {
  if constexpr (sizeof(To) == sizeof(From)) {
    std::memcpy(&to, &from, sizeof to);
  } else {
    static_assert(std::is_integral_v<To> && std::is_integral_v<From> && sizeof(From) < sizeof(To),
                  "inline PTX: the result is wider than the operand");
    to = static_cast<To>(from);
  }
}
template <class To, class From>
To bits(From from) {
  To to{};
  set(to, from);
  return to;
}
// What an instruction reads: of a wider integer (a number, for example) the low bits.
template <class To, class From>
To operand(From from) {
  if constexpr (std::is_integral_v<To> && std::is_integral_v<From>)
    return static_cast<To>(from);
  else
    return bits<To>(from);
}
template <class To, class Part>
To pack(Part low, Part high) {
  static_assert(sizeof(To) == 2 * sizeof(Part), "inline PTX: two halves make the register");
  To to{};
  std::memcpy(&to, &low, sizeof low);
  std::memcpy(reinterpret_cast<char*>(&to) + sizeof low, &high, sizeof high);
  return to;
}
template <class From, class Part>
void unpack(From from, Part& low, Part& high) {
  static_assert(sizeof(From) == 2 * sizeof(Part), "inline PTX: the register makes two halves");
  std::memcpy(&low, &from, sizeof low);
  std::memcpy(&high, reinterpret_cast<const char*>(&from) + sizeof low, sizeof high);
}

template <class T>
constexpr unsigned kWidth = sizeof(T) * 8;

template <class T>
T smaller(T a, T b) {
  return b < a ? b : a;
}
template <class T>
T larger(T a, T b) {
  return a < b ? b : a;
}
inline float without_sign(float x) { return std::fabs(x); }
inline double without_sign(double x) { return std::fabs(x); }

// Modulo 2 to the power of the width; in 64 bits, because 16-bit factors would be multiplied as signed ints.
template <class Unsigned, class T>
Unsigned low_product(T a, T b) {
  return static_cast<Unsigned>(static_cast<u64>(a) * static_cast<u64>(b));
}
template <class T>
T high_product(T a, T b) {
  if constexpr (sizeof(T) == 8)
    return std::is_signed_v<T> ? static_cast<T>(__mul64hi(static_cast<s64>(a), static_cast<s64>(b)))
                               : static_cast<T>(__umul64hi(static_cast<u64>(a), static_cast<u64>(b)));
  else
    return std::is_signed_v<T> ? static_cast<T>(__mulhi(static_cast<s32>(a), static_cast<s32>(b)))
                               : static_cast<T>(__umulhi(static_cast<u32>(a), static_cast<u32>(b)));
}
template <class T>
using wide = std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, s32, u32>,
                                std::conditional_t<std::is_signed_v<T>, s64, u64>>;
template <class T>
wide<T> wide_product(T a, T b) {
  return static_cast<wide<T>>(a) * static_cast<wide<T>>(b);
}
template <class T, class Addend>
wide<T> wide_sum(T a, T b, Addend c) {
  using bits_of_sum = std::make_unsigned_t<wide<T>>;
  return static_cast<wide<T>>(static_cast<bits_of_sum>(wide_product(a, b)) + operand<bits_of_sum>(c));
}
template <class T, class A, class B>
T sum(A a, B b, bool carry, bool* carries) {
  T partial = 0, result = 0;
  const bool first = __builtin_add_overflow(static_cast<T>(a), static_cast<T>(b), &partial);
  const bool second = __builtin_add_overflow(partial, static_cast<T>(carry), &result);
  *carries = first || second;
  return result;
}
template <class T, class A, class B>
T difference(A a, B b, bool borrow, bool* borrows) {
  T partial = 0, result = 0;
  const bool first = __builtin_sub_overflow(static_cast<T>(a), static_cast<T>(b), &partial);
  const bool second = __builtin_sub_overflow(partial, static_cast<T>(borrow), &result);
  *borrows = first || second;
  return result;
}

template <class T>
T shift_left(T a, unsigned n) {
  return n >= kWidth<T> ? T(0) : static_cast<T>(static_cast<u64>(a) << n);
}
template <class T>
T shift_right(T a, unsigned n) {  // of a signed number, its sign comes in
  if (n >= kWidth<T>) n = kWidth<T> - 1, a = std::is_signed_v<T> ? a : T(0);
  return static_cast<T>(a >> n);
}
template <class T>
T extract(T a, unsigned pos, unsigned len) {
  using U = std::make_unsigned_t<T>;
  pos &= 255, len &= 255;
  if (len == 0) return 0;
  const unsigned last = pos + len - 1 >= kWidth<T> ? kWidth<T> - 1 : pos + len - 1;
  const bool sign = std::is_signed_v<T> && (static_cast<U>(a) >> last & 1);
  const unsigned width = last + 1 > pos ? last + 1 - pos : 0;
  if (width == 0) return sign ? T(-1) : T(0);
  const U field = static_cast<U>(static_cast<U>(a) >> pos),
          mask = static_cast<U>(~U(0) >> (kWidth<T> - width));
  return static_cast<T>(sign ? field | ~mask : field & mask);
}
template <class T>
T insert(T a, T b, unsigned pos, unsigned len) {
  pos &= 255, len &= 255;
  if (pos >= kWidth<T> || len == 0) return b;
  const T field = len >= kWidth<T> ? ~T(0) : static_cast<T>((T(1) << len) - 1), mask = field << pos;
  return (a << pos & mask) | (b & ~mask);
}
// prmt: like __byte_perm, but if the fourth bit of a nibble is set, the byte's sign eight times.
inline unsigned permute(unsigned a, unsigned b, unsigned selector) {
  const unsigned bytes = __byte_perm(a, b, selector);
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned byte = bytes >> (8 * i) & 0xff, sign = selector >> (4 * i + 3) & 1;
    result |= (sign == 0 ? byte : byte >> 7 != 0 ? 0xffu : 0u) << (8 * i);
  }
  return result;
}
inline unsigned lookup(unsigned a, unsigned b, unsigned c, unsigned table) {
  unsigned d = 0;
  for (unsigned i = 0; i < 8; ++i)
    if (table >> i & 1) d |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return d;
}
// The highest bit that is set; for a negative number the highest that is not. None: all ones.
template <class T>
unsigned highest_bit(T a) {
  using U = std::make_unsigned_t<T>;
  const U x = static_cast<U>(std::is_signed_v<T> && a < 0 ? ~a : a);
  return x == 0 ? ~0u : 63u - static_cast<unsigned>(__clzll(static_cast<long long>(x)));
}

}  // namespace simcu::ptx
