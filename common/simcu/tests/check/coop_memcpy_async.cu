// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A tile is loaded by cooperative_groups::memcpy_async, and waited for.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <cstdio>

namespace cg = cooperative_groups;
__global__ void coop_memcpy_async_kernel(const int* in, int* out) {
  __shared__ int s_tile[64];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, s_tile, in, sizeof s_tile);
  cg::wait(block);
  out[threadIdx.x] = s_tile[63 - threadIdx.x] + threadIdx.x;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  coop_memcpy_async_kernel<<<1, 64>>>(d_data, d_out);
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
