// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Memory from cudaMallocAsync, used in its stream, and in others that wait for it: by an event, through the
// default stream, or as the host has waited.
#include <cstdio>

__global__ void alloc_in_stream_order_kernel(int* d_data) { d_data[threadIdx.x] += 1; }

int main() {
  cudaStream_t a, b, apart;
  cudaEvent_t allocated;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
  cudaEventCreate(&allocated);
  int* d_data[4];
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
    for (int*& d : d_data) {
      cudaMallocAsync(&d, 256, a);
      cudaMemsetAsync(d, 0, 256, a);
    }
    alloc_in_stream_order_kernel<<<1, 64, 0, a>>>(d_data[0]);
    cudaEventRecord(allocated, a);
    cudaStreamWaitEvent(apart, allocated);
    alloc_in_stream_order_kernel<<<1, 64, 0, apart>>>(d_data[1]);
    alloc_in_stream_order_kernel<<<1, 64>>>(d_data[2]);
    cudaStreamSynchronize(a);
    alloc_in_stream_order_kernel<<<1, 64, 0, b>>>(d_data[3]);
    cudaDeviceSynchronize();
    for (int* d : d_data) {
      int first;
      cudaMemcpy(&first, d, sizeof first, cudaMemcpyDeviceToHost);
      sum += first;
      cudaFreeAsync(d, b);
    }
    cudaMallocAsync(&d_data[0], 1024, b);  // where memory of stream a was
    cudaMemsetAsync(d_data[0], 0, 1024, b);
    cudaFreeAsync(d_data[0], b);
    cudaMallocAsync(&d_data[0], 1024, nullptr);
    cudaMemsetAsync(d_data[0], 0, 1024, b);
    alloc_in_stream_order_kernel<<<1, 64, 0, b>>>(d_data[0]);
    cudaFree(d_data[0]);
  }
  std::printf("%d\n", sum);
  cudaEventDestroy(allocated);
  for (cudaStream_t s : {a, b, apart}) cudaStreamDestroy(s);
  return 0;
}
