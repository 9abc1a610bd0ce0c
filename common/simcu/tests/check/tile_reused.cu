// expect: race shared at 10 12
// SPDX-License-Identifier: Apache-2.0
// A tile is loaded again in the next round while others still read it.
#include <cstdio>

__global__ void tile_reused_kernel(const int* in, int* out) {
  __shared__ int s_tile[64];
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    s_tile[threadIdx.x] = in[round * 64 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k) sum += s_tile[k];
  }
  out[threadIdx.x] = sum;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  tile_reused_kernel<<<1, 64>>>(d_data, d_out);
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
