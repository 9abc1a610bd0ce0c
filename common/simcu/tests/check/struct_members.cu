// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Two blocks write the two members of one structure.
#include <cstdio>

struct pair {
  short key, value;
};
__global__ void struct_members_kernel(pair* pairs) {
  if (blockIdx.x == 0)
    pairs[threadIdx.x].key = 1;
  else
    pairs[threadIdx.x].value = 2;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  struct_members_kernel<<<2, 32>>>(reinterpret_cast<pair*>(d_out));
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
