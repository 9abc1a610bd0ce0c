// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Copies and kernels of one stream, read by the host when it has waited.
#include <cstdio>

__global__ void copy_in_stream_kernel(int* data) { data[threadIdx.x] += threadIdx.x; }
int main() {
  int *d_data, *h_data;
  cudaMalloc(&d_data, 256);
  cudaMallocHost(&h_data, 256);
  for (int i = 0; i < 64; ++i) h_data[i] = i;
  cudaStream_t a;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaMemcpyAsync(d_data, h_data, 256, cudaMemcpyHostToDevice, a);
  copy_in_stream_kernel<<<1, 64, 0, a>>>(d_data);
  cudaMemcpyAsync(h_data, d_data, 256, cudaMemcpyDeviceToHost, a);
  cudaStreamSynchronize(a);
  std::printf("%d\n", h_data[63]);
  cudaFreeHost(h_data);
  cudaFree(d_data);
  return 0;
}
