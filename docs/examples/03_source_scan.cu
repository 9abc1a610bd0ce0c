// SPDX-License-Identifier: Apache-2.0
// Chapter 03: the source's scan with two blocks, under several orders of the blocks. Wrong on purpose.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "lab/device_buffer.h"

using std::uint32_t;

// [lab03-source-scan]
// d_bins becomes the inclusive sums, and d_cdf the exclusive sums.
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
  d_cdf[my_id] = d_bins[my_id] - current_value;
}
// [lab03-source-scan]

static std::vector<uint32_t> scan(int blocks, int threads) {
  std::vector<uint32_t> values;
  for (int i = 1; i <= blocks * threads; ++i) values.push_back(i);
  lab::device_buffer<uint32_t> d_bins(values), d_cdf(values.size());
  scan_kernel<<<blocks, threads>>>(d_cdf.data(), d_bins.data(), blocks * threads);
  CUDA_CHECK_LAUNCH("scan_kernel");
  return d_cdf.download();
}

static void show(const std::string& what, const std::vector<uint32_t>& sums,
                 const std::vector<uint32_t>& right) {
  std::printf("%-12s", what.c_str());
  for (std::size_t i = 0; i < sums.size(); ++i)
    std::printf("%3u%c", sums[i], sums[i] == right[i] ? ' ' : '!');
  std::printf("\n");
}

int main() {
  const std::vector<uint32_t> right{0, 1, 3, 6, 10, 15, 21, 28};
  if (const char* chosen = std::getenv("SIMCU_SCHEDULE")) {
    show(chosen, scan(2, 4), right);
    return 0;
  }
  show("one block", scan(1, 8), right);
  for (std::string schedule : {"lockstep", "fifo", "reverse"}) {
    setenv("SIMCU_SCHEDULE", schedule.c_str(), 1);  // read by the simulated device at each launch
    show(schedule, scan(2, 4), right);
  }
  return 0;
}
