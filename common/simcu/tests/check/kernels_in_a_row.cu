// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Kernels of one stream run one after another.
#include <cstdio>

__global__ void fill_kernel(int* data) { data[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; }
__global__ void turn_kernel(const int* data, int* out) {
  out[blockIdx.x * 64 + threadIdx.x] = data[255 - (blockIdx.x * 64 + threadIdx.x)];
}

int main() {
  int *d_data, *d_out, h_out[256];
  cudaMalloc(&d_data, sizeof h_out);
  cudaMalloc(&d_out, sizeof h_out);
  for (int round = 0; round < 3; ++round) {
    fill_kernel<<<4, 64>>>(d_data);
    turn_kernel<<<4, 64>>>(d_data, d_out);
    turn_kernel<<<4, 64>>>(d_out, d_data);
  }
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", h_out[0], h_out[200]);
  cudaFree(d_data);
  cudaFree(d_out);
  return 0;
}
