// expect: uninitialised-read shared at 8
// SPDX-License-Identifier: Apache-2.0
// Shared memory is not zero at the beginning.
#include <cstdio>

__global__ void uninitialised_shared_kernel(int* out) {
  __shared__ int s_sum;
  if (threadIdx.x == 0) s_sum += 1;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = s_sum;
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  uninitialised_shared_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
