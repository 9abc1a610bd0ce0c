// expect: race global-cross-block at 12
// may: race global-same-block at 12
// may: race global-same-block at 13
// may: race global-cross-block at 13
// SPDX-License-Identifier: Apache-2.0
// Compaction that counts with a plain increment.
#include <cstdio>

__global__ void compaction_without_atomic_kernel(const int* in, int* count, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if ((in[i] + i) % 3 == 0) {
    const int place = (*count)++;
    out[place] = i;
  }
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  compaction_without_atomic_kernel<<<2, 64>>>(d_data, d_data + 2048, d_out);
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
