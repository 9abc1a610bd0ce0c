// expect: uninitialised-read shared at 22
// may: race shared
// SPDX-License-Identifier: Apache-2.0
// A pipeline of two stages that the block shares, whose consumers do not wait.
#include <cooperative_groups.h>

#include <cstdio>
#include <cuda/pipeline>

__global__ void async_pipeline_no_wait_kernel(const int* in, int* out) {
  __shared__ int s_tiles[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> s_state;
  const auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &s_state);
  int sum = 0;
  for (int next = 0, tile = 0; tile < 6; ++tile) {
    for (; next < 6 && next < tile + 2; ++next) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s_tiles[next % 2], in + next * 64, sizeof s_tiles[0], pipe);
      pipe.producer_commit();
    }
    sum += s_tiles[tile % 2][63 - threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 1, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  async_pipeline_no_wait_kernel<<<1, 64>>>(d_data, d_out);
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
