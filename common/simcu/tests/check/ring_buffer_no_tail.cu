// expect: race global-cross-block at 10 19
// SPDX-License-Identifier: Apache-2.0
// The producer of a ring does not wait for the consumer.
#include <cstdio>

__global__ void ring_buffer_no_tail_kernel(int* ring, volatile int* head, int* out) {
  constexpr int kCells = 4, kItems = 20;
  if (blockIdx.x == 0) {
    for (int i = 0; i < kItems; ++i) {
      ring[i % kCells] = i * i;
      __threadfence();
      *head = i + 1;
    }
  } else {
    for (int i = 0; i < kItems; ++i) {
      while (*head <= i) {
      }
      __threadfence();
      out[i] = ring[i % kCells];
    }
  }
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  ring_buffer_no_tail_kernel<<<2, 1>>>(d_data, d_data + 64, d_out);
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
