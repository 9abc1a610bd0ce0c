// SPDX-License-Identifier: Apache-2.0
// Block 0's lanes synchronise often and pass barriers in between, as in a persistent block. Block 1 reports
// whether block 0 was still working.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int done, too_early;

__global__ void work_kernel() {
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0 && atomicAdd(&done, 0) == 0) atomicAdd(&too_early, 1);
    return;
  }
  unsigned sum = threadIdx.x;
  for (int round = 0; round < 200; ++round) {
    for (int i = 0; i < 50; ++i) sum += __shfl_xor_sync(0xffffffff, sum, 1);
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicExch(&done, 1 + static_cast<int>(sum % 2));
}

int main() {
  work_kernel<<<2, 32>>>();
  int found = 0;
  cudaMemcpyFromSymbol(&found, too_early, sizeof found);
  std::printf("%d\n", found);
}
