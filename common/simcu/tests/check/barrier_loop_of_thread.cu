// expect: barrier-divergence
// SPDX-License-Identifier: Apache-2.0
// Each thread's number says how often it runs the loop, with a barrier inside.
#include <cstdio>

__global__ void barrier_loop_of_thread_kernel(int* out) {
  for (unsigned i = 0; i < threadIdx.x % 3; ++i) {
    out[threadIdx.x] = i;
    __syncthreads();
  }
  out[threadIdx.x + 64] = 1;
  __syncthreads();
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  barrier_loop_of_thread_kernel<<<1, 64>>>(d_out);
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
