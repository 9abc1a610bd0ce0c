// expect: race shared at 12 12
// SPDX-License-Identifier: Apache-2.0
// The last steps of a reduction rely on lanes in step, without __syncwarp.
#include <cstdio>

__global__ void warp_reduce_old_kernel(int* out) {
  __shared__ int s_sum[64];
  int* s = s_sum;
  s_sum[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int step = 16; step > 0; step /= 2) s[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + step];
    if (threadIdx.x == 0) out[0] = s[0];
  }
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  warp_reduce_old_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
