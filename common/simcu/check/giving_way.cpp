// SPDX-License-Identifier: Apache-2.0
#include "giving_way.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "block.h"
#include "launch.h"
#include "recording.h"
#include "turns.h"
#include "worker.h"

extern "C" char __executable_start;

namespace simcu::check {

int access_budget = kAccessBudget;

namespace {

turns* the_turns = nullptr;
std::vector<const void*> wanted_places;  // of the running launch

std::uint64_t offset_of(const void* pc) {
  return static_cast<std::uint64_t>(static_cast<const char*>(pc) - &__executable_start);
}

bool is_place(const void* pc) {
  return std::find(wanted_places.begin(), wanted_places.end(), pc) != wanted_places.end();
}

std::uint64_t before_atomic = 0;  // what the word of the running atomic operation held

const block* has_written = nullptr;  // with a strong write, and nothing after it

std::uint64_t memory_at(const event& e) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(e.address), std::min(e.bytes, 8u));
  return value;
}

class preemptor final : public tool {
 public:
  void launch_begins(launch& grid) override {
    the_turns = grid.control;
    grid_ = &grid;
    wanted_places.clear();
    for (const std::uint64_t offset : the_turns->places())
      wanted_places.push_back(&__executable_start + offset);
    access_budget = kAccessBudget;
    has_written = nullptr;
  }
  void launch_ends(launch&) override {
    the_turns = nullptr;
    grid_ = nullptr;
  }

  void access(const event& e) override {
    if (e.write) {
      access_budget = kAccessBudget;
      the_turns->progress();
      if (e.strong) written(e);
    }
    if (!wanted_places.empty() && is_place(e.pc)) describe(e, true);
  }
  void atomic(const event& e, bool, bool writes) override {
    if (writes && memory_at(e) != before_atomic) {  // else it may only spin
      the_turns->progress();
      written(e);
    }
    if (!wanted_places.empty() && is_place(e.pc)) describe(e, false);
  }

  void found(const finding& f) override {
    recorder* r = recorder::instance();
    if (!r || !grid_ || f.kind != "race" || f.accesses.size() != 2) return;
    // The checker names the access first that completed the race: the later one.
    std::string line = "race " + std::to_string(the_turns->launch_number()) + " " + f.subkind;
    for (const auto* a : {&f.accesses[1], &f.accesses[0]}) {
      if (!a->pc || !a->has_thread) return;
      char text[80];
      std::snprintf(text, sizeof text, " %" PRIx64 " %" PRIu64 " %" PRIu64, offset_of(a->pc),
                    linear(a->block, grid_->grid), linear(a->thread, grid_->block));
      line += text;
    }
    r->note(line);
  }

 private:
  static void written(const event& e) {
    if (e.where == space::global || e.where == space::symbol) has_written = this_worker->running();
  }
  static std::uint64_t linear(uint3 i, dim3 size) {
    return i.x + size.x * (i.y + std::uint64_t{size.y} * i.z);
  }

  void describe(const event& e, bool before) {
    recorder* r = recorder::instance();
    if (!r) return;
    const std::uint64_t value = before ? memory_at(e) : before_atomic;
    const block& b = *this_worker->running();
    char text[200];
    std::snprintf(text, sizeof text,
                  "access %u %" PRIu64 " %" PRIu64 " %u %" PRIx64 " %c %" PRIxPTR " %u %" PRIx64,
                  the_turns->launch_number(), b.linear(), b.steps, b.current(), offset_of(e.pc),
                  e.write ? 'w' : 'r', e.address, e.bytes, value);
    r->note(text);
  }

  launch* grid_ = nullptr;
};

const bool listening = [] {
  static preemptor p;
  return add_tool(p);
}();

}  // namespace

void preempt_before(const event& e) {
  (void)listening;
  if (!the_turns) return;
  if (--access_budget <= 0) {
    access_budget = kAccessBudget;
    this_worker->running()->yield(e.pc);
    preemptible = 0;
  }
  if (!e.strong && !has_written && wanted_places.empty()) return;  // nearly all accesses
  // The kernel loop itself keeps its flag in a volatile variable.
  if (!schedule_points || e.address == reinterpret_cast<std::uintptr_t>(&preemptible)) return;
  block& b = *this_worker->running();
  if (has_written == &b) {
    has_written = nullptr;
    b.schedule_point(point_kind::written, e.pc);
  }
  if (e.strong || (!wanted_places.empty() && is_place(e.pc))) b.schedule_point(point_kind::access, e.pc);
}

void remember_before_atomic(const event& e) { before_atomic = memory_at(e); }

}  // namespace simcu::check
