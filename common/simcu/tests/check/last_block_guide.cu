// expect: clean
// SPDX-License-Identifier: Apache-2.0
// The example of the CUDA programming guide: thread 0 stores its sum, fences and counts.
#include <cstdio>

__device__ unsigned finished_blocks;
__global__ void last_block_guide_kernel(volatile int* data) {
  __shared__ bool s_is_last;
  if (threadIdx.x == 0) {
    data[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    const unsigned value = atomicInc(&finished_blocks, gridDim.x);
    s_is_last = value == gridDim.x - 1;
  }
  __syncthreads();
  if (s_is_last && threadIdx.x == 0) {
    int sum = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) sum += data[block];
    data[8] = sum;
    finished_blocks = 0;
  }
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  last_block_guide_kernel<<<4, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
