// expect: out-of-bounds shared at 10
// SPDX-License-Identifier: Apache-2.0
// The second of two arrays in dynamic shared memory has no room.
#include <cstdio>

__global__ void dynamic_split_too_small_kernel(const int* in, int* out, int n) {
  extern __shared__ int s_memory[];
  int *s_values = s_memory, *s_keys = s_memory + n;
  s_values[threadIdx.x] = in[threadIdx.x];
  s_keys[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s_values[n - 1 - threadIdx.x];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  dynamic_split_too_small_kernel<<<1, 64, 64 * sizeof(int)>>>(d_data, d_out, 64);
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
