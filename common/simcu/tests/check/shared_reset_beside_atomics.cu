// expect: race shared at 10 11
// may: uninitialised-read shared at 11
// says: earlier write of 4 bytes by block
// SPDX-License-Identifier: Apache-2.0
// The counter is set to zero while others already add.
#include <cstdio>

__global__ void shared_reset_beside_atomics_kernel(int* out) {
  __shared__ int s_count;
  if (threadIdx.x == 0) s_count = 0;
  atomicAdd(&s_count, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = s_count;
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  shared_reset_beside_atomics_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
