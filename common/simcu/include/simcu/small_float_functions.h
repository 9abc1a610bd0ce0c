// SPDX-License-Identifier: Apache-2.0
// The functions that <cuda_fp16.h> and <cuda_bf16.h> have in common, by name: __hadd, __hfma2, hsqrt,
// atomicAdd, …
#pragma once
#include "simcu/atomics.h"
#include "simcu/small_float.h"

namespace simcu {
// a * b + c rounded once: the product is exact as a double, and so, nearly always, is the part that decides
// the rounding.
template <class T>
T fused(T a, T b, T c) {
  return T::round(std::fma(static_cast<double>(static_cast<float>(a)),
                           static_cast<double>(static_cast<float>(b)),
                           static_cast<double>(static_cast<float>(c))));
}
template <class T>
T between_0_and_1(T a) {
  const float x = static_cast<float>(a);
  return x > 0 ? x < 1 ? a : T(1.0f) : T(0.0f);
}
// A 16-bit number, or two, as a word.
template <class Word, class T, class F>
[[gnu::always_inline]] inline T change_atomically(T* address, F change) {
  const Word before = atomic_update(reinterpret_cast<Word*>(address), [&](Word seen) {
    T old;
    std::memcpy(&old, &seen, sizeof old);
    const T fresh = change(old);
    std::memcpy(&seen, &fresh, sizeof seen);
    return seen;
  });
  T old;
  std::memcpy(&old, &before, sizeof old);
  return old;
}
}  // namespace simcu

#define SIMCU_BINARY(T, V, name, expression)     \
  inline T name(T a, T b) { return expression; } \
  inline V name##2(V x, V y) { return {name(x.x, y.x), name(x.y, y.y)}; }
#define SIMCU_COMPARE(T, V, name, op)                                                                    \
  inline bool __h##name(T a, T b) { return a op b; }                                                     \
  inline V __h##name##2(V a, V b) { return {T(a.x op b.x ? 1.0f : 0.0f), T(a.y op b.y ? 1.0f : 0.0f)}; } \
  inline bool __hb##name##2(V a, V b) { return a.x op b.x && a.y op b.y; }
// clang-format has no fixed point for this list.
// clang-format off
#define SIMCU_SMALL_FLOAT_FUNCTIONS(T, V) \
  SIMCU_BINARY(T, V, __hadd, a + b) \
  SIMCU_BINARY(T, V, __hsub, a - b) \
  SIMCU_BINARY(T, V, __hmul, a* b) \
  SIMCU_BINARY(T, V, __hadd_rn, a + b) \
  SIMCU_BINARY(T, V, __hmul_rn, a* b) \
  SIMCU_BINARY(T, V, __hadd_sat, simcu::between_0_and_1(a + b)) \
  SIMCU_BINARY(T, V, __hmul_sat, simcu::between_0_and_1(a* b)) \
  SIMCU_BINARY(T, V, __hmax, T::round(std::fmax(static_cast<float>(a), static_cast<float>(b)))) \
  SIMCU_BINARY(T, V, __hmin, T::round(std::fmin(static_cast<float>(a), static_cast<float>(b)))) \
  inline T __hdiv(T a, T b) { return a / b; } \
  inline V __h2div(V a, V b) { return a / b; } \
  inline T __hneg(T a) { return -a; } \
  inline V __hneg2(V a) { return -a; } \
  inline T __habs(T a) { return a.simcu_bits &= 0x7fff, a; } \
  inline V __habs2(V a) { return {__habs(a.x), __habs(a.y)}; } \
  inline T __hfma(T a, T b, T c) { return simcu::fused(a, b, c); } \
  inline V __hfma2(V a, V b, V c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; } \
  inline T __hfma_relu(T a, T b, T c) { return __hmax(__hfma(a, b, c), T(0.0f)); } \
  inline bool __hisnan(T a) { return std::isnan(static_cast<float>(a)); } \
  inline int __hisinf(T a) { return std::isinf(static_cast<float>(a)) ? static_cast<float>(a) < 0 ? -1 : 1 : 0; } \
  SIMCU_COMPARE(T, V, eq, ==) \
  SIMCU_COMPARE(T, V, ne, !=) \
  SIMCU_COMPARE(T, V, lt, <) \
  SIMCU_COMPARE(T, V, le, <=) \
  SIMCU_COMPARE(T, V, gt, >) \
  SIMCU_COMPARE(T, V, ge, >=) \
  SIMCU_SMALL_FLOAT_MATH(T, V, sqrt, std::sqrt(x)) \
  SIMCU_SMALL_FLOAT_MATH(T, V, rsqrt, 1 / std::sqrt(x)) \
  SIMCU_SMALL_FLOAT_MATH(T, V, rcp, 1 / x) \
  SIMCU_SMALL_FLOAT_MATH(T, V, exp, std::exp(x)) \
  SIMCU_SMALL_FLOAT_MATH(T, V, exp2, std::exp2(x)) \
  SIMCU_SMALL_FLOAT_MATH(T, V, log, std::log(x)) \
  SIMCU_SMALL_FLOAT_MATH(T, V, log2, std::log2(x)) \
  SIMCU_SMALL_FLOAT_MATH(T, V, sin, std::sin(x)) \
  SIMCU_SMALL_FLOAT_MATH(T, V, cos, std::cos(x)) \
  SIMCU_SMALL_FLOAT_MATH(T, V, floor, std::floor(x)) \
  SIMCU_SMALL_FLOAT_MATH(T, V, ceil, std::ceil(x)) \
  SIMCU_SMALL_FLOAT_MATH(T, V, trunc, std::trunc(x)) \
  SIMCU_SMALL_FLOAT_MATH(T, V, rint, std::rint(x)) \
  [[gnu::always_inline]] inline T atomicAdd(T* address, T value) { return simcu::change_atomically<unsigned short>(address, [=](T old) { return old + value; }); } \
  [[gnu::always_inline]] inline V atomicAdd(V* address, V value) { return simcu::change_atomically<unsigned>(address, [=](V old) { return old + value; }); } \
  SIMCU_SMALL_FLOAT_SHUFFLES(T, unsigned short) \
  SIMCU_SMALL_FLOAT_SHUFFLES(V, unsigned) \
  inline T __ldg(const T* p) { return *p; } \
  inline V __ldg(const V* p) { return *p; }
// clang-format on
#define SIMCU_SMALL_FLOAT_MATH(T, V, name, expression) \
  inline T h##name(T a) {                              \
    const float x = static_cast<float>(a);             \
    return T::round(expression);                       \
  }                                                    \
  inline V h2##name(V a) { return {h##name(a.x), h##name(a.y)}; }
#define SIMCU_SMALL_FLOAT_SHUFFLE(T, Word, name, argument)                                              \
  inline T name(unsigned mask, T value, argument, int width = 32, simcu::location where = SIMCU_HERE) { \
    Word bits;                                                                                          \
    std::memcpy(&bits, &value, sizeof bits);                                                            \
    bits = static_cast<Word>(name(mask, static_cast<unsigned>(bits), by, width, where));                \
    std::memcpy(&value, &bits, sizeof bits);                                                            \
    return value;                                                                                       \
  }
#define SIMCU_SMALL_FLOAT_SHUFFLES(T, Word)                         \
  SIMCU_SMALL_FLOAT_SHUFFLE(T, Word, __shfl_sync, int by)           \
  SIMCU_SMALL_FLOAT_SHUFFLE(T, Word, __shfl_up_sync, unsigned by)   \
  SIMCU_SMALL_FLOAT_SHUFFLE(T, Word, __shfl_down_sync, unsigned by) \
  SIMCU_SMALL_FLOAT_SHUFFLE(T, Word, __shfl_xor_sync, int by)
