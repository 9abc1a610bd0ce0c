// SPDX-License-Identifier: Apache-2.0
// Warp functions and their masks.

#include "cases.h"

// expect: warp-masks-differ at a
// A lane calls the vote with a mask of only itself while the others wait for it, and then ends.
__global__ void masks_differ_and_end_kernel(const int* in, int* out) {
  const int t = threadIdx.x;
  const unsigned mask = t == 31 ? 1u << 31 : 0xffffffffu;
  const int mine = in[t];
  const unsigned votes = __ballot_sync(mask, mine == 0);  // a
  if (t == 0) out[0] = static_cast<int>(votes);
}
CASE(masks_differ_and_end) { masks_differ_and_end_kernel<<<1, 32>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: clean
__global__ void masks_of_halves_kernel(const int* in, int* out) {
  const int t = threadIdx.x;
  const unsigned mask = t < 16 ? 0x0000ffffu : 0xffff0000u;
  const unsigned votes = __ballot_sync(mask, in[t] == 0);
  out[t] = static_cast<int>(votes);
}
CASE(masks_of_halves) { masks_of_halves_kernel<<<1, 32>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: clean
// A function reduces over each half of a warp and then over the whole warp. A half that is ahead waits with
// the full mask, at a line that the other half still reaches with its own mask.
__device__ int reduced(unsigned mask, int value, int width) {
  for (int apart = width / 2; apart != 0; apart /= 2) value += __shfl_xor_sync(mask, value, apart, width);
  return value;
}
__global__ void masks_of_halves_in_turn_kernel(int* d_out) {
  const int lane = threadIdx.x;
  int half = 0;
  if (lane < 16)
    half = reduced(0x0000ffff, lane, 16);
  else
    half = reduced(0xffff0000, 2 * lane, 16);
  d_out[lane] = half + reduced(0xffffffff, lane, 32);
}
CASE(masks_of_halves_in_turn) { masks_of_halves_in_turn_kernel<<<1, 32>>>(unset<int>(32, true)); }

// expect: syncwarp-absent
// says: waits also names thread 7, which is elsewhere
__global__ void shuffle_absent_lane_kernel(int* out) {
  int value = threadIdx.x;
  if (threadIdx.x % 32 != 7) value = __shfl_sync(0xffffffff, value, 0);
  __syncthreads();
  if (value < 0) out[0] = 1;
  out[threadIdx.x] = threadIdx.x;
}
CASE(shuffle_absent_lane) { shuffle_absent_lane_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: shuffle-absent-lane at a
// Lanes beyond the end have returned before the shuffle that reads them.
template <bool neutral>
__global__ void shuffle_kernel(const int* in, int* out, int n) {
  const int t = threadIdx.x;
  if (!neutral && t >= n) return;
  int sum = t < n ? in[t] : 0;
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);  // a
  if (t < n) out[t] = sum;
}
CASE(shuffle_after_return) { shuffle_kernel<false><<<1, 64>>>(zeros<int>(4096), zeros<int>(4096), 50); }

// expect: clean
// Lanes beyond the end take part with a neutral value.
CASE(shuffle_neutral_value) { shuffle_kernel<true><<<1, 64>>>(zeros<int>(4096), zeros<int>(4096), 50); }

// expect: shuffle-absent-lane at a
// A sum over a block of two threads reads mostly lanes that do not exist.
CASE(shuffle_small_block) { shuffle_kernel<true><<<1, 2>>>(zeros<int>(4096), zeros<int>(4096), 2); }

// expect: clean
// The sum is right if the shuffle's width is the number of existing lanes.
__global__ void shuffle_small_block_width_kernel(const int* in, int* out) {
  const int t = threadIdx.x;
  out[t] = in[t] + __shfl_down_sync(0x3u, in[t], 1, 2);
}
CASE(shuffle_small_block_width) {
  shuffle_small_block_width_kernel<<<1, 2>>>(zeros<int>(4096), zeros<int>(4096));
}

// expect: clean
__global__ void shuffle_scan_kernel(const int* in, int* out) {
  __shared__ int s_sums[8];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int value = in[threadIdx.x] + threadIdx.x;
  for (int step = 1; step < 32; step *= 2) {
    const int other = __shfl_up_sync(0xffffffff, value, step);
    if (lane >= step) value += other;
  }
  if (lane == 31) s_sums[warp] = value;
  __syncthreads();
  if (warp == 0 && lane < 8) {
    int sum = s_sums[lane];
    for (int step = 1; step < 8; step *= 2) {
      const int other = __shfl_up_sync(0xff, sum, step);
      if (lane >= step) sum += other;
    }
    s_sums[lane] = sum;
  }
  __syncthreads();
  out[threadIdx.x] = value + (warp > 0 ? s_sums[warp - 1] : 0);
}
CASE(shuffle_scan) { shuffle_scan_kernel<<<1, 256>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: syncwarp-absent
// says: waits also names thread 3, which is elsewhere
// One lane waits at the block's barrier, and the others wait for it at the warp's barrier.
__global__ void syncwarp_absent_lane_kernel(int* out) {
  if (threadIdx.x != 3) __syncwarp();
  __syncthreads();
  out[threadIdx.x] = threadIdx.x;
}
CASE(syncwarp_absent_lane) { syncwarp_absent_lane_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: clean
__global__ void syncwarp_named_kernel(int* out) {
  if (threadIdx.x % 32 < 16)
    __syncwarp(0x0000ffff);
  else
    __syncwarp(0xffff0000);
  __syncthreads();
  out[threadIdx.x] = threadIdx.x;
}
CASE(syncwarp_named) { syncwarp_named_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: syncwarp-absent
__global__ void syncwarp_halves_kernel(int* out, unsigned of_upper_half) {
  if (threadIdx.x < 32) __syncwarp(threadIdx.x < 16 ? 0x0000ffff : of_upper_half);
  __syncthreads();
  out[threadIdx.x] = threadIdx.x;
}
CASE(syncwarp_masks_differ) { syncwarp_halves_kernel<<<1, 64>>>(zeros<int>(64), 0xffffffff); }

// expect: failed-launch
CASE(syncwarp_not_named) { syncwarp_halves_kernel<<<1, 64>>>(zeros<int>(64), 0x0000ffff); }

// expect: race shared at a b
// may: uninitialised-read shared at b
// Lanes synchronise with a mask of one half of the warp, but exchange values with the other half.
__global__ void syncwarp_mask_too_small_kernel(int* out) {
  __shared__ int s_value[32];
  s_value[threadIdx.x] = threadIdx.x;  // a
  if (threadIdx.x < 16)
    __syncwarp(0x0000ffff);
  else
    __syncwarp(0xffff0000);
  out[threadIdx.x] = s_value[31 - threadIdx.x];  // b
}
CASE(syncwarp_mask_too_small) { syncwarp_mask_too_small_kernel<<<1, 32>>>(zeros<int>(4096)); }
