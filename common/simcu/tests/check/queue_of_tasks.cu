// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Blocks put tasks into a queue and take them out: places by atomics, a flag for each with fences.
#include <cstdio>

__global__ void queue_of_tasks_kernel(int* tasks, int* ready, int* counters, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x < 4) {
    const int place = atomicAdd(&counters[0], 1);
    tasks[place] = blockIdx.x * 10;
    __threadfence();
    atomicExch(&ready[place], 1);
  } else {
    const int place = atomicAdd(&counters[1], 1);
    while (atomicCAS(&ready[place], 1, 2) != 1) {
    }
    __threadfence();
    atomicAdd(out, tasks[place]);
  }
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  queue_of_tasks_kernel<<<8, 32>>>(d_data, d_data + 64, d_data + 128, d_out);
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
