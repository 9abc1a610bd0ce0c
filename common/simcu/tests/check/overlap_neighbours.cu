// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Wide and narrow accesses side by side do not touch.
#include <cstdio>

__global__ void overlap_neighbours_kernel(int* data) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) reinterpret_cast<int4*>(data)[0] = make_int4(1, 2, 3, 4);
    if (threadIdx.x == 1) reinterpret_cast<long long*>(data)[2] = 5;
    if (threadIdx.x == 2) reinterpret_cast<short*>(data)[12] = 6;
  } else {
    if (threadIdx.x == 0) reinterpret_cast<short*>(data)[13] = 7;
    if (threadIdx.x == 1) reinterpret_cast<char*>(data)[28] = 8;
    if (threadIdx.x == 2) reinterpret_cast<char*>(data)[29] = 9;
    if (threadIdx.x == 3) data[8] = 10;
  }
}

int main() {
  constexpr int kCount = 512;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  overlap_neighbours_kernel<<<2, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
