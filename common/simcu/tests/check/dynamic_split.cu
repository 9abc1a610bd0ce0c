// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Dynamic shared memory is split into two arrays of different types.
#include <cstdio>

__global__ void dynamic_split_kernel(const int* in, int* out, int n) {
  extern __shared__ double s_memory[];
  double* s_values = s_memory;
  short* s_keys = reinterpret_cast<short*>(s_values + n);
  s_values[threadIdx.x] = in[threadIdx.x] + 0.5;
  s_keys[threadIdx.x] = static_cast<short>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = static_cast<int>(s_values[n - 1 - threadIdx.x]) + s_keys[threadIdx.x ^ 1];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  dynamic_split_kernel<<<1, 64, 64 * (sizeof(double) + sizeof(short))>>>(d_data, d_out, 64);
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
