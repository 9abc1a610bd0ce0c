// expect: race global-cross-block at 8 10
// SPDX-License-Identifier: Apache-2.0
// A write of longlong2 overlaps a read of its last long long.
#include <cstdio>

__global__ void overlap_8_bytes_kernel(longlong2* data) {
  constexpr int kLast = sizeof(longlong2) / sizeof(long long) - 1;
  if (blockIdx.x == 0 && threadIdx.x == 0) data[0] = make_longlong2(7, 7);
  if (blockIdx.x == 1 && threadIdx.x == 0)
    reinterpret_cast<long long*>(data + 1)[0] = reinterpret_cast<long long*>(data)[kLast];
}

int main() {
  constexpr int kCount = 512;
  longlong2* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  overlap_8_bytes_kernel<<<2, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static longlong2 h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
