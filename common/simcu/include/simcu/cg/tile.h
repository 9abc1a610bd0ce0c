// SPDX-License-Identifier: Apache-2.0
// cooperative_groups::thread_block_tile<N>: N neighbouring lanes, N a power of two up to 32.
#pragma once
#include "simcu/cg/block_grid.h"
#include "simcu/cg/coalesced.h"
#include "simcu/cg/shuffle.h"

namespace cooperative_groups {

// A tile of a block: 2, 4, … 32 neighbouring lanes with shuffles and votes.
template <unsigned int Size, class Parent = void>
class thread_block_tile : public thread_group {
  static_assert(Size >= 1 && (Size & (Size - 1)) == 0, "a tile has a power of two of threads");
  static_assert(Size <= 32, "simcu does not support tiles of several warps");

 public:
  // A tile for which the parent group does not matter.
  template <class OtherParent>
  thread_block_tile(const thread_block_tile<Size, OtherParent>& other) : thread_group(other) {}

  static constexpr unsigned int size() { return Size; }
  static constexpr unsigned int num_threads() { return Size; }
  static unsigned int thread_rank() { return simcu::thread_rank() & (Size - 1); }
  unsigned int meta_group_rank() const { return meta_rank_; }
  unsigned int meta_group_size() const { return meta_size_; }

  template <class T>
  T shfl(T value, int rank, location where = SIMCU_HERE) const {
    return details::shuffle(mask_, value, first_lane() | (static_cast<unsigned>(rank) & (Size - 1)), where);
  }
  template <class T>
  T shfl_up(T value, int delta, location where = SIMCU_HERE) const {
    const unsigned d = static_cast<unsigned>(delta), lane = simcu::lane_id();
    return details::shuffle(mask_, value, d > thread_rank() ? lane : lane - d, where);
  }
  template <class T>
  T shfl_down(T value, unsigned int delta, location where = SIMCU_HERE) const {
    const unsigned lane = simcu::lane_id();
    return details::shuffle(mask_, value, delta < Size - thread_rank() ? lane + delta : lane, where);
  }
  template <class T>
  T shfl_xor(T value, unsigned int lane_mask, location where = SIMCU_HERE) const {
    const unsigned lane = simcu::lane_id();
    return details::shuffle(mask_, value, lane_mask < Size ? lane ^ lane_mask : lane, where);
  }
  int any(int predicate, location where = SIMCU_HERE) const { return ballot(predicate, where) != 0; }
  int all(int predicate, location where = SIMCU_HERE) const {
    return ballot(predicate, where) == mask_ >> first_lane();
  }
  unsigned int ballot(int predicate, location where = SIMCU_HERE) const {
    return meet(simcu::warp_op::ballot, predicate != 0, where);
  }
  template <class T>
  unsigned int match_any(T value, location where = SIMCU_HERE) const {
    return meet(simcu::warp_op::match_any, details::match_bits(value), where);
  }
  template <class T>
  unsigned int match_all(T value, int& same, location where = SIMCU_HERE) const {
    const unsigned ranks = meet(simcu::warp_op::match_all, details::match_bits(value), where);
    same = ranks != 0;
    return ranks;
  }

  // For the functions of this library.
  static thread_block_tile make(unsigned meta_rank, unsigned meta_size) {
    return thread_block_tile(details::lanes_of_tile(Size), meta_rank, meta_size);
  }
  unsigned lanes() const { return mask_; }

 private:
  template <unsigned int, class>
  friend class thread_block_tile;
  thread_block_tile(unsigned lanes, unsigned meta_rank, unsigned meta_size)
      : thread_group(details::kind::lanes, lanes, meta_rank, meta_size) {}
  static unsigned first_lane() { return simcu::lane_id() & ~(Size - 1); }
  // Converts an operation's result from a set of lanes to a set of ranks.
  unsigned meet(simcu::warp_op op, std::uint64_t value, location where) const {
    return static_cast<unsigned>(simcu::warp_meet(op, mask_, value, 0, where)) >> first_lane();
  }
};

// The thread itself, as a group of one.
inline thread_block_tile<1> this_thread() { return thread_block_tile<1>::make(0, 1); }

}  // namespace cooperative_groups
