// expect: race shared at 9 11
// may: uninitialised-read shared at 11
// SPDX-License-Identifier: Apache-2.0
// A vote orders no memory.
#include <cstdio>

__global__ void warp_vote_is_no_fence_kernel(int* out) {
  __shared__ int s_value[32];
  s_value[threadIdx.x] = threadIdx.x;
  if (!__all_sync(0xffffffff, threadIdx.x < 32)) return;
  out[threadIdx.x] = s_value[threadIdx.x ^ 1];
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  warp_vote_is_no_fence_kernel<<<1, 32>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
