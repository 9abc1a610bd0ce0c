// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A loop ends for all threads at once, by a vote at the barrier.
#include <cstdio>

__global__ void barrier_vote_kernel(int* out) {
  __shared__ int s_left;
  int mine = threadIdx.x % 7;
  if (threadIdx.x == 0) s_left = 0;
  while (__syncthreads_or(mine > 0)) {
    if (mine > 0) atomicAdd(&s_left, 1);
    --mine;
  }
  out[threadIdx.x] = s_left;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  barrier_vote_kernel<<<1, 64>>>(d_out);
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
