// SPDX-License-Identifier: Apache-2.0
// cooperative_groups::reduce over a tile or a coalesced group: every member gets the result, and operands
// keep their order.
#pragma once
#include "simcu/cg/lanes.h"

namespace cooperative_groups {

// As in CUDA, less returns the smaller value, and greater the larger.
#define SIMCU_OPERATOR(name, result)                \
  template <class T>                                \
  struct name {                                     \
    T operator()(T a, T b) const { return result; } \
  };
SIMCU_OPERATOR(plus, a + b)
SIMCU_OPERATOR(less, b < a ? b : a)
SIMCU_OPERATOR(greater, a < b ? b : a)
SIMCU_OPERATOR(bit_and, a& b)
SIMCU_OPERATOR(bit_or, a | b)
SIMCU_OPERATOR(bit_xor, a ^ b)
#undef SIMCU_OPERATOR

template <class Group, class T, class Operator>
std::decay_t<T> reduce(const Group& group, T&& value, Operator&& op, location where = SIMCU_HERE) {
  static_assert(std::is_base_of_v<details::lane_group<Group>, Group>,
                "reduce takes a tile or a coalesced group, as in CUDA");
  std::decay_t<T> sum = value;
  const unsigned size = static_cast<unsigned>(__popc(group.lanes())), rank = group.thread_rank();
  // After each round, sum covers the ranks [rank, rank + 2 * distance) that exist.
  for (unsigned distance = 1; distance < size; distance *= 2) {
    const bool there = rank + distance < size;
    const std::decay_t<T> other = group.shfl_down(sum, there ? distance : 0, where);
    if (there) sum = op(sum, other);
  }
  return group.shfl(sum, 0, where);
}

}  // namespace cooperative_groups
