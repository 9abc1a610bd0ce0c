// SPDX-License-Identifier: Apache-2.0
// Measures the time per thread and barrier, in blocks of 256 threads that do nothing else.
#include <cuda_runtime.h>

#include "measure.h"

constexpr int kBlock = 256, kBlocks = 8, kBarriers = 2000;

__global__ void barrier_kernel(int barriers) {
  for (int i = 0; i < barriers; ++i) __syncthreads();
}

int main() {
  const double seconds = shortest(5, [] { barrier_kernel<<<kBlocks, kBlock>>>(kBarriers); });
  std::printf("seconds %.12f\n", seconds / (1.0 * kBlock * kBlocks * kBarriers));
}
