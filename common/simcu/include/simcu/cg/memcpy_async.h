// SPDX-License-Identifier: Apache-2.0
// memcpy_async and wait: the group copies together; wait ends the copies, and is the group's barrier.
#pragma once
#include <cstddef>

#include "simcu/async_copy.h"
#include "simcu/cg/block_grid.h"

namespace cooperative_groups {

// `count` bytes (a number, or cuda::aligned_size_t).
template <class Group, class T, class Size>
[[gnu::always_inline]] inline void memcpy_async(const Group& group, T* dst, const T* src, const Size& count) {
  simcu::start_async_copy_of(group, dst, src, static_cast<std::size_t>(count));
  simcu::commit_async_copies();
}
// The smaller of the two counts of elements.
template <class Group, class T, class DstCount, class SrcCount>
[[gnu::always_inline]] inline void memcpy_async(const Group& group, T* dst, const DstCount& dst_count,
                                                const T* src, const SrcCount& src_count) {
  const std::size_t d = static_cast<std::size_t>(dst_count), s = static_cast<std::size_t>(src_count);
  simcu::start_async_copy_of(group, dst, src, (d < s ? d : s) * sizeof(T));
  simcu::commit_async_copies();
}
template <class Group>
void wait(const Group& group, location where = SIMCU_HERE) {
  simcu::finish_async_copies(0);
  group.sync(where);
}
// All but the latest `Stage` copies.
template <unsigned int Stage, class Group>
void wait_prior(const Group& group, location where = SIMCU_HERE) {
  simcu::finish_async_copies(Stage);
  group.sync(where);
}

}  // namespace cooperative_groups
