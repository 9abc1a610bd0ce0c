// expect: race global-cross-block at 8 10
// SPDX-License-Identifier: Apache-2.0
// A write of float4 overlaps a read of its last float.
#include <cstdio>

__global__ void overlap_16_bytes_by_4_kernel(float4* data) {
  constexpr int kLast = sizeof(float4) / sizeof(float) - 1;
  if (blockIdx.x == 0 && threadIdx.x == 0) data[0] = make_float4(1, 2, 3, 4);
  if (blockIdx.x == 1 && threadIdx.x == 0)
    reinterpret_cast<float*>(data + 1)[0] = reinterpret_cast<float*>(data)[kLast];
}

int main() {
  constexpr int kCount = 512;
  float4* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  overlap_16_bytes_by_4_kernel<<<2, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static float4 h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
