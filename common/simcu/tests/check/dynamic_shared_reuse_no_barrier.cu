// expect: race shared at 10 11
// SPDX-License-Identifier: Apache-2.0
// Dynamic shared memory is used again while others still read it.
#include <cstdio>

__global__ void dynamic_shared_reuse_no_barrier_kernel(int* out) {
  extern __shared__ int s_memory[];
  s_memory[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int right = s_memory[(threadIdx.x + 40) % 64];
  reinterpret_cast<float*>(s_memory)[threadIdx.x] = right;
  __syncthreads();
  out[threadIdx.x] = static_cast<int>(reinterpret_cast<float*>(s_memory)[63 - threadIdx.x]);
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  dynamic_shared_reuse_no_barrier_kernel<<<1, 64, 64 * sizeof(int)>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
