// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Every thread copies a word in the background, waits for it, and meets the others.
#include <cuda_pipeline.h>

#include <cstdio>

__global__ void async_copy_kernel(const int* in, int* out) {
  __shared__ int s_tile[64];
  __pipeline_memcpy_async(&s_tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s_tile[63 - threadIdx.x];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 1, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  async_copy_kernel<<<1, 64>>>(d_data, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_out[kCount];
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const int value : h_out) sum = sum * 31 + static_cast<unsigned>(value);
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("%u\n", sum);
  return failed;
}
