// SPDX-License-Identifier: Apache-2.0
#include "state/execution.h"

#include <algorithm>

#include "device/launch.h"

namespace simcu::check {

void execution::forget_earlier_launches() {
  segments_.start_again();
  blocks_so_far_.clear();
}

void execution::launch_begins(launch& grid) {
  grid_ = &grid;
  ++latest_;
  grid_floor_ = 0;
  launch_floor_ = segments_.next();
  order_.launched(latest_, grid.stream);
  know_earlier();
}

// If an earlier launch may still be running, each segment must be looked up.
void execution::know_earlier() {
  known_ = order_.all_before(latest_) ? std::max(launch_floor_, grid_floor_) : 0;
}

void execution::launch_ends() {
  for (auto& [b, live] : live_blocks_) spare_shared_.push_back(std::move(live.shared));
  live_blocks_.clear();
  variables_.clear();
  running_ = nullptr;
  live_ = nullptr;
  grid_ = nullptr;
}

void execution::block_begins(block& b) {
  live_block& live = live_blocks_[&b];
  const auto instance = static_cast<std::uint32_t>(blocks_so_far_.size());
  blocks_so_far_.push_back({grid_->body.name, b.index(), grid_->block, latest_});
  live.clock = std::make_unique<block_clock>(segments_, instance, b.count(), grid_floor_);
  live.arrays.clear();
  live.names.clear();
  live.latest.assign(b.count(), nullptr);
  if (!live.shared && !spare_shared_.empty()) {
    live.shared = std::move(spare_shared_.back());
    spare_shared_.pop_back();
  }
  if (!live.shared || live.shared->capacity() < b.shared_capacity())
    live.shared = std::make_unique<shadow_range>(b.shared_base(), b.shared_capacity());
  else
    live.shared->start_again(b.shared_base(), b.shared_capacity());
  if (grid_->dynamic_shared)
    shared_appears(b, b.shared_base(), grid_->dynamic_shared, live_block::kDynamicShared);
}

void execution::block_runs(block& b) {
  running_ = &b;
  live_ = &live_blocks_[&b];
}

void execution::block_ends(block& b) {
  live_blocks_[&b].clock.reset();
  if (running_ == &b) running_ = nullptr;
}

void execution::grid_barrier_opens() {
  grid_floor_ = segments_.next();
  know_earlier();
  for (auto& [b, live] : live_blocks_)
    if (live.clock) live.clock->next_grid_round();
}

void execution::shared_appears(block& b, void* address, std::size_t bytes, const char* name) {
  live_block& live = live_blocks_[&b];
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  live.arrays.push_back({a, bytes, name});
  live.shared->used_to(a + bytes);
}

void execution::array_appears(block& b, const named_array& a) {
  auto& names = live_blocks_[&b].names;
  for (const named_array& known : names)
    if (known.address == a.address) return;
  names.push_back(a);
}

std::uint32_t execution::transfer_begins(cudaStream_t stream) {
  order_.launched(++latest_, stream);
  launch_floor_ = segments_.next();
  return latest_;
}

}  // namespace simcu::check
