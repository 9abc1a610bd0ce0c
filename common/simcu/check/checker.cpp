// SPDX-License-Identifier: Apache-2.0
// Follows launches, blocks and synchronisation, and hands every access to the checks.
#include "checker.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "launch.h"
#include "suspend.h"

extern "C" char __executable_start, _end;

namespace simcu::check {
checker* checker::the_one_ = nullptr;

checker& checker::make() {
  if (&_end - &__executable_start >= std::ptrdiff_t{kCodeBytes}) {
    std::fprintf(stderr, "simcu: --check takes programs of up to %u MiB; this one is larger.\n",
                 kCodeBytes >> 20);
    std::exit(2);
  }
  the_one_ = new checker;
  return *the_one_;
}

segment checker::now() const { return live_->clock->now(rank()); }

bool checker::access(event& e) {
  settle();
  if (!running_) return false;
  e.where = space_ = classify(e);
  if (space_ == space::ignored) return false;
  shadow_range& shadow = shadow_of(e);
  check_alignment(e);
  check_initialised(shadow, e);
  check_races(shadow, e);
  if (__builtin_expect(!concurrent_.empty(), 0) && space_ == space::global) check_transfers(e);
  if (e.write) log_.writes(e.address, e.bytes, now());
  if (e.strong) pass_knowledge(e, !e.write, e.write, false);
  return true;
}

bool checker::before_atomic(event& e) {
  settle();
  if (!running_) return false;
  e.where = space_ = classify(e);
  if (space_ == space::ignored) return false;
  check_alignment(e);
  event read = e;
  read.write = false;
  check_initialised(shadow_of(e), read);
  before_atomic_ = value::read(e.address, e.bytes);
  return true;
}

void checker::after_atomic(const event& e, bool reads, bool writes) {
  shadow_range& shadow = shadow_of(e);
  event done = e;
  done.write = writes;
  if (writes && !shadow.marked(e.address, e.bytes)) shadow.mark(e.address, e.bytes);
  check_races(shadow, done);
  if (__builtin_expect(!concurrent_.empty(), 0) && space_ == space::global) check_transfers(done);
  if (writes) log_.wrote(e.address, now(), before_atomic_);
  pass_knowledge(e, reads, writes, reads && writes);
}

void checker::launch_begins(launch& grid) {
  grid_ = &grid;
  if ((all_.nearly_used_up() || traces_.nearly_used_up()) && order_.host_knows_all())
    forget_earlier_launches();
  ++launches_;
  grid_floor_ = 0;
  launch_floor_ = all_.next();
  fault_found_ = false;
  order_.launched(launches_, grid.stream);
  select_transfers();
}

// The host has waited for all of them, so that nothing to come can race with them: their numbers may be given
// out again.
void checker::forget_earlier_launches() {
  settle();
  if (global_) {
    std::uintptr_t behind = global_->base();
    for (const auto& [address, a] : allocations_) {
      if (!global_->contains(address)) continue;
      if (address > behind) global_->forget(behind, address - behind);
      global_->forget_accesses(address, a.bytes);
      behind = std::max(behind, address + ((a.bytes + 3) & ~std::size_t{3}));
    }
    global_->forget(behind, global_->base() + global_->bytes() - behind);
  }
  for (const auto& [address, shadow] : pinned_) shadow->forget_accesses(shadow->base(), shadow->bytes());
  for (const auto& [address, shadow] : symbols_) shadow->forget_accesses(shadow->base(), shadow->bytes());
  all_.start_again();
  traces_.start_again();
  log_ = write_log{};
  instances_.clear();
}

shadow_range& checker::shadow_of(const event& e) {
  if (space_ == space::global)
    return global_ && global_->contains(e.address) ? *global_ : *shadow_around(e.address);
  if (space_ == space::shared) return *live_->shared;
  const symbol_info* s = find_symbol_around(reinterpret_cast<const void*>(e.address));
  auto& shadow = symbols_[s->address];
  if (!shadow) {
    shadow = std::make_unique<shadow_range>(s->address, s->bytes + 16);
    shadow->initialised_by_host(reinterpret_cast<std::uintptr_t>(s->address), s->bytes);
  }
  return *shadow;
}

bool checker::happened_before(segment s) const {
  const origin who = all_.of(s);
  if (s < launch_floor_) return order_.before(instances_[who.block].launch, launches_);
  return live_->clock->knows(rank(), s, who);
}

shadow_range* checker::shadow_around(std::uintptr_t a) {
  if (global_ && global_->contains(a)) return global_.get();
  const auto after = pinned_.upper_bound(a);
  if (after == pinned_.begin()) return nullptr;
  shadow_range* found = std::prev(after)->second.get();
  return found->contains(a) ? found : nullptr;
}

void checker::pinned(const void* address, std::size_t bytes, bool still) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  if (still) {
    auto& shadow = pinned_[a] = std::make_unique<shadow_range>(address, bytes);
    shadow->initialised_by_host(a, bytes);  // host code writes it unseen
  } else {
    pinned_.erase(a);
  }
  pinned_from_ = pinned_.empty() ? 0 : pinned_.begin()->first;
  pinned_to_ = pinned_.empty() ? 0 : pinned_.rbegin()->first + pinned_.rbegin()->second->bytes();
}

void checker::device_heap(void* address, std::size_t bytes, bool taken) {
  if (taken)
    heap_[reinterpret_cast<std::uintptr_t>(address)] = bytes;
  else
    heap_.erase(reinterpret_cast<std::uintptr_t>(address));
}

void checker::launch_ends(launch&) {
  settle();
  for (auto& [b, live] : blocks_) spare_shared_.push_back(std::move(live.shared));
  blocks_.clear();
  variables_.clear();
  running_ = nullptr;
  live_ = nullptr;
  grid_ = nullptr;
}

void checker::block_begins(block& b) {
  live_block& live = blocks_[&b];
  const auto instance = static_cast<std::uint32_t>(instances_.size());
  instances_.push_back({grid_->body.name, b.index(), grid_->block, launches_});
  live.clock = std::make_unique<block_clock>(all_, instance, b.count(), grid_floor_);
  live.arrays.clear();
  live.names.clear();
  if (!live.shared && !spare_shared_.empty()) {
    live.shared = std::move(spare_shared_.back());
    spare_shared_.pop_back();
  }
  if (!live.shared || live.shared->capacity() < b.shared_capacity())
    live.shared = std::make_unique<shadow_range>(b.shared_base(), b.shared_capacity());
  else
    live.shared->start_again(b.shared_base(), b.shared_capacity());
  if (grid_->dynamic_shared)
    shared_appears(b, b.shared_base(), grid_->dynamic_shared, "dynamic shared memory");
}

void checker::block_runs(block& b) {
  settle();
  running_ = &b;
  live_ = &blocks_[&b];
}

void checker::block_ends(block& b) {
  settle();
  blocks_[&b].clock.reset();
  if (running_ == &b) running_ = nullptr;
}

void checker::barrier_opens(block& b) {
  settle();
  blocks_[&b].clock->barrier();
}
void checker::warp_synchronises(block& b, unsigned warp, unsigned lanes) {
  blocks_[&b].clock->sync_lanes(warp, lanes);
}

void checker::grid_barrier_opens(launch&) {
  grid_floor_ = all_.next();
  for (auto& [b, live] : blocks_)
    if (live.clock) live.clock->next_grid_round();
}

void checker::fence(bool whole_device) {
  if (running_) live_->clock->fence(rank(), whole_device);
}

void checker::shared_appears(block& b, void* address, std::size_t bytes, const char* name) {
  live_block& live = blocks_[&b];
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  live.arrays.push_back({a, bytes, name});
  live.shared->used_to(a + bytes);
}

}  // namespace simcu::check
