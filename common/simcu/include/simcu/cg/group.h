// SPDX-License-Identifier: Apache-2.0
// cooperative_groups::thread_group, the base of all groups, and the block and grid groups.
#pragma once
#include "simcu/device.h"
#include "simcu/error_codes.h"
#include "simcu/integer_intrinsics.h"

namespace cooperative_groups {

using simcu::location;

namespace details {

inline unsigned lanes_of_warp() {
  const unsigned left = simcu::block_size() - simcu::warp_id() * 32;
  return left >= 32 ? ~0u : (1u << left) - 1;
}

inline unsigned lanes_below() { return (1u << simcu::lane_id()) - 1; }
inline unsigned long long blocks() { return 1ull * gridDim.x * gridDim.y * gridDim.z; }
inline unsigned long long block_rank() {
  return blockIdx.x + 1ull * gridDim.x * (blockIdx.y + 1ull * gridDim.y * blockIdx.z);
}

enum class kind : unsigned char { block, lanes, grid };

}  // namespace details

// Any group of cooperative_groups: its size, a thread's rank in it, and its barrier.
class thread_group {
 public:
  unsigned long long size() const {
    if (kind_ == details::kind::lanes) return static_cast<unsigned>(__popc(mask_));
    return (kind_ == details::kind::grid ? details::blocks() : 1) * simcu::block_size();
  }
  unsigned long long num_threads() const { return size(); }
  unsigned long long thread_rank() const {
    if (kind_ == details::kind::lanes) return static_cast<unsigned>(__popc(mask_ & details::lanes_below()));
    return (kind_ == details::kind::grid ? details::block_rank() * simcu::block_size() : 0) +
           simcu::thread_rank();
  }
  void sync(location where = SIMCU_HERE) const {
    if (kind_ == details::kind::block) return simcu::block_barrier(where);
    if (kind_ == details::kind::grid) return simcu::grid_barrier(where);
    simcu::warp_meet(simcu::warp_op::sync, mask_, 0, 0, where);
  }

 protected:
  explicit thread_group(details::kind kind, unsigned mask = 0) : kind_(kind), mask_(mask) {}
  details::kind kind_;
  unsigned mask_;  // the group's lanes, if it is part of a warp
  friend thread_group tiled_partition(const thread_group&, unsigned, location);
};

// All threads of the block; sync() is __syncthreads().
class thread_block : public thread_group {
 public:
  static void sync(location where = SIMCU_HERE) { simcu::block_barrier(where); }
  static unsigned int size() { return simcu::block_size(); }
  static unsigned int num_threads() { return simcu::block_size(); }
  static unsigned int thread_rank() { return simcu::thread_rank(); }
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }

 private:
  thread_block() : thread_group(details::kind::block) {}
  friend thread_block this_thread_block();
};

inline thread_block this_thread_block() { return thread_block(); }

// All threads of a cooperative launch; sync() is a barrier across its blocks.
class grid_group : public thread_group {
 public:
  bool is_valid() const { return simcu::launched_cooperatively(); }
  static unsigned long long num_blocks() { return details::blocks(); }
  static unsigned long long block_rank() { return details::block_rank(); }
  static dim3 block_index() { return blockIdx; }
  static dim3 dim_blocks() { return gridDim; }
  static dim3 group_dim() { return gridDim; }
  static dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }

 private:
  grid_group() : thread_group(details::kind::grid) {}
  friend grid_group this_grid();
};

inline grid_group this_grid() { return grid_group(); }

template <class Group>
void sync(const Group& group, location where = SIMCU_HERE) {
  group.sync(where);
}

}  // namespace cooperative_groups
