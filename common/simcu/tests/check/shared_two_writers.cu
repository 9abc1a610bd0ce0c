// expect: race shared at 8 8
// SPDX-License-Identifier: Apache-2.0
// All threads write one variable, each its own value.
#include <cstdio>

__global__ void shared_two_writers_kernel(int* out) {
  __shared__ int s_last;
  s_last = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = s_last;
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  shared_two_writers_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
