// SPDX-License-Identifier: Apache-2.0
// Adds up an array in one launch. The last block to finish adds up all blocks' sums (the threadfence
// pattern).
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "check.h"

constexpr int kBlockSize = 128;

__device__ unsigned int blocks_done = 0;

// Adds up v over the block. The result is valid only in thread 0.
__device__ float block_sum(float v) {
  __shared__ float s_sum[kBlockSize];
  const int tid = threadIdx.x;
  s_sum[tid] = v;
  __syncthreads();
  for (int stride = kBlockSize / 2; stride > 0; stride /= 2) {
    if (tid < stride) s_sum[tid] += s_sum[tid + stride];
    __syncthreads();
  }
  return s_sum[0];
}

__global__ void sum_kernel(const float* in, int n, volatile float* partial, float* total) {
  __shared__ bool is_last_block;

  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
  v = block_sum(v);

  if (threadIdx.x == 0) {
    partial[blockIdx.x] = v;
    __threadfence();  // the sum must be visible before the counter says that it exists
    const unsigned int ticket =
        atomicInc(&blocks_done, gridDim.x - 1);  // wraps to 0, ready for the next launch
    is_last_block = ticket == gridDim.x - 1;
  }
  __syncthreads();

  if (is_last_block) {
    float rest = 0;
    for (unsigned int i = threadIdx.x; i < gridDim.x; i += blockDim.x) rest += partial[i];
    rest = block_sum(rest);
    if (threadIdx.x == 0) *total = rest;
  }
}

int main() {
  const int n = 50'000, blocks = 40;
  std::vector<float> h_in(n);
  double expected = 0;
  for (int i = 0; i < n; ++i)
    expected += h_in[i] = static_cast<float>(i % 100);  // every partial sum is exact in float

  float *d_in, *d_partial, *d_total;
  CHECK(cudaMalloc(&d_in, n * sizeof(float)));
  CHECK(cudaMalloc(&d_partial, blocks * sizeof(float)));
  CHECK(cudaMalloc(&d_total, sizeof(float)));
  CHECK(cudaMemcpy(d_in, h_in.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  bool passed = true;
  for (int run = 1; run <= 3; ++run) {
    float total = -1;
    CHECK(cudaMemcpy(d_total, &total, sizeof total, cudaMemcpyHostToDevice));
    sum_kernel<<<blocks, kBlockSize>>>(d_in, n, d_partial, d_total);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&total, d_total, sizeof total, cudaMemcpyDeviceToHost));
    std::printf("launch %d: sum %.0f, expected %.0f\n", run, total, expected);
    passed = passed && total == expected;
  }

  unsigned int left = 1;
  CHECK(cudaMemcpyFromSymbol(&left, blocks_done, sizeof left));
  std::printf("counter after the last launch: %u\n", left);
  passed = passed && left == 0;

  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_partial));
  CHECK(cudaFree(d_total));
  std::printf("last_block_reduction: %s\n", passed ? "PASSED" : "FAILED");
  return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
