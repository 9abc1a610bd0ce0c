// SPDX-License-Identifier: Apache-2.0
// Adds up 0 to 99 in one block. RACE omits the barrier before the sum is read. LIBRARY uses Thrust, whose
// headers are part of simcu wherever it is installed.
#include <cstdio>

#ifndef LIBRARY
__global__ void sum_kernel(int* d_sum) {
  __shared__ int s_values[128];
  s_values[threadIdx.x] = threadIdx.x < 100 ? static_cast<int>(threadIdx.x) : 0;
#ifndef RACE
  __syncthreads();
#endif
  if (threadIdx.x > 0) return;
  int sum = 0;
  for (const int value : s_values) sum += value;
  *d_sum = sum;
}

int main() {
  int *d_sum, sum = 0;
  cudaMalloc(&d_sum, sizeof(int));
  sum_kernel<<<1, 128>>>(d_sum);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFree(d_sum);
  std::printf("the sum is %d\n", sum);
}
#else
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>

int main() {
  const auto first = thrust::make_counting_iterator(0);
  std::printf("the sum is %d\n", thrust::reduce(thrust::device, first, first + 100));
}
#endif
