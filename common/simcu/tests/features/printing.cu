// SPDX-License-Identifier: Apache-2.0
// printf in kernels: order within a thread, formats, and that synchronising calls show it.
#include <cstdio>

__device__ const char* name_of(int i) { return i == 0 ? "zero" : "other"; }

__global__ void formats_kernel() {
  int returned = printf("%d %u %x %5d|%-5d|%05d %c %s %%\n", -1, 7u, 255, 42, 42, 42, 'x', name_of(0));
  printf("%d\n", returned);
  printf("%lld %llu %lx\n", -(1ll << 40), 1ull << 63, 0xabcdefL);
  printf("%f %.3f %e %g %10.2f|\n", 1.5, 2.0f / 3, 12345.678, 0.0001, 3.14159);
  printf("no arguments\n");
  printf("%s %*d\n", "star", 6, 12);
}

__global__ void thread_kernel(int which) {
  if (threadIdx.x == which)
    printf("block (%d,%d) thread %d of %d\n", blockIdx.x, blockIdx.y, threadIdx.x, blockDim.x);
}

__global__ void count_kernel(int n) {
  for (int i = 0; i < n; ++i) printf("line %d\n", i);
}

int main() {
  formats_kernel<<<1, 1>>>();
  cudaDeviceSynchronize();
  printf("host between\n");
  fflush(stdout);
  thread_kernel<<<1, 64>>>(33);
  cudaStreamSynchronize(0);
  thread_kernel<<<1, 64>>>(0);
  int* d;
  cudaMalloc(&d, 4);
  int h = 0;
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  count_kernel<<<1, 1>>>(5);
  cudaError_t error = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorName(error));
  return 0;
}
