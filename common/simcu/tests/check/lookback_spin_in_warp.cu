// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Decoupled look-back by a whole warp that waits in a loop around a vote.
#include <cstdio>

__device__ unsigned counter;

__global__ void lookback_spin_in_warp_kernel(volatile unsigned long long* states, unsigned* sums) {
  __shared__ unsigned s_tile;
  if (threadIdx.x == 0) s_tile = atomicAdd(&counter, 1);
  __syncthreads();
  const unsigned tile = s_tile;
  if (threadIdx.x >= 32) return;
  if (threadIdx.x == 0) states[tile] = (tile == 0 ? 2ull << 32 : 1ull << 32) + 1;
  unsigned sum = 0;
  for (int at = static_cast<int>(tile) - 1 - static_cast<int>(threadIdx.x); tile > 0; at -= 32) {
    unsigned long long state;
    do state = at >= 0 ? states[at] : 2ull << 32;
    while (__any_sync(~0u, state >> 32 == 0));
    const unsigned complete = __ballot_sync(~0u, state >> 32 == 2);
    const unsigned first = __ffs(static_cast<int>(complete));
    unsigned part = complete == 0 || threadIdx.x < first ? static_cast<unsigned>(state) : 0;
    for (int d = 16; d > 0; d /= 2) part += __shfl_down_sync(~0u, part, d);
    sum += part;
    if (complete) break;
  }
  if (threadIdx.x != 0) return;
  if (tile > 0) states[tile] = (2ull << 32) + sum + 1;
  sums[tile] = sum;
}

int main() {
  constexpr int kTiles = 24;
  unsigned long long* d_states;
  unsigned* d_sums;
  cudaMalloc(&d_states, kTiles * sizeof *d_states);
  cudaMalloc(&d_sums, kTiles * sizeof *d_sums);
  cudaMemset(d_states, 0, kTiles * sizeof *d_states);
  lookback_spin_in_warp_kernel<<<kTiles, 64>>>(d_states, d_sums);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  unsigned h_sums[kTiles];
  cudaMemcpy(h_sums, d_sums, sizeof h_sums, cudaMemcpyDeviceToHost);
  cudaFree(d_states);
  cudaFree(d_sums);
  for (const unsigned sum : h_sums) std::printf("%u ", sum);
  std::printf("\n");
  return failed;
}
