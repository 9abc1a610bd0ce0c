// SPDX-License-Identifier: Apache-2.0
// Happens-before between the accesses of simulated threads: what each thread knows about the others.
//
// Every stretch of a thread between two synchronisations is a *segment* with its own number; numbers only
// increase. A thread knows another thread up to a segment: accesses in segments up to that one happened
// before. Instead of one clock per pair of threads, knowledge is kept where CUDA creates it. A block's
// barrier sets a floor: all its threads know all lower numbers of the block. Only fences with atomics, and
// partial warps, need more.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "state/four.h"

namespace simcu::check {

using segment = std::uint32_t;  // 31 bits; 0: none

// The owner of a segment.
struct origin {
  std::uint32_t block;  // instance: unique over all launches
  unsigned rank;        // of the thread in its block
};

// The known actions of one block's threads.
struct block_knowledge {
  segment floor = 0;                    // all threads: everything in segments below
  std::map<unsigned, segment> threads;  // single threads: everything up to and with
};

// Knowledge about many blocks. Copies share their common parts: if blocks look back, many threads have a copy
// of their own, and these copies differ only in a block or two.
class knowledge {
 public:
  bool empty() const { return !base_ && own_.empty(); }
  void clear() { *this = knowledge(); }
  bool has(origin who, segment s) const;
  block_knowledge& of(std::uint32_t block);  // for changes
  void join(const knowledge& more);
  void share();  // before it is copied many times

 private:
  using blocks = std::map<std::uint32_t, std::shared_ptr<block_knowledge>>;
  const std::shared_ptr<block_knowledge>* find(std::uint32_t block) const;
  void join(std::uint32_t block, const std::shared_ptr<block_knowledge>& more);

  std::shared_ptr<const blocks> base_;  // shared by several copies
  blocks own_;                          // override those of the base
};

// Segments are issued 32 at a time, to a warp.
class segments {
 public:
  segment take_warp(std::uint32_t block, unsigned warp);  // the first of 32, for lane 0
  origin of(segment s) const { return {chunks_[s / 32].block, chunks_[s / 32].warp * 32 + s % 32}; }
  bool nearly_used_up() const { return chunks_.size() > kMost / 2; }
  void start_again() { chunks_.resize(1); }  // when no segment is in use any more
  segment next() const { return static_cast<segment>(chunks_.size() * 32); }

 private:
  struct chunk {
    std::uint32_t block;
    std::uint32_t warp;
  };
  static constexpr std::size_t kMost = std::size_t{1} << 26;
  std::vector<chunk> chunks_{{0, 0}};
};

// A thread's own state, in addition to its block's. Only threads that have used fences and atomics have one.
struct thread_clock {
  knowledge seen;  // acquired
  // The knowledge that its latest fence has published: [0] to its block, [1] to the device.
  std::shared_ptr<const knowledge> released[2];
  knowledge pending;  // read by strong reads, not yet acquired by a fence
  // The knowledge that it has last read from the device and from its block; a waiting thread reads the same
  // value again and again.
  std::shared_ptr<const knowledge> read[2];
  // The segment of its latest fence, if what the fence publishes is not in `released` yet because it has not
  // been needed. Most fences of a waiting thread are followed by another one. 0: it is in `released`.
  segment fenced = 0;
  bool fenced_for_device = false;
};

class block_clock {
 public:
  block_clock(segments& all, std::uint32_t instance, unsigned threads, const segment& grid_floor);

  std::uint32_t instance() const { return instance_; }
  segment now(unsigned rank) const { return now_[rank]; }
  // Whether an access of thread `who` in segment s happened before the next access of thread `rank`.
  bool knows(unsigned rank, segment s, origin who) const {
    if (s < grid_floor_ || (who.block == instance_ && (who.rank == rank || s < floor_))) return true;
    if (who.block == instance_ && who.rank / 32 == rank / 32 && s < warp_floor_[rank / 32]) return true;
    return (!lanes_.empty() || !seen_.empty() || !threads_.empty()) && has_learnt(rank, s, who);
  }
  // Quick test for a segment s of this launch that is not thread `rank`'s own: true if `rank` certainly does
  // not know it. False means "unknown".
  SIMCU_HOT bool surely_unknown(segment s) const { return only_barriers_ && (s >= floor_ || s < first_); }
  SIMCU_HOT unsigned surely_unknown(four s) const {
    return only_barriers_ ? negative((s >= four_times(floor_)) | (s < four_times(first_))) : 0;
  }
  segment floor() const { return floor_; }  // all threads know this block's segments below it

  void barrier();
  void sync_lanes(unsigned warp, unsigned lanes);
  void next_grid_round();

  void fence(unsigned rank, bool whole_device, bool releases);
  // Strong operations on a synchronisation variable that carries `carried` (may be null). A read collects
  // knowledge that a fence will acquire; a write returns what the variable carries from now on.
  void strong_read(unsigned rank, const std::shared_ptr<const knowledge>& carried, bool whole_device);
  // `keeps`: a read-modify-write, which continues what others released through the variable. `whole_device`:
  // whether the block's fences count, or the device's.
  std::shared_ptr<const knowledge> strong_write(unsigned rank,
                                                const std::shared_ptr<const knowledge>& carried, bool keeps,
                                                bool whole_device);

 private:
  using lane_row = std::array<segment, 32>;  // per other lane of the warp: known up to and with
  std::shared_ptr<const knowledge> gather(const std::shared_ptr<const knowledge>& before, unsigned first,
                                          unsigned count, unsigned lanes, int scope);
  // Whether the thread knows of it by some other way than a barrier of the block or of its warp.
  bool has_learnt(unsigned rank, segment s, origin who) const;
  void new_phase();
  void renew(unsigned rank);
  knowledge all_known(unsigned rank, segment upto) const;
  void publish(unsigned rank, thread_clock& clock);

  segments& all_;
  std::uint32_t instance_;
  const segment& grid_floor_;  // every thread knows all segments of this launch below it
  segment floor_ = 0;
  segment first_;  // first segment of this block
  bool only_barriers_ =
      true;  // nothing else has taught its threads anything, or begun segments since the latest
  std::vector<segment> now_;
  std::vector<segment> warp_floor_;
  std::unordered_map<unsigned, lane_row> lanes_;  // rows of threads that have met only a part of their warp
  // The knowledge that any thread's device fences and block fences had published when it reached the latest
  // barrier; all threads pass it on.
  std::shared_ptr<const knowledge> released_[2];
  knowledge seen_;  // what all threads of the block have acquired
  std::unordered_map<unsigned, thread_clock> threads_;
};

}  // namespace simcu::check
