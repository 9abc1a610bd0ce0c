// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Threads that look at a flag very often, in vain, and then go on: they must not be taken for stuck ones.
// They count in a register, in memory, in a register of another lane, or ask the clock; in the last one a
// thread computes for long.
#include <cstdio>

constexpr int kTries = 12000;

__global__ void counts_in_register_kernel(const volatile int* flag, int* data) {
  int tries = 0;
  while (*flag == 0 && tries < kTries) ++tries;
  data[threadIdx.x] = tries;
}

__global__ void counts_in_memory_kernel(const volatile int* flag, int* data) {
  while (*flag == 0)
    if (++data[threadIdx.x] == kTries) break;
}

__global__ void another_lane_counts_kernel(int* data) {
  int tries = 0, seen = 0;
  do {
    ++tries;
    seen = __shfl_sync(~0u, tries, 1);
    __nanosleep(10);
  } while (seen < 1000);
  data[threadIdx.x] = seen;
}

__global__ void asks_clock_kernel(const volatile int* flag, int* data) {
  const long long begin = clock64();
  while (*flag == 0 && clock64() - begin < 1000000) {
  }
  data[threadIdx.x] = *flag;
}

__global__ void one_computes_kernel(const int* from, int* data) {
  __shared__ unsigned come;
  if (threadIdx.x == 0) come = 0;
  __syncthreads();
  int sum = 0;
  if (threadIdx.x == 40)
    for (int i = 0; i < 300000; ++i) sum += from[i % 64] ^ i;
  for (atomicAdd(&come, 1); atomicAdd(&come, 0) < blockDim.x;) __nanosleep(10);
  data[threadIdx.x] = sum;
}

int main() {
  constexpr int kCount = 64;
  int *d_data, *d_flag, h_data[kCount];
  cudaMalloc(&d_data, sizeof h_data);
  cudaMalloc(&d_flag, sizeof h_data);
  cudaMemset(d_flag, 0, sizeof h_data);
  bool failed = false;
  const auto show = [&] {
    failed = cudaDeviceSynchronize() != cudaSuccess || failed;
    cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
    unsigned sum = 0;
    for (const int value : h_data) sum = sum * 31 + static_cast<unsigned>(value);
    std::printf("%u\n", sum);
    cudaMemset(d_data, 0, sizeof h_data);
  };
  cudaMemset(d_data, 0, sizeof h_data);
  counts_in_register_kernel<<<1, kCount>>>(d_flag, d_data);
  show();
  counts_in_memory_kernel<<<1, kCount>>>(d_flag, d_data);
  show();
  another_lane_counts_kernel<<<1, kCount>>>(d_data);
  show();
  asks_clock_kernel<<<1, kCount>>>(d_flag, d_data);
  show();
  one_computes_kernel<<<1, kCount>>>(d_flag, d_data);
  show();
  cudaFree(d_data);
  cudaFree(d_flag);
  return failed;
}
