// expect: race global-cross-block at 14 16
// may: race global-cross-block at 17
// may: race global-cross-block at 14 17
// may: race global-cross-block at 16 17
// SPDX-License-Identifier: Apache-2.0
// A bitonic step in global memory over several blocks, all steps in one launch.
#include <cstdio>

__global__ void sort_bitonic_global_kernel(int* keys) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int step = 128; step > 0; step /= 2) {
    const int j = i ^ step;
    if (j > i) {
      const int a = keys[i], b = keys[j];
      if (a <= b) {
        keys[i] = b + 1;
        keys[j] = a;
      }
    }
    __syncthreads();
  }
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  sort_bitonic_global_kernel<<<4, 64>>>(d_out);
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
