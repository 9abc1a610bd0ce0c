// SPDX-License-Identifier: Apache-2.0
// Chapter 03: the source's scan over two blocks, under three orders of the blocks. Wrong on purpose.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lab/device_buffer.h"

using std::uint32_t;

// [lab03-source-scan]
__global__ void scan_kernel(uint32_t* d_cdf, uint32_t* d_bins, int size) {
  const int my_id = blockDim.x * blockIdx.x + threadIdx.x;
  const uint32_t current_value = d_bins[my_id];
  uint32_t current_cdf = current_value;
  for (int interval = 1; interval < size; interval <<= 1) {
    if (my_id >= interval) current_cdf += d_bins[my_id - interval];
    __syncthreads();
    d_bins[my_id] = current_cdf;
    __syncthreads();
  }
  d_cdf[my_id] = d_bins[my_id] - current_value;  // inclusive less own value = exclusive
}
// [lab03-source-scan]

static void run(const char* name, int blocks, int threads) {
  std::vector<uint32_t> keys;
  for (int i = 0; i < blocks * threads; ++i) keys.push_back(i + 1);
  lab::device_buffer<uint32_t> d_bins(keys), d_cdf(keys.size());
  scan_kernel<<<blocks, threads>>>(d_cdf.data(), d_bins.data(), blocks * threads);
  CUDA_CHECK_LAUNCH("scan_kernel");

  std::printf("%-28s", name);
  uint32_t expected = 0;
  std::size_t i = 0;
  for (uint32_t sum : d_cdf.download()) {
    std::printf("%4u%s", sum, sum == expected ? " " : "!");
    expected += keys[i++];
  }
  std::printf("\n");
}

int main() {
  run("1 block of 8", 1, 8);
  for (const char* schedule : {"lockstep", "fifo", "reverse"}) {
    setenv("SIMCU_SCHEDULE", schedule, 1);  // the simulated device reads it at each launch
    run((std::string("2 blocks of 4, ") + schedule).c_str(), 2, 4);
  }
}
