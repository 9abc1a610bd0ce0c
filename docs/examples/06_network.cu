// SPDX-License-Identifier: Apache-2.0
// Chapter 06: applies lab 06's given network to all inputs of zeros and ones, and then leaves a key out. A
// network that sorts all these inputs sorts everything (the zero-one principle).
#include <cstdint>
#include <cstdio>
#include <vector>

#include "lab/device_buffer.h"
#include "network.h"

// One thread per input; there are 2^kItems inputs. The last kMissing keys take no part.
template <unsigned kItems, unsigned kMissing>
__global__ void sort_bits_kernel(std::uint32_t* d_sorted) {
  const unsigned bits = blockIdx.x * blockDim.x + threadIdx.x;
  std::uint32_t keys[kItems - kMissing], last = 0;
  for (unsigned i = 0; i < kItems - kMissing; ++i) keys[i] = bits >> i & 1;
  bucket_merge::sort_own_keys(keys);
  bool sorted = true;
  for (const std::uint32_t key : keys) {
    sorted = sorted && last <= key;
    last = key;
  }
  for (unsigned i = kItems - kMissing; i < kItems; ++i) {
    sorted = sorted && last <= (bits >> i & 1);
    last = bits >> i & 1;
  }
  if (sorted) atomicAdd(d_sorted, 1u);
}

template <unsigned kItems, unsigned kMissing = 0>
static unsigned sorted_inputs() {
  lab::device_buffer<std::uint32_t> d_sorted(std::vector<std::uint32_t>{0});
  sort_bits_kernel<kItems, kMissing><<<(1u << kItems) / 256, 256>>>(d_sorted.data());
  CUDA_CHECK_LAUNCH("sort_bits_kernel");
  return d_sorted.download()[0];
}

int main() {
  std::printf("all 8 keys take part:  %u of 256 inputs sorted\n", sorted_inputs<8>());
  std::printf("without the last key:  %u of 256\n", sorted_inputs<8, 1>());
  std::printf("all 16 keys take part: %u of 65536\n", sorted_inputs<16>());
  return 0;
}
