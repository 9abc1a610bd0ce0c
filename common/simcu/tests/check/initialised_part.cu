// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Four threads write the parts of a float4 that a fifth reads.
#include <cstdio>

__global__ void initialised_part_kernel(float* data) {
  if (threadIdx.x < 4) data[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 5) reinterpret_cast<float4*>(data)[1] = reinterpret_cast<float4*>(data)[0];
}

int main() {
  constexpr int kCount = 64;
  float* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  initialised_part_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static float h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
