// expect: race shared at 9 10
// may: uninitialised-read shared at 10
// SPDX-License-Identifier: Apache-2.0
// The histogram is cleared by the threads that also count, with no barrier between.
#include <cstdio>

__global__ void histogram_clear_late_kernel(const int* in, int* bins) {
  __shared__ int s_bins[64];
  s_bins[threadIdx.x] = 0;
  atomicAdd(&s_bins[(in[threadIdx.x] + threadIdx.x * 5) % 64], 1);
  __syncthreads();
  bins[blockIdx.x * 64 + threadIdx.x] = s_bins[threadIdx.x];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  histogram_clear_late_kernel<<<1, 64>>>(d_data, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_out[kCount];
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const int value : h_out) sum = sum * 31 + static_cast<unsigned>(value);
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("%u\n", sum);
  return failed;
}
