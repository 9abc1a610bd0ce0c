// expect: clean
// SPDX-License-Identifier: Apache-2.0
// One warp loads, the others compute, with barriers between the rounds.
#include <cstdio>

__global__ void warp_specialised_kernel(const int* in, int* out) {
  __shared__ int s_tile[2][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int sum = 0;
  if (warp == 0) s_tile[0][lane] = in[lane] + 1;
  __syncthreads();
  for (int round = 0; round < 4; ++round) {
    if (warp == 0)
      s_tile[(round + 1) % 2][lane] = in[(round + 1) * 32 + lane] + round;
    else
      sum += s_tile[round % 2][(lane + warp) % 32];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  warp_specialised_kernel<<<1, 96>>>(d_data, d_out);
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
