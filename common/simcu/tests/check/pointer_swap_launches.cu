// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Two buffers change places between launches of one stream.
#include <cstdio>

__global__ void pointer_swap_launches_kernel(const int* from, int* to, int step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i] + (i >= step ? from[i - step] : 1);
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  for (int step = 1; step < 64; step *= 4) {
    pointer_swap_launches_kernel<<<4, 64>>>(d_data, d_out, step);
    pointer_swap_launches_kernel<<<4, 64>>>(d_out, d_data, 2 * step);
  }
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
