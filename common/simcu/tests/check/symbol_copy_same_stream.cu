// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A copy to a __constant__ variable and a kernel that reads it, in one stream.
#include <cstdio>

__constant__ int symbol_copy_same_stream_factor;

__global__ void symbol_copy_same_stream_kernel(int* out) {
  out[threadIdx.x] = symbol_copy_same_stream_factor;
}

int main() {
  int *d_out, *h_factor;
  cudaStream_t one, two;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cudaMalloc(&d_out, 64 * sizeof(int));
  cudaMallocHost(&h_factor, sizeof(int));
  *h_factor = 3;
  cudaMemcpyToSymbolAsync(symbol_copy_same_stream_factor, h_factor, sizeof(int), 0, cudaMemcpyHostToDevice,
                          one);
  symbol_copy_same_stream_kernel<<<1, 64, 0, one>>>(d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFreeHost(h_factor);
  cudaFree(d_out);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  std::printf("done\n");
  return failed;
}
