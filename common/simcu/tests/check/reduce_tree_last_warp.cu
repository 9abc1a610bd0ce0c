// expect: race shared at 15
// says: Lanes of a warp do not run in step: put a __syncthreads() between the two, or a __syncwarp()
// SPDX-License-Identifier: Apache-2.0
// A tree reduction that drops its barriers in the last warp and puts nothing in their place.
#include <cstdio>

__global__ void reduce_tree_last_warp_kernel(const int* in, int* out) {
  __shared__ int s_sum[128];
  const unsigned t = threadIdx.x;
  s_sum[t] = in[t] + 1;
  __syncthreads();
  if (t < 64) s_sum[t] += s_sum[t + 64];
  __syncthreads();
  if (t < 32)
    for (int step = 32; step > 0; step /= 2) s_sum[t] += s_sum[t + step];
  if (t == 0) out[0] = s_sum[0];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  reduce_tree_last_warp_kernel<<<1, 128>>>(d_data, d_out);
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
