// SPDX-License-Identifier: Apache-2.0
// cooperative_groups::thread_group: what all groups have in common, and the type as which any group of a
// block can be passed.
#pragma once
#include "simcu/device.h"
#include "simcu/error_codes.h"
#include "simcu/integer_intrinsics.h"

namespace cooperative_groups {

using simcu::location;

namespace details {

inline unsigned lanes_below() { return (1u << simcu::lane_id()) - 1; }

// The lanes of the running thread's warp that exist in the block.
inline unsigned lanes_of_warp() {
  const unsigned left = simcu::block_size() - simcu::warp_id() * 32;
  return left >= 32 ? ~0u : (1u << left) - 1;
}

// The lanes of the tile of `size` lanes that the running thread is in.
inline unsigned lanes_of_tile(unsigned size) {
  const unsigned lanes = size == 32 ? ~0u : ((1u << size) - 1) << (simcu::lane_id() & ~(size - 1));
  return lanes & lanes_of_warp();
}

inline void check_tile_size(unsigned size, location where) {
  if (size == 0 || size > 32 || (size & (size - 1)) != 0)
    simcu::fail_kernel(cudaErrorLaunchFailure, "tiled_partition takes a power of two from 1 to 32", where);
}

enum class kind : unsigned char { block, lanes, grid };

}  // namespace details

// Any group of cooperative_groups: its size, a thread's rank in it, its barrier.
class thread_group {
 public:
  unsigned long long size() const {
    switch (kind_) {
      case details::kind::block:
        return simcu::block_size();
      case details::kind::lanes:
        return static_cast<unsigned>(__popc(mask_));
      case details::kind::grid:
        break;
    }
    return 1ull * gridDim.x * gridDim.y * gridDim.z * simcu::block_size();
  }
  unsigned long long num_threads() const { return size(); }
  unsigned long long thread_rank() const {
    switch (kind_) {
      case details::kind::block:
        return simcu::thread_rank();
      case details::kind::lanes:
        return static_cast<unsigned>(__popc(mask_ & details::lanes_below()));
      case details::kind::grid:
        break;
    }
    return (blockIdx.x + 1ull * gridDim.x * (blockIdx.y + 1ull * gridDim.y * blockIdx.z)) *
               simcu::block_size() +
           simcu::thread_rank();
  }
  void sync(location where = SIMCU_HERE) const {
    switch (kind_) {
      case details::kind::block:
        return simcu::block_barrier(where);
      case details::kind::lanes:
        simcu::warp_meet(simcu::warp_op::sync, mask_, 0, 0, where);
        return;
      case details::kind::grid:
        return simcu::grid_barrier(where);
    }
  }

 protected:
  explicit thread_group(details::kind kind, unsigned mask = 0, unsigned meta_rank = 0, unsigned meta_size = 1)
      : kind_(kind), mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}
  details::kind kind_;
  unsigned mask_;                   // lanes of this group, if it is a part of a warp
  unsigned meta_rank_, meta_size_;  // which part of its parent it is, and how many parts exist
  friend thread_group tiled_partition(const thread_group&, unsigned, location);
};

}  // namespace cooperative_groups
