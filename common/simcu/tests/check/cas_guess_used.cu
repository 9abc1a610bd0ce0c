// expect: race global-cross-block at 11 13
// may: race global-cross-block at 13 11
// may: race global-same-block at 11 13
// may: race global-same-block at 13 11
// SPDX-License-Identifier: Apache-2.0
// Half of the threads only look: what they read is more than a guess of what a compare-and-swap will find.
#include <cstdio>

__global__ void cas_guess_used_kernel(int* word, int* out) {
  const int mine = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  int old = *word, assumed = old;
  if (mine % 2 == 0)
    while ((old = atomicCAS(word, assumed, assumed + 1)) != assumed) assumed = old;
  out[mine] = old >= 0;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  cas_guess_used_kernel<<<4, 32>>>(d_data, d_out);
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
