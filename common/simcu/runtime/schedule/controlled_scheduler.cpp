// SPDX-License-Identifier: Apache-2.0
// Unless the policy or the replay string decides otherwise, the running block continues. Then follow, in this
// order: the started block that has waited longest, the lowest block that has not started, and spinning
// blocks in turn.
#include "schedule/controlled_scheduler.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/observer.h"
#include "device/block.h"
#include "device/fault.h"
#include "device/launch.h"
#include "device/worker.h"
#include "schedule/recording.h"

namespace simcu {
namespace {
// Beyond this many running blocks, policies that keep few blocks start no further block.
constexpr std::size_t kFibers = 8192;
// Limits for turns in which blocks only spin and nothing could end their waiting. The second is for unchecked
// programs, whose plain writes are not observed.
constexpr std::uint64_t kIdleTurns = 1000, kUnseenTurns = 500'000;
// If all threads repeat the same state, only another host thread can change something: it has until the
// kernel's threads have yielded this often.
constexpr std::uint32_t kQuietYields = 8000;

}  // namespace

controlled_scheduler::controlled_scheduler(const schedule_text& text) : text_(text) {
  if (text.kind == schedule_text::replay) {
    replay_ = std::make_unique<switch_list>();
    replay_->parse(text.decisions);
    schedule_text rest = text;
    rest.kind = schedule_text::fifo;
    policy_ = make_policy(rest);
  } else {
    policy_ = make_policy(text);
  }
}

void controlled_scheduler::launch_begins(launch& grid, worker& w) {
  grid_ = &grid;
  residents_ = &w.residents();
  ++launch_number_;
  policy_->launch_begins(launch_number_, grid.blocks, steps_before_);
  from_ = {};
  could_go_on_ = false;
  launch_steps_ = begun_ = lowest_ = 0;
  progress();
  ahead_.clear();
  recorder* r = recorder::instance();
  keeps_track_ = replay_ || r;
  if (r) r->launch_begins(launch_number_, grid);
  const std::size_t threads = std::size_t{grid.block.x} * grid.block.y * grid.block.z;
  window_ = policy_->keeps_few() ? std::max<std::size_t>(2, kFibers / threads) : grid.max_resident;
  schedule_points = policy_->wants_points() || replay_ || r || text_.warps;
}

void controlled_scheduler::launch_ends() {
  schedule_points = 0;
  if (recorder* r = recorder::instance()) r->launch_ends(launch_steps_);
  if (replay_ && !grid_->failed.load()) {
    const std::string left = replay_->unused(launch_number_);
    if (!left.empty()) does_not_fit("the launch has ended, but never reached the switch " + left);
  }
  failed_ = failed_ || grid_->failed.load();
  const bool steered = text_.kind > schedule_text::lockstep || text_.warps;
  if (grid_->timer_decided.load() && steered && !grid_->failed.load() && !warned_) {
    warned_ = true;
    std::fprintf(stderr,
                 "simcu: kernel `%s` waits in a plain loop that only a timer could interrupt, so another run "
                 "with this schedule may differ; programs built with --check need no timer\n",
                 grid_->body.name);
  }
  steps_before_ = launch_steps_;
  grid_ = nullptr;
}

void controlled_scheduler::does_not_fit(const std::string& why) const {
  std::fflush(nullptr);
  std::fprintf(
      stderr,
      "simcu: SIMCU_SCHEDULE: the replay string does not fit this run: launch %u, step %llu: %s. The "
      "program's arguments and input must be those of the recorded run\n",
      launch_number_, static_cast<unsigned long long>(launch_steps_), why.c_str());
  std::_Exit(2);
}

bool controlled_scheduler::room() const {
  return begun_ < grid_->blocks && grid_->resident.load() < grid_->max_resident;
}

// ---- on a fiber ----

reaction controlled_scheduler::at_point(const block& b, point_kind kind, location where, const void* pc) {
  ++launch_steps_;
  from_ = {kind, b.linear(), b.current_turn()->steps, launch_steps_, b.current()};
  could_go_on_ = true;
  reaction r;
  if (replay_) {
    const target* to = replay_->find(launch_number_, from_.block, from_.step);
    r = !to ? reaction::go_on : to->thread >= 0 ? reaction::other_thread : reaction::other_block;
  } else {
    r = policy_->at_point(from_, text_.warps);
    if (r == reaction::other_thread && !text_.warps) r = reaction::go_on;
  }
  if (r == reaction::other_block && !replay_) {
    const bool other = std::any_of(residents_->begin(), residents_->end(),
                                   [](const block* o) { return !o->spinning && o->can_run(); });
    if (!other && !(room() && (residents_->size() + 1 < window_))) r = reaction::go_on;
  }
  if (recorder* rec = recorder::instance()) rec->at(from_, where, pc);
  return r;
}

std::size_t controlled_scheduler::next_thread(const block& b, const std::vector<unsigned>& ready,
                                              bool at_point) {
  if (!at_point) {
    ++launch_steps_;
    from_ = {point_kind::thread, b.linear(), b.current_turn()->steps, launch_steps_, b.current()};
  }
  std::size_t chosen = 0;
  if (replay_) {
    const target* to = replay_->find(launch_number_, from_.block, from_.step);
    if (!to) return 0;
    const auto found = std::find(ready.begin(), ready.end(), static_cast<unsigned>(to->thread));
    if (to->thread < 0 || found == ready.end())
      does_not_fit(switch_text(from_.block, from_.step, *to) + " names something that cannot run there");
    chosen = static_cast<std::size_t>(found - ready.begin());
  } else if (ready.size() > 1) {
    chosen = policy_->next_thread(from_, ready);
  }
  if (chosen != 0)
    if (recorder* rec = recorder::instance()) {
      if (!at_point) rec->at(from_, location{nullptr, 0}, nullptr);
      rec->switched({from_.block, static_cast<int>(ready[chosen])});
    }
  return chosen;
}

// ---- on the worker's own stack ----

block* controlled_scheduler::next_block(launch& grid, worker& w) {
  auto& residents = w.residents();
  for (block* b : residents)
    if (b->leave_grid_barrier()) progress();
  const choice next = choose();
  switch (next.kind) {
    case choice::resident: {
      block* b = residents[next.position];
      residents.erase(residents.begin() + static_cast<std::ptrdiff_t>(next.position));
      return b;
    }
    case choice::fresh: {
      ++grid.next_block;
      block* b = w.start(next.block);
      started(*b);
      return b;
    }
    case choice::stuck:
      fail_only_spinning(grid, residents);
      return nullptr;
    default:
      return nullptr;
  }
}

void controlled_scheduler::turn_ended(block& b) {
  if (b.finished() || b.waits_for_grid()) {
    left(b, b.finished() ? point_kind::end : point_kind::grid_barrier);
    barrier_opened();
  } else if (b.spinning || !b.can_run()) {
    left(b, point_kind::spin);
  }
}

void controlled_scheduler::left(block& b, point_kind kind) {
  from_ = {kind, b.linear(), ++b.current_turn()->steps, ++launch_steps_, 0};
  could_go_on_ = false;
  if (recorder* rec = recorder::instance()) rec->at(from_, location{nullptr, 0}, nullptr);
}

turn* controlled_scheduler::turn_of(block& b) {
  auto& t = turns_[&b];
  if (!t) t = std::make_unique<block_turn>(*this, b);
  t->begin(begun_);
  return t.get();
}

void controlled_scheduler::started(const block& b) {
  ++begun_;
  if (!keeps_track_) return;
  if (b.linear() != lowest_) {
    ahead_.insert(b.linear());
    return;
  }
  for (++lowest_; !ahead_.empty() && *ahead_.begin() == lowest_; ++lowest_) ahead_.erase(ahead_.begin());
}

void controlled_scheduler::barrier_opened() {
  progress();
  for (block* b : *residents_) b->spinning = false;
}

// The residents are least recently run first. The block that ran last is at the back, unless it has ended.
controlled_scheduler::choice controlled_scheduler::choose() {
  const bool start = from_.kind == point_kind::start;
  if (replay_)
    if (const target* to = replay_->find(launch_number_, start ? kAtStart : from_.block, from_.step))
      if (to->thread < 0) return exactly(*to);
  list_candidates();
  const bool fresh = room() && (ready_.empty() || residents_->size() < window_);
  if (ready_.empty() && !fresh) return choose_spinning();
  const choice c = choose_candidate(fresh);
  if (recorder* rec = recorder::instance()) {
    const bool usual =
        !could_go_on_ && (ready_.empty() ? c.block == lowest_ : c.block == ready_.front().block);
    if (!usual) rec->switched({c.block, -1});
  }
  return c;
}

controlled_scheduler::choice controlled_scheduler::exactly(const target& to) {
  const auto& residents = *residents_;
  if (recorder* rec = recorder::instance()) rec->switched(to);
  for (std::size_t i = 0; i < residents.size(); ++i)
    if (residents[i]->linear() == to.block && residents[i]->can_run()) return {choice::resident, i, to.block};
  const bool unstarted = to.block < grid_->blocks && to.block >= lowest_ && !ahead_.count(to.block);
  if (unstarted && room()) return {choice::fresh, 0, to.block};
  const std::uint64_t from = from_.kind == point_kind::start ? kAtStart : from_.block;
  does_not_fit(switch_text(from, from_.step, to) + " names a block that cannot run there");
}

void controlled_scheduler::list_candidates() {
  const auto& residents = *residents_;
  // If the block that ran last could continue, the policy has stopped it, so it is left out.
  const std::size_t others = could_go_on_ && !residents.empty() ? residents.size() - 1 : residents.size();
  ready_.clear();
  positions_.clear();
  spinner_ = residents.size();
  for (std::size_t i = 0; i < others; ++i) {
    const block& b = *residents[i];
    if (!b.can_run()) continue;
    if (b.spinning) {
      spinner_ = std::min(spinner_, i);
    } else {
      ready_.push_back({b.linear(), turns_.at(&b)->started_as()});
      positions_.push_back(i);
    }
  }
}

controlled_scheduler::choice controlled_scheduler::choose_spinning() {
  const auto& residents = *residents_;
  if (could_go_on_) return {choice::resident, residents.size() - 1, residents.back()->linear()};
  if (spinner_ == residents.size()) return {};
  const std::uint64_t limit =
      (the_observer ? kIdleTurns : kUnseenTurns / std::max<std::size_t>(1, residents.size())) *
      residents.size();
  const bool stuck = ++idle_turns_ > limit || (quiet_yields_ > kQuietYields && all_wait_for_good());
  const auto kind = stuck ? choice::stuck : choice::resident;
  return {kind, spinner_, residents[spinner_]->linear()};
}

bool controlled_scheduler::all_wait_for_good() const {
  return std::all_of(residents_->begin(), residents_->end(),
                     [&](const block* b) { return !b->can_run() || turns_.at(b)->waits_for_good(quiet_); });
}

controlled_scheduler::choice controlled_scheduler::choose_candidate(bool fresh) {
  std::size_t which = ready_.size();
  if (replay_)
    which = 0;  // as under fifo
  else if (!ready_.empty())
    which = ready_.size() > 1 || fresh ? policy_->next_block(from_, ready_, fresh) : 0;
  if (which < ready_.size()) return {choice::resident, positions_[which], ready_[which].block};
  return {choice::fresh, 0, replay_ ? lowest_ : policy_->start_order(begun_)};
}

}  // namespace simcu
