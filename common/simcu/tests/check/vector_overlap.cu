// expect: race global-cross-block at 9
// may: race global-same-block at 9
// SPDX-License-Identifier: Apache-2.0
// One block stores vectors of 16 bytes at an offset of half a vector from another block's.
#include <cstdio>

__global__ void vector_overlap_kernel(int2* data) {
  int2* const mine = data + 2 * threadIdx.x + blockIdx.x;
  mine[0] = mine[1] = make_int2(1, 1);
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  vector_overlap_kernel<<<2, 1>>>(reinterpret_cast<int2*>(d_out));
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
