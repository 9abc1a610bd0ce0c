// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Many atomics of one array, then many plain reads of it, each at a place of its own in the code: among so
// many places some share what the checkers remember of a place.
#include <cstdio>
#define FOUR(statement) statement statement statement statement
#define MANY(statement) FOUR(FOUR(FOUR(FOUR(statement))))

__global__ void atomics_then_reads_kernel(int* counts, int* sums) {
  unsigned at = threadIdx.x;
  MANY(atomicAdd(&counts[at++ % 64], 1);)
  __syncthreads();
  int sum = 0;
  MANY(sum += counts[at++ % 64];)
  sums[threadIdx.x] = sum;
}

int main() {
  int *d_counts, *d_sums, sums[64];
  cudaMalloc(&d_counts, sizeof sums);
  cudaMalloc(&d_sums, sizeof sums);
  cudaMemset(d_counts, 0, sizeof sums);
  atomics_then_reads_kernel<<<1, 64>>>(d_counts, d_sums);
  const bool failed = cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost) != cudaSuccess;
  cudaFree(d_counts);
  cudaFree(d_sums);
  std::printf("%d\n", sums[63]);
  for (const int sum : sums)
    if (sum != 256 * 256) return 1;
  return failed;
}
