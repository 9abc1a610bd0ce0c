// SPDX-License-Identifier: Apache-2.0
// The happens-before order of the simulated threads' accesses, stored as what each thread knows about the
// others.
//
// A stretch of a thread between two synchronisations is a *segment*, whose number only increases. A thread
// that knows another thread up to a segment comes after that thread's accesses up to the end of the segment.
// A block's barrier sets a floor: all its threads know the block's segments with lower numbers. Only fences
// with atomics, and synchronisation of partial warps, need more.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "state/four.h"

namespace simcu::check {

using segment = std::uint32_t;  // 31 bits; 0 means none

struct origin {
  std::uint32_t block;  // its instance, which is unique over all launches
  unsigned rank;
};

struct block_knowledge {
  segment floor = 0;                    // all threads' lower segments are known
  std::map<unsigned, segment> threads;  // the last known segments of individual threads
};

// Knowledge about many blocks. Copies share their common parts, because many threads' copies differ only in a
// block or two.
class knowledge {
 public:
  bool empty() const { return !base_ && own_.empty(); }
  void clear() { *this = knowledge(); }
  bool has(origin who, segment s) const;
  bool has_any_of(std::uint32_t block) const { return find(block) != nullptr; }
  block_knowledge& of(std::uint32_t block);
  void join(const knowledge& more);
  void share();

 private:
  using blocks = std::map<std::uint32_t, std::shared_ptr<block_knowledge>>;
  const std::shared_ptr<block_knowledge>* find(std::uint32_t block) const;
  void join(std::uint32_t block, const std::shared_ptr<block_knowledge>& more);

  std::shared_ptr<const blocks> base_;
  blocks own_;  // these override the base
};

class segments {
 public:
  segment take_warp(std::uint32_t block, unsigned warp);  // returns lane 0's segment, the first of 32
  origin of(segment s) const { return {chunks_[s / 32].block, chunks_[s / 32].warp * 32 + s % 32}; }
  bool nearly_used_up() const { return chunks_.size() > kMost / 2; }
  void start_again() { chunks_.resize(1); }  // called when no segment is in use
  segment next() const { return static_cast<segment>(chunks_.size() * 32); }

 private:
  struct chunk {
    std::uint32_t block;
    std::uint32_t warp;
  };
  static constexpr std::size_t kMost = std::size_t{1} << 26;
  std::vector<chunk> chunks_{{0, 0}};
};

struct thread_clock {
  knowledge seen;  // acquired by fences
  // What the thread's last fence has published: [0] to its block, [1] to the device.
  std::shared_ptr<const knowledge> released[2];
  knowledge pending;  // collected by strong reads, and not yet acquired by a fence
  // What the thread's last strong reads have found, [0] in its block's scope and [1] in the device's. A
  // waiting thread reads the same value repeatedly.
  std::shared_ptr<const knowledge> read[2];
  // The segment of the last fence if its knowledge is not in `released` yet, otherwise 0. Added only when
  // needed, because a waiting thread's fence is usually followed by another fence.
  segment fenced = 0;
  bool fenced_for_device = false;
};

class block_clock {
 public:
  block_clock(segments& all, std::uint32_t instance, unsigned threads, const segment& grid_floor);

  std::uint32_t instance() const { return instance_; }
  segment now(unsigned rank) const { return now_[rank]; }
  // Returns whether an access of thread `who` in segment s happened before the next access of thread `rank`.
  bool knows(unsigned rank, segment s, origin who) const {
    if (s < grid_floor_ || (who.block == instance_ && (who.rank == rank || s < floor_))) return true;
    if (who.block == instance_ && who.rank / 32 == rank / 32 && s < warp_floor_[rank / 32]) return true;
    return (!lanes_.empty() || !seen_.empty() || !threads_.empty()) && has_learnt(rank, s, who);
  }
  // Returns whether a fence now would order the two accesses of knows(), because a strong read has found what
  // thread `who` has released since.
  bool would_know(unsigned rank, segment s, origin who) const {
    const auto extra = threads_.find(rank);
    return extra != threads_.end() && extra->second.pending.has(who, s);
  }
  // Returns whether thread `rank` has acquired something that a thread of that block has released.
  bool has_heard_from(unsigned rank, std::uint32_t block) const {
    const auto extra = threads_.find(rank);
    return seen_.has_any_of(block) || (extra != threads_.end() && extra->second.seen.has_any_of(block));
  }
  // Returns true if s, a segment of this launch, is certainly unknown to every thread except its own.
  SIMCU_HOT bool surely_unknown(segment s) const { return only_barriers_ && (s >= floor_ || s < first_); }
  SIMCU_HOT unsigned surely_unknown(four s) const {
    return only_barriers_ ? negative((s >= four_times(floor_)) | (s < four_times(first_))) : 0;
  }
  segment floor() const { return floor_; }  // all threads know this block's lower segments

  void barrier();
  void sync_lanes(unsigned warp, unsigned lanes);
  void next_grid_round();

  void fence(unsigned rank, bool whole_device, bool releases);
  // `carried`, which may be null, is the synchronisation variable's knowledge. A fence will acquire what a
  // read collects; a write returns what the variable carries from now on.
  void strong_read(unsigned rank, const std::shared_ptr<const knowledge>& carried, bool whole_device);
  // `keeps` means a read-modify-write, which passes on what earlier operations released through the variable.
  // `whole_device` says which fences count.
  std::shared_ptr<const knowledge> strong_write(unsigned rank,
                                                const std::shared_ptr<const knowledge>& carried, bool keeps,
                                                bool whole_device);

 private:
  using lane_row = std::array<segment, 32>;  // by lane of the warp
  std::shared_ptr<const knowledge> gather(const std::shared_ptr<const knowledge>& before, unsigned first,
                                          unsigned count, unsigned lanes, int scope);
  // Considers everything except barriers of the thread's block or warp.
  bool has_learnt(unsigned rank, segment s, origin who) const;
  void new_phase();
  void renew(unsigned rank);
  knowledge all_known(unsigned rank, segment upto) const;
  void publish(unsigned rank, thread_clock& clock);

  segments& all_;
  std::uint32_t instance_;
  const segment& grid_floor_;
  segment floor_ = 0;
  segment first_;
  bool only_barriers_ = true;  // knowledge and segments come only from barriers of the block
  std::vector<segment> now_;
  std::vector<segment> warp_floor_;
  std::unordered_map<unsigned, lane_row>
      lanes_;  // for threads that have synchronised with part of their warp
  // What the threads' fences had published at the last barrier, [0] to the block and [1] to the device.
  std::shared_ptr<const knowledge> released_[2];
  knowledge seen_;
  std::unordered_map<unsigned, thread_clock> threads_;
};

}  // namespace simcu::check
