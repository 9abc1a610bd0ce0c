// SPDX-License-Identifier: Apache-2.0
// Chapter 03: the source's scan with one launch per step. Its sums are right with any number of blocks.
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

#include "lab/device_buffer.h"

using std::uint32_t;

// [lab03-step-per-launch]
// One step, from one array to another, so no thread reads an element that the step writes.
__global__ void step_kernel(const uint32_t* d_from, uint32_t* d_to, int size, int interval) {
  const int my_id = blockDim.x * blockIdx.x + threadIdx.x;
  if (my_id >= size) return;
  uint32_t sum = d_from[my_id];
  if (my_id >= interval) sum += d_from[my_id - interval];
  d_to[my_id] = sum;
}

// Afterwards, the sums are in d_from.
using array = lab::device_buffer<uint32_t>;
static void scan(array& d_from, array& d_to) {
  const int size = static_cast<int>(d_from.size());
  for (int interval = 1; interval < size; interval <<= 1) {
    step_kernel<<<(size + 127) / 128, 128>>>(d_from.data(), d_to.data(), size, interval);
    CUDA_CHECK_LAUNCH("step_kernel");
    // A launch ends before the next one begins. That is a barrier for all blocks.
    std::swap(d_from, d_to);
  }
}
// [lab03-step-per-launch]

int main() {
  const std::vector<uint32_t> values(4096, 1);
  lab::device_buffer<uint32_t> d_from(values), d_to(values.size());
  scan(d_from, d_to);
  const std::vector<uint32_t> sums = d_from.download();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) wrong += sums[i] != i + 1;
  std::printf("%zu ones, 32 blocks: %zu sums wrong, the last is %u\n", values.size(), wrong, sums.back());
  return 0;
}
