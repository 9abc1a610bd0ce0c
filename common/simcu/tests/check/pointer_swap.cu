// expect: race global-cross-block at 9
// SPDX-License-Identifier: Apache-2.0
// Two buffers change places inside the kernel, with only a block barrier.
#include <cstdio>

__global__ void pointer_swap_kernel(int* from, int* to, int* out) {
  const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int step = 1; step < 8; step *= 2) {
    to[i] = from[i] + (i >= step ? from[i - step] : 1);
    __syncthreads();
    int* const swap = from;
    from = to;
    to = swap;
  }
  out[i % n] = from[i];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  pointer_swap_kernel<<<4, 64>>>(d_data, d_data + 1024, d_out);
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
