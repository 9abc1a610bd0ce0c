// SPDX-License-Identifier: Apache-2.0
// DPX, CUDA's functions for dynamic programming: the larger or the smaller of two or three numbers, or of a
// sum and a number, and which of two it was. A word is one number (_s32, _u32) or two 16-bit numbers (_s16x2,
// _u16x2); sums wrap around; _relu: at least 0.
#pragma once
#include <cstdint>

#include "simcu/simd_intrinsics.h"

namespace simcu {

template <class T>
constexpr T larger(T a, T b) {
  return a < b ? b : a;
}
template <class T>
constexpr T smaller(T a, T b) {
  return b < a ? b : a;
}
inline unsigned larger_s16x2(unsigned a, unsigned b) { return __vmaxs2(a, b); }
inline unsigned larger_u16x2(unsigned a, unsigned b) { return __vmaxu2(a, b); }
inline unsigned smaller_s16x2(unsigned a, unsigned b) { return __vmins2(a, b); }
inline unsigned smaller_u16x2(unsigned a, unsigned b) { return __vminu2(a, b); }
inline int larger_s32(int a, int b) { return larger(a, b); }
inline unsigned larger_u32(unsigned a, unsigned b) { return larger(a, b); }
inline int smaller_s32(int a, int b) { return smaller(a, b); }
inline unsigned smaller_u32(unsigned a, unsigned b) { return smaller(a, b); }

inline int sum_s32(int a, int b) {
  return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}
inline unsigned sum_u32(unsigned a, unsigned b) { return a + b; }
inline unsigned sum_s16x2(unsigned a, unsigned b) { return __vadd2(a, b); }
inline unsigned sum_u16x2(unsigned a, unsigned b) { return __vadd2(a, b); }

}  // namespace simcu

#define SIMCU_DPX(T, kind)                                                                                  \
  inline T __vimax3_##kind(T a, T b, T c) { return simcu::larger_##kind(simcu::larger_##kind(a, b), c); }   \
  inline T __vimin3_##kind(T a, T b, T c) { return simcu::smaller_##kind(simcu::smaller_##kind(a, b), c); } \
  inline T __viaddmax_##kind(T a, T b, T c) { return simcu::larger_##kind(simcu::sum_##kind(a, b), c); }    \
  inline T __viaddmin_##kind(T a, T b, T c) { return simcu::smaller_##kind(simcu::sum_##kind(a, b), c); }
#define SIMCU_DPX_RELU(T, kind)                                                                             \
  inline T __vimax_##kind##_relu(T a, T b) { return simcu::larger_##kind(simcu::larger_##kind(a, b), 0); }  \
  inline T __vimin_##kind##_relu(T a, T b) { return simcu::larger_##kind(simcu::smaller_##kind(a, b), 0); } \
  inline T __vimax3_##kind##_relu(T a, T b, T c) {                                                          \
    return simcu::larger_##kind(__vimax3_##kind(a, b, c), 0);                                               \
  }                                                                                                         \
  inline T __vimin3_##kind##_relu(T a, T b, T c) {                                                          \
    return simcu::larger_##kind(__vimin3_##kind(a, b, c), 0);                                               \
  }                                                                                                         \
  inline T __viaddmax_##kind##_relu(T a, T b, T c) {                                                        \
    return simcu::larger_##kind(__viaddmax_##kind(a, b, c), 0);                                             \
  }                                                                                                         \
  inline T __viaddmin_##kind##_relu(T a, T b, T c) {                                                        \
    return simcu::larger_##kind(__viaddmin_##kind(a, b, c), 0);                                             \
  }
// `first`: whether it was a.
#define SIMCU_DPX_WHICH(T, name, pick) \
  inline T name(T a, T b, bool* first) { return *first = pick(a, b) == a, pick(a, b); }
#define SIMCU_DPX_WHICH_2(name, pick)                                                           \
  inline unsigned int name(unsigned int a, unsigned int b, bool* first_high, bool* first_low) { \
    const unsigned int picked = pick(a, b), changed = picked ^ a;                               \
    *first_high = changed >> 16 == 0;                                                           \
    *first_low = (changed & 0xffffu) == 0;                                                      \
    return picked;                                                                              \
  }
SIMCU_DPX(int, s32)
SIMCU_DPX(unsigned int, u32)
SIMCU_DPX(unsigned int, s16x2)
SIMCU_DPX(unsigned int, u16x2)
SIMCU_DPX_RELU(int, s32)
SIMCU_DPX_RELU(unsigned int, s16x2)
SIMCU_DPX_WHICH(int, __vibmax_s32, simcu::larger)
SIMCU_DPX_WHICH(int, __vibmin_s32, simcu::smaller)
SIMCU_DPX_WHICH(unsigned int, __vibmax_u32, simcu::larger)
SIMCU_DPX_WHICH(unsigned int, __vibmin_u32, simcu::smaller)
SIMCU_DPX_WHICH_2(__vibmax_s16x2, __vmaxs2)
SIMCU_DPX_WHICH_2(__vibmin_s16x2, __vmins2)
SIMCU_DPX_WHICH_2(__vibmax_u16x2, __vmaxu2)
SIMCU_DPX_WHICH_2(__vibmin_u16x2, __vminu2)
#undef SIMCU_DPX
#undef SIMCU_DPX_RELU
#undef SIMCU_DPX_WHICH
#undef SIMCU_DPX_WHICH_2
