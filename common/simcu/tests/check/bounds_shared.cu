// expect: out-of-bounds shared at 8
// SPDX-License-Identifier: Apache-2.0
// Past the end of a static shared array.
#include <cstdio>

__global__ void bounds_shared_kernel(int* out, int count) {
  __shared__ int s_value[50];
  if (threadIdx.x <= count) s_value[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 50) out[threadIdx.x] = s_value[threadIdx.x];
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  bounds_shared_kernel<<<1, 64>>>(d_data, 50);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
