// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "base/observer.h"
#include "base/returns.h"
#include "device/block.h"
#include "device/fault.h"
#include "device/launch.h"
#include "device/suspend.h"

namespace simcu {
namespace {

unsigned lowest(unsigned mask) { return static_cast<unsigned>(__builtin_ctz(mask)); }

// What a shuffle from an absent lane returns: a NaN as a float or double.
constexpr std::uint64_t kUndefined = 0x7ffa5a5a7ffa5a5a;

// `lanes` points to the warp's first thread.
void resolve(warp_op op, unsigned mask, lane_state* lanes) {
  auto each = [&](auto f) {
    for (unsigned rest = mask; rest; rest &= rest - 1) f(lanes[lowest(rest)]);
  };
  auto same_for_all = [&](std::uint64_t result) { each([&](lane_state& t) { t.result = result; }); };
  auto fold = [&](auto f) {
    auto value = static_cast<unsigned>(lanes[lowest(mask)].value);
    for (unsigned rest = mask & (mask - 1); rest; rest &= rest - 1)
      value = f(value, static_cast<unsigned>(lanes[lowest(rest)].value));
    same_for_all(value);
  };
  unsigned set = 0;
  switch (op) {
    case warp_op::sync:
      same_for_all(0);
      break;
    case warp_op::shuffle:
      each([&](lane_state& t) {
        const unsigned source = static_cast<unsigned>(t.argument) & 31;
        t.result = mask >> source & 1 ? lanes[source].value : kUndefined;
      });
      break;
    case warp_op::ballot:
    case warp_op::any:
    case warp_op::all:
      for (unsigned rest = mask; rest; rest &= rest - 1)
        if (lanes[lowest(rest)].value) set |= rest & -rest;
      same_for_all(op == warp_op::ballot ? set : op == warp_op::any ? set != 0 : set == mask);
      break;
    case warp_op::match_any:
      each([&](lane_state& t) {
        unsigned equal = 0;
        for (unsigned rest = mask; rest; rest &= rest - 1)
          if (lanes[lowest(rest)].value == t.value) equal |= rest & -rest;
        t.result = equal;
      });
      break;
    case warp_op::match_all:
      set = mask;
      each([&](lane_state& t) {
        if (t.value != lanes[lowest(mask)].value) set = 0;
      });
      same_for_all(set);
      break;
    case warp_op::add_u32:
      fold([](unsigned a, unsigned b) { return a + b; });
      break;
    case warp_op::min_u32:
      fold([](unsigned a, unsigned b) { return a < b ? a : b; });
      break;
    case warp_op::max_u32:
      fold([](unsigned a, unsigned b) { return a > b ? a : b; });
      break;
    case warp_op::min_s32:
      fold([](unsigned a, unsigned b) { return static_cast<int>(a) < static_cast<int>(b) ? a : b; });
      break;
    case warp_op::max_s32:
      fold([](unsigned a, unsigned b) { return static_cast<int>(a) > static_cast<int>(b) ? a : b; });
      break;
    case warp_op::and_u32:
      fold([](unsigned a, unsigned b) { return a & b; });
      break;
    case warp_op::or_u32:
      fold([](unsigned a, unsigned b) { return a | b; });
      break;
    case warp_op::xor_u32:
      fold([](unsigned a, unsigned b) { return a ^ b; });
      break;
  }
}

}  // namespace

void block::tell_of_absent_lanes(unsigned w, unsigned present) {
  for (unsigned rest = present; rest; rest &= rest - 1) {
    const unsigned lane = lowest(rest), rank = w * 32 + lane;
    const auto source = static_cast<unsigned>(lanes_[rank].argument) & 31;
    if (present >> source & 1) continue;
    const unsigned other = w * 32 + source;
    const bool named = lanes_[rank].mask >> source & 1;
    the_observer->misused(
        *this,
        {"shuffle-absent-lane",
         rank,
         threads_[rank].where,
         other,
         {nullptr, 0},
         "a shuffle reads lane " + std::to_string(source) +
             (!named            ? ", which its mask does not name"
              : other >= count_ ? ", which the block does not have"
                                : ", which has ended") +
             ": the result is undefined",
         "Let every lane of the warp reach the shuffle: test the index after it, and let lanes beyond the "
         "end pass a neutral value. Or use a mask and a width that cover only the lanes that reach it."});
  }
}

// `rank` may still make the call with the other lane's mask.
void block::note_other_mask(unsigned rank) {
  const unsigned w = rank / 32, bit = 1u << rank % 32, mask = lanes_[rank].mask;
  const location where = threads_[rank].where;
  for (unsigned rest = warps_[w].arrived; rest; rest &= rest - 1) {
    const unsigned other = w * 32 + lowest(rest);
    const location there = threads_[other].where;
    if (!(lanes_[other].mask & bit) || there.line != where.line || there.file != where.file) continue;
    other_masks_.push_back({rank, mask, where, other, lanes_[other].mask, there});
    return;
  }
}

void block::forget_other_masks(unsigned w, unsigned present) {
  const auto met = [&](const other_mask& m) { return m.other / 32 == w && present >> m.other % 32 & 1; };
  other_masks_.erase(std::remove_if(other_masks_.begin(), other_masks_.end(), met), other_masks_.end());
}

void block::tell_of_other_mask(unsigned rank) {
  for (const other_mask& m : other_masks_) {
    if (m.rank != rank) continue;
    char text[160];
    std::snprintf(
        text, sizeof text,
        "lane %u made the call with the mask 0x%08x and has ended, while lane %u waited for it with the mask "
        "0x%08x",
        rank % 32, m.mask, m.other % 32, m.mask_of_other);
    the_observer->misused(
        *this, {"warp-masks-differ", rank, m.where, m.other, m.there, text,
                "All lanes that a mask names must make the call with that mask: compute the mask once, "
                "before the lanes diverge (__ballot_sync)."});
    return;
  }
}

// If every lane of `mask` that has not exited has arrived, computes the results and makes all lanes except
// the running one ready.
bool block::complete_meet(unsigned w, unsigned mask, warp_op op) {
  warp_state& warp = warps_[w];
  const unsigned present = mask & ~warp.exited;
  if ((warp.arrived & present) != present || present == 0) return false;
  lane_state* lanes = &lanes_[w * 32];
  for (unsigned rest = present; rest; rest &= rest - 1)
    if (lanes[lowest(rest)].mask != mask) return false;
  for (unsigned rest = present; rest; rest &= rest - 1)
    if (lanes[lowest(rest)].op != op) fail_mixed_warp_ops(*grid_, *this);
  resolve(op, present, lanes);
  if (the_observer) the_observer->lanes_meet(*this, w, present);
  if (the_observer && op == warp_op::sync) the_observer->warp_synchronises(*this, w, present);
  if (the_observer && op == warp_op::shuffle) tell_of_absent_lanes(w, present);
  if (!other_masks_.empty()) forget_other_masks(w, present);
  warp.arrived &= ~present;
  fruitless_ = 0;
  if (turn_) turn_->lanes_met();
  for (unsigned rest = present; rest; rest &= rest - 1)
    if (w * 32 + lowest(rest) != current_) resume_later(w * 32 + lowest(rest));
  return true;
}

[[gnu::always_inline]] inline std::uint64_t block::meet(warp_op op, unsigned mask, std::uint64_t value,
                                                        int argument, location where) {
  preemptible = 0;
  if (suspended_ == 0) track();
  const unsigned rank = current_, w = rank / 32, bit = 1u << rank % 32;
  if (!(mask & bit)) fail_lane_not_in_mask(mask, rank % 32, where);
  lane_state& self = lanes_[rank];
  self.op = op;
  self.mask = mask;
  self.value = value;
  self.argument = argument;
  threads_[rank].where = where;
  warps_[w].arrived |= bit;
  if (!complete_meet(w, mask, op)) {
    threads_[rank].status = thread_status::in_warp;
    if (converging_) recheck_converging(w, false);
    suspend(rank);
  } else if (__builtin_expect(the_observer != nullptr, 0)) {
    note_other_mask(rank);
  }
  preemptible = 1;
  return self.result;
}

extern "C" [[gnu::used]] std::uint64_t simcu_warp_meet(warp_op op, unsigned mask, std::uint64_t value,
                                                       int argument, location where) {
  return this_worker->running()->meet(op, mask, value, argument, where);
}
SIMCU_RETURNS_BY_JUMP(std::uint64_t, warp_meet,
                      (warp_op op, unsigned mask, std::uint64_t value, int argument, location where),
                      "_ZN5simcu9warp_meetENS_7warp_opEjmiNS_8locationE", simcu_warp_meet,
                      (op, mask, value, argument, where))

// A lane has exited, and others may have been waiting only for it.
void block::recheck_warp(unsigned w) {
  unsigned seen = 0;
  for (unsigned rest = warps_[w].arrived; rest; rest &= rest - 1) {
    const lane_state& t = lanes_[w * 32 + lowest(rest)];
    if (seen >> lowest(rest) & 1 || !(warps_[w].arrived >> lowest(rest) & 1)) continue;
    seen |= t.mask;
    complete_meet(w, t.mask, t.op);
  }
}

// ---- converged lanes ----

bool block::lane_runnable(unsigned rank) const {
  switch (threads_[rank].status) {
    case thread_status::unstarted:
    case thread_status::running:
    case thread_status::ready:
      return true;
    case thread_status::at_barrier:
      return !waits_at_barrier(rank);
    default:
      return false;
  }
}

// Lanes that converge continue together once no lane of their warp can still join them.
void block::recheck_converging(unsigned w, bool force) {
  warp_state& warp = warps_[w];
  if (warp.converging == 0) return;
  for (unsigned r = w * 32; !force && r < w * 32 + 32 && r < count_; ++r)
    if (lane_runnable(r)) return;
  while (warp.converging) {
    const location where = threads_[w * 32 + lowest(warp.converging)].where;
    unsigned together = 0;
    for (unsigned rest = warp.converging; rest; rest &= rest - 1) {
      const location other = threads_[w * 32 + lowest(rest)].where;
      if (other.line == where.line && other.file == where.file) together |= rest & -rest;
    }
    warp.converging &= ~together;
    for (unsigned rest = together; rest; rest &= rest - 1) {
      lanes_[w * 32 + lowest(rest)].result = together;
      resume_later(w * 32 + lowest(rest));
      --converging_;
    }
  }
}

void block::release_all_converging() {
  for (unsigned w = 0; w < warps_.size(); ++w) recheck_converging(w, true);
}

unsigned block::converge(location where) {
  preemptible = 0;
  if (suspended_ == 0) track();
  const unsigned rank = current_;
  threads_[rank].where = where;
  threads_[rank].status = thread_status::converging;
  warps_[rank / 32].converging |= 1u << rank % 32;
  ++converging_;
  recheck_converging(rank / 32, false);
  suspend(rank);
  preemptible = 1;
  return static_cast<unsigned>(lanes_[rank].result);
}

bool block::waits_in_warp() const {
  for (const warp_state& w : warps_)
    if (w.arrived) return true;
  return false;
}

}  // namespace simcu
