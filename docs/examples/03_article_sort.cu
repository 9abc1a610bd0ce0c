// SPDX-License-Identifier: Apache-2.0
// Chapter 03: the source's radix sort with one-bit digits, with one block and with two. Wrong on purpose.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "lab/device_buffer.h"

using std::uint32_t;

// [lab03-article-sort]
// 1 for each key whose bit is `bin`. The exclusive scan says how many of these keys come before a key.
__global__ void predicate_kernel(const uint32_t* d_keys, int bit, uint32_t bin, uint32_t* d_bins) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  d_bins[i] = (d_keys[i] >> bit & 1) == bin;
}

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

__global__ void move_kernel(const uint32_t* d_keys, int bit, uint32_t bin, const uint32_t* d_cdf,
                            uint32_t start, uint32_t* d_out, uint32_t n) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  const uint32_t place = start + d_cdf[i];
  if ((d_keys[i] >> bit & 1) == bin && place < n) d_out[place] = d_keys[i];
}
// [lab03-article-sort]

constexpr uint32_t kNobody = 99;  // marks a place that got no key
constexpr int kBits = 4;

static std::vector<uint32_t> sort(std::vector<uint32_t> keys, int blocks) {
  const int n = static_cast<int>(keys.size()), threads = n / blocks;
  lab::device_buffer<uint32_t> d_keys(keys), d_bins(keys), d_cdf(keys), d_out(keys);
  for (int bit = 0; bit < kBits; ++bit) {
    d_out.upload(std::vector<uint32_t>(n, kNobody).data());
    uint32_t start = 0;
    for (const uint32_t bin : {0u, 1u}) {
      predicate_kernel<<<blocks, threads>>>(d_keys.data(), bit, bin, d_bins.data());
      scan_kernel<<<blocks, threads>>>(d_cdf.data(), d_bins.data(), n);
      move_kernel<<<blocks, threads>>>(d_keys.data(), bit, bin, d_cdf.data(), start, d_out.data(), n);
      CUDA_CHECK_LAUNCH("a step of the sort");
      start += d_bins.download().back();  // the number of keys in the bin
    }
    keys = d_out.download();
    d_keys.upload(keys.data());
  }
  return keys;
}

static void show(const std::string& what, const std::vector<uint32_t>& keys) {
  std::printf("%-12s", what.c_str());
  for (const uint32_t key : keys) key == kNobody ? std::printf("  .") : std::printf("%3u", key);
  std::printf("\n");
}

int main() {
  const std::vector<uint32_t> keys{9, 4, 14, 3, 7, 12, 1, 6};
  show("keys", keys);
  if (const char* chosen = std::getenv("SIMCU_SCHEDULE")) {
    show(chosen, sort(keys, 2));
    return 0;
  }
  show("one block", sort(keys, 1));
  for (std::string schedule : {"lockstep", "fifo", "reverse"}) {
    setenv("SIMCU_SCHEDULE", schedule.c_str(), 1);  // read by the simulated device at each launch
    show(schedule, sort(keys, 2));
  }
  return 0;
}
