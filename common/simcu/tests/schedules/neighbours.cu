// SPDX-License-Identifier: Apache-2.0
// Each of 40 threads reads a value that the next thread has stored, without a barrier in between.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kThreads = 40;

__global__ void neighbours_kernel(int* d_out) {
  __shared__ int s_own[kThreads];
  const int i = static_cast<int>(threadIdx.x);
  s_own[i] = 0;
  __syncthreads();
  s_own[i] = 1;
  d_out[i] = s_own[(i + 1) % kThreads];
}

int main() {
  int *d_out, sum = 0, h_out[kThreads];
  cudaMalloc(&d_out, sizeof h_out);
  neighbours_kernel<<<1, kThreads>>>(d_out);
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  for (const int x : h_out) sum += x;
  std::printf("%d\n", sum);
  cudaFree(d_out);
}
