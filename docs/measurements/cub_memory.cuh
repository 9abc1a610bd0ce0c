// SPDX-License-Identifier: Apache-2.0
// The device memory that CUB's sorts take (`all_sorts memory`), as CSV.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>

#include "lab/cuda_check.h"

namespace cub_memory {

using word = std::uint32_t;

struct smaller {
  __host__ __device__ bool operator()(word a, word b) const { return a < b; }
};

// A sort of n keys needs other arrays of n words from its caller, and the memory that CUB requests.
inline void print() {
  std::puts("sort,data,n,arrays_bytes,temporary_bytes,extra_bytes_per_key");
  for (const std::size_t n : {std::size_t{1} << 20, std::size_t{1} << 24, std::size_t{1} << 28}) {
    word *k = nullptr, *v = nullptr;
    const word *in = nullptr, *in_values = nullptr;
    cub::DoubleBuffer<word> keys, values;
    const auto row = [&](const char* name, const char* data, std::size_t arrays, auto function) {
      std::size_t bytes = 0;
      CUDA_CHECK(function(bytes));
      std::printf("%s,%s,%zu,%zu,%zu,%.3f\n", name, data, n, arrays * 4 * n, bytes,
                  static_cast<double>(arrays * 4 * n + bytes) / static_cast<double>(n));
    };
    row("cub_radix_sort", "keys", 1,
        [&](auto& b) { return cub::DeviceRadixSort::SortKeys(nullptr, b, in, k, n); });
    row("cub_radix_double_buffer", "keys", 1,
        [&](auto& b) { return cub::DeviceRadixSort::SortKeys(nullptr, b, keys, n); });
    row("cub_merge_sort", "keys", 0,
        [&](auto& b) { return cub::DeviceMergeSort::SortKeys(nullptr, b, k, n, smaller{}); });
    row("cub_radix_sort", "pairs", 2,
        [&](auto& b) { return cub::DeviceRadixSort::SortPairs(nullptr, b, in, k, in_values, v, n); });
    row("cub_radix_double_buffer", "pairs", 2,
        [&](auto& b) { return cub::DeviceRadixSort::SortPairs(nullptr, b, keys, values, n); });
    row("cub_merge_sort", "pairs", 0,
        [&](auto& b) { return cub::DeviceMergeSort::SortPairs(nullptr, b, k, v, n, smaller{}); });
  }
}

}  // namespace cub_memory
