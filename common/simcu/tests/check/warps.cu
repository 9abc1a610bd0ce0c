// SPDX-License-Identifier: Apache-2.0
// Lanes of a warp that rely on lockstep, or on real synchronisation.

#include "cases.h"

// expect: clean
__global__ void ballot_compaction_kernel(const int* in, int* count, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const bool keep = (in[i] + i) % 3 == 0;
  const unsigned kept = __ballot_sync(0xffffffff, keep);
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(kept));
  base = __shfl_sync(0xffffffff, base, 0);
  if (keep) out[base + __popc(kept & ((1u << lane) - 1))] = 1;
}
CASE(ballot_compaction) {
  int* const d_data = zeros<int>(4096);
  ballot_compaction_kernel<<<4, 64>>>(d_data, d_data + 2048, zeros<int>(4096));
}

// expect: clean
enum class meeting { none, all, halves, shuffle, vote };
template <meeting by, int apart>
__global__ void exchange_kernel(int* out) {
  __shared__ int s_value[32];
  s_value[threadIdx.x] = threadIdx.x;  // a
  if (by == meeting::all) __syncwarp();
  if (by == meeting::halves) __syncwarp(threadIdx.x < 16 ? 0x0000ffff : 0xffff0000);
  if (by == meeting::shuffle && __shfl_sync(0xffffffff, threadIdx.x, 0) != 0) return;
  if (by == meeting::vote && !__all_sync(0xffffffff, threadIdx.x < 32)) return;
  out[threadIdx.x] = s_value[threadIdx.x ^ apart];  // b
}
CASE(warp_syncwarp) { exchange_kernel<meeting::all, 1><<<1, 32>>>(zeros<int>(64)); }

// expect: clean
CASE(warp_halves) { exchange_kernel<meeting::halves, 1><<<1, 32>>>(zeros<int>(64)); }

// expect: race shared at a b
// may: uninitialised-read shared at b
// Each half of the warp synchronises within itself but reads the other half's values.
CASE(warp_partial_mask) { exchange_kernel<meeting::halves, 16><<<1, 32>>>(zeros<int>(64)); }

// expect: race shared at a b
// may: uninitialised-read shared at b
CASE(warp_no_syncwarp) { exchange_kernel<meeting::none, 1><<<1, 32>>>(zeros<int>(64)); }

// expect: race shared at a b
// may: uninitialised-read shared at b
CASE(warp_shuffle_is_no_fence) { exchange_kernel<meeting::shuffle, 1><<<1, 32>>>(zeros<int>(64)); }

// expect: race shared at a b
// may: uninitialised-read shared at b
CASE(warp_vote_is_no_fence) { exchange_kernel<meeting::vote, 1><<<1, 32>>>(zeros<int>(64)); }

// expect: race shared at a a
// The last steps of a reduction rely on lockstep, without __syncwarp.
template <class Sum>
__global__ void warp_reduce_kernel(int* out) {
  __shared__ int s_sum[64];
  Sum* s = s_sum;
  s_sum[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int step = 16; step > 0; step /= 2) s[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + step];  // a
    if (threadIdx.x == 0) out[0] = s[0];
  }
}
CASE(warp_reduce_old) { warp_reduce_kernel<int><<<1, 64>>>(zeros<int>(64)); }

// expect: race shared at a a
// volatile does not make lanes run in lockstep.
CASE(warp_reduce_volatile) { warp_reduce_kernel<volatile int><<<1, 64>>>(zeros<int>(64)); }

// expect: clean
__global__ void warp_reduce_syncwarp_kernel(int* out) {
  __shared__ int s_sum[64];
  s_sum[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  int mine = s_sum[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) {
    mine += s_sum[threadIdx.x + step];
    __syncwarp();
    s_sum[threadIdx.x] = mine;
    __syncwarp();
  }
  if (threadIdx.x == 0) out[0] = mine;
}
CASE(warp_reduce_syncwarp) { warp_reduce_syncwarp_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: clean
__global__ void warp_reduce_shuffle_kernel(int* out) {
  __shared__ int s_part[4];
  int sum = threadIdx.x;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (threadIdx.x % 32 == 0) s_part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 4) {
    sum = s_part[threadIdx.x];
    for (int step = 2; step > 0; step /= 2) sum += __shfl_down_sync(0xf, sum, step, 4);
    if (threadIdx.x == 0) out[0] = sum;
  }
}
CASE(warp_reduce_shuffle) { warp_reduce_shuffle_kernel<<<1, 128>>>(zeros<int>(64)); }

// expect: clean
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
CASE(warp_specialised) { warp_specialised_kernel<<<1, 96>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: race shared at a b
// may: uninitialised-read shared at b
__global__ void warp_specialised_no_barrier_kernel(const int* in, int* out) {
  __shared__ int s_tile[2][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    if (warp == 0)
      s_tile[round % 2][lane] = in[round * 32 + lane];  // a
    else
      sum += s_tile[round % 2][(lane + warp) % 32];  // b
    __syncwarp();
  }
  out[threadIdx.x] = sum;
}
CASE(warp_specialised_no_barrier) {
  warp_specialised_no_barrier_kernel<<<1, 96>>>(zeros<int>(4096), zeros<int>(4096));
}
