// SPDX-License-Identifier: Apache-2.0
// The groups that always exist: the block, the grid, the thread itself.
#pragma once
#include "simcu/cg/group.h"

namespace cooperative_groups {

// All threads of the block; sync() is __syncthreads().
class thread_block : public thread_group {
 public:
  struct arrival_token {};  // what barrier_wait takes from barrier_arrive

  static void sync(location where = SIMCU_HERE) { simcu::block_barrier(where); }
  // arrive() does not wait; the actual barrier is in wait().
  arrival_token barrier_arrive() const { return {}; }
  void barrier_wait(arrival_token&&, location where = SIMCU_HERE) const { simcu::block_barrier(where); }
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

// All threads of a cooperative launch; sync() is a barrier for all its blocks.
class grid_group : public thread_group {
 public:
  struct arrival_token {};  // what barrier_wait takes from barrier_arrive

  bool is_valid() const { return simcu::launched_cooperatively(); }
  void sync(location where = SIMCU_HERE) const { simcu::grid_barrier(where); }
  arrival_token barrier_arrive() const { return {}; }
  void barrier_wait(arrival_token&&, location where = SIMCU_HERE) const { simcu::grid_barrier(where); }
  static unsigned long long size() { return num_blocks() * simcu::block_size(); }
  static unsigned long long num_threads() { return size(); }
  static unsigned long long thread_rank() {
    return block_rank() * simcu::block_size() + simcu::thread_rank();
  }
  static unsigned long long num_blocks() { return 1ull * gridDim.x * gridDim.y * gridDim.z; }
  static unsigned long long block_rank() {
    return blockIdx.x + 1ull * gridDim.x * (blockIdx.y + 1ull * gridDim.y * blockIdx.z);
  }
  static dim3 block_index() { return blockIdx; }
  static dim3 dim_blocks() { return gridDim; }
  static dim3 group_dim() { return gridDim; }
  static dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }
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
template <class Group>
auto group_size(const Group& group) {
  return group.size();
}
template <class Group>
auto thread_rank(const Group& group) {
  return group.thread_rank();
}

}  // namespace cooperative_groups
