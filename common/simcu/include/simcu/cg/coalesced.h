// SPDX-License-Identifier: Apache-2.0
// cooperative_groups::coalesced_group: any lanes of one warp. A member's rank counts the members in lower
// lanes.
#pragma once
#include "simcu/cg/group.h"
#include "simcu/cg/shuffle.h"

namespace cooperative_groups {

// The lanes of a warp that came to coalesced_threads() together.
class coalesced_group : public thread_group {
 public:
  unsigned int size() const { return static_cast<unsigned>(__popc(mask_)); }
  unsigned int num_threads() const { return size(); }
  unsigned int thread_rank() const { return static_cast<unsigned>(__popc(mask_ & details::lanes_below())); }
  unsigned int meta_group_rank() const { return meta_rank_; }
  unsigned int meta_group_size() const { return meta_size_; }

  template <class T>
  T shfl(T value, int rank, location where = SIMCU_HERE) const {
    return details::shuffle(mask_, value, lane_of(rank), where);
  }
  template <class T>
  T shfl_up(T value, int delta, location where = SIMCU_HERE) const {
    const int rank = static_cast<int>(thread_rank());
    return details::shuffle(mask_, value, lane_of(rank - delta < 0 ? rank : rank - delta), where);
  }
  template <class T>
  T shfl_down(T value, unsigned int delta, location where = SIMCU_HERE) const {
    const unsigned rank = thread_rank();
    return details::shuffle(mask_, value,
                            lane_of(static_cast<int>(delta < size() - rank ? rank + delta : rank)), where);
  }
  int any(int predicate, location where = SIMCU_HERE) const { return lanes_with(predicate, where) != 0; }
  int all(int predicate, location where = SIMCU_HERE) const { return lanes_with(predicate, where) == mask_; }
  unsigned int ballot(int predicate, location where = SIMCU_HERE) const {
    return ranks(lanes_with(predicate, where));
  }
  template <class T>
  unsigned int match_any(T value, location where = SIMCU_HERE) const {
    return ranks(meet(simcu::warp_op::match_any, details::match_bits(value), where));
  }
  template <class T>
  unsigned int match_all(T value, int& same, location where = SIMCU_HERE) const {
    const unsigned lanes = meet(simcu::warp_op::match_all, details::match_bits(value), where);
    same = lanes != 0;
    return ranks(lanes);
  }

  // These are for the functions of this library.
  explicit coalesced_group(unsigned lanes, unsigned meta_rank = 0, unsigned meta_size = 1)
      : thread_group(details::kind::lanes, lanes, meta_rank, meta_size) {}
  unsigned lanes() const { return mask_; }
  unsigned lanes_with(int predicate, location where) const {
    return meet(simcu::warp_op::ballot, predicate != 0, where);
  }

 private:
  unsigned meet(simcu::warp_op op, std::uint64_t value, location where) const {
    return static_cast<unsigned>(simcu::warp_meet(op, mask_, value, 0, where));
  }
  unsigned lane_of(int rank) const {
    const unsigned lane = __fns(mask_, 0, rank + 1);
    return lane < 32 ? lane : simcu::lane_id();
  }
  // The bits of `lanes` at the positions of their members' ranks.
  unsigned ranks(unsigned lanes) const {
    unsigned packed = 0, rank = 0;
    for (unsigned left = mask_; left != 0; left &= left - 1, ++rank)
      if (lanes & left & (0u - left)) packed |= 1u << rank;
    return packed;
  }
};

// The lanes that are here together.
inline coalesced_group coalesced_threads(location where = SIMCU_HERE) {
  return coalesced_group(simcu::converged_lanes(where));
}

}  // namespace cooperative_groups
