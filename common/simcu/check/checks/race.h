// SPDX-License-Identifier: Apache-2.0
// Unordered accesses to the same byte that race_rule.h counts as races.
#pragma once
#include <utility>
#include <vector>

#include "checks/guesses.h"
#include "checks/race_rule.h"
#include "report/findings.h"
#include "state/state.h"

namespace simcu::check {

class race {
 public:
  explicit race(const state& s) : state_(s) {}
  // `e` and `earlier`, which the shadow keeps, are unordered accesses to the byte at `at`.
  void unordered(const event& e, const cell& earlier, std::uintptr_t at) {
    if (!kVerdicts(pair_of(e, earlier))) return;
    races(e, earlier, at);
    raced_ = true;
  }
  void compares(const event& e) {
    if (guesses_.any()) guesses_.compares(state_.run.of(state_.run.now()), e.address, e.bytes);
  }
  bool raced() { return std::exchange(raced_, false); }
  void forget_guesses() { guesses_.forget(); }  // called when a launch ends, or its findings are taken
  bool settled() const { return unsettled_.empty(); }
  // A plain write is announced before it happens, so the next event adds its value to the report.
  SIMCU_HOT void settle() {
    if (__builtin_expect(!unsettled_.empty(), 0)) settle_now();
  }

 private:
  static constexpr race_verdicts kVerdicts{};
  static_assert(kVerdicts.never_between_reads());  // past_accesses does not report pairs of reads
  unordered_pair pair_of(const event& e, const cell& earlier) const {
    const origin other = state_.run.of(earlier.who);
    return {earlier.write(),
            e.write,
            !earlier.strong()               ? kPlain
            : in_block_scope(earlier.where) ? kBlockAtomic
                                            : kVolatile | kAtomic,
            !e.strong    ? kPlain
            : e.in_block ? kBlockAtomic
            : e.atomic   ? kAtomic
                         : kVolatile,
            !state_.run.in_own_block(other) ? kOtherBlock
            : state_.run.in_own_warp(other) ? kSameWarp
                                            : kOtherWarp,
            e.where == space::shared ? kShared : kElsewhere};
  }

  void races(const event& e, const cell& earlier, std::uintptr_t at);
  void add_values(finding& f, const known_place& p, const event& e, std::uintptr_t at,
                  const cell& earlier) const;
  bool overwritten(const cell& earlier, std::uintptr_t at, unsigned bytes) const;
  void settle_now();
  bool may_guess(const event& e, const cell& earlier) const;

  const state& state_;
  struct unsettled {
    finding* report;
    std::uintptr_t address;
    known_place place;
    value saw;
    bool other_writes;
  };
  std::vector<unsettled> unsettled_;
  guesses guesses_;
  bool raced_ = false;
};

}  // namespace simcu::check
