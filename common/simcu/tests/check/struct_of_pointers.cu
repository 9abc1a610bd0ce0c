// expect: race global-cross-block at 11
// SPDX-License-Identifier: Apache-2.0
// A structure of pointers as parameter: the race is in what it points to.
#include <cstdio>

struct arrays {
  const int* in;
  int* sums;
  int n;
};
__global__ void struct_of_pointers_kernel(arrays a) { a.sums[threadIdx.x] = a.in[threadIdx.x] + blockIdx.x; }

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  struct_of_pointers_kernel<<<2, 32>>>(arrays{d_data, d_out, 32});
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
