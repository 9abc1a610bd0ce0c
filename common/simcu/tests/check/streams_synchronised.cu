// expect: clean
// SPDX-License-Identifier: Apache-2.0
// The host waits for one stream before it uses the other.
#include <cstdio>

__global__ void fill_kernel(int* data) { data[threadIdx.x] = threadIdx.x; }
__global__ void turn_kernel(const int* data, int* out) { out[threadIdx.x] = data[63 - threadIdx.x]; }

int main() {
  int *d_data, *d_out, h_out[64];
  cudaMalloc(&d_data, sizeof h_out);
  cudaMalloc(&d_out, sizeof h_out);
  cudaMemset(d_data, 0, sizeof h_out);
  cudaDeviceSynchronize();
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  fill_kernel<<<1, 64, 0, first>>>(d_data);
  cudaStreamSynchronize(first);
  turn_kernel<<<1, 64, 0, second>>>(d_data, d_out);
  cudaDeviceSynchronize();
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  std::printf("%d\n", h_out[5]);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(d_data);
  cudaFree(d_out);
  return 0;
}
