// SPDX-License-Identifier: Apache-2.0
// Tests what each schedule does, and which values of SIMCU_SCHEDULE are refused.
#include <algorithm>
#include <regex>
#include <set>
#include <vector>

#include "programs.h"

namespace {

TEST(Schedules, BlocksStartInTheOrderOfTheSchedule) {
  const compiled p("start_order");
  EXPECT_EQ(p.under("fifo").output, "0 1 2 3 4 5 6 7 lost 0\n");
  EXPECT_EQ(p.under("fifo+warps").output, "0 1 2 3 4 5 6 7 lost 0\n");
  EXPECT_EQ(p.under("lockstep").output, "0 1 2 3 4 5 6 7 lost 0\n");
  EXPECT_EQ(p.under("reverse").output, "7 6 5 4 3 2 1 0 lost 0\n");
  std::set<std::string> orders;
  bool loses = false;
  for (int seed = 1; seed <= 10; ++seed) {
    const outcome o = p.under("random:" + std::to_string(seed));
    EXPECT_EQ(o.status, 0);
    orders.insert(o.output.substr(0, 15));
    loses = loses || !contains(o.output, "lost 0");
  }
  EXPECT_GE(orders.size(), 8U);
  EXPECT_TRUE(loses) << "Preempting between a read and a write loses an update.";
}

TEST(Schedules, BlocksChangePlacesAtAtomicsOfTheLibraryToo) {
  const compiled p("library_atomics");
  EXPECT_EQ(p.under("fifo").output, "lost 0\n");
  bool loses = false;
  for (int seed = 1; seed <= 10; ++seed) {
    const outcome o = p.under("random:" + std::to_string(seed));
    EXPECT_EQ(o.status, 0) << o.output;
    loses = loses || o.output != "lost 0\n";
  }
  EXPECT_TRUE(loses);
}

TEST(Schedules, WarpsAreChosenOnlyWhereAsked) {
  const compiled p("thread_order");
  const std::string forward = "0 1 2 3 4 5 6 7 ", backward = "7 6 5 4 3 2 1 0 ";
  EXPECT_EQ(p.under("fifo+warps").output, forward + forward + "\n");
  EXPECT_EQ(p.under("reverse").output, forward + forward + "\n");
  EXPECT_EQ(p.under("random:3").output, forward + forward + "\n");
  EXPECT_EQ(p.under("reverse+warps").output, backward + backward + "\n");
  const std::string random = p.under("random:3+warps").output;
  EXPECT_NE(random, forward + forward + "\n");
  EXPECT_NE(random.substr(0, 16), random.substr(16, 16)) << "Every launch draws anew.";
}

TEST(Schedules, PctDrawsPrioritiesFromItsSeed) {
  const compiled p("start_order");
  std::set<std::string> outputs;
  for (const char* schedule :
       {"pct:1,1", "pct:2,1", "pct:3,1", "pct:4,3", "pct:5,3,40", "pct:6,3,40+warps"}) {
    const outcome o = p.under(schedule);
    EXPECT_EQ(o.status, 0) << o.output;
    EXPECT_EQ(p.under(schedule).output, o.output);
    outputs.insert(o.output);
  }
  EXPECT_GE(outputs.size(), 5U);
  EXPECT_TRUE(contains(p.under("pct:1,1").output, "lost 0")) << "Depth 1 never preempts.";
}

// Each step of the scan has a piece that reads and a piece that writes.
std::string scan_by_pieces(const std::vector<int>& blocks) {
  std::vector<unsigned> bins(16, 1), sum(16, 1), cdf(16);
  unsigned done[2] = {0, 0};
  for (const int block : blocks) {
    const unsigned piece = done[block]++;
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned id = 8 * static_cast<unsigned>(block) + i, interval = 1U << piece / 2;
      if (piece == 8)
        cdf[id] = bins[id] - 1;
      else if (piece % 2 == 1)
        bins[id] = sum[id];
      else if (id >= interval)
        sum[id] += bins[id - interval];
    }
  }
  std::string out;
  for (const unsigned value : cdf) out += std::to_string(value) + " ";
  return out + "\n";
}

TEST(Schedules, TheScanOfLab03IsRightInLockstepAlone) {
  const compiled p("two_block_scan");
  std::vector<int> lockstep, fifo, reverse;
  for (int i = 0; i < 18; ++i) {
    lockstep.push_back(i % 2);
    fifo.push_back(i / 9);
    reverse.push_back(1 - i / 9);
  }
  const std::string right = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 \n";
  EXPECT_EQ(scan_by_pieces(lockstep), right);
  EXPECT_EQ(p.under("lockstep").output, right);
  EXPECT_NE(scan_by_pieces(fifo), right);
  EXPECT_EQ(p.under("fifo").output, scan_by_pieces(fifo));
  EXPECT_EQ(p.under("reverse").output, scan_by_pieces(reverse));
}

// All threads wait for each other at the read.
TEST(Schedules, LockstepAtAPlaceIsABarrier) {
  const compiled p("neighbours", "--check");
  EXPECT_TRUE(contains(p.under("fifo", "", "SIMCU_REPORT=report.json").output, "1\n"));
  const std::string report = p.text("report.json");
  std::smatch place;
  ASSERT_TRUE(std::regex_search(report, place, std::regex(R"("code":(\d+),"op":"[^"]*read)"))) << report;
  char hex[20];
  std::snprintf(hex, sizeof hex, "%lx", std::stoul(place[1]));
  const outcome waits = p.under(std::string("lockstep+warps+at=") + hex);
  EXPECT_TRUE(contains(waits.output, "40\n")) << waits.output;
}

TEST(Schedules, ASpinningBlockStarvesNobody) {
  const compiled tickets("tickets"), polls("polls_with_barrier"), chain("waits_for_later");
  for (const char* schedule : {"fifo", "lockstep", "reverse", "reverse+warps", "random:1", "random:2+warps",
                               "random:3", "pct:1,3", "pct:2,4+warps"}) {
    EXPECT_EQ(tickets.under(schedule).output, "4950\n") << schedule;
    EXPECT_EQ(polls.under(schedule).output, "cudaSuccess\n") << schedule;
    EXPECT_EQ(chain.under(schedule, "10 later").output, "cudaSuccess\n") << schedule;
    EXPECT_EQ(chain.under(schedule, "10 earlier").output, "cudaSuccess\n") << schedule;
  }
}

TEST(Schedules, ABlockThatPassesBarriersIsAtWork) {
  EXPECT_EQ(compiled("stays_at_work").under("fifo").output, "0\n");
}

TEST(Schedules, WaitingForABlockThatCannotStartIsADeadlock) {
  const compiled fast("waits_for_later"), checked("waits_for_later", "--check");
  EXPECT_EQ(fast.under("fifo", "100 earlier").output, "cudaSuccess\n");
  EXPECT_EQ(fast.under("reverse", "100 later").output, "cudaSuccess\n");
  const std::string words = "for something that only a block that has not started can do";
  EXPECT_TRUE(contains(fast.under("fifo", "100 later").output, words));
  const outcome o = checked.under("reverse", "100 earlier", "SIMCU_REPORT=report.json");
  EXPECT_EQ(o.status, 99) << o.output;
  EXPECT_SAYS(o, words);
  EXPECT_TRUE(contains(o.output, "spins in ") && contains(o.output, "waits_for_later.cu:17")) << o.output;
  EXPECT_TRUE(contains(checked.text("report.json"), "\"kind\":\"deadlock\""));
}

TEST(Schedules, ManyLargeBlocksFit) {
  const compiled p("many_threads");
  for (const char* schedule : {"lockstep", "lockstep+warps", "random:1+warps", "pct:1,5"})
    EXPECT_EQ(p.under(schedule).output, "64 64 64 cudaSuccess\n") << schedule;
}

TEST(Schedules, ReportsOfTwoRunsAreEqualToTheByte) {
  const compiled racy("racy", "--check"), scan("two_block_scan", "--check");
  for (const compiled* p : {&racy, &scan})
    for (const char* schedule : {"", "lockstep", "reverse+warps", "random:1", "random:2+warps", "pct:3,3"}) {
      const outcome one = p->under(schedule, "", "SIMCU_REPORT=one.json");
      const outcome two = p->under(schedule, "", "SIMCU_REPORT=two.json");
      EXPECT_EQ(one.output, two.output) << schedule;
      EXPECT_EQ(p->text("one.json"), p->text("two.json")) << schedule;
      EXPECT_TRUE(contains(p->text("one.json"), "\"race\"")) << schedule;
    }
}

TEST(Schedules, WhatIsNoScheduleIsRefusedBeforeAKernelRuns) {
  const compiled p("start_order");
  std::istringstream all(
      "foo FIFO fifo:1 lockstep, reverse: random random: random:x random:-1 random:1,2 "
      "random:99999999999999999999 pct pct:1 pct:1, pct:1,0 pct:1,2,0 pct:1,2,3,4 replay replay: fifo+ "
      "fifo+threads fifo+at= fifo+at=xyz replay:@no_such_file");
  for (std::string bad; all >> bad;) {
    const outcome o = p.under(bad);
    EXPECT_EQ(o.status, 2) << bad;
    EXPECT_SAYS(o, "the schedules are fifo, lockstep, reverse, random:SEED, pct:SEED,DEPTH");
    EXPECT_DOES_NOT_SAY(o, "lost") << bad;
  }
}

}  // namespace
