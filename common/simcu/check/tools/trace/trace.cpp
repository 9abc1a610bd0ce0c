// SPDX-License-Identifier: Apache-2.0
#include "trace.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/settings.h"
#include "device/block.h"
#include "device/launch.h"
#include "report/text.h"
#include "simcu/device_model.h"

namespace simcu::check::tracing {
namespace {

constexpr std::size_t kMostSlices = 200'000;
constexpr ticks kTaken = ~ticks{0};
constexpr std::size_t kMostPasts = 1 << 16;  // past blocks in which arrows can start

const bool listening = [] {
  if (tracer* t = tracer::instance()) add_tool(*t);
  return true;
}();

std::size_t most_slices() {
  const char* text = environment("SIMCU_TRACE_SLICES");
  if (!text || !*text) return kMostSlices;
  char* rest = nullptr;
  const double n = std::strtod(text, &rest);
  if (!*rest && n >= 1 && n <= 1e8) return static_cast<std::size_t>(n);
  std::fprintf(
      stderr,
      "simcu: SIMCU_TRACE_SLICES=%s is not valid: it must be a number of slices from 1 to 100000000\n", text);
  std::exit(2);
}

}  // namespace

tracer* tracer::instance() {
  (void)listening;
  static tracer* const t = [] {
    const char* path = environment("SIMCU_TRACE");
    if (!path || !*path) return static_cast<tracer*>(nullptr);
    auto* made = new tracer;
    if (!made->file_.open(path, most_slices())) {
      std::fprintf(stderr, "simcu: SIMCU_TRACE=%s: this file cannot be written\n", path);
      std::exit(2);
    }
    made->path_ = path;
    made->process_ = getpid();
    return made;
  }();
  return t;
}

bool tracer::finish() {
  if (getpid() != process_) return true;  // a child process that has called exit()
  const bool complete = file_.finish();
  if (file_.dropped())
    std::fprintf(
        stderr,
        "simcu: SIMCU_TRACE: %llu slices are over the limit and not in the file; SIMCU_TRACE_SLICES=%llu "
        "would keep all of them\n",
        static_cast<unsigned long long>(file_.dropped()),
        static_cast<unsigned long long>(file_.dropped() + file_.kept()));
  if (!complete) std::fprintf(stderr, "simcu: SIMCU_TRACE=%s: this file cannot be written\n", path_.c_str());
  return complete;
}

// ---- the clocks of threads ----

std::size_t tracer::place(const void* pc) { return places_.emplace(pc, places_.size()).first->second; }

void tracer::join(ticks t) {
  ticks& mine = live_->clocks[running_->current()];
  mine = std::max(mine, t);
}

void tracer::step(const event& e) {
  ticks& mine = live_->clocks[running_->current()];
  const std::size_t where = place(e.pc);
  auto& places = live_->past.places;
  if (places.size() <= where) places.resize(where + 1);
  places[where] = ++mine;
}

// Repeated reads of the same flag take no time.
void tracer::poll(const event& e) {
  auto& last = live_->polls[running_->current()];
  const ticks mine = live_->clocks[running_->current()];
  if (last.pc != e.pc || last.address != e.address || last.time != mine) step(e);
  last = {e.pc, e.address, live_->clocks[running_->current()]};
}

void tracer::access(const event& e) {
  if (!live_) return;
  ++live_->now.accesses;
  if (!e.strong) return step(e);
  if (e.write) {
    step(e);
    variable& v = variables_[e.address];
    v.written = live_->clocks[running_->current()];
    if (live_->fenced) v.released = v.written;
    return;
  }
  const auto written = variables_.find(e.address);
  if (written != variables_.end() && live_->clocks[running_->current()] < written->second.written)
    join(written->second.written);
  poll(e);
}

void tracer::atomic(const event& e, bool reads, bool writes) {
  if (!live_) return;
  ++live_->now.accesses;
  const auto before = variables_.find(e.address);
  if (reads && before != variables_.end()) join(writes ? before->second.released : before->second.written);
  if (!writes) return poll(e);
  step(e);
  variable& v = variables_[e.address];
  v.written = live_->clocks[running_->current()];
  if (live_->fenced) v.released = v.written;
}

void tracer::fence(bool, bool releases) {
  if (live_ && releases) live_->fenced = true;
}

void tracer::warp_synchronises(block& b, unsigned warp, unsigned lanes) {
  auto& clocks = blocks_[number_in(shape_, b.index())].clocks;
  ticks t = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (lanes >> lane & 1 && warp * 32 + lane < clocks.size()) t = std::max(t, clocks[warp * 32 + lane]);
  for (unsigned lane = 0; lane < 32; ++lane)
    if (lanes >> lane & 1 && warp * 32 + lane < clocks.size()) clocks[warp * 32 + lane] = t;
}

// ---- blocks ----

ticks tracer::latest(const live_block& live) const {
  return 1 + *std::max_element(live.clocks.begin(), live.clocks.end());
}

// The next slice begins at `next`.
void tracer::cut(live_block& live, ending by, location at, ticks next) {
  live.now.end = latest(live);
  live.now.by = by;
  live.now.at = at;
  file_.add(live.now);
  live.now.start = next;
  live.now.accesses = 0;
  ++live.now.number;
  std::fill(live.clocks.begin(), live.clocks.end(), next);
}

void tracer::barrier_opens(block& b) {
  live_block& live = blocks_[number_in(shape_, b.index())];
  cut(live, ending::barrier, b.barrier_place(), latest(live));
}

void tracer::grid_barrier_opens(launch&) {
  ticks t = 0;
  for (const auto& [number, live] : blocks_) t = std::max(t, latest(live));
  for (auto& [number, live] : blocks_) cut(live, ending::grid_barrier, live.runs->grid_barrier_place(), t);
}

// If several slots are free now, slot 0 of each multiprocessor comes first.
track tracer::take_slot(std::uint64_t number, ticks& start) {
  const auto processors = static_cast<unsigned>(this_device().multiprocessors());
  const unsigned rows = std::max<unsigned>(grid_->max_resident / processors,
                                           static_cast<unsigned>(taken_.size()) / processors + 1);
  std::pair<unsigned, unsigned> best;
  ticks earliest = kTaken;
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned m = 0; m < processors; ++m) {
      const ticks free = slots_[{row, m}];
      if (free == kTaken || std::max(free, launch_start_) >= earliest) continue;
      best = {row, m};
      earliest = std::max(free, launch_start_);
    }
  taken_[number] = best;
  slots_[best] = kTaken;
  start = earliest;
  return slot_track(best.second, best.first);
}

void tracer::block_begins(block& b) {
  const std::uint64_t number = number_in(shape_, b.index());
  live_block live;
  live.runs = &b;
  ticks start = 0;
  live.past.where = take_slot(number, start);
  live.now.where = live.past.where;
  live.now.start = start;
  live.now.launch = launches_;
  live.now.kernel = grid_->body.name;
  live.now.block = b.index();
  live.clocks.assign(b.count(), live.now.start);
  live.polls.resize(b.count());
  blocks_[number] = std::move(live);
}

void tracer::block_runs(block& b) {
  running_ = &b;
  live_ = &blocks_[number_in(shape_, b.index())];
}

void tracer::block_ends(block& b) {
  const std::uint64_t number = number_in(shape_, b.index());
  end(number, blocks_[number], ending::block);
  blocks_.erase(number);
  running_ = nullptr;
  live_ = nullptr;
}

void tracer::end(std::uint64_t number, live_block& live, ending by) {
  const ticks t = live.past.end = latest(live);
  cut(live, by, {nullptr, 0}, t);
  slots_[taken_[number]] = t;
  taken_.erase(number);
  launch_end_ = std::max(launch_end_, t);
  if (pasts_kept_ < kMostPasts) {
    ++pasts_kept_;
    pasts_.back().blocks[number] = std::move(live.past);
  }
}

// ---- launches ----

void tracer::launch_begins(launch& grid) {
  host_work("launch " + std::string(grid.body.name), nullptr);
  grid_ = &grid;
  shape_ = grid.grid;
  ++launches_;
  launch_start_ = launch_end_ = times_.next(grid.stream);
  launch_track_ = stream_track(stream_times::number(grid.stream));
  while (!pasts_.empty() && pasts_kept_ >= kMostPasts) {
    pasts_kept_ -= pasts_.front().blocks.size();
    pasts_.erase(pasts_.begin());
  }
  pasts_.push_back({shape_, {}});
}

void tracer::launch_ends(launch& grid) {
  for (auto& [number, live] : blocks_) end(number, live, ending::failure);
  blocks_.clear();
  variables_.clear();
  running_ = nullptr;
  live_ = nullptr;
  grid_ = nullptr;
  file_.add(work{launch_start_,
                 std::max(launch_end_, launch_start_ + 1),
                 launch_track_,
                 std::string(grid.body.name) + "<<<" + in_parentheses(grid.grid) + ", " +
                     in_parentheses(grid.block) + ">>>",
                 {{"launch", launches_}, {"blocks", grid.blocks}, {"dynamic_shared", grid.dynamic_shared}}});
  times_.ends(grid.stream, std::max(launch_end_, launch_start_ + 1));
}

}  // namespace simcu::check::tracing
