// expect: race global-cross-block at 11 13
// expect: race global-cross-block at 12 13
// SPDX-License-Identifier: Apache-2.0
// Two blocks write the two members of one structure, and a third copies all of it.
#include <cstdio>

struct pair {
  int key, value;
};
__global__ void struct_halves_kernel(pair* pairs, pair* out) {
  if (blockIdx.x == 0) pairs[threadIdx.x].key = 1;
  if (blockIdx.x == 1) pairs[threadIdx.x].value = 2;
  if (blockIdx.x == 2) out[threadIdx.x] = pairs[threadIdx.x];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  struct_halves_kernel<<<3, 32>>>(reinterpret_cast<pair*>(d_data), reinterpret_cast<pair*>(d_out));
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_out[kCount];
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const int value : h_out) sum = sum * 31 + static_cast<unsigned>(value);
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("%u\n", sum);
  return failed;
}
