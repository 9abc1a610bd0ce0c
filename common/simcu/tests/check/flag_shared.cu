// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A volatile flag in shared memory, with block fences.
#include <cstdio>

__global__ void flag_shared_kernel(int* out) {
  __shared__ int s_data;
  __shared__ volatile int s_flag;
  if (threadIdx.x == 0) s_flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    s_data = 5;
    __threadfence_block();
    s_flag = 1;
  } else if (threadIdx.x == 32) {
    while (s_flag == 0) {
    }
    __threadfence_block();
    out[0] = s_data;
  }
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  flag_shared_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
