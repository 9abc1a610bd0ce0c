// expect: race global-cross-launch at 18 16
// SPDX-License-Identifier: Apache-2.0
// cudaFreeAsync returns at once, unlike cudaFree: the host reads what a copy may not have brought.
#include <cstdio>

__global__ void free_in_stream_is_no_wait_kernel(int* d_data) { d_data[threadIdx.x] = threadIdx.x; }

int main() {
  cudaStream_t a;
  cudaStreamCreate(&a);
  int *d_data, *h_data;
  cudaMallocHost(&h_data, 256);
  cudaMallocAsync(&d_data, 256, a);
  free_in_stream_is_no_wait_kernel<<<1, 64, 0, a>>>(d_data);

  cudaMemcpyAsync(h_data, d_data, 256, cudaMemcpyDeviceToHost, a);
  cudaFreeAsync(d_data, a);
  std::printf("%d\n", h_data[63]);
  cudaStreamSynchronize(a);
  cudaFreeHost(h_data);
  cudaStreamDestroy(a);
  return 0;
}
