// SPDX-License-Identifier: Apache-2.0
#include <regex>

#include "programs.h"

namespace {

std::string last_replay(const std::string& text) {
  static const std::regex form("SIMCU_SCHEDULE=(replay:[^ ]+) ");
  std::string found;
  for (std::sregex_iterator i(text.begin(), text.end(), form), end; i != end; ++i) found = (*i)[1];
  return found;
}

TEST(Explore, FindsABugThatNeedsTwoSwitches) {
  const compiled p("rare_bug");
  for (const char* schedule : {"fifo", "lockstep", "reverse"}) EXPECT_EQ(p.under(schedule).output, "bad 0\n");
  for (const char* kind : {"", " --schedule pct --depth 3"}) {
    const outcome o = p.explore(std::string("-n 1000") + kind);
    EXPECT_EQ(o.status, 1) << o.output;
    EXPECT_SAYS(o, "under fifo: bad 0\n");
    EXPECT_SAYS(o, "here:       bad 1\n");
    EXPECT_SAYS(o, "2 are enough");
    EXPECT_TRUE(std::regex_search(o.output,
                                  std::regex("block 0 stops just before .*rare_bug.cu:1[45]; block 1 runs")))
        << o.output;
    EXPECT_EQ(p.under(last_replay(o.output)).output, "bad 1\n") << o.output;
  }
}

TEST(Explore, SaysWhenNothingDiffers) {
  const compiled p("tickets");
  const outcome o = p.explore("-n 60");
  EXPECT_EQ(o.status, 0) << o.output;
  EXPECT_EQ(o.output, "60 schedules, all with the same output as fifo.\n");
}

TEST(Explore, ProvesRacesByBothOrders) {
  const compiled p("racy", "--check");
  const outcome o = p.box.run("SIMCU_COUNTERS=counters.json '" SIMCU_EXPLORE "' ./prog -n 1 'two words'");
  EXPECT_FALSE(p.box.has("counters.json"));
  EXPECT_SAYS(o, " ./prog 'two words'\n");
  EXPECT_EQ(o.status, 1) << o.output;
  EXPECT_SAYS(o, "block 0 (thread 0) writes, then block 1 (thread 0) reads 42");
  EXPECT_SAYS(o, "block 1 (thread 0) reads 0, then block 0 (thread 0) writes");
  EXPECT_SAYS(o, "thread 0 of block 0 writes, then thread 1 of block 0 reads 7");
  EXPECT_SAYS(o, "thread 1 of block 0 reads 0, then thread 0 of block 0 writes");
  static const std::regex form("reads 0, then block 0[^\n]*\n *SIMCU_SCHEDULE=([^ ]+) ");
  std::smatch found;
  ASSERT_TRUE(std::regex_search(o.output, found, form)) << o.output;
  EXPECT_TRUE(contains(p.under(found[1].str() + "").output, "far 0 near 7")) << o.output;
}

TEST(Explore, BadUsageIsStatusTwo) {
  const compiled p("start_order");
  EXPECT_EQ(p.box.run("'" SIMCU_EXPLORE "'").status, 2);
  EXPECT_EQ(p.box.run("'" SIMCU_EXPLORE "' ./no_such_program").status, 2);
  EXPECT_EQ(p.explore("-n 0").status, 2);
  EXPECT_EQ(p.explore("--schedule lockstep").status, 2);
  const outcome o = p.box.run("'" SIMCU_EXPLORE "' /bin/true");
  EXPECT_EQ(o.status, 2);
  EXPECT_SAYS(o, "launches no kernel");
}

}  // namespace
