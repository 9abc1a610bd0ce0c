// SPDX-License-Identifier: Apache-2.0
// cooperative_groups::reduce over a tile or a coalesced group: every member gets the result. Operands keep
// their order, so the operator need not be commutative.
#pragma once
#include "simcu/cg/functional.h"
#include "simcu/cg/partition.h"

namespace cooperative_groups {

template <unsigned int Size, class Parent, class T, class Operator, class = std::enable_if_t<(Size > 32)>>
std::decay_t<T> reduce(const thread_block_tile<Size, Parent>& tile, T&& value, Operator&& op,
                       location where = SIMCU_HERE) {
  return tile.template reduce<std::decay_t<T>>(value, op, where);
}
template <class Group, class T, class Operator>
std::decay_t<T> reduce(const Group& group, T&& value, Operator&& op, location where = SIMCU_HERE) {
  static_assert(!std::is_same_v<Group, thread_block> && !std::is_same_v<Group, thread_group> &&
                    !std::is_same_v<Group, grid_group>,
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
