// expect: misaligned at 10
// SPDX-License-Identifier: Apache-2.0
// A 2-byte value at an odd address of shared memory.
#include <cstdio>

__global__ void misaligned_shared_kernel(int* out) {
  __shared__ alignas(8) char s_bytes[64];
  s_bytes[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = *reinterpret_cast<short*>(s_bytes + 3);
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  misaligned_shared_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
