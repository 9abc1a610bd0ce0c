// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Threads without work store a zero and return; the barrier is in a function that stands above the kernel.
#include <cstdio>

__device__ int sum_of_block(int* s_value, int mine, int n) {
  s_value[threadIdx.x] = mine;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += s_value[i];
  return sum;
}

__global__ void barrier_early_return_helper_kernel(const int* in, int* out, int n) {
  __shared__ int s_value[64];
  const int t = threadIdx.x;
  if (t >= n) {
    out[t] = 0;
    return;
  }
  out[t] = sum_of_block(s_value, in[t], n);
}

int main() {
  constexpr int kCount = 64;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 1, kCount * sizeof(int));
  barrier_early_return_helper_kernel<<<1, kCount>>>(d_data, d_out, 50);
  int h_out[kCount];
  const bool failed = cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost) != cudaSuccess;
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("%d %d\n", h_out[49], h_out[50]);
  return failed;
}
