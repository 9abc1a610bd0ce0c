// SPDX-License-Identifier: Apache-2.0
// Lab 01, given: argument checks for the entry points, and helpers for your own code.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "enumeration.h"
#include "lab/cuda_check.h"

namespace enumeration {

// Maps a key to an unsigned integer. If order_of(a) < order_of(b), key a comes before key b. If the two
// numbers are equal, the keys' indices decide. So -0.0 and +0.0 get the same number, and all NaNs get the
// greatest.
__host__ __device__ inline std::uint32_t order_of(std::uint32_t key) { return key; }
__host__ __device__ inline std::uint64_t order_of(double key) {
  if (!(key <= key)) return ~std::uint64_t{0};
  key += 0.0;  // turns -0.0 into +0.0
  std::uint64_t bits;
  memcpy(&bits, &key, sizeof bits);
  return (bits >> 63) != 0 ? ~bits : bits | (std::uint64_t{1} << 63);
}

// A property of the current device, such as cudaDevAttrMultiProcessorCount.
inline int device_attribute(cudaDeviceAttr which) {
  int device = 0, value = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&value, which, device));
  return value;
}

// Calls run(timer) 1 + repeats times, each time with a new timer. The first call, which also loads the
// kernel, is not counted; the median of the other total times is stored. `run` takes a lab::phase_timer* and
// returns a lab::status. If a call fails, its status is returned at once. repeats: odd, at least 1.
template <class Run>
lab::status measure(int repeats, double* median_ms, Run run) {
  std::vector<double> ms;
  for (int i = 0; i <= repeats; ++i) {
    lab::phase_timer timer;
    if (lab::status bad = run(&timer); !bad.ok()) return bad;
    if (i > 0) ms.push_back(timer.total_ms());
  }
  std::nth_element(ms.begin(), ms.begin() + repeats / 2, ms.end());
  *median_ms = ms[static_cast<std::size_t>(repeats) / 2];
  return {};
}

inline lab::status check_arrays(const void* keys, const void* sorted, std::size_t n) {
  if (n > kMaxKeys)
    return lab::status::bad_argument("n", "is " + std::to_string(n) + ", but ranks are 32-bit: at most " +
                                              std::to_string(kMaxKeys) + " keys");
  if (n > 0 && keys == nullptr) return lab::status::bad_argument("keys", "is null, but n is not 0");
  if (n > 0 && sorted == nullptr) return lab::status::bad_argument("sorted", "is null, but n is not 0");
  return {};
}

inline lab::status check_direct(const void* keys, const void* sorted, std::size_t n, int block_size) {
  if (lab::status bad = check_arrays(keys, sorted, n); !bad.ok()) return bad;
  const int most = device_attribute(cudaDevAttrMaxThreadsPerBlock);
  if (block_size >= 1 && block_size <= most) return {};
  return lab::status::bad_argument("block_size", "is " + std::to_string(block_size) +
                                                     ", but this device allows 1 to " + std::to_string(most));
}

inline lab::status check_two_level(const void* keys, const void* sorted, const void* ranks, std::size_t n,
                                   std::size_t slices) {
  if (lab::status bad = check_arrays(keys, sorted, n); !bad.ok()) return bad;
  if (n > 0 && ranks == nullptr) return lab::status::bad_argument("ranks", "is null, but n is not 0");
  if (slices > 65535)
    return lab::status::bad_argument("slices",
                                     "is " + std::to_string(slices) + ", but a grid has at most 65535 rows");
  return {};
}

}  // namespace enumeration

// The sorts are templates in the .cu file. This compiles them for one key type.
#define ENUMERATION_INSTANTIATE(T)                                                                     \
  template lab::status enumeration::sort_host<T>(const T*, T*, std::size_t);                           \
  template lab::status enumeration::sort_direct<T>(const T*, T*, std::size_t, int, lab::phase_timer*); \
  template lab::status enumeration::sort_tiled<T>(const T*, T*, std::size_t, lab::phase_timer*);       \
  template lab::status enumeration::sort_two_level<T>(const T*, T*, std::uint32_t*, std::size_t,       \
                                                      std::size_t, lab::phase_timer*)

#include "lab/by_hand.h"  // last: from here on, std::sort and the like are yours to write
