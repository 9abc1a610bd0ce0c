// SPDX-License-Identifier: Apache-2.0
// Turns accesses into schedule points: before a volatile access, after a strong write to global memory, and
// before a plain access at a code place that SIMCU_SCHEDULE names (…+at=OFFSET.OFFSET). A thread that only
// reads yields after a fixed number of accesses, so that no clock decides which thread runs.
//
// The SIMCU_RECORD file gets two kinds of lines. Offsets, addresses and values are hexadecimal:
//   # race LAUNCH SUBKIND OFFSET BLOCK THREAD OFFSET BLOCK THREAD     the earlier access first
//   # access LAUNCH BLOCK STEP THREAD OFFSET r|w ADDRESS BYTES VALUE  at a place of +at, with the old value
#pragma once
#include <algorithm>
#include <vector>

#include "report/finding.h"
#include "schedule/controlled_scheduler.h"
#include "state/event.h"

namespace simcu::check {

class giving_way {
 public:
  void launch_begins(launch& grid);
  void launch_ends();
  // Called before an access is checked. Other threads may run during the call.
  SIMCU_HOT void before(const event& e) {
    if (--access_budget_ > 0 && !e.strong && !has_written_ && wanted_places_.empty())
      return;  // nearly always
    gives_way(e);
  }
  // While calm, no thread yields before a plain access until goes_on() returns false.
  bool calm() const { return !has_written_ && wanted_places_.empty(); }
  SIMCU_HOT bool goes_on() const { return access_budget_ > 1; }
  SIMCU_HOT void counts() { --access_budget_; }
  SIMCU_HOT void access(const event& e) {
    if (e.write) {
      access_budget_ = kAccessBudget;
      turns_->progress();
      if (e.strong) written(e);
    }
    if (__builtin_expect(is_wanted(e.pc), 0)) record(e);
  }
  // A thread whose operation changes nothing may be spinning.
  void before_atomic(const event& e);
  bool after_atomic(const event& e, bool writes);
  void changed() const { turns_->progress(); }
  void found(const finding& f) const;

 private:
  // A thread yields after this many accesses without a write that other threads could see.
  static constexpr int kAccessBudget = 1 << 20;

  SIMCU_HOT bool is_wanted(const void* pc) const {
    return !wanted_places_.empty() &&
           std::find(wanted_places_.begin(), wanted_places_.end(), pc) != wanted_places_.end();
  }
  void gives_way(event e);
  void written(event e);
  void record(event e) const;
  void record(const event& e, std::uint64_t value) const;

  launch* grid_ = nullptr;  // null between launches
  controlled_scheduler* turns_ = nullptr;
  std::vector<const void*> wanted_places_;
  int access_budget_ = kAccessBudget;
  std::uint64_t before_atomic_ = 0;
  const block* has_written_ = nullptr;  // the block whose last access was a strong write
};

}  // namespace simcu::check
