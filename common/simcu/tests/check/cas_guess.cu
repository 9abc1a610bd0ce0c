// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A plain read guesses what a compare-and-swap will find, as in the CUDA Programming Guide's atomicAdd for
// doubles: a wrong guess costs one more round.
#include <cstdio>

__device__ double add(double* address, double value) {
  auto* bits = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__device__ void count_short(unsigned short* count) {
  unsigned short old = *count, assumed;
  do {
    assumed = old;
    old = atomicCAS(count, assumed, static_cast<unsigned short>(assumed + 1));
  } while (assumed != old);
}

__global__ void cas_guess_kernel(double* sum, unsigned short* counts) {
  __shared__ double s_sum;
  if (threadIdx.x == 0) s_sum = 0;
  __syncthreads();
  add(&s_sum, 1);
  __syncthreads();
  if (threadIdx.x < 4) add(sum, s_sum);
  count_short(counts + threadIdx.x % 2);
}

__global__ void largest_kernel(int* largest) {
  const int mine = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  int old = *largest, assumed;
  do {
    assumed = old;
    old = atomicCAS(largest, assumed, assumed < mine ? mine : assumed);
  } while (assumed != old);
}

int main() {
  double* d_sum;
  unsigned short* d_counts;
  int* d_largest;
  cudaMalloc(&d_sum, sizeof(double));
  cudaMalloc(&d_counts, 2 * sizeof(unsigned short));
  cudaMalloc(&d_largest, sizeof(int));
  cudaMemset(d_sum, 0, sizeof(double));
  cudaMemset(d_counts, 0, 2 * sizeof(unsigned short));
  cudaMemset(d_largest, 0, sizeof(int));
  cas_guess_kernel<<<4, 64>>>(d_sum, d_counts);
  largest_kernel<<<4, 64>>>(d_largest);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  double sum = 0;
  unsigned short counts[2] = {};
  int largest = 0;
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  cudaMemcpy(counts, d_counts, sizeof counts, cudaMemcpyDeviceToHost);
  cudaMemcpy(&largest, d_largest, sizeof largest, cudaMemcpyDeviceToHost);
  cudaFree(d_sum);
  cudaFree(d_counts);
  cudaFree(d_largest);
  std::printf("%g %d %d %d\n", sum, counts[0], counts[1], largest);
  return failed;
}
