// SPDX-License-Identifier: Apache-2.0
// Code that CUB's block and warp primitives share: operators, storage, and a check of the block's size.
#pragma once
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <type_traits>

#include "simcu/atomics.h"
#include "simcu/cg/group.h"
#include "simcu/integer_intrinsics.h"

// Always inlined, so that a finding reports the program's line.
#define SIMCU_INLINED [[gnu::always_inline]] inline

namespace cub {

struct NullType {};
using simcu::location;

// CUB has these operators up to CUDA 12; later programs use cuda::std's operators or their own.
struct Sum {
  template <class T, class U>
  constexpr auto operator()(const T& a, const U& b) const {
    return a + b;
  }
};
struct Max {
  template <class T>
  constexpr T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};
struct Min {
  template <class T>
  constexpr T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};

inline unsigned LaneId() { return simcu::lane_id(); }
inline unsigned WarpId() { return simcu::warp_id(); }
inline int RowMajorTid(int, int, int) { return static_cast<int>(simcu::thread_rank()); }

namespace details {

// No constructor runs for the objects.
template <class T, int Count>
struct cells {
  alignas(T) unsigned char bytes[Count * sizeof(T)];
  SIMCU_INLINED T& operator[](int i) { return *(reinterpret_cast<T*>(bytes) + i); }
};

// A wrong value for results that CUDA leaves undefined, so that they are never right by luck.
template <class T>
SIMCU_INLINED T undefined_like(const T& value) {
  T out = value;
  for (std::size_t i = 0; i < sizeof(T); ++i) reinterpret_cast<unsigned char*>(&out)[i] = 0xA5;
  return out;
}

template <class T>
SIMCU_INLINED T from_lane(unsigned mask, const T& value, unsigned lane, location where) {
  T result = value;
  for (std::size_t done = 0; done < sizeof(T); done += 8) {
    const std::size_t part = sizeof(T) - done < 8 ? sizeof(T) - done : 8;
    std::uint64_t bits = 0;
    __builtin_memcpy(&bits, reinterpret_cast<const char*>(&value) + done, part);
    bits = simcu::warp_meet(simcu::warp_op::shuffle, mask, bits, static_cast<int>(lane), where);
    __builtin_memcpy(reinterpret_cast<char*>(&result) + done, &bits, part);
  }
  return result;
}

template <int X, int Y, int Z>
inline void require_block(const char* primitive, location where) {
  if (blockDim.x == X && blockDim.y == Y && blockDim.z == Z) return;
  char text[160];
  std::snprintf(text, sizeof text, "cub::%s is for a block of (%d,%d,%d), but this block is (%u,%u,%u)",
                primitive, X, Y, Z, blockDim.x, blockDim.y, blockDim.z);
  simcu::fail_kernel(cudaErrorLaunchFailure, text, where);
}

}  // namespace details
}  // namespace cub
