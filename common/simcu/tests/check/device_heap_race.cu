// expect: race global-same-block at 10
// SPDX-License-Identifier: Apache-2.0
// Two threads write into memory from malloc in the kernel.
#include <cstdio>

__global__ void device_heap_race_kernel(int* out) {
  __shared__ int* s_cell;
  if (threadIdx.x == 0) s_cell = static_cast<int*>(malloc(64));
  __syncthreads();
  s_cell[0] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) free(s_cell);
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  device_heap_race_kernel<<<1, 64>>>(d_out);
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
