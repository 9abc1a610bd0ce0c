// expect: clean
// SPDX-License-Identifier: Apache-2.0
// The same with a width of the lanes that are there.
#include <cstdio>

__global__ void shuffle_small_block_width_kernel(const int* in, int* out) {
  const int t = threadIdx.x;
  int sum = in[t];
  for (int d = 1; d > 0; d /= 2) sum += __shfl_down_sync(0x3u, sum, d, 2);
  out[t] = sum;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  shuffle_small_block_width_kernel<<<1, 2>>>(d_data, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("done\n");
  return failed;
}
