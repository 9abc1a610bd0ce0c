// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A tree reduction with a barrier after each step.
#include <cstdio>

__global__ void shared_reduce_barrier_kernel(int* out) {
  __shared__ int s_sum[64];
  s_sum[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int step = 32; step > 0; step /= 2) {
    if (threadIdx.x < step) s_sum[threadIdx.x] += s_sum[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = s_sum[0];
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  shared_reduce_barrier_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
