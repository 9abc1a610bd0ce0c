// SPDX-License-Identifier: Apache-2.0
// In two blocks of two threads, each thread adds the element to its left, between two barriers of its block.
#include <cstdio>

__global__ void neighbours_kernel(int* d_out, int* d_sums) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  const int left = i > 0 ? d_sums[i - 1] : 0;
  __syncthreads();
  d_sums[i] += left;
  __syncthreads();
  d_out[i] = d_sums[i];
}

int main() {
  const int h_in[5] = {1, 2, 3, 4, 5};
  int *d_sums, *d_out;
  cudaMalloc(&d_sums, sizeof h_in);
  cudaMalloc(&d_out, sizeof h_in);
  cudaMemcpy(d_sums, h_in, sizeof h_in, cudaMemcpyHostToDevice);
  neighbours_kernel<<<2, 2>>>(d_out, d_sums);
  cudaMemset(d_sums, 0, sizeof h_in);
  neighbours_kernel<<<2, 2>>>(d_out, d_sums + 1);
  cudaFree(d_sums);
  cudaFree(d_out);
}
