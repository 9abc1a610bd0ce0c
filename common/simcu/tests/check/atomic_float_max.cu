// expect: clean
// SPDX-License-Identifier: Apache-2.0
// The largest value by atomicCAS on the bits of a float.
#include <cstdio>

__global__ void atomic_float_max_kernel(const int* in, int* largest) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = static_cast<float>(in[i] + i * 7 % 64);
  int old = atomicAdd(largest, 0);
  while (__int_as_float(old) < value) {
    const int seen = atomicCAS(largest, old, __float_as_int(value));
    if (seen == old) break;
    old = seen;
  }
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  atomic_float_max_kernel<<<4, 32>>>(d_data, d_out);
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
