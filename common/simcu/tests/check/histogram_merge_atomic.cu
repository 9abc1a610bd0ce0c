// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Histograms of the blocks, counted and added up with atomics.
#include <cstdio>

__global__ void histogram_merge_atomic_kernel(const int* in, int* bins) {
  __shared__ int s_bins[16];
  if (threadIdx.x < 16) s_bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s_bins[(in[threadIdx.x] + threadIdx.x) % 16], 1);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], s_bins[threadIdx.x]);
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  histogram_merge_atomic_kernel<<<4, 64>>>(d_data, d_out);
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
