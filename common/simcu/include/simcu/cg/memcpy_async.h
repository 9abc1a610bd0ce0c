// SPDX-License-Identifier: Apache-2.0
// memcpy_async and wait: the group copies together at once; wait is the group's barrier.
#pragma once
#include <cstddef>
#include <cstdint>

#include "simcu/cg/block_grid.h"

namespace cooperative_groups {

namespace details {
// Inlined, so that reports name the caller's line.
template <class Group>
[[gnu::always_inline]] inline void copy_together(const Group& group, void* dst, const void* src,
                                                 std::size_t bytes) {
  // Plain accesses, which every compiler lets the checkers see: g++ 11 makes unseen ones of a small memcpy
  // whose size it does not know.
  const std::size_t step = 4, threads = static_cast<std::size_t>(group.size());
  for (std::size_t at = static_cast<std::size_t>(group.thread_rank()) * step; at < bytes;
       at += threads * step) {
    const std::size_t part = bytes - at < step ? bytes - at : step;
    char* to = static_cast<char*>(dst) + at;
    const char* from = static_cast<const char*>(src) + at;
    if (part == step &&
        (reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from)) % step == 0)
      *reinterpret_cast<std::uint32_t*>(to) = *reinterpret_cast<const std::uint32_t*>(from);
    else
      for (std::size_t i = 0; i < part; ++i) to[i] = from[i];
  }
}
}  // namespace details

// `count` bytes (a number, or cuda::aligned_size_t).
template <class Group, class T, class Size>
[[gnu::always_inline]] inline void memcpy_async(const Group& group, T* dst, const T* src, const Size& count) {
  details::copy_together(group, dst, src, static_cast<std::size_t>(count));
}
// The smaller of the two counts of elements.
template <class Group, class T, class DstCount, class SrcCount>
[[gnu::always_inline]] inline void memcpy_async(const Group& group, T* dst, const DstCount& dst_count,
                                                const T* src, const SrcCount& src_count) {
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
