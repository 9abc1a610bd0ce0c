// SPDX-License-Identifier: Apache-2.0
// The happens-before order of the simulated threads' accesses, stored as what each thread knows about the
// other threads.
//
// Every stretch of a thread between two synchronisations is a *segment* with its own number. Numbers only
// increase. If a thread knows another thread up to a segment, the other thread's accesses up to the end of
// that segment happened before. Instead of one clock per pair of threads, knowledge is kept where CUDA
// creates it. A block's barrier sets a floor: all threads of the block know the block's segments with lower
// numbers. Only fences with atomics, and synchronisation of partial warps, need more.
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

// The owner of a segment.
struct origin {
  std::uint32_t block;  // the block's instance, which is unique over all launches
  unsigned rank;        // the thread's rank in its block
};

// The known actions of one block's threads.
struct block_knowledge {
  segment floor = 0;                    // everything in lower segments is known, for all threads
  std::map<unsigned, segment> threads;  // the last known segments of individual threads
};

// Knowledge about many blocks. Copies share their common parts. With a look-back, many threads have their own
// copy, and the copies differ only in a block or two.
class knowledge {
 public:
  bool empty() const { return !base_ && own_.empty(); }
  void clear() { *this = knowledge(); }
  bool has(origin who, segment s) const;
  block_knowledge& of(std::uint32_t block);  // to change it
  void join(const knowledge& more);
  void share();  // called before many copies are made

 private:
  using blocks = std::map<std::uint32_t, std::shared_ptr<block_knowledge>>;
  const std::shared_ptr<block_knowledge>* find(std::uint32_t block) const;
  void join(std::uint32_t block, const std::shared_ptr<block_knowledge>& more);

  std::shared_ptr<const blocks> base_;  // shared by several copies
  blocks own_;                          // these override the base
};

// Issues segments, 32 at a time to a warp.
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

// A thread's own state, in addition to its block's. Only threads that have used fences and atomics have such
// a state.
struct thread_clock {
  knowledge seen;  // acquired by fences
  // The knowledge that the thread's last fence has published: [0] to its block, [1] to the device.
  std::shared_ptr<const knowledge> released[2];
  knowledge pending;  // collected by strong reads, and not yet acquired by a fence
  // The knowledge that the thread's last strong reads have found, [0] in its block's scope and [1] in the
  // device's. A waiting thread reads the same value repeatedly.
  std::shared_ptr<const knowledge> read[2];
  // The segment of the thread's last fence if the fence's knowledge is not in `released` yet; otherwise 0.
  // The knowledge is added only when needed, because a waiting thread's fence is usually followed by another
  // fence.
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
  // Quick test for a segment s of this launch. Returns true if s is certainly unknown to every thread except
  // its own. False means "not certain".
  SIMCU_HOT bool surely_unknown(segment s) const { return only_barriers_ && (s >= floor_ || s < first_); }
  SIMCU_HOT unsigned surely_unknown(four s) const {
    return only_barriers_ ? negative((s >= four_times(floor_)) | (s < four_times(first_))) : 0;
  }
  segment floor() const { return floor_; }  // all threads know this block's lower segments

  void barrier();
  void sync_lanes(unsigned warp, unsigned lanes);
  void next_grid_round();

  void fence(unsigned rank, bool whole_device, bool releases);
  // For strong operations on a synchronisation variable. The variable carries the knowledge `carried`, which
  // may be null. A read collects knowledge that a fence will acquire. A write returns what the variable
  // carries from now on.
  void strong_read(unsigned rank, const std::shared_ptr<const knowledge>& carried, bool whole_device);
  // `keeps` means a read-modify-write, which also passes on what earlier operations released through the
  // variable. `whole_device` says whether device fences or block fences count.
  std::shared_ptr<const knowledge> strong_write(unsigned rank,
                                                const std::shared_ptr<const knowledge>& carried, bool keeps,
                                                bool whole_device);

 private:
  using lane_row = std::array<segment, 32>;  // the last known segment of each other lane of the warp
  std::shared_ptr<const knowledge> gather(const std::shared_ptr<const knowledge>& before, unsigned first,
                                          unsigned count, unsigned lanes, int scope);
  // Returns whether the thread knows the segment through something other than a barrier of its block or its
  // warp.
  bool has_learnt(unsigned rank, segment s, origin who) const;
  void new_phase();
  void renew(unsigned rank);
  knowledge all_known(unsigned rank, segment upto) const;
  void publish(unsigned rank, thread_clock& clock);

  segments& all_;
  std::uint32_t instance_;
  const segment& grid_floor_;  // every thread knows all lower segments of this launch
  segment floor_ = 0;
  segment first_;              // first segment of this block
  bool only_barriers_ = true;  // the threads' knowledge and segments come only from barriers of the block
  std::vector<segment> now_;
  std::vector<segment> warp_floor_;
  std::unordered_map<unsigned, lane_row>
      lanes_;  // for threads that have synchronised with part of their warp
  // The knowledge that the threads' fences had published, [0] to the block and [1] to the device, when they
  // reached the last barrier. All threads pass it on.
  std::shared_ptr<const knowledge> released_[2];
  knowledge seen_;  // knowledge that all threads of the block have acquired
  std::unordered_map<unsigned, thread_clock> threads_;
};

}  // namespace simcu::check
