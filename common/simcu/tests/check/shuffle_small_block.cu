// expect: shuffle-absent-lane at 9
// SPDX-License-Identifier: Apache-2.0
// A sum over a block of two threads: most of the lanes that it reads do not exist.
#include <cstdio>

__global__ void shuffle_small_block_kernel(const int* in, int* out) {
  const int t = threadIdx.x;
  int sum = in[t];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
  out[t] = sum;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  shuffle_small_block_kernel<<<1, 2>>>(d_data, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("done\n");
  return failed;
}
