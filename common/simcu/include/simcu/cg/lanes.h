// SPDX-License-Identifier: Apache-2.0
// Groups of lanes of one warp: coalesced_group and thread_block_tile.
#pragma once
#include <cstring>
#include <type_traits>

#include "simcu/cg/group.h"

namespace cooperative_groups {

namespace details {

// Shuffles a value of up to 32 bytes. A lane from which no lane reads may contribute an uninitialised value.
#pragma GCC diagnostic push
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
template <class T>
T shuffle(unsigned mask, const T& value, unsigned source_lane, location where) {
  static_assert(std::is_trivially_copyable_v<T>, "a shuffled value must be trivially copyable");
  static_assert(sizeof(T) <= 32, "a shuffled value can have at most 32 bytes");
  T result = value;
  for (std::size_t done = 0; done < sizeof(T); done += 8) {
    const std::size_t part = sizeof(T) - done < 8 ? sizeof(T) - done : 8;
    std::uint64_t bits = 0;
    std::memcpy(&bits, reinterpret_cast<const char*>(&value) + done, part);
    bits = simcu::warp_meet(simcu::warp_op::shuffle, mask, bits, static_cast<int>(source_lane), where);
    std::memcpy(reinterpret_cast<char*>(&result) + done, &bits, part);
  }
  return result;
}
#pragma GCC diagnostic pop

template <class T>
std::uint64_t match_bits(T value) {
  static_assert(std::is_arithmetic_v<T>, "only numbers can be matched");
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

// `Self` has size(), thread_rank(), lane_of(rank), and ranks(lanes): its members in these lanes, as a mask of
// ranks.
template <class Self>
class lane_group : public thread_group {
 public:
  template <class T>
  T shfl(T value, int rank, location where = SIMCU_HERE) const {
    return shuffle(mask_, value, self().lane_of(rank), where);
  }
  template <class T>
  T shfl_up(T value, int delta, location where = SIMCU_HERE) const {
    const int rank = static_cast<int>(self().thread_rank());
    return shfl(value, delta < 0 || delta > rank ? rank : rank - delta, where);
  }
  template <class T>
  T shfl_down(T value, unsigned int delta, location where = SIMCU_HERE) const {
    const unsigned rank = self().thread_rank();
    return shfl(value, static_cast<int>(delta < self().size() - rank ? rank + delta : rank), where);
  }
  int any(int predicate, location where = SIMCU_HERE) const { return ballot(predicate, where) != 0; }
  int all(int predicate, location where = SIMCU_HERE) const {
    return ballot(predicate, where) == self().ranks(mask_);
  }
  unsigned int ballot(int predicate, location where = SIMCU_HERE) const {
    return meet(simcu::warp_op::ballot, predicate != 0, where);
  }
  template <class T>
  unsigned int match_any(T value, location where = SIMCU_HERE) const {
    return meet(simcu::warp_op::match_any, match_bits(value), where);
  }
  template <class T>
  unsigned int match_all(T value, int& same, location where = SIMCU_HERE) const {
    const unsigned ranks = meet(simcu::warp_op::match_all, match_bits(value), where);
    same = ranks != 0;
    return ranks;
  }
  unsigned lanes() const { return mask_; }

 protected:
  explicit lane_group(unsigned lanes) : thread_group(kind::lanes, lanes) {}

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
  unsigned meet(simcu::warp_op op, std::uint64_t value, location where) const {
    return self().ranks(static_cast<unsigned>(simcu::warp_meet(op, mask_, value, 0, where)));
  }
};

}  // namespace details

// The lanes of a warp that reached coalesced_threads() together.
class coalesced_group : public details::lane_group<coalesced_group> {
 public:
  unsigned int size() const { return static_cast<unsigned>(__popc(mask_)); }
  unsigned int num_threads() const { return size(); }
  unsigned int thread_rank() const { return static_cast<unsigned>(__popc(mask_ & details::lanes_below())); }

 private:
  explicit coalesced_group(unsigned lanes) : lane_group(lanes) {}
  friend coalesced_group coalesced_threads(location where);
  friend class details::lane_group<coalesced_group>;
  unsigned lane_of(int rank) const {
    const unsigned lane = __fns(mask_, 0, rank + 1);
    return lane < 32 ? lane : simcu::lane_id();
  }
  unsigned ranks(unsigned lanes) const {
    unsigned packed = 0, rank = 0;
    for (unsigned left = mask_; left != 0; left &= left - 1, ++rank)
      if (lanes & left & (0u - left)) packed |= 1u << rank;
    return packed;
  }
};

inline coalesced_group coalesced_threads(location where = SIMCU_HERE) {
  return coalesced_group(simcu::converged_lanes(where));
}

// A tile of a block: neighbouring lanes, whose number is a power of two up to 32. The meta group consists of
// all tiles of the parent.
template <unsigned int Size, class Parent = void>
class thread_block_tile : public details::lane_group<thread_block_tile<Size, Parent>> {
  static_assert(Size >= 1 && (Size & (Size - 1)) == 0, "the size of a tile must be a power of two");
  static_assert(Size <= 32, "simcu does not support tiles of several warps");
  using base = details::lane_group<thread_block_tile>;

 public:
  template <class OtherParent>
  thread_block_tile(const thread_block_tile<Size, OtherParent>& other)
      : thread_block_tile(other.meta_group_rank(), other.meta_group_size()) {}
  thread_block_tile(unsigned meta_rank, unsigned meta_size)
      : base((Size == 32 ? ~0u : ((1u << (Size % 32)) - 1) << first_lane()) & details::lanes_of_warp()),
        meta_rank_(meta_rank),
        meta_size_(meta_size) {}

  static constexpr unsigned int size() { return Size; }
  static constexpr unsigned int num_threads() { return Size; }
  static unsigned int thread_rank() { return simcu::thread_rank() & (Size - 1); }
  unsigned int meta_group_rank() const { return meta_rank_; }
  unsigned int meta_group_size() const { return meta_size_; }
  template <class T>
  T shfl_xor(T value, unsigned int lane_mask, location where = SIMCU_HERE) const {
    return base::shfl(value, static_cast<int>(thread_rank() ^ (lane_mask < Size ? lane_mask : 0)), where);
  }

 private:
  friend class details::lane_group<thread_block_tile>;
  static unsigned first_lane() { return simcu::lane_id() & ~(Size - 1); }
  static unsigned lane_of(int rank) { return first_lane() | (static_cast<unsigned>(rank) & (Size - 1)); }
  static unsigned ranks(unsigned lanes) { return lanes >> first_lane(); }
  unsigned meta_rank_, meta_size_;
};

// The thread itself, as a group of size 1.
inline thread_block_tile<1> this_thread() { return thread_block_tile<1>(0, 1); }

template <unsigned int Size>
thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
  return {simcu::thread_rank() / Size, (simcu::block_size() + Size - 1) / Size};
}
template <unsigned int Size, unsigned int ParentSize, class Grandparent>
thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>> tiled_partition(
    const thread_block_tile<ParentSize, Grandparent>& parent) {
  static_assert(Size <= ParentSize, "a tile cannot be larger than the group it is cut from");
  return {parent.thread_rank() / Size, ParentSize / Size};
}

// Divides a block or a group of lanes into runs of `size` consecutive ranks; returns the thread's run.
inline thread_group tiled_partition(const thread_group& parent, unsigned int size,
                                    location where = SIMCU_HERE) {
  if (size == 0 || size > 32 || (size & (size - 1)) != 0)
    simcu::fail_kernel(cudaErrorLaunchFailure, "tiled_partition takes a power of two from 1 to 32", where);
  const unsigned lanes = parent.kind_ == details::kind::lanes ? parent.mask_ : details::lanes_of_warp();
  const unsigned first = static_cast<unsigned>(__popc(lanes & details::lanes_below())) / size * size;
  unsigned result = 0, rank = 0;
  for (unsigned left = lanes; left != 0; left &= left - 1, ++rank)
    if (rank >= first && rank < first + size) result |= left & (0u - left);
  return thread_group(details::kind::lanes, result);
}

}  // namespace cooperative_groups
