// SPDX-License-Identifier: Apache-2.0
// memcpy_async and wait: the group copies together at once; wait is the group's barrier.
#pragma once
#include <cstring>

#include "simcu/cg/block_grid.h"

namespace cooperative_groups {

namespace details {
template <class Group>
void copy_together(const Group& group, void* dst, const void* src, std::size_t bytes) {
  const std::size_t step = 4, threads = static_cast<std::size_t>(group.size());
  for (std::size_t at = static_cast<std::size_t>(group.thread_rank()) * step; at < bytes;
       at += threads * step) {
    const std::size_t part = bytes - at < step ? bytes - at : step;
    std::memcpy(static_cast<char*>(dst) + at, static_cast<const char*>(src) + at, part);
  }
}
}  // namespace details

// `count` bytes (a number, or cuda::aligned_size_t).
template <class Group, class T, class Size>
void memcpy_async(const Group& group, T* dst, const T* src, const Size& count) {
  details::copy_together(group, dst, src, static_cast<std::size_t>(count));
}
// The smaller of the two counts of elements.
template <class Group, class T, class DstCount, class SrcCount>
void memcpy_async(const Group& group, T* dst, const DstCount& dst_count, const T* src,
                  const SrcCount& src_count) {
  const std::size_t d = static_cast<std::size_t>(dst_count), s = static_cast<std::size_t>(src_count);
  details::copy_together(group, dst, src, (d < s ? d : s) * sizeof(T));
}
template <class Group>
void wait(const Group& group, location where = SIMCU_HERE) {
  group.sync(where);
}
template <unsigned int Stage, class Group>
void wait_prior(const Group& group, location where = SIMCU_HERE) {
  group.sync(where);
}

}  // namespace cooperative_groups
