// SPDX-License-Identifier: Apache-2.0
// Groups from groups: tiled_partition, binary_partition, labeled_partition.
#pragma once

namespace cooperative_groups {

// Tiles of `Size` neighbours of a block or of a larger tile.
template <unsigned int Size>
thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
  const unsigned count = (simcu::block_size() + Size - 1) / Size;
  return thread_block_tile<Size, thread_block>::make(simcu::thread_rank() / Size, count);
}
template <unsigned int Size, unsigned int ParentSize, class Grandparent>
thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>> tiled_partition(
    const thread_block_tile<ParentSize, Grandparent>&) {
  static_assert(Size <= ParentSize, "a tile cannot be larger than the group it is cut from");
  const unsigned rank = (simcu::thread_rank() & (ParentSize - 1)) / Size;
  return thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>>::make(rank, ParentSize / Size);
}

namespace details {
// The members of `lanes` whose ranks are in the same run of `size` as the running thread's rank.
inline unsigned lanes_of_same_run(unsigned lanes, unsigned size) {
  const unsigned first = static_cast<unsigned>(__popc(lanes & lanes_below())) / size * size;
  unsigned result = 0, rank = 0;
  for (unsigned left = lanes; left != 0; left &= left - 1, ++rank)
    if (rank >= first && rank < first + size) result |= left & (0u - left);
  return result;
}
}  // namespace details

inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned int size,
                                       location where = SIMCU_HERE) {
  details::check_tile_size(size, where);
  if (parent.size() <= size) return parent;
  return coalesced_group(details::lanes_of_same_run(parent.lanes(), size), parent.thread_rank() / size,
                         (parent.size() + size - 1) / size);
}
inline thread_group tiled_partition(const thread_group& parent, unsigned int size,
                                    location where = SIMCU_HERE) {
  details::check_tile_size(size, where);
  if (parent.kind_ == details::kind::lanes)
    return tiled_partition(coalesced_group(parent.mask_, parent.meta_rank_, parent.meta_size_), size, where);
  return coalesced_group(details::lanes_of_tile(size), simcu::thread_rank() / size,
                         (simcu::block_size() + size - 1) / size);
}
inline thread_group tiled_partition(const thread_block& parent, unsigned int size,
                                    location where = SIMCU_HERE) {
  return tiled_partition(static_cast<const thread_group&>(parent), size, where);
}
template <unsigned int Size>
coalesced_group tiled_partition(const coalesced_group& parent, location where = SIMCU_HERE) {
  return tiled_partition(parent, Size, where);
}

// The members of `group` (a coalesced group or a tile) for which the predicate is the same.
template <class Group>
coalesced_group binary_partition(const Group& group, bool predicate, location where = SIMCU_HERE) {
  const unsigned set = coalesced_group(group.lanes()).lanes_with(predicate, where);
  if (set == group.lanes() || set == 0) return coalesced_group(group.lanes(), 0, 1);
  return coalesced_group(predicate ? set : group.lanes() & ~set, predicate, 2);
}

// The members of `group` with the same label.
template <class Group, class Label>
coalesced_group labeled_partition(const Group& group, Label label, location where = SIMCU_HERE) {
  static_assert(std::is_integral_v<Label>, "labels are integers");
  if constexpr (std::is_same_v<Label, bool>) {
    return binary_partition(group, label, where);
  } else {
    const unsigned same = static_cast<unsigned>(
        simcu::warp_meet(simcu::warp_op::match_any, group.lanes(), details::match_bits(label), 0, where));
    const unsigned first = same & (0u - same);
    const bool leads = (1u << simcu::lane_id()) == first;
    const unsigned leaders = coalesced_group(group.lanes()).lanes_with(leads, where);
    return coalesced_group(same, static_cast<unsigned>(__popc(leaders & (first - 1))),
                           static_cast<unsigned>(__popc(leaders)));
  }
}

}  // namespace cooperative_groups
