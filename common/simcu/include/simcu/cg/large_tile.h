// SPDX-License-Identifier: Apache-2.0
// cooperative_groups::thread_block_tile<N> for N from 64 to 512: tiles of several warps. As on a GPU, each
// has its own barrier in shared memory, where its warps meet, and one word per warp.
#pragma once
#include "simcu/cg/tile.h"
#include "simcu/cuda_barrier.h"

namespace cooperative_groups {

// On GPUs before compute capability 8.0, the memory for tiles of several warps. simcu has its own.
template <unsigned int MaxBlockSize = 1024>
struct block_tile_memory {
  unsigned char unused;
};
template <unsigned int MaxBlockSize>
thread_block this_thread_block(block_tile_memory<MaxBlockSize>&, location where = SIMCU_HERE) {
  if (simcu::block_size() > MaxBlockSize)
    simcu::fail_kernel(cudaErrorLaunchFailure, "the block has more threads than block_tile_memory is for",
                       where);
  return this_thread_block();
}

namespace details {

struct large_tile_memory {
  alignas(8) unsigned char barriers[4][16]
                                   [sizeof(cuda::barrier<cuda::thread_scope_block>)];  // of 64, 128, 256, 512
  alignas(8) unsigned char values[32][8];                                              // one per warp
};

template <unsigned int Size>
class large_tile {
  static constexpr unsigned kWarps = Size / 32, kKind = Size == 64    ? 0
                                                        : Size == 128 ? 1
                                                        : Size == 256 ? 2
                                                                      : 3;

 public:
  static constexpr unsigned int size() { return Size; }
  static constexpr unsigned int num_threads() { return Size; }
  static unsigned int thread_rank() { return simcu::thread_rank() & (Size - 1); }
  unsigned int meta_group_rank() const { return meta_rank_; }
  unsigned int meta_group_size() const { return meta_size_; }

  void sync(location where = SIMCU_HERE) const {
    simcu::warp_meet(simcu::warp_op::sync, ~0u, 0, 0, where);
    if (simcu::lane_id() == 0) barrier().wait(barrier().come());
    simcu::warp_meet(simcu::warp_op::sync, ~0u, 0, 0, where);
  }
  template <class T>
  T shfl(T value, unsigned int rank, location where = SIMCU_HERE) const {
    if (thread_rank() == rank) word<T>(simcu::warp_id()) = value;
    sync(where);
    const T out = word<T>(first_warp() + rank / 32);
    sync(where);
    return out;
  }
  int any(int predicate, location where = SIMCU_HERE) const {
    return reduce<int>(
        predicate != 0, [](int a, int b) { return a | b; }, where);
  }
  int all(int predicate, location where = SIMCU_HERE) const {
    return reduce<int>(
        predicate != 0, [](int a, int b) { return a & b; }, where);
  }

  // For the functions of this library. Returns the sum of all warps, which meet in shared memory, in each
  // thread.
  template <class T, class Op>
  T reduce(T value, Op op, location where) const {
    for (unsigned distance = 1; distance < 32; distance *= 2) {
      const bool there = simcu::lane_id() + distance < 32;
      const T other = shuffle(~0u, value, simcu::lane_id() + (there ? distance : 0), where);
      if (there) value = op(value, other);
    }
    if (simcu::lane_id() == 0) word<T>(simcu::warp_id()) = value;
    sync(where);
    T sum = word<T>(first_warp());
    for (unsigned w = 1; w < kWarps; ++w) sum = op(sum, word<T>(first_warp() + w));
    sync(where);
    return sum;
  }

 protected:
  large_tile(unsigned meta_rank, unsigned meta_size, location where)
      : meta_rank_(meta_rank), meta_size_(meta_size) {
    if (simcu::block_size() % Size != 0)
      simcu::fail_kernel(
          cudaErrorLaunchFailure,
          "a block is cut into tiles of several warps, and its size isn't a multiple of theirs", where);
    if (thread_rank() == 0) barrier().init_barrier(kWarps);
  }

 private:
  static large_tile_memory& memory() { return simcu::shared<large_tile_memory>("cooperative groups' own"); }
  static cuda::barrier<cuda::thread_scope_block>& barrier() {
    return reinterpret_cast<cuda::barrier<cuda::thread_scope_block>&>(
        memory().barriers[kKind][simcu::thread_rank() / Size]);
  }
  static unsigned first_warp() { return simcu::thread_rank() / Size * kWarps; }
  template <class T>
  static T& word(unsigned warp) {
    static_assert(sizeof(T) <= 8, "tiles of several warps exchange values of at most 8 bytes");
    return reinterpret_cast<T&>(memory().values[warp]);
  }
  unsigned meta_rank_, meta_size_;
};

}  // namespace details

// Making a tile synchronises the group that it is cut from, as on a GPU: its barrier has to be ready.
#define SIMCU_LARGE_TILE(Size)                                                            \
  template <class Parent>                                                                 \
  class thread_block_tile<Size, Parent> : public details::large_tile<Size> {              \
   public:                                                                                \
    template <class OtherParent>                                                          \
    thread_block_tile(const thread_block_tile<Size, OtherParent>& other)                  \
        : details::large_tile<Size>(other) {}                                             \
    template <class Group>                                                                \
    thread_block_tile(const Group& parent, unsigned rank, unsigned count, location where) \
        : details::large_tile<Size>(rank, count, where) {                                 \
      parent.sync(where);                                                                 \
    }                                                                                     \
  };
SIMCU_LARGE_TILE(64)
SIMCU_LARGE_TILE(128)
SIMCU_LARGE_TILE(256)
SIMCU_LARGE_TILE(512)
#undef SIMCU_LARGE_TILE

}  // namespace cooperative_groups
