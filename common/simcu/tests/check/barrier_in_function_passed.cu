// expect: barrier-passed at 12 20
// SPDX-License-Identifier: Apache-2.0
// Half of the threads leave a function between its two barriers, and go on in the kernel below.
#include <cstdio>

__device__ int left_of_left_neighbour(int* s_value, int value) {
  s_value[threadIdx.x] = value;
  __syncthreads();
  if (threadIdx.x >= 32) return 0;
  const int left = threadIdx.x > 0 ? s_value[threadIdx.x - 1] : 0;
  // The others wait here.
  __syncthreads();
  s_value[threadIdx.x] = left;
  return left;
}

__global__ void barrier_in_function_passed_kernel(const int* in, int* out) {
  __shared__ int s_value[64];
  const int left = left_of_left_neighbour(s_value, in[threadIdx.x]);
  out[threadIdx.x] = left;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  barrier_in_function_passed_kernel<<<1, 64>>>(d_data, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("done\n");
  return failed;
}
