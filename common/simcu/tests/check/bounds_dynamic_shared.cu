// expect: out-of-bounds shared at 10
// may: out-of-bounds shared at 11
// says: An extern __shared__ array has as many bytes as the third number in <<<...>>> says.
// SPDX-License-Identifier: Apache-2.0
// Dynamic shared memory that the launch made too small.
#include <cstdio>

__global__ void bounds_dynamic_shared_kernel(int* out) {
  extern __shared__ int s_value[];
  s_value[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s_value[threadIdx.x];
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  bounds_dynamic_shared_kernel<<<1, 64, 60 * sizeof(int)>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
