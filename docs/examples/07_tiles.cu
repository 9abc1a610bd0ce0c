// SPDX-License-Identifier: Apache-2.0
// The reference solution of lab 07 sorts one tile of 2048 keys in five ways: single keys, vectors with three
// numbers of threads, and rounds of five steps.
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "solutions/07_bitonic/bitonic.cu"

// Each of the five ways has its own kernel, because counters are listed by the kernel's name.
__global__ void __launch_bounds__(1024) single_keys_kernel(std::uint32_t* d_keys, unsigned n) {
  bitonic::sort_tile<1>(d_keys, n);
}
__global__ void __launch_bounds__(256) sides_of_4_kernel(std::uint32_t* d_keys, unsigned n) {
  bitonic::sort_tile<4>(d_keys, n);
}
__global__ void __launch_bounds__(128) sides_of_8_kernel(std::uint32_t* d_keys, unsigned n) {
  bitonic::sort_tile<8>(d_keys, n);
}
__global__ void __launch_bounds__(64) sides_of_16_kernel(std::uint32_t* d_keys, unsigned n) {
  bitonic::sort_tile<16>(d_keys, n);
}

int main() {
  constexpr unsigned n = 2048;
  std::vector<std::uint32_t> keys(n), sorted;
  std::mt19937 random(7);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());
  sorted = keys;
  std::sort(sorted.begin(), sorted.end());

  lab::device_buffer<std::uint32_t> d_keys(n);
  const auto check = [&](const char* what, auto sort) {
    d_keys.upload(keys);
    sort();
    std::printf("%-38s %s\n", what, d_keys.download() == sorted ? "sorted" : "wrong");
  };
  std::uint32_t* d = d_keys.data();
  const auto tile = [&](auto* kernel, unsigned threads) {
    kernel<<<1, threads, n * sizeof(std::uint32_t)>>>(d, n);
    CUDA_CHECK_LAUNCH("a kernel for one tile");
  };
  check("single keys, 1024 threads", [&] { tile(single_keys_kernel, 1024); });
  check("L = 4, M = 1, 256 threads", [&] { tile(sides_of_4_kernel, 256); });
  check("L = 8, M = 1, 128 threads", [&] { tile(sides_of_8_kernel, 128); });
  check("L = 8, M = 2, 64 threads", [&] { tile(sides_of_16_kernel, 64); });
  check("rounds of five steps, 64 threads",
        [&] { bitonic::launch_rounds<11, false>(bitonic::key_array{d}, n, false); });
  return 0;
}
