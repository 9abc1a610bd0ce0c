// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Blocks use one array in the three phases of a launch, each only its own part.
#include <cstdio>

__global__ void phases_kernel(int* data) {
  int* own = data + blockIdx.x * 64;
  own[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int other = own[63 - threadIdx.x];
  __syncthreads();
  own[threadIdx.x] = other * 2;
}

int main() {
  constexpr int kCount = 256;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  phases_kernel<<<4, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
