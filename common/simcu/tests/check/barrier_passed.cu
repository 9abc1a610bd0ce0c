// expect: barrier-passed at 11 13
// SPDX-License-Identifier: Apache-2.0
// Half of the threads pass by the barrier at which the others wait, and go on.
#include <cstdio>

__global__ void barrier_passed_kernel(const int* in, int* out) {
  __shared__ int s_value[64];
  const int t = threadIdx.x;
  s_value[t] = in[t];
  if (t < 32) {
    __syncthreads();
  }
  out[t] = s_value[t];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  barrier_passed_kernel<<<1, 64>>>(d_data, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("done\n");
  return failed;
}
