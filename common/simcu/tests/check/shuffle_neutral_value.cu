// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Lanes beyond the end come along with a neutral value.
#include <cstdio>

__global__ void shuffle_neutral_value_kernel(const int* in, int* out) {
  const int t = threadIdx.x;
  int sum = t < 50 ? in[t] : 0;
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (t < 50) out[t] = sum;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  shuffle_neutral_value_kernel<<<1, 64>>>(d_data, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("done\n");
  return failed;
}
