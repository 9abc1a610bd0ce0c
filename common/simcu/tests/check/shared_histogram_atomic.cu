// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A histogram in shared memory with atomics.
#include <cstdio>

__global__ void shared_histogram_atomic_kernel(int* out) {
  __shared__ int s_bins[8];
  if (threadIdx.x < 8) s_bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s_bins[threadIdx.x % 8], 1);
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = s_bins[threadIdx.x];
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  shared_histogram_atomic_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
