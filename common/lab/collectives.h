// SPDX-License-Identifier: Apache-2.0
// What the threads of a warp or of a block compute together. The name has the level, as in CUB's WarpScan and
// BlockScan: all lanes of a warp call warp_…, and all threads of a block call block_…, which has a barrier.
// Blocks are one-dimensional and have whole warps.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

namespace lab {

constexpr unsigned kAllLanes = 0xffffffff;

__device__ inline unsigned lane_id() { return threadIdx.x % 32; }
__device__ inline unsigned lanes_below() { return (1u << lane_id()) - 1; }

// Returns the lanes with this lane's value, including itself. Only the lanes in `lanes` call it, together.
__device__ inline unsigned warp_match(std::uint32_t value, unsigned lanes = kAllLanes) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
  return __match_any_sync(lanes, value);
#else  // GPUs before Volta lack this instruction
  unsigned peers = 0;
  for (int lane = 0; lane < 32; ++lane) peers |= (__shfl_sync(lanes, value, lane) == value ? 1u : 0u) << lane;
  return peers & lanes;
#endif
}

// Returns the sum of the values of this lane and all lower lanes.
template <class Sum>
__device__ Sum warp_inclusive_scan(Sum sum) {
#pragma unroll
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const Sum left = __shfl_up_sync(kAllLanes, sum, distance);
    if (lane_id() >= distance) sum += left;
  }
  return sum;
}

// [lab05-block-scan]
// Returns the sum of all earlier threads' values; `total` is the sum of all values. The block has `warps`
// warps. Has one barrier. s_sums, in shared memory, has one element per warp. It can be reused after the
// block's next barrier.
template <class Sum>
__device__ Sum block_exclusive_scan(Sum value, Sum* s_sums, unsigned warps, Sum& total) {
  const Sum upto = warp_inclusive_scan(value);
  if (lane_id() == 31) s_sums[threadIdx.x / 32] = upto;
  __syncthreads();
  // Every warp scans the sums of all warps itself, so that no second barrier is needed.
  const Sum own = lane_id() < warps ? s_sums[lane_id()] : Sum{0}, sums = warp_inclusive_scan(own);
  total = __shfl_sync(kAllLanes, sums, 31);
  return __shfl_sync(kAllLanes, sums - own, threadIdx.x / 32) + upto - value;
}
// [lab05-block-scan]

}  // namespace lab
