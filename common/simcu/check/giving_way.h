// SPDX-License-Identifier: Apache-2.0
// Makes accesses points of the schedule. Other threads get their turn before a volatile access, after a
// strong write to global memory, and before a plain access at the code places that SIMCU_SCHEDULE names
// (…+at=OFFSET.OFFSET). Threads that read again and again without any effect yield after a count, so that no
// clock decides what runs.
//
// Writes two kinds of lines into the file of SIMCU_RECORD, in decimal except for offsets and values. One is
// `# race LAUNCH SUBKIND OFFSET BLOCK THREAD OFFSET BLOCK THREAD`, the earlier access first. The other, at a
// place of +at, is `# access LAUNCH BLOCK STEP THREAD OFFSET r|w ADDRESS BYTES VALUE`, where VALUE is the old
// one.
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
  // Before an access that has not been checked yet; other threads may run inside.
  SIMCU_HOT void before(const event& e) {
    if (--access_budget_ > 0 && !e.strong && !has_written_ && wanted_places_.empty()) return;  // nearly all
    gives_way(e);
  }
  // No thread yields before plain accesses until goes_on() says no; each of them counts.
  bool calm() const { return !has_written_ && wanted_places_.empty(); }
  SIMCU_HOT bool goes_on() const { return access_budget_ > 1; }
  SIMCU_HOT void counts() { --access_budget_; }
  // The access is not ignored, and happens next.
  SIMCU_HOT void access(const event& e) {
    if (e.write) {
      access_budget_ = kAccessBudget;
      turns_->progress();
      if (e.strong) written(e);
    }
    if (__builtin_expect(is_wanted(e.pc), 0)) record(e);
  }
  // Around an atomic operation on valid memory: one that changes nothing may come from a spinning thread.
  void before_atomic(const event& e);
  void after_atomic(const event& e, bool writes);
  void changed() const { turns_->progress(); }  // something other than an access of the user's code
  void found(const finding& f) const;

 private:
  // Accesses without a write that others could see, until a thread yields.
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
  std::vector<const void*> wanted_places_;  // of the running launch
  int access_budget_ = kAccessBudget;
  std::uint64_t before_atomic_ = 0;     // what the word of the running atomic operation held
  const block* has_written_ = nullptr;  // with a strong write, and nothing after it
};

}  // namespace simcu::check
