// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A reduction by shuffles, then across the warps through shared memory.
#include <cstdio>

__global__ void warp_reduce_shuffle_kernel(int* out) {
  __shared__ int s_part[4];
  int sum = threadIdx.x;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (threadIdx.x % 32 == 0) s_part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 4) {
    sum = s_part[threadIdx.x];
    for (int step = 2; step > 0; step /= 2) sum += __shfl_down_sync(0xf, sum, step, 4);
    if (threadIdx.x == 0) out[0] = sum;
  }
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  warp_reduce_shuffle_kernel<<<1, 128>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
