// expect: misaligned at 8
// gap: clang splits the copy of a structure into aligned parts before they are seen
// SPDX-License-Identifier: Apache-2.0
// Four ints at once from an array that starts one element later.
#include <cstdio>

__global__ void misaligned_int4_of_int_kernel(const int* in, int* out) {
  const int4 v = *reinterpret_cast<const int4*>(in + 1);
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  misaligned_int4_of_int_kernel<<<1, 1>>>(d_data, d_out);
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
