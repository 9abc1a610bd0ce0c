// expect: race shared at 9 10
// SPDX-License-Identifier: Apache-2.0
// Two arrays in dynamic shared memory share their border.
#include <cstdio>

__global__ void dynamic_split_overlap_kernel(int* out) {
  extern __shared__ int s_memory[];
  int *s_values = s_memory, *s_keys = s_memory + 32;
  s_values[threadIdx.x] = 1;
  s_keys[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = s_memory[threadIdx.x];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  dynamic_split_overlap_kernel<<<1, 64, 96 * sizeof(int)>>>(d_out);
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
