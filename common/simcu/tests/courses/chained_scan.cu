// SPDX-License-Identifier: Apache-2.0
// A scan in one pass: blocks take numbers, and each waits for the sum of those before it.
#include "helper.h"

#define BLOCK 128
__device__ unsigned blockCounter;
__global__ void domino_scan(const unsigned* X, unsigned* Y, unsigned* flags, volatile unsigned* scan_value,
                            unsigned n) {
  __shared__ unsigned bid_s, previous_sum, buffer[BLOCK];
  if (threadIdx.x == 0) bid_s = atomicAdd(&blockCounter, 1);
  __syncthreads();
  const unsigned bid = bid_s, i = bid * BLOCK + threadIdx.x;
  buffer[threadIdx.x] = i < n ? X[i] : 0;
  for (unsigned stride = 1; stride < BLOCK; stride *= 2) {
    __syncthreads();
    unsigned temp = threadIdx.x >= stride ? buffer[threadIdx.x - stride] : 0;
    __syncthreads();
    buffer[threadIdx.x] += temp;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    while (atomicAdd(&flags[bid], 0) == 0) {
    }
    __threadfence();
    previous_sum = scan_value[bid];
    scan_value[bid + 1] = previous_sum + buffer[BLOCK - 1];
    __threadfence();
    atomicAdd(&flags[bid + 1], 1);
  }
  __syncthreads();
  if (i < n) Y[i] = buffer[threadIdx.x] + previous_sum;
}
int main() {
  const unsigned n = 2000, blocks = divUp(n, BLOCK);
  std::vector<unsigned> in(n), flags(blocks + 1, 0);
  for (unsigned i = 0; i < n; ++i) in[i] = i % 10;
  flags[0] = 1;
  DeviceArray<unsigned> X(in), Y(n), d_flags(flags), values(blocks + 1);
  values.zero();
  domino_scan<<<blocks, BLOCK>>>(X.data, Y.data, d_flags.data, values.data, n);
  getLastCudaError("domino_scan");
  std::vector<unsigned> out = Y.get();
  for (unsigned i = 0, sum = 0; i < n; ++i)
    if (out[i] != (sum += in[i])) return EXIT_FAILURE;
  return EXIT_SUCCESS;
}
