// SPDX-License-Identifier: Apache-2.0
#include "state/clock.h"

#include <algorithm>
#include <utility>

#include "report/findings.h"

namespace simcu::check {

bool knowledge::has(origin who, segment s) const {
  const auto* known = find(who.block);
  if (known == nullptr) return false;
  if (s < (*known)->floor) return true;
  const auto thread = (*known)->threads.find(who.rank);
  return thread != (*known)->threads.end() && s <= thread->second;
}

const std::shared_ptr<block_knowledge>* knowledge::find(std::uint32_t block) const {
  if (const auto own = own_.find(block); own != own_.end()) return &own->second;
  if (!base_) return nullptr;
  const auto shared = base_->find(block);
  return shared != base_->end() ? &shared->second : nullptr;
}

block_knowledge& knowledge::of(std::uint32_t block) {
  const auto* known = find(block);
  std::shared_ptr<block_knowledge>& own = own_[block];
  if (known == nullptr)
    own = std::make_shared<block_knowledge>();
  else if (known != &own || own.use_count() > 1)
    own = std::make_shared<block_knowledge>(**known);
  return *own;
}

void knowledge::join(std::uint32_t block, const std::shared_ptr<block_knowledge>& more) {
  const auto* known = find(block);
  if (known == nullptr) {
    own_.emplace(block, more);
    return;
  }
  if (*known == more) return;
  block_knowledge& both = of(block);
  both.floor = std::max(both.floor, more->floor);
  for (const auto& [rank, s] : more->threads) both.threads[rank] = std::max(both.threads[rank], s);
}

void knowledge::join(const knowledge& more) {
  if (more.base_ && more.base_ != base_) {
    if (!base_ || base_->size() < more.base_->size()) {
      const knowledge before = std::exchange(*this, more);
      if (before.base_)
        for (const auto& [block, known] : *before.base_)
          if (before.own_.count(block) == 0) join(block, known);
      for (const auto& [block, known] : before.own_) join(block, known);
      return;
    }
    for (const auto& [block, known] : *more.base_)
      if (more.own_.count(block) == 0) join(block, known);
  }
  for (const auto& [block, known] : more.own_) join(block, known);
}

void knowledge::share() {
  constexpr std::size_t kFew = 8;
  if (own_.size() < kFew) return;
  auto all = std::make_shared<blocks>(std::move(own_));
  if (base_) all->insert(base_->begin(), base_->end());
  base_ = std::move(all);
  own_.clear();
}

segment segments::take_warp(std::uint32_t block, unsigned warp) {
  if (chunks_.size() == kMost) numbers_run_out("barriers and other synchronisations");
  chunks_.push_back({block, warp});
  return static_cast<segment>((chunks_.size() - 1) * 32);
}

block_clock::block_clock(segments& all, std::uint32_t instance, unsigned threads, const segment& grid_floor)
    : all_(all),
      instance_(instance),
      grid_floor_(grid_floor),
      first_(all.next()),
      now_(threads),
      warp_floor_((threads + 31) / 32) {
  new_phase();
}

void block_clock::new_phase() {
  floor_ = all_.next();
  for (unsigned w = 0; w < warp_floor_.size(); ++w) {
    const segment first = all_.take_warp(instance_, w);
    warp_floor_[w] = first;
    for (unsigned r = w * 32; r < w * 32 + 32 && r < now_.size(); ++r) now_[r] = first + r % 32;
  }
  lanes_.clear();
  only_barriers_ = seen_.empty() && threads_.empty();
}

bool block_clock::has_learnt(unsigned rank, segment s, origin who) const {
  if (who.block == instance_ && who.rank / 32 == rank / 32) {
    const auto row = lanes_.find(rank);
    if (row != lanes_.end() && s <= row->second[who.rank % 32]) return true;
  }
  if (seen_.has(who, s)) return true;
  const auto extra = threads_.find(rank);
  return extra != threads_.end() && extra->second.seen.has(who, s);
}

// The threads waited for each other after their fences, so each of them may pass on the knowledge of all.
std::shared_ptr<const knowledge> block_clock::gather(const std::shared_ptr<const knowledge>& before,
                                                     unsigned first, unsigned count, unsigned lanes,
                                                     int scope) {
  std::shared_ptr<knowledge> all;
  for (auto& [rank, clock] : threads_) {
    if (rank < first || rank >= first + count || !(lanes >> rank % 32 & 1) || !clock.released[scope])
      continue;
    if (!all) all = before ? std::make_shared<knowledge>(*before) : std::make_shared<knowledge>();
    all->join(*clock.released[scope]);
    clock.released[scope].reset();
  }
  if (all) all->share();
  return all ? all : before;
}

// A barrier orders the block's threads and acts as an acquiring fence, but publishes nothing to other blocks.
void block_clock::barrier() {
  for (auto& [rank, clock] : threads_) publish(rank, clock);
  for (const int scope : {0, 1})
    released_[scope] = gather(released_[scope], 0, static_cast<unsigned>(now_.size()), ~0u, scope);
  for (auto& [rank, clock] : threads_) {
    seen_.join(clock.seen);
    seen_.join(clock.pending);
    clock.seen.clear();
    clock.pending.clear();
  }
  seen_.share();
  new_phase();
}

void block_clock::next_grid_round() {
  for (auto& [rank, clock] : threads_) publish(rank, clock);
  new_phase();
}

void block_clock::sync_lanes(unsigned warp, unsigned lanes) {
  only_barriers_ = false;
  const unsigned first_rank = warp * 32;
  const auto everyone = static_cast<unsigned>(std::min<std::size_t>(32, now_.size() - first_rank));
  const unsigned all = everyone == 32 ? ~0u : (1u << everyone) - 1;
  for (unsigned l = 0; l < everyone; ++l) {
    const auto extra = threads_.find(first_rank + l);
    if (extra != threads_.end()) publish(first_rank + l, extra->second);
  }
  // After a __syncwarp, all lanes know what any of them has learnt from fences and atomics.
  knowledge together;
  for (unsigned l = 0; l < everyone; ++l)
    if (lanes >> l & 1) {
      const auto extra = threads_.find(first_rank + l);
      if (extra == threads_.end()) continue;
      together.join(extra->second.seen);
      together.join(extra->second.pending);
    }
  if (!together.empty())
    for (unsigned l = 0; l < everyone; ++l)
      if (lanes >> l & 1) threads_[first_rank + l].seen.join(together);

  for (const int scope : {0, 1})
    if (const auto common = gather(nullptr, first_rank, everyone, lanes, scope))
      for (unsigned l = 0; l < everyone; ++l)
        if (lanes >> l & 1) threads_[first_rank + l].released[scope] = common;

  const segment fresh = all_.take_warp(instance_, warp);
  if ((lanes & all) == all) {
    warp_floor_[warp] = fresh;
    for (unsigned l = 0; l < everyone; ++l) lanes_.erase(first_rank + l);
  } else {
    lane_row met{};
    for (unsigned l = 0; l < everyone; ++l)
      if (lanes >> l & 1) {
        met[l] = std::max(met[l], now_[first_rank + l]);
        const auto row = lanes_.find(first_rank + l);
        for (unsigned k = 0; row != lanes_.end() && k < 32; ++k) met[k] = std::max(met[k], row->second[k]);
      }
    for (unsigned l = 0; l < everyone; ++l)
      if (lanes >> l & 1) lanes_[first_rank + l] = met;
  }
  for (unsigned l = 0; l < everyone; ++l)
    if (lanes >> l & 1) now_[first_rank + l] = fresh + l;
}

void block_clock::renew(unsigned rank) {
  only_barriers_ = false;
  now_[rank] = all_.take_warp(instance_, rank / 32) + rank % 32;
}

// Everything that happened before the actions of thread `rank` in its segment `upto`, which is the latest, or
// the one before if the thread has only passed a fence since then.
knowledge block_clock::all_known(unsigned rank, segment upto) const {
  knowledge k = seen_;
  const auto extra = threads_.find(rank);
  if (extra != threads_.end()) k.join(extra->second.seen);
  block_knowledge& own = k.of(instance_);
  own.floor = std::max(own.floor, floor_);
  own.threads[rank] = upto;
  const unsigned w = rank / 32;
  const auto row = lanes_.find(rank);
  for (unsigned l = 0; l < 32 && w * 32 + l < now_.size(); ++l) {
    segment met =
        warp_floor_[w] > floor_ ? warp_floor_[w] - 1 : 0;  // before the last __syncwarp of the whole warp
    if (row != lanes_.end()) met = std::max(met, row->second[l]);
    if (met != 0 && w * 32 + l != rank) own.threads[w * 32 + l] = std::max(own.threads[w * 32 + l], met);
  }
  return k;
}

void block_clock::fence(unsigned rank, bool whole_device, bool releases) {
  thread_clock& clock = threads_[rank];
  if (!releases || (clock.fenced_for_device && !whole_device)) publish(rank, clock);
  clock.seen.join(clock.pending);
  clock.pending.clear();
  if (!releases) return;
  clock.fenced = now_[rank];
  clock.fenced_for_device = whole_device;
  renew(rank);
}

// Must be called before the thread's knowledge changes.
void block_clock::publish(unsigned rank, thread_clock& clock) {
  if (clock.fenced == 0) return;
  const auto snapshot = std::make_shared<const knowledge>(all_known(rank, clock.fenced));
  clock.released[0] = snapshot;
  if (clock.fenced_for_device) clock.released[1] = snapshot;
  clock.fenced = 0;
  clock.fenced_for_device = false;
}

void block_clock::strong_read(unsigned rank, const std::shared_ptr<const knowledge>& carried,
                              bool whole_device) {
  if (!carried) return;
  only_barriers_ = false;
  thread_clock& clock = threads_[rank];
  if (clock.read[whole_device] == carried) return;  // knowledge never shrinks
  clock.read[whole_device] = carried;
  clock.pending.join(*carried);
}

std::shared_ptr<const knowledge> block_clock::strong_write(unsigned rank,
                                                           const std::shared_ptr<const knowledge>& carried,
                                                           bool keeps, bool whole_device) {
  const auto extra = threads_.find(rank);
  if (extra != threads_.end()) publish(rank, extra->second);
  const auto own = extra == threads_.end() ? nullptr : extra->second.released[whole_device];
  std::shared_ptr<const knowledge> all = keeps ? carried : nullptr;
  for (const auto& more : {own, released_[whole_device]}) {
    if (!more || more == all) continue;
    if (!all) {
      all = more;
      continue;
    }
    auto both = std::make_shared<knowledge>(*all);
    both->join(*more);
    all = both;
  }
  return all;
}

}  // namespace simcu::check
