// SPDX-License-Identifier: Apache-2.0
// A decoupled look-back in which blocks take their numbers from a counter, so each waits only for blocks that
// already run. The scan is correct under every schedule, with any number of blocks.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kBlocks = 100;
__device__ unsigned ticket, sums[kBlocks], ready[kBlocks];

__global__ void look_back_kernel() {
  __shared__ unsigned s_me;
  if (threadIdx.x == 0) s_me = atomicAdd(&ticket, 1);
  __syncthreads();
  if (threadIdx.x != 0) return;
  const unsigned me = s_me;
  unsigned before = 0;
  if (me > 0) {
    while (atomicAdd(&ready[me - 1], 0) == 0) {
    }
    __threadfence();
    before = sums[me - 1];
  }
  sums[me] = before + me;
  __threadfence();
  atomicExch(&ready[me], 1);
}

int main() {
  look_back_kernel<<<kBlocks, 64>>>();
  unsigned h_sums[kBlocks];
  cudaMemcpyFromSymbol(h_sums, sums, sizeof h_sums);
  std::printf("%u\n", h_sums[kBlocks - 1]);
}
