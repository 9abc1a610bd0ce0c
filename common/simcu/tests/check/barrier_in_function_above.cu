// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Threads without an element leave before the barrier, which is in a function above: nobody waits for them.
#include <cstdio>

__device__ int left_neighbour(int* s_value, int value) {
  s_value[threadIdx.x] = value;
  __syncthreads();
  return threadIdx.x > 0 ? s_value[threadIdx.x - 1] : 0;
}

__global__ void barrier_in_function_above_kernel(const int* in, int* out, int n) {
  __shared__ int s_value[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = in[i];
  if (i >= n) return;
  out[i] = left_neighbour(s_value, value);
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  barrier_in_function_above_kernel<<<2, 64>>>(d_data, d_out, 100);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("done\n");
  return failed;
}
