// SPDX-License-Identifier: Apache-2.0
// The cost of a tile in merge path: 4096 keys, 256 threads, the reference solution's merges. The keys are
// random, then sorted, then all equal.
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "solutions/06_bucket_merge/bucket_merge.cu"

namespace bucket_merge {

// Each kind of keys has its own kernel, because counters are listed by the kernel's name.
__device__ void sort_keys(const std::uint32_t* d_in, std::uint32_t* d_out) {
  __shared__ std::uint32_t s_keys[kPaddedElements];
  sort_tile<kMaxItems>(d_in, d_out, kElements, s_keys);
}
__global__ void random_keys_kernel(const std::uint32_t* d_in, std::uint32_t* d_out) {
  sort_keys(d_in, d_out);
}
__global__ void sorted_keys_kernel(const std::uint32_t* d_in, std::uint32_t* d_out) {
  sort_keys(d_in, d_out);
}
__global__ void equal_keys_kernel(const std::uint32_t* d_in, std::uint32_t* d_out) { sort_keys(d_in, d_out); }

}  // namespace bucket_merge

int main() {
  using namespace bucket_merge;
  std::vector<std::uint32_t> keys(kElements);
  const auto sort = [&](auto* kernel, const char* name) {
    const lab::device_buffer<std::uint32_t> d_in(keys);
    lab::device_buffer<std::uint32_t> d_out(kElements);
    kernel<<<1, kElements / kMaxItems>>>(d_in.data(), d_out.data());
    CUDA_CHECK_LAUNCH("sort_keys");
    std::vector<std::uint32_t> sorted = keys;
    std::sort(sorted.begin(), sorted.end());
    std::printf("%-12s %s\n", name, d_out.download() == sorted ? "sorted" : "wrong");
  };
  std::mt19937 random(6);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());
  sort(random_keys_kernel, "random keys");
  std::sort(keys.begin(), keys.end());
  sort(sorted_keys_kernel, "sorted keys");
  std::fill(keys.begin(), keys.end(), 7u);
  sort(equal_keys_kernel, "equal keys");
  return 0;
}
