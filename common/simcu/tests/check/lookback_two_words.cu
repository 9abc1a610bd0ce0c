// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Decoupled look-back with two values and a status: fences on both sides.
#include <cstdio>

__global__ void lookback_two_words_kernel(int* data, int* out) {
  int *partial = data, *complete = data + 64;
  volatile int* status = data + 128;
  const int b = blockIdx.x;
  if (threadIdx.x == 0) {
    partial[b] = b + 1;
    __threadfence();
    status[b] = 1;
    int before = 0;
    for (int t = b - 1; t >= 0; --t) {
      int s;
      do s = status[t];
      while (s == 0);
      __threadfence();
      if (s == 2) {
        before += complete[t];
        break;
      }
      before += partial[t];
    }
    complete[b] = before + b + 1;
    __threadfence();
    status[b] = 2;
    out[b] = before;
  }
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  lookback_two_words_kernel<<<8, 32>>>(d_data, d_out);
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
