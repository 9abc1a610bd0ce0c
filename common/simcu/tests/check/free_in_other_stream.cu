// expect: race global-cross-launch at 22 8
// expect: race global-cross-launch at 33 32
// SPDX-License-Identifier: Apache-2.0
// says: memory is freed while a kernel may still use byte 0
// cudaFreeAsync in one stream, while a kernel in another one, or a copy, may still use the memory.
#include <cstdio>

__global__ void free_in_other_stream_kernel(int* d_data) { d_data[threadIdx.x] += 1; }

int main() {
  cudaStream_t a, b;
  cudaEvent_t filled;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaEventCreate(&filled);
  int *d_data, *h_data;
  cudaMallocAsync(&d_data, 256, a);
  cudaMemsetAsync(d_data, 0, 256, a);
  cudaEventRecord(filled, a);
  cudaStreamWaitEvent(b, filled);
  free_in_other_stream_kernel<<<1, 64, 0, b>>>(d_data);
  cudaFreeAsync(d_data, a);
  cudaDeviceSynchronize();

  cudaMallocHost(&h_data, 256);
  cudaMallocAsync(&d_data, 256, a);
  cudaMemsetAsync(d_data, 0, 256, a);
  free_in_other_stream_kernel<<<1, 64, 0, a>>>(d_data);
  cudaEventRecord(filled, a);
  cudaStreamWaitEvent(b, filled);

  cudaMemcpyAsync(h_data, d_data, 256, cudaMemcpyDeviceToHost, b);
  cudaFreeAsync(d_data, a);
  cudaDeviceSynchronize();
  std::printf("%d\n", h_data[5]);
  cudaFreeHost(h_data);
  cudaEventDestroy(filled);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  return 0;
}
