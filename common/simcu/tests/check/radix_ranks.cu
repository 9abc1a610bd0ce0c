// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A stable rank within the block by digits: match_any and counters of the warps.
#include <cstdio>

__global__ void radix_ranks_kernel(const int* in, int* out) {
  __shared__ int s_counts[4][8];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane < 8) s_counts[warp][lane] = 0;
  __syncwarp();
  const int digit = (in[threadIdx.x] + threadIdx.x * 5) % 8;
  const unsigned peers = __match_any_sync(0xffffffff, digit);
  const int rank = __popc(peers & ((1u << lane) - 1));
  if (rank == 0) s_counts[warp][digit] = __popc(peers);
  __syncthreads();
  int before = 0;
  for (int w = 0; w < warp; ++w) before += s_counts[w][digit];
  for (int d = 0; d < digit; ++d)
    for (int w = 0; w < 4; ++w) before += s_counts[w][d];
  out[before + rank] = digit * 1000 + threadIdx.x;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  radix_ranks_kernel<<<1, 128>>>(d_data, d_out);
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
