// expect: race global-cross-launch at 19 6
// SPDX-License-Identifier: Apache-2.0
// An asynchronous fill in another stream than the kernel that adds.
#include <cstdio>

__global__ void fill_beside_kernel_kernel(int* data) { atomicAdd(&data[threadIdx.x], 1); }

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaDeviceSynchronize();
  cudaMemsetAsync(d_out, 0, 256, a);
  fill_beside_kernel_kernel<<<1, 64, 0, b>>>(d_out);
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
