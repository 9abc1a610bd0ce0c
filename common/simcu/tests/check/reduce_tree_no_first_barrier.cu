// expect: race shared at 9 11
// may: uninitialised-read shared at 11
// SPDX-License-Identifier: Apache-2.0
// A tree reduction whose first step does not wait for the tile.
#include <cstdio>

__global__ void reduce_tree_no_first_barrier_kernel(const int* in, int* out) {
  __shared__ int s_sum[128];
  s_sum[threadIdx.x] = in[threadIdx.x] + 1;
  for (unsigned step = 64; step > 0; step /= 2) {
    if (threadIdx.x < step) s_sum[threadIdx.x] += s_sum[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = s_sum[0];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  reduce_tree_no_first_barrier_kernel<<<1, 128>>>(d_data, d_out);
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
