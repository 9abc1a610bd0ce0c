// expect: out-of-bounds shared at 12
// SPDX-License-Identifier: Apache-2.0
// An index past one shared array reaches the next one of the same declaration.
#include <cstdio>

__global__ void shared_next_array_kernel(const int* in, int* out) {
  __shared__ int s_a[64], s_b[64];
  const int t = threadIdx.x;
  s_a[t] = in[t];
  s_b[t] = t;
  __syncthreads();
  out[t] = s_a[t + 1] + s_b[t];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  shared_next_array_kernel<<<1, 64>>>(d_data, d_out);
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
