// SPDX-License-Identifier: Apache-2.0
#include "giving_way.h"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <string>

#include "device/block.h"
#include "device/launch.h"
#include "device/worker.h"
#include "schedule/controlled_scheduler.h"
#include "schedule/recording.h"

extern "C" char __executable_start;

namespace simcu::check {
namespace {

std::uint64_t offset_of(const void* pc) {
  return static_cast<std::uint64_t>(static_cast<const char*>(pc) - &__executable_start);
}

std::uint64_t linear(uint3 i, dim3 size) { return i.x + size.x * (i.y + std::uint64_t{size.y} * i.z); }

std::uint64_t memory_at(const event& e) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(e.address), std::min(e.bytes, 8u));
  return value;
}

}  // namespace

void giving_way::launch_begins(launch& grid) {
  grid_ = &grid;
  turns_ = static_cast<controlled_scheduler*>(grid.order);
  wanted_places_.clear();
  for (const std::uint64_t offset : turns_->places()) wanted_places_.push_back(&__executable_start + offset);
  access_budget_ = kAccessBudget;
  has_written_ = nullptr;
}

void giving_way::launch_ends() {
  grid_ = nullptr;
  turns_ = nullptr;
}

void giving_way::gives_way(event e) {
  if (!turns_) return;
  if (access_budget_ <= 0) {
    access_budget_ = kAccessBudget;
    this_worker->running()->yield(e.pc);
    preemptible = 0;
  }
  if (!e.strong && !has_written_ && wanted_places_.empty()) return;
  // The kernel loop's own flag is a volatile variable.
  if (!schedule_points || e.address == reinterpret_cast<std::uintptr_t>(&preemptible)) return;
  block& b = *this_worker->running();
  if (has_written_ == &b) {
    has_written_ = nullptr;
    b.current_turn()->point(point_kind::written, e.pc);
  }
  if (e.strong || is_wanted(e.pc)) b.current_turn()->point(point_kind::access, e.pc);
}

void giving_way::before_atomic(const event& e) { before_atomic_ = memory_at(e); }

bool giving_way::after_atomic(const event& e, bool writes) {
  const bool changes = writes && memory_at(e) != before_atomic_;
  if (changes) {  // without a change, the thread may be spinning
    turns_->progress();
    written(e);
  }
  if (is_wanted(e.pc)) record(e, before_atomic_);
  return changes;
}

void giving_way::written(event e) {
  if (e.where == space::global || e.where == space::symbol) has_written_ = this_worker->running();
}

void giving_way::record(event e) const { record(e, memory_at(e)); }

void giving_way::record(const event& e, std::uint64_t value) const {
  recorder* r = recorder::instance();
  if (!r) return;
  const block& b = *this_worker->running();
  char text[200];
  std::snprintf(text, sizeof text,
                "access %u %" PRIu64 " %" PRIu64 " %u %" PRIx64 " %c %" PRIxPTR " %u %" PRIx64,
                turns_->launch_number(), b.linear(), b.current_turn()->steps, b.current(), offset_of(e.pc),
                e.write ? 'w' : 'r', e.address, e.bytes, value);
  r->note(text);
}

void giving_way::found(const finding& f) const {
  recorder* r = recorder::instance();
  if (!r || !grid_ || f.kind != "race" || f.accesses.size() != 2) return;
  // The earlier access, which comes first here, is the second one in the finding.
  std::string line = "race " + std::to_string(turns_->launch_number()) + " " + f.subkind;
  for (const auto* a : {&f.accesses[1], &f.accesses[0]}) {
    if (!a->pc || !a->has_thread) return;
    char text[80];
    std::snprintf(text, sizeof text, " %" PRIx64 " %" PRIu64 " %" PRIu64, offset_of(a->pc),
                  linear(a->block, grid_->grid), linear(a->thread, grid_->block));
    line += text;
  }
  r->note(line);
}

}  // namespace simcu::check
