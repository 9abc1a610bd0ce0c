// SPDX-License-Identifier: Apache-2.0
// clock, clock64 and __nanosleep: time goes on in kernels.
#include <cstdio>
#include <ctime>

__global__ void clock_kernel(int* out, long long* times) {
  long long before = clock64();
  clock_t ticks = clock();
  for (int i = 0; i < 10; ++i) __nanosleep(1000);
  long long after = clock64();
  times[threadIdx.x] = after - before;
  out[threadIdx.x] = (after > before) + 2 * (clock() != ticks);
}

__global__ void wait_kernel(int* out) {
  long long start = clock64();
  while (clock64() - start < 20000) {
  }
  *out = 1;
}

int main() {
  int *d, h[32];
  long long* d_times;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&d_times, 32 * sizeof(long long));
  clock_kernel<<<1, 32>>>(d, d_times);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[31]);
  wait_kernel<<<1, 1>>>(d);
  cudaMemcpy(h, d, sizeof(int), cudaMemcpyDeviceToHost);
  clock_t host = clock();
  printf("%d %d %s\n", h[0], host >= 0, cudaGetErrorName(cudaGetLastError()));
  return 0;
}
