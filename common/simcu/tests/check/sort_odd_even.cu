// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Odd-even transposition of a block in shared memory.
#include <cstdio>

__global__ void sort_odd_even_kernel(const int* in, int* out) {
  __shared__ int s_keys[64];
  const int t = threadIdx.x;
  s_keys[t] = (in[t] + t * 37) % 64;
  __syncthreads();
  for (int round = 0; round < 64; ++round) {
    const int left = 2 * t + round % 2;
    if (left + 1 < 64 && s_keys[left] > s_keys[left + 1]) {
      const int key = s_keys[left];
      s_keys[left] = s_keys[left + 1];
      s_keys[left + 1] = key;
    }
    __syncthreads();
  }
  out[t] = s_keys[t];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  sort_odd_even_kernel<<<1, 64>>>(d_data, d_out);
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
