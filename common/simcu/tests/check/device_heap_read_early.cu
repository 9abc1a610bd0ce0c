// expect: race global-same-block at 12 13
// may: race global-same-block at 13 12
// may: uninitialised-read global at 13
// SPDX-License-Identifier: Apache-2.0
// A thread reads from the kernel's own memory what another one has not written yet.
#include <cstdio>

__global__ void device_heap_read_early_kernel(int* out) {
  __shared__ int* s_cells;
  if (threadIdx.x == 0) s_cells = static_cast<int*>(malloc(256));
  __syncthreads();
  s_cells[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s_cells[63 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) free(s_cells);
}

int main() {
  int* d_out;
  cudaMalloc(&d_out, 64 * sizeof(int));
  device_heap_read_early_kernel<<<1, 64>>>(d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_out);
  std::printf("done\n");
  return failed;
}
