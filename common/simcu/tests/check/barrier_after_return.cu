// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Threads without work return before the barrier: the others need not wait for them.
#include <cstdio>

__global__ void barrier_after_return_kernel(const int* in, int* out, int n) {
  __shared__ int s_tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  s_tile[threadIdx.x] = in[i] + i;
  __syncthreads();
  out[i] = s_tile[threadIdx.x / 2];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  barrier_after_return_kernel<<<2, 64>>>(d_data, d_out, 100);
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
