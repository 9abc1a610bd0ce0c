// SPDX-License-Identifier: Apache-2.0
// Records each lane's accesses until its warp converges again, and then counts the warp's requests.
#include "counters.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/settings.h"
#include "device/block.h"
#include "device/launch.h"
#include "device/worker.h"
#include "memory/arena.h"

namespace simcu::check::counting {
namespace {

constexpr std::size_t kLaunchesKept = 64;

const bool listening = add_tool(counters::instance());

std::string& output_file =
    *new std::string;  // never destroyed, because finish() runs after the destructors of static objects

// The largest power of two, up to 16, that divides both: what one instruction can access.
unsigned piece_of(std::uintptr_t address, unsigned bytes) {
  const std::uintptr_t bits = address | bytes | 16;
  return static_cast<unsigned>(bits & -bits);
}

// A GPU aligns variables to more than a sector. Returns 0 for a constant, which has a separate cache.
std::uintptr_t address_on_device(const event& e) {
  if (e.where != space::symbol) return e.address;
  const symbol_info* s = find_symbol_around(reinterpret_cast<const void*>(e.address));
  if (!s || s->kind == symbol_kind::constant) return 0;
  const auto base = reinterpret_cast<std::uintptr_t>(s->address);
  return (base << 8) + (e.address - base);
}

}  // namespace

const char* counters::wanted() {
  const char* text = environment("SIMCU_COUNTERS");
  return text && *text && std::string(text) != "0" ? text : nullptr;
}

counters& counters::instance() {
  (void)listening;
  static auto* c = new counters;
  return *c;
}

void kernel_counts::add(const kernel_counts& o) {
  launches += o.launches;
  blocks += o.blocks;
  threads += o.threads;
  barriers += o.barriers;
  least_barriers = std::min(least_barriers, o.least_barriers);
  most_barriers = std::max(most_barriers, o.most_barriers);
  work += o.work;
  span += o.span;
  estimated |= o.estimated;
  if (sites.size() < o.sites.size()) sites.resize(o.sites.size());
  for (std::size_t i = 0; i < o.sites.size(); ++i) sites[i].add(o.sites[i]);
}

// ---- recording ----

void counters::record(const event& e, op what, bool may_be_update) {
  const std::uintptr_t address = address_on_device(e);
  if (address == 0) return;
  if (e.where == space::symbol) use_variable(reinterpret_cast<const void*>(e.address));
  const bool stores = what == op::global_store || what == op::global_atomic;
  const void* const place = reinterpret_cast<const void*>(e.address);
  const bool managed = e.where == space::symbol && !is_device_variable(place);
  if (stores && (managed || host_reads(place))) to_host_ += e.bytes;
  const unsigned rank = running_->current();
  live_warp& w = live_->warps[rank / 32];
  auto& trace = w.traces[rank % 32];
  const site where = site_of(e.pc, what);
  const auto flags = static_cast<std::uint8_t>((e.strong ? kStrong : 0) | (may_be_update ? kMayBeUpdate : 0));
  const unsigned piece = piece_of(address, e.bytes);
  for (unsigned at = 0; at < e.bytes; at += piece) {
    if (trace.size() >= touches_per_lane_) {
      w.skipped[where] += (e.bytes - at) / piece;
      return;
    }
    trace.push_back({address + at, where, what, static_cast<std::uint8_t>(piece),
                     static_cast<std::uint8_t>(rank % 32), flags});
  }
}

void counters::access(const event& e) {
  if (!live_) return;
  live_->steps.moves(e.bytes);
  e.write ? live_->steps.stores(e) : live_->steps.loads(e);
  if (e.where == space::shared)
    record(e, e.write ? op::shared_store : op::shared_load, false);
  else
    record(e, e.write ? op::global_store : op::global_load, false);
}

void counters::atomic(const event& e, bool reads, bool writes) {
  if (!live_) return;
  live_->steps.atomic(e, reads);
  const bool shared = e.where == space::shared;
  if (reads && !writes && !e.write) return record(e, shared ? op::shared_load : op::global_load, true);
  if (!reads) return record(e, shared ? op::shared_store : op::global_store, false);
  // An atomic that the CPU lacks is a load and a compare-and-swap here, but one instruction on a GPU.
  auto& trace = live_->warps[running_->current() / 32].traces[running_->current() % 32];
  if (!trace.empty() && trace.back().flags & kMayBeUpdate && trace.back().address == address_on_device(e))
    trace.pop_back();
  record(e, shared ? op::shared_atomic : op::global_atomic, false);
}

// ---- counting ----

void counters::converged(live_warp& w) {
  as_instructions(w.traces);
  if (now_.sites.size() < site_count()) now_.sites.resize(site_count());
  if (w.skipped.empty()) {
    for_each_request(w.traces, [&](const std::vector<touch>& r) {
      site_counts& c = now_.sites[r[0].where];
      const std::uint64_t before = c.cost;
      count_request(r, c);
      examples_.look(r, c.cost - before);
    });
  } else {
    extrapolate(w);
  }
  for (auto& trace : w.traces) trace.clear();
}

// Assumes that skipped accesses cost as much as the recorded accesses at the same place.
void counters::extrapolate(live_warp& w) {
  now_.estimated = true;
  std::map<site, site_counts> found;
  for_each_request(w.traces, [&](const std::vector<touch>& r) { count_request(r, found[r[0].where]); });
  for (const auto& [where, skipped] : w.skipped) {
    site_counts& c = found[where];
    if (c.touches == 0) {
      c.requests = c.cost = c.least = (skipped + 31) / 32;
      c.touches = skipped;
      continue;
    }
    const double factor = 1 + static_cast<double>(skipped) / static_cast<double>(c.touches);
    for (std::uint64_t* n : {&c.requests, &c.cost, &c.least, &c.touches, &c.bytes})
      *n = static_cast<std::uint64_t>(std::llround(static_cast<double>(*n) * factor));
  }
  for (const auto& [where, c] : found) now_.sites[where].add(c);
  w.skipped.clear();
}

void counters::converged(live_block& b) {
  for (live_warp& w : b.warps) converged(w);
}

void counters::end(live_block& b) {
  converged(b);
  ++now_.blocks;
  now_.threads += b.threads;
  now_.barriers += b.barriers;
  now_.least_barriers = std::min(now_.least_barriers, b.barriers);
  now_.most_barriers = std::max(now_.most_barriers, b.barriers);
  now_.span = std::max(now_.span, b.steps.latest());
}

bool counters::finish() {
  if (!wanted_) return true;
  std::fputs(table().c_str(), stderr);
  if (output_file.empty()) return true;
  const std::string text = as_lines();
  std::FILE* file = std::fopen(output_file.c_str(), "w");
  const bool complete = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file && std::fclose(file) == 0 && complete) return true;
  std::fprintf(stderr, "simcu: SIMCU_COUNTERS=%s: this file cannot be written\n", output_file.c_str());
  return false;
}

// ---- events ----

void counters::launch_begins(launch&) {
  const char* how = wanted();
  on_ = how != nullptr;
  if (!on_) return;
  const std::string file = std::string(how) == "1" ? "" : how;
  if (file != output_file && !file.empty()) {
    std::FILE* probe = std::fopen(file.c_str(), "a");
    if (!probe) {
      std::fprintf(
          stderr,
          "simcu: SIMCU_COUNTERS=%s: this file cannot be written. Use 1 for a table on stderr, a file name for "
          "a table and JSON, or 0 for no counters\n",
          how);
      std::exit(2);
    }
    std::fclose(probe);
  }
  output_file = file;
  wanted_ = true;
  now_ = {};
  now_.launches = 1;
  grid_clock_ = 0;
  block_steps::launch_begins();
}

void counters::launch_ends(launch& grid) {
  if (!on_) return;
  for (auto& [b, live] : blocks_) end(live);
  now_.work = block_steps::work;
  blocks_.clear();
  runs(nullptr);
  on_ = false;
  const auto same = [&](const kernel& k) { return k.name == grid.body.name; };
  auto k = std::find_if(kernels_.begin(), kernels_.end(), same);
  if (k == kernels_.end()) k = kernels_.insert(k, {grid.body.name, {}, {}});
  k->sum.add(now_);
  if (k->launches.size() < kLaunchesKept) k->launches.push_back(std::move(now_));
}

void counters::block_begins(block& b) {
  if (!on_) return;
  live_block& live = blocks_[&b];
  live.threads = b.count();
  live.warps.resize((b.count() + 31) / 32);
  live.barriers = 0;
  live.steps.begin(b, grid_clock_);
  const std::size_t lanes = blocks_.size() * live.warps.size() * 32;
  touches_per_lane_ = std::max<std::size_t>(kMostTouches / lanes, 256);
}

void counters::block_runs(block& b) { runs(on_ ? &b : nullptr); }

void counters::runs(block* b) {
  running_ = b;
  live_ = b ? &blocks_[b] : nullptr;
  block_steps::counts(b ? &live_->steps : nullptr);
}

void counters::block_ends(block& b) {
  if (!on_) return;
  end(blocks_[&b]);
  blocks_.erase(&b);
  if (running_ == &b) runs(nullptr);
}

void counters::barrier_opens(block& b) {
  if (!on_) return;
  live_block& live = blocks_[&b];
  ++live.barriers;
  live.steps.meet(live.steps.latest());
  converged(live);
}

void counters::lanes_meet(block& b, unsigned warp, unsigned lanes) {
  if (on_) blocks_[&b].steps.meet(warp, lanes);
}

void counters::warp_synchronises(block& b, unsigned warp, unsigned lanes) {
  if (!on_) return;
  // Part of a warp has not converged with the other lanes, which may not even have begun.
  const unsigned rest = b.count() - warp * 32;
  if (lanes == (rest >= 32 ? ~0u : (1u << rest) - 1)) converged(blocks_[&b].warps[warp]);
}

void counters::grid_barrier_opens(launch&) {
  if (!on_) return;
  for (auto& [b, live] : blocks_) {
    converged(live);
    now_.span = std::max(now_.span, live.steps.latest());
  }
  grid_clock_ = now_.span;
  for (auto& [b, live] : blocks_) live.steps.meet(grid_clock_);
}

// ---- memory ----

void counters::allocated(void* address, std::size_t bytes) {
  allocations_[address] = bytes;
  memory_ += bytes;
  peak_ = std::max(peak_, memory_);
  if (describe_pointer(address).kind == memory_kind::managed) shared_with_host_[address] = bytes;
}

void counters::freed(void* address, std::size_t) {
  shared_with_host_.erase(address);
  const auto a = allocations_.find(address);
  if (a == allocations_.end()) return;
  memory_ -= a->second;
  allocations_.erase(a);
}

void counters::use_variable(const void* address) {
  const symbol_info* s = find_symbol_around(address);
  if (s != nullptr && s->kind != symbol_kind::constant) variables_[s->address] = s->bytes;
}

void counters::access_elsewhere(const event& e) {
  if (live_) live_->steps.moves(e.bytes);
}

}  // namespace simcu::check::counting
