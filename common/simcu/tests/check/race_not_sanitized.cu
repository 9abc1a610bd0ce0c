// expect: race shared at 7 14
// SPDX-License-Identifier: Apache-2.0
// A function asks not to be instrumented: nvcc knows no such words in device code, and here they have no
// effect.
#include <cstdio>

[[gnu::noinline, gnu::no_sanitize("thread")]] __device__ int load(const int* from) { return *from; }
__attribute__((noinline, __no_sanitize_thread__)) __device__ int same(int value) { return value; }

__global__ void race_not_sanitized_kernel(int* out) {
  __shared__ int s_values[64];
  s_values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  s_values[threadIdx.x] = same(load(&s_values[63 - threadIdx.x]));
  __syncthreads();
  out[threadIdx.x] = s_values[threadIdx.x];
}

int main() {
  constexpr int kCount = 64;
  int* d_out;
  cudaMalloc(&d_out, kCount * sizeof(int));
  race_not_sanitized_kernel<<<1, kCount>>>(d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_out[kCount];
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  cudaFree(d_out);
  std::printf("%d\n", h_out[0] < 0);
  return failed;
}
