// SPDX-License-Identifier: Apache-2.0
// SIMD within a word: __vadd4 and its family treat 32 bits as two 16-bit or four 8-bit numbers.
#pragma once
#include <cstdint>

namespace simcu {

// Applies f to the numbers of type Lane in a and b. f takes and returns ints; only the low bits count.
template <class Lane, class F>
unsigned by_lanes(unsigned a, unsigned b, F f) {
  constexpr int kBits = 8 * sizeof(Lane);
  constexpr unsigned kMask = (1u << kBits) - 1;
  unsigned result = 0;
  for (int at = 0; at < 32; at += kBits)
    result |= (static_cast<unsigned>(f(static_cast<int>(static_cast<Lane>(a >> at)),
                                       static_cast<int>(static_cast<Lane>(b >> at)))) &
               kMask)
              << at;
  return result;
}
template <class Lane>
constexpr int saturated(int x) {
  constexpr int kBits = 8 * sizeof(Lane), kSigned = static_cast<Lane>(-1) < 0;
  constexpr int kMost = (1 << (kBits - kSigned)) - 1, kLeast = kSigned ? -kMost - 1 : 0;
  return x < kLeast ? kLeast : x > kMost ? kMost : x;
}
template <class Lane>
unsigned sum_of_differences(unsigned a, unsigned b) {
  unsigned sum = 0;
  by_lanes<Lane>(a, b, [&](int x, int y) { return sum += static_cast<unsigned>(x < y ? y - x : x - y), 0; });
  return sum;
}

}  // namespace simcu

#define SIMCU_SIMD(name, Lane, expression)                                                  \
  inline unsigned int name(unsigned int a, unsigned int b) {                                \
    return simcu::by_lanes<Lane>(a, b, [](int x, int y) { return (void)y, (expression); }); \
  }
#define SIMCU_SIMD_1(name, Lane, expression)                                     \
  inline unsigned int name(unsigned int a) {                                     \
    return simcu::by_lanes<Lane>(a, 0, [](int x, int) { return (expression); }); \
  }
#define SIMCU_COMPARE(name, n, Lane, op)             \
  SIMCU_SIMD(__vcmp##name##n, Lane, x op y ? -1 : 0) \
  SIMCU_SIMD(__vset##name##n, Lane, x op y ? 1 : 0)
#define SIMCU_WIDTH(n, S, U)                                        \
  SIMCU_SIMD(__vadd##n, U, x + y)                                   \
  SIMCU_SIMD(__vaddss##n, S, simcu::saturated<S>(x + y))            \
  SIMCU_SIMD(__vaddus##n, U, simcu::saturated<U>(x + y))            \
  SIMCU_SIMD(__vsub##n, U, x - y)                                   \
  SIMCU_SIMD(__vsubss##n, S, simcu::saturated<S>(x - y))            \
  SIMCU_SIMD(__vsubus##n, U, simcu::saturated<U>(x - y))            \
  SIMCU_SIMD(__vavgs##n, S, (x + y + (x + y >= 0)) >> 1)            \
  SIMCU_SIMD(__vavgu##n, U, (x + y + 1) / 2)                        \
  SIMCU_SIMD(__vhaddu##n, U, (x + y) / 2)                           \
  SIMCU_SIMD(__vmaxs##n, S, x > y ? x : y)                          \
  SIMCU_SIMD(__vmaxu##n, U, x > y ? x : y)                          \
  SIMCU_SIMD(__vmins##n, S, x < y ? x : y)                          \
  SIMCU_SIMD(__vminu##n, U, x < y ? x : y)                          \
  SIMCU_SIMD(__vabsdiffs##n, S, x < y ? y - x : x - y)              \
  SIMCU_SIMD(__vabsdiffu##n, U, x < y ? y - x : x - y)              \
  SIMCU_SIMD_1(__vabs##n, S, x < 0 ? -x : x)                        \
  SIMCU_SIMD_1(__vabsss##n, S, simcu::saturated<S>(x < 0 ? -x : x)) \
  SIMCU_SIMD_1(__vneg##n, S, -x)                                    \
  SIMCU_SIMD_1(__vnegss##n, S, simcu::saturated<S>(-x))             \
  SIMCU_COMPARE(eq, n, U, ==)                                       \
  SIMCU_COMPARE(ne, n, U, !=)                                       \
  SIMCU_COMPARE(ges, n, S, >=)                                      \
  SIMCU_COMPARE(gts, n, S, >)                                       \
  SIMCU_COMPARE(les, n, S, <=)                                      \
  SIMCU_COMPARE(lts, n, S, <)                                       \
  SIMCU_COMPARE(geu, n, U, >=)                                      \
  SIMCU_COMPARE(gtu, n, U, >)                                       \
  SIMCU_COMPARE(leu, n, U, <=)                                      \
  SIMCU_COMPARE(ltu, n, U, <)                                       \
  inline unsigned int __vsads##n(unsigned int a, unsigned int b) {  \
    return simcu::sum_of_differences<S>(a, b);                      \
  }                                                                 \
  inline unsigned int __vsadu##n(unsigned int a, unsigned int b) {  \
    return simcu::sum_of_differences<U>(a, b);                      \
  }
SIMCU_WIDTH(2, std::int16_t, std::uint16_t)
SIMCU_WIDTH(4, std::int8_t, std::uint8_t)
#undef SIMCU_WIDTH
#undef SIMCU_COMPARE
#undef SIMCU_SIMD
#undef SIMCU_SIMD_1
