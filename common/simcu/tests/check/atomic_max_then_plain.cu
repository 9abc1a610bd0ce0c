// expect: race global-cross-block at 10
// may: race global-same-block at 10
// SPDX-License-Identifier: Apache-2.0
// The largest value is found by a test and a plain store.
#include <cstdio>

__global__ void atomic_max_then_plain_kernel(const int* in, int* largest) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = in[i] + i;
  if (value > *largest) *largest = value;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  atomic_max_then_plain_kernel<<<4, 32>>>(d_data, d_out);
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
