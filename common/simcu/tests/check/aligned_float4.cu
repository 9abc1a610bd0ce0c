// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Aligned accesses of all sizes.
#include <cstdio>

__global__ void aligned_float4_kernel(float* data) {
  if (threadIdx.x == 0) *reinterpret_cast<float4*>(data + 4) = make_float4(1, 2, 3, 4);
  if (threadIdx.x == 1) *reinterpret_cast<float2*>(data + 10) = make_float2(1, 2);
  if (threadIdx.x == 2) *reinterpret_cast<short*>(data + 13) = 3;
}

int main() {
  constexpr int kCount = 64;
  float* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  aligned_float4_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static float h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
