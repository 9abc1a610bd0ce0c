// expect: race shared at 13 14
// may: uninitialised-read shared at 14
// SPDX-License-Identifier: Apache-2.0
// The next tile is loaded ahead, into the buffer that is read.
#include <cstdio>

__global__ void tile_prefetch_same_buffer_kernel(const int* in, int* out) {
  __shared__ int s_tile[2][64];
  int sum = 0;
  s_tile[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int round = 0; round < 4; ++round) {
    s_tile[round % 2][threadIdx.x] = in[(round + 1) * 64 + threadIdx.x];
    for (int k = 0; k < 64; ++k) sum += s_tile[round % 2][63 - k];
    __syncthreads();
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
  tile_prefetch_same_buffer_kernel<<<1, 64>>>(d_data, d_out);
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
