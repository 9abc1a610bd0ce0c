// SPDX-License-Identifier: Apache-2.0
// The same by a header of CUB's names: simcu's own, wherever it is.
#include <cuda_runtime.h>

#include <cstdio>
#include <cub/block/block_reduce.cuh>

__global__ void sum_kernel(int* d_sum) {
  using reduce = cub::BlockReduce<int, 128>;
  __shared__ typename reduce::TempStorage s_storage;
  const int sum = reduce(s_storage).Sum(threadIdx.x < 100 ? static_cast<int>(threadIdx.x) : 0);
  if (threadIdx.x == 0) *d_sum = sum;
}

int main() {
  int *d_sum, sum = 0;
  cudaMalloc(&d_sum, sizeof(int));
  sum_kernel<<<1, 128>>>(d_sum);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFree(d_sum);
  std::printf("the sum is %d\n", sum);
}
