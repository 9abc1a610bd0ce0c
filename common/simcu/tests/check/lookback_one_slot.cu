// expect: race global-cross-block at 22 19
// SPDX-License-Identifier: Apache-2.0
// Look-back that overwrites the partial sum with the complete one: readers of the first may still come.
#include <cstdio>

__global__ void lookback_one_slot_kernel(int* data, int* out) {
  int* value = data;
  volatile int* status = data + 128;
  const int b = blockIdx.x;
  value[b] = b + 1;
  __threadfence();
  status[b] = 1;
  int before = 0;
  for (int t = b - 1; t >= 0; --t) {
    int s;
    do s = status[t];
    while (s == 0);
    __threadfence();
    before += value[t];
    if (s == 2) break;
  }
  value[b] = before + b + 1;
  __threadfence();
  status[b] = 2;
  out[b] = before;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  lookback_one_slot_kernel<<<8, 1>>>(d_data, d_out);
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
