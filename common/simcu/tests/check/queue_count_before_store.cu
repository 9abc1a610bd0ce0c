// expect: race global-cross-block at 10 16
// SPDX-License-Identifier: Apache-2.0
// The queue's count goes up before the task is stored; readers trust the count.
#include <cstdio>

__global__ void queue_count_before_store_kernel(int* tasks, int* count, int* out) {
  if (blockIdx.x == 0) {
    for (int i = 0; i < 8; ++i) {
      const int place = atomicAdd(count, 1);
      tasks[place] = i;
      __threadfence();
    }
  } else {
    const int n = atomicAdd(count, 0);
    __threadfence();
    for (int i = 0; i < n; ++i) out[i] = tasks[i];
  }
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  queue_count_before_store_kernel<<<2, 1>>>(d_data, d_data + 64, d_out);
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
