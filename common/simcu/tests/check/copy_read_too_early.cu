// expect: race global-cross-launch at 14 15
// SPDX-License-Identifier: Apache-2.0
// The host reads the result of an asynchronous copy before it has waited.
#include <cstdio>

__global__ void copy_read_too_early_kernel(int* data) { data[threadIdx.x] = threadIdx.x; }
int main() {
  int *d_data, *h_data;
  cudaMalloc(&d_data, 256);
  cudaMallocHost(&h_data, 256);
  cudaStream_t a;
  cudaStreamCreate(&a);
  copy_read_too_early_kernel<<<1, 64, 0, a>>>(d_data);
  cudaMemcpyAsync(h_data, d_data, 256, cudaMemcpyDeviceToHost, a);
  std::printf("%d\n", h_data[63]);
  cudaStreamSynchronize(a);
  cudaFreeHost(h_data);
  cudaFree(d_data);
  return 0;
}
