// expect: race global-cross-block at 16 11
// SPDX-License-Identifier: Apache-2.0
// Look-back: the flag is volatile and fenced on one side, the value is read before the flag.
#include <cstdio>

__global__ void lookback_plain_value_kernel(int* sums, int* out) {
  volatile int* flags = sums + 64;
  const unsigned b = blockIdx.x;
  int before = 0;
  if (b > 0) {
    before = sums[b - 1];
    while (flags[b - 1] == 0) {
    }
    __threadfence();
  }
  sums[b] = before + 1;
  __threadfence();
  flags[b] = 1;
  out[b] = before;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  lookback_plain_value_kernel<<<8, 1>>>(d_data, d_out);
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
