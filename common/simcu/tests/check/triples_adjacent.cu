// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Neighbouring structures of 3 bytes do not touch.
#include <cstdio>

struct triple {
  unsigned char r, g, b;
};
__global__ void triples_adjacent_kernel(triple* data) {
  const int mine = threadIdx.x * 2 + blockIdx.x;
  data[mine] = triple{static_cast<unsigned char>(mine), 2, 3};
}

int main() {
  constexpr int kCount = 512;
  triple* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  triples_adjacent_kernel<<<2, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static triple h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
