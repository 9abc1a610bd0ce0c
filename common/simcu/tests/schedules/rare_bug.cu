// SPDX-License-Identifier: Apache-2.0
// A seeded bug that needs two switches. Block 1 must run while block 0 is between its two steps, and must be
// stopped between its own two reads.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int step, bad;

__global__ void rare_kernel() {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    atomicExch(&step, 1);
    for (int i = 0; i < 20; ++i) atomicAdd(&bad, 0);
    atomicExch(&step, 2);
  } else if (blockIdx.x == 1) {
    if (atomicAdd(&step, 0) == 1)
      if (atomicAdd(&step, 0) == 2) atomicExch(&bad, 1);
  }
}

int main() {
  rare_kernel<<<4, 32>>>();
  int h_bad = 0;
  cudaMemcpyFromSymbol(&h_bad, bad, sizeof h_bad);
  std::printf("bad %d\n", h_bad);
}
