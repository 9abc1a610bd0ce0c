// SPDX-License-Identifier: Apache-2.0
// Functions that the lanes of a warp execute together. `mask` names the lanes that take part.
#pragma once
#include <cstring>

#include "simcu/device.h"
#include "simcu/error_codes.h"

namespace simcu {

// Defined in simcu/lane_bits.h.
template <class T>
inline std::uint64_t to_bits(T value);
template <class T>
inline T from_bits(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// Returns the source lane of each kind of shuffle. `width` is the size of the warp's segments, a power of
// two.
inline int shuffle_source(int lane, int index, int width) {
  return (lane & ~(width - 1)) | (index & (width - 1));
}
inline int shuffle_source_up(int lane, unsigned delta, int width) {
  return static_cast<unsigned>(lane & (width - 1)) < delta ? lane : lane - static_cast<int>(delta);
}
inline int shuffle_source_down(int lane, unsigned delta, int width) {
  const unsigned left = static_cast<unsigned>(width - 1 - (lane & (width - 1)));
  return delta > left ? lane : lane + static_cast<int>(delta);
}
inline int shuffle_source_xor(int lane, int lane_mask, int width) {
  const int source = lane ^ lane_mask;
  return source > (lane | (width - 1)) ? lane : source & 31;
}

template <class T>
inline T shuffle(unsigned mask, T value, int source, location where) {
  return from_bits<T>(warp_meet(warp_op::shuffle, mask, to_bits(value), source, where));
}

inline void check_width(int width, location where) {
  if (__builtin_expect(width < 1 || width > 32 || (width & (width - 1)) != 0, 0))
    fail_kernel(cudaErrorLaunchFailure, "the width of a shuffle is not a power of two from 1 to 32", where);
}

}  // namespace simcu

#define SIMCU_SHUFFLES(T)                                                                         \
  inline T __shfl_sync(unsigned mask, T value, int source, int width = 32,                        \
                       simcu::location where = SIMCU_HERE) {                                      \
    simcu::check_width(width, where);                                                             \
    const int lane = static_cast<int>(simcu::lane_id());                                          \
    return simcu::shuffle(mask, value, simcu::shuffle_source(lane, source, width), where);        \
  }                                                                                               \
  inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32,                 \
                          simcu::location where = SIMCU_HERE) {                                   \
    simcu::check_width(width, where);                                                             \
    const int lane = static_cast<int>(simcu::lane_id());                                          \
    return simcu::shuffle(mask, value, simcu::shuffle_source_up(lane, delta, width), where);      \
  }                                                                                               \
  inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32,               \
                            simcu::location where = SIMCU_HERE) {                                 \
    simcu::check_width(width, where);                                                             \
    const int lane = static_cast<int>(simcu::lane_id());                                          \
    return simcu::shuffle(mask, value, simcu::shuffle_source_down(lane, delta, width), where);    \
  }                                                                                               \
  inline T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32,                 \
                           simcu::location where = SIMCU_HERE) {                                  \
    simcu::check_width(width, where);                                                             \
    const int lane = static_cast<int>(simcu::lane_id());                                          \
    return simcu::shuffle(mask, value, simcu::shuffle_source_xor(lane, lane_mask, width), where); \
  }
SIMCU_SHUFFLES(int)
SIMCU_SHUFFLES(unsigned int)
SIMCU_SHUFFLES(long)
SIMCU_SHUFFLES(unsigned long)
SIMCU_SHUFFLES(long long)
SIMCU_SHUFFLES(unsigned long long)
SIMCU_SHUFFLES(float)
SIMCU_SHUFFLES(double)
#undef SIMCU_SHUFFLES

inline void __syncwarp(unsigned mask = 0xffffffffu, simcu::location where = SIMCU_HERE) {
  simcu::warp_meet(simcu::warp_op::sync, mask, 0, 0, where);
}
inline unsigned __ballot_sync(unsigned mask, int predicate, simcu::location where = SIMCU_HERE) {
  return static_cast<unsigned>(simcu::warp_meet(simcu::warp_op::ballot, mask, predicate != 0, 0, where));
}
inline int __any_sync(unsigned mask, int predicate, simcu::location where = SIMCU_HERE) {
  return static_cast<int>(simcu::warp_meet(simcu::warp_op::any, mask, predicate != 0, 0, where));
}
inline int __all_sync(unsigned mask, int predicate, simcu::location where = SIMCU_HERE) {
  return static_cast<int>(simcu::warp_meet(simcu::warp_op::all, mask, predicate != 0, 0, where));
}
inline unsigned __activemask(simcu::location where = SIMCU_HERE) { return simcu::converged_lanes(where); }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define SIMCU_MATCHES(T)                                                                                    \
  inline unsigned __match_any_sync(unsigned mask, T value, simcu::location where = SIMCU_HERE) {            \
    return static_cast<unsigned>(                                                                           \
        simcu::warp_meet(simcu::warp_op::match_any, mask, simcu::to_bits(value), 0, where));                \
  }                                                                                                         \
  inline unsigned __match_all_sync(unsigned mask, T value, int* same, simcu::location where = SIMCU_HERE) { \
    const auto lanes = static_cast<unsigned>(                                                               \
        simcu::warp_meet(simcu::warp_op::match_all, mask, simcu::to_bits(value), 0, where));                \
    *same = lanes != 0;                                                                                     \
    return lanes;                                                                                           \
  }
SIMCU_MATCHES(int)
SIMCU_MATCHES(unsigned int)
SIMCU_MATCHES(long)
SIMCU_MATCHES(unsigned long)
SIMCU_MATCHES(long long)
SIMCU_MATCHES(unsigned long long)
SIMCU_MATCHES(float)
SIMCU_MATCHES(double)
#undef SIMCU_MATCHES
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define SIMCU_REDUCE(name, op, T)                                                                 \
  inline T name(unsigned mask, T value, simcu::location where = SIMCU_HERE) {                     \
    return static_cast<T>(                                                                        \
        simcu::warp_meet(simcu::warp_op::op, mask, static_cast<std::uint32_t>(value), 0, where)); \
  }
SIMCU_REDUCE(__reduce_add_sync, add_u32, unsigned)
SIMCU_REDUCE(__reduce_add_sync, add_u32, int)
SIMCU_REDUCE(__reduce_min_sync, min_u32, unsigned)
SIMCU_REDUCE(__reduce_min_sync, min_s32, int)
SIMCU_REDUCE(__reduce_max_sync, max_u32, unsigned)
SIMCU_REDUCE(__reduce_max_sync, max_s32, int)
SIMCU_REDUCE(__reduce_and_sync, and_u32, unsigned)
SIMCU_REDUCE(__reduce_or_sync, or_u32, unsigned)
SIMCU_REDUCE(__reduce_xor_sync, xor_u32, unsigned)
#undef SIMCU_REDUCE
#endif
