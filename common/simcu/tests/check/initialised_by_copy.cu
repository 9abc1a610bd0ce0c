// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Memory that was copied from initialised memory.
#include <cstdio>

__global__ void initialised_by_copy_kernel(int* data) { data[threadIdx.x] += 1; }

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  int* d_source;
  cudaMalloc(&d_source, kCount * sizeof(int));
  cudaMemset(d_source, 1, kCount * sizeof(int));
  cudaMemcpy(d_data, d_source, kCount * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaFree(d_source);
  initialised_by_copy_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
