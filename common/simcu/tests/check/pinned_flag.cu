// expect: clean
// SPDX-License-Identifier: Apache-2.0
// The host waits for a flag in pinned memory, which the kernel sets behind a fence.
#include <cstdio>

__global__ void pinned_flag_kernel(int* data, volatile int* flag) {
  data[threadIdx.x] = threadIdx.x;
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0) *flag = 1;
}
int main() {
  int *h_data, *h_flag;
  cudaMallocHost(&h_data, 256);
  cudaMallocHost(&h_flag, sizeof(int));
  *h_flag = 0;
  pinned_flag_kernel<<<1, 64>>>(h_data, h_flag);
  while (*const_cast<volatile int*>(h_flag) == 0) {
  }
  std::printf("%d\n", h_data[63]);
  cudaDeviceSynchronize();
  cudaFreeHost(h_data);
  cudaFreeHost(h_flag);
  return 0;
}
