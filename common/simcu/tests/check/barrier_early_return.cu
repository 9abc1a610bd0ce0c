// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Threads without work return before the barrier; what they did came before it.
#include <cstdio>

__global__ void barrier_early_return_kernel(const int* in, int* out) {
  __shared__ int s_value[64];
  const int t = threadIdx.x;
  if (t >= 50) {
    out[t] = 0;
    return;
  }
  s_value[t] = in[t];
  __syncthreads();
  out[t] = s_value[49 - t];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  barrier_early_return_kernel<<<1, 64>>>(d_data, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("done\n");
  return failed;
}
