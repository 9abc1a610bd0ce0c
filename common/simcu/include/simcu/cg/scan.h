// SPDX-License-Identifier: Apache-2.0
// Inclusive and exclusive scans over a tile or a coalesced group. Rank 0 of an exclusive scan gets T{}.
#pragma once
#include "simcu/cg/functional.h"
#include "simcu/cg/partition.h"

namespace cooperative_groups {

template <class Group, class T, class Operator>
std::decay_t<T> inclusive_scan(const Group& group, T&& value, Operator&& op, location where = SIMCU_HERE) {
  std::decay_t<T> sum = value;
  const unsigned size = static_cast<unsigned>(__popc(group.lanes())), rank = group.thread_rank();
  for (unsigned distance = 1; distance < size; distance *= 2) {
    const std::decay_t<T> other = group.shfl_up(sum, static_cast<int>(distance), where);
    if (rank >= distance) sum = op(other, sum);
  }
  return sum;
}
template <class Group, class T>
std::decay_t<T> inclusive_scan(const Group& group, T&& value) {
  return inclusive_scan(group, value, plus<std::decay_t<T>>());
}

template <class Group, class T, class Operator>
std::decay_t<T> exclusive_scan(const Group& group, T&& value, Operator&& op, location where = SIMCU_HERE) {
  using result_type = std::decay_t<T>;
  const result_type all = inclusive_scan(group, value, op, where);
  const result_type before = group.shfl_up(all, 1, where);
  return group.thread_rank() == 0 ? result_type{} : before;
}
template <class Group, class T>
std::decay_t<T> exclusive_scan(const Group& group, T&& value) {
  return exclusive_scan(group, value, plus<std::decay_t<T>>());
}

}  // namespace cooperative_groups
