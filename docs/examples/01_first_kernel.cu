// SPDX-License-Identifier: Apache-2.0
// The program that docs/pages/first_kernel.md quotes.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

// Doubles n numbers: thread i doubles the number at index i.
__global__ void double_kernel(int* d_numbers, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d_numbers[i] = 2 * d_numbers[i];
}

// The sum of at most 256 numbers, computed by the threads of one block.
__global__ void sum_kernel(const int* d_numbers, int n, int* d_sum) {
  __shared__ int s_numbers[256];
  const int t = threadIdx.x;
  s_numbers[t] = t < n ? d_numbers[t] : 0;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) s_numbers[t] += s_numbers[t + half];
    __syncthreads();
  }
  if (t == 0) *d_sum = s_numbers[0];
}

void require(cudaError_t error, const char* doing) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", doing, cudaGetErrorString(error));
  std::exit(1);
}

int main() {
  std::vector<int> numbers(100);
  for (int i = 0; i < 100; ++i) numbers[i] = i;

  int *d_numbers = nullptr, *d_sum = nullptr;
  require(cudaMalloc(&d_numbers, 100 * sizeof(int)), "cudaMalloc");
  require(cudaMalloc(&d_sum, sizeof(int)), "cudaMalloc");
  require(cudaMemcpy(d_numbers, numbers.data(), 100 * sizeof(int), cudaMemcpyHostToDevice), "the copy there");

  double_kernel<<<2, 64>>>(d_numbers, 100);
  require(cudaGetLastError(), "double_kernel");
  sum_kernel<<<1, 256>>>(d_numbers, 100, d_sum);
  require(cudaGetLastError(), "sum_kernel");

  int sum = 0;
  require(cudaMemcpy(numbers.data(), d_numbers, 100 * sizeof(int), cudaMemcpyDeviceToHost), "the copy back");
  require(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost), "the copy back");
  std::printf("numbers[99] is %d, the sum is %d\n", numbers[99], sum);

  double_kernel<<<1, 2048>>>(d_numbers, 100);
  const bool launched = cudaGetLastError() == cudaSuccess;
  std::printf("2048 threads in a block: %s\n", launched ? "launched" : "an error, and no thread ran");
  require(cudaFree(d_numbers), "cudaFree");
  require(cudaFree(d_sum), "cudaFree");
  return 0;
}
