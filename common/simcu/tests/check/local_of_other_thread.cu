// expect: out-of-bounds at 12
// SPDX-License-Identifier: Apache-2.0
// says: reads 4 bytes of another thread's local memory
// A pointer to a local variable of one thread, for all the others.
#include <cstdio>

__global__ void local_of_other_thread_kernel(int* d_out) {
  __shared__ const int* s_best;
  int mine = d_out[threadIdx.x];
  if (threadIdx.x == 5) s_best = &mine;
  __syncthreads();
  d_out[threadIdx.x] = *s_best;
  __syncthreads();
}

int main() {
  int* d_out;
  cudaMalloc(&d_out, 256);
  cudaMemset(d_out, 0, 256);
  local_of_other_thread_kernel<<<1, 64>>>(d_out);
  cudaDeviceSynchronize();
  cudaFree(d_out);
  return 0;
}
