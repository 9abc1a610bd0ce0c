// expect: clean
// SPDX-License-Identifier: Apache-2.0
// The last warp of a tree reduction with __syncwarp between reading and writing.
#include <cstdio>

__global__ void reduce_tree_syncwarp_kernel(const int* in, int* out) {
  __shared__ int s_sum[128];
  const unsigned t = threadIdx.x;
  s_sum[t] = in[t] + 1;
  __syncthreads();
  if (t < 64) s_sum[t] += s_sum[t + 64];
  __syncthreads();
  if (t < 32) {
    int sum = s_sum[t];
    for (int step = 32; step > 0; step /= 2) {
      sum += s_sum[t + step];
      __syncwarp();
      s_sum[t] = sum;
      __syncwarp();
    }
  }
  if (t == 0) out[0] = s_sum[0];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  reduce_tree_syncwarp_kernel<<<1, 128>>>(d_data, d_out);
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
