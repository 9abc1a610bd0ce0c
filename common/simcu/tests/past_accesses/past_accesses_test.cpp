// SPDX-License-Identifier: Apache-2.0
// Tests that deciding for a word's four cells at once keeps the same accesses as the rule cell by cell.
#include "state/past_accesses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <vector>

namespace simcu::check {
[[noreturn]] void numbers_run_out(const char* /*what*/) { std::abort(); }
}  // namespace simcu::check

namespace {

using namespace simcu::check;

struct counting_judge {
  unsigned races = 0;
  void unordered(const event& /*e*/, const cell& /*earlier*/, std::uintptr_t /*at*/) { ++races; }
};

struct both_ways : past_accesses {
  using past_accesses::add_by_rule;
};

std::vector<std::uint64_t> kept(const word& w) {
  std::vector<std::uint64_t> all;
  for (const cell& c : w.cells)
    if (c.bare().used()) all.push_back(std::uint64_t{c.bare().who} << 32 | c.bare().where);
  std::sort(all.begin(), all.end());
  return all;
}

bool initialised(const word& w) {
  return std::all_of(std::begin(w.cells), std::end(w.cells), [](const cell& c) { return c.where & kTop; });
}

TEST(PastAccesses, AddUsualDoesWhatTheRuleDoes) {
  std::mt19937 random(16);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  execution run(64);
  both_ways past;
  unsigned usual[2] = {0, 0}, races = 0, full = 0;
  for (unsigned launch = 0; launch < 60000; ++launch) {
    run.next_launch(2);
    word at_once;
    for (cell& c : at_once.cells) c.where = kTop;
    word by_rule = at_once;
    const unsigned lanes = 1 + below(64), barriers = 2 + below(12), writes = 1 + below(6),
                   plain = 1 + below(10);
    for (unsigned step = 0; step < 30; ++step) {
      run.goes_on(below(8) == 0, below(lanes));
      if (below(barriers) == 0) run.clock().barrier();
      if (below(40) == 0) run.clock().sync_lanes(0, below(2) ? ~0u : 0xffu);
      if (below(60) == 0) run.next_launch(2), run.goes_on(0, below(lanes));
      event e{64, 4, below(writes) == 0, below(plain) == 0, &__executable_start + 16 + below(3)};
      e.where = space::global;
      word after[64] = {at_once};  // an array, so that writes next to the word stay in it
      const bool decided = !e.strong && past.add_usual(after[0], e, run);
      counting_judge judge;
      past.add_by_rule(by_rule, e.address, e, run, judge);
      races += judge.races;
      if (!decided) {
        at_once = by_rule;
        continue;
      }
      ASSERT_EQ(judge.races, 0u) << "launch " << launch << ", step " << step << ": a race was missed";
      ASSERT_TRUE(initialised(after[0])) << "launch " << launch << ", step " << step;
      ASSERT_TRUE(std::any_of(
          std::begin(after[0].cells), std::end(after[0].cells),
          [&](const cell& c) { return c.who == run.now() && c.write() == e.write && !c.strong(); }))
          << "launch " << launch << ", step " << step << ": the access itself is not kept";
      const auto before = kept(at_once), now = kept(after[0]), right = kept(by_rule);
      if (now != right) {  // they may differ only in which access was evicted from a full word
        std::vector<std::uint64_t> common;
        std::set_intersection(now.begin(), now.end(), right.begin(), right.end(), std::back_inserter(common));
        ASSERT_TRUE(!e.write && before.size() == kCells && right.size() == kCells &&
                    common.size() == kCells - 1)
            << "launch " << launch << ", step " << step;
        ++full;
        after[0] = by_rule;
      }
      ++usual[e.write];
      at_once = after[0];
    }
  }
  EXPECT_GT(usual[0], 10000u);
  EXPECT_GT(usual[1], 10000u);
  EXPECT_GT(races, 10000u);
  EXPECT_LT(full, usual[0] / 10);
}

}  // namespace
