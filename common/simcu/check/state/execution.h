// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/observer.h"
#include "device/block.h"
#include "state/clock.h"
#include "state/event.h"
#include "state/order.h"
#include "state/shadow.h"
#include "state/sync_variables.h"

namespace simcu::check {

struct live_block {
  std::unique_ptr<block_clock> clock;
  std::unique_ptr<shadow_range> shared;
  static constexpr char kDynamicShared[] = "dynamic shared memory";
  struct array {
    std::uintptr_t address;
    std::size_t bytes;
    const char* name;
  };
  std::vector<array> arrays;
  std::vector<named_array> names;
  std::vector<const void*> latest;  // per thread; null before its first access
};

// The owner of segments.
struct block_origin {
  const char* kernel;
  uint3 index;
  dim3 shape;
  std::uint32_t launch;  // among all launches, copies and fills, from 1
};

class execution {
 public:
  // ---- what checks ask ----
  bool in_kernel() const { return running_ != nullptr; }
  const launch* grid() const { return grid_; }  // null between launches
  const block& running() const { return *running_; }
  const live_block* live() const { return live_; }  // null if no block has run yet
  unsigned rank() const { return running_->current(); }
  template <class F>
  void each_live_block(F f) const {
    for (const auto& [b, live] : live_blocks_)
      if (live.clock) f(*b, live);
  }
  const live_block& live(const block& b) const { return live_blocks_.at(const_cast<block*>(&b)); }
  SIMCU_HOT segment now() const { return live_->clock->now(rank()); }
  bool in_own_block(origin o) const { return o.block == live_->clock->instance(); }
  bool in_own_warp(origin o) const { return in_own_block(o) && o.rank / 32 == rank() / 32; }
  bool in_own_warp(segment s) const {
    if (s / 32 == now() / 32) return true;
    return !surely_concurrent(s) && in_own_warp(segments_.of(s));
  }

  origin of(segment s) const { return segments_.of(s); }
  const block_origin& block_of(segment s) const { return blocks_so_far_[segments_.of(s).block]; }
  // Returns whether the actions in segment s happened before the running thread's next action.
  SIMCU_HOT bool happened_before(segment s) const {
    if (s < known_) return true;
    if (surely_concurrent(s)) return false;
    const origin who = segments_.of(s);
    if (s < launch_floor_) return order_.before(blocks_so_far_[who.block].launch, latest_);
    return live_->clock->knows(rank(), s, who);
  }
  // Returns whether it would be so if the running thread called __threadfence() now.
  bool lacks_only_a_fence(segment s) const { return live_->clock->would_know(rank(), s, segments_.of(s)); }
  // Returns whether the running thread has acquired an earlier release of that segment's block.
  bool has_heard_from_block_of(segment s) const {
    return live_->clock->has_heard_from(rank(), segments_.of(s).block);
  }
  // The running thread knows all lower segments that used this memory: only its own block uses its shared
  // memory.
  SIMCU_HOT segment known_in(space memory) const {
    return memory == space::shared ? live_->clock->floor() : known_;
  }
  // Does not look up the segment's owner. False means "not certain".
  SIMCU_HOT bool surely_concurrent(segment s) const {
    return known_ != 0 && s >= known_ && live_->clock->surely_unknown(s) && s != now();
  }
  SIMCU_HOT unsigned surely_concurrent(four s) const {
    if (known_ == 0) return 0;
    return negative((s >= four_times(known_)) & (s != four_times(now()))) & live_->clock->surely_unknown(s);
  }
  bool of_earlier_launch(segment s) const { return s < launch_floor_; }
  std::uint32_t latest() const { return latest_; }
  const launch_order& order() const { return order_; }
  // Strong operations on this address pass on what fences have released.
  bool passes_knowledge(std::uintptr_t address) const { return variables_.carries(address); }

  // ---- what happens (runtime/base/observer.h), reported by the stream ----
  bool numbers_run_short() const { return segments_.nearly_used_up(); }
  void forget_earlier_launches();  // the host has waited for all launches
  void launch_begins(launch& grid);
  void launch_ends();
  void block_begins(block& b);
  void block_runs(block& b);
  void block_ends(block& b);
  void barrier_opens(block& b) { live_blocks_[&b].clock->barrier(); }
  void warp_synchronises(block& b, unsigned warp, unsigned lanes) {
    live_blocks_[&b].clock->sync_lanes(warp, lanes);
  }
  void grid_barrier_opens();
  void fence(bool whole_device, bool releases) {
    if (running_) live_->clock->fence(rank(), whole_device, releases);
  }
  void shared_appears(block& b, void* address, std::size_t bytes, const char* name);
  void array_appears(block& b, const named_array& a);
  // `keeps` means a read-modify-write, which also passes on what earlier operations released.
  void strong_access(const event& e, bool reads, bool writes, bool keeps) {
    variables_.access(e.address, e.in_block, reads, writes, keeps, *live_->clock, rank());
  }
  std::uint32_t transfer_begins(cudaStream_t stream);
  launch_order& order() { return order_; }
  void accessed_at(const void* pc) { live_->latest[rank()] = pc; }
  shadow_range& shared() { return *live_->shared; }

 private:
  segments segments_;
  segment grid_floor_ = 0;    // every thread knows all lower segments of this launch
  segment launch_floor_ = 0;  // lower segments belong to earlier launches
  segment known_ = 0;         // every thread of this launch knows all lower segments
  void know_earlier();
  launch* grid_ = nullptr;
  block* running_ = nullptr;
  live_block* live_ = nullptr;
  std::unordered_map<block*, live_block> live_blocks_;
  std::vector<std::unique_ptr<shadow_range>> spare_shared_;
  sync_variables variables_;
  launch_order order_;
  std::vector<block_origin> blocks_so_far_;
  std::uint32_t latest_ = 0;
};

}  // namespace simcu::check
