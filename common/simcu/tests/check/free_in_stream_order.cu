// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Memory is freed in the stream that used it last, or in one that has waited for it; what is allocated next
// is another's, even at the same address.
#include <cstdio>

__global__ void free_in_stream_order_kernel(int* d_data) { d_data[threadIdx.x] += 1; }

int main() {
  cudaStream_t a, b;
  cudaEvent_t filled, used;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreate(&filled);
  cudaEventCreate(&used);
  int *h_data, *d_data, *d_next;
  cudaMallocHost(&h_data, 256);

  cudaMallocAsync(&d_data, 256, a);
  cudaMemsetAsync(d_data, 0, 256, a);
  cudaEventRecord(filled, a);
  cudaStreamWaitEvent(b, filled);
  free_in_stream_order_kernel<<<1, 64, 0, b>>>(d_data);
  cudaMemcpyAsync(h_data, d_data, 256, cudaMemcpyDeviceToHost, b);
  cudaEventRecord(used, b);
  cudaStreamWaitEvent(a, used);
  cudaFreeAsync(d_data, a);

  cudaMallocAsync(&d_next, 256, b);
  cudaMemsetAsync(d_next, 0, 256, b);
  free_in_stream_order_kernel<<<1, 64, 0, b>>>(d_next);
  cudaFreeAsync(d_next, b);
  cudaStreamSynchronize(b);
  std::printf("%d\n", h_data[5]);
  cudaFreeHost(h_data);
  cudaEventDestroy(filled);
  cudaEventDestroy(used);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  return 0;
}
