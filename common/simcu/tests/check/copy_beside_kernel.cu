// expect: race global-cross-launch at 6 15
// SPDX-License-Identifier: Apache-2.0
// A kernel writes what an asynchronous copy in another stream takes to the host.
#include <cstdio>

__global__ void copy_beside_kernel_kernel(int* data) { data[threadIdx.x] = threadIdx.x; }
int main() {
  int *d_data, *h_data;
  cudaMalloc(&d_data, 256);
  cudaMallocHost(&h_data, 256);
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  copy_beside_kernel_kernel<<<1, 64, 0, a>>>(d_data);
  cudaMemcpyAsync(h_data, d_data, 256, cudaMemcpyDeviceToHost, b);
  cudaDeviceSynchronize();
  cudaFreeHost(h_data);
  cudaFree(d_data);
  return 0;
}
