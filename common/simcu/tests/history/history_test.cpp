// SPDX-License-Identifier: Apache-2.0
// Tests SIMCU_WATCH: which steps of an element are recorded, in which order, and which values are refused.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "../driver/toolbox.h"

namespace {

using lines = std::vector<std::string>;

const sandbox& built(std::string_view program, std::string_view by = "g++") {
  static std::map<std::string, std::unique_ptr<sandbox>> boxes;
  const std::string name(program), compiler(by);
  auto& box = boxes[name + compiler];
  if (!box) {
    box = std::make_unique<sandbox>();
    const outcome o =
        box->run("SIMCU_CXX=" + compiler + " SIMCU --check '" SIMCU_TEST_SOURCES "/" + name + ".cu' -o prog");
    EXPECT_EQ(o.status, 0) << o.output;
  }
  return *box;
}

nlohmann::json report_of(const sandbox& box, const std::string& watch, const std::string& schedule) {
  const outcome o =
      box.run("SIMCU_SCHEDULE=" + schedule + " SIMCU_WATCH='" + watch + "' SIMCU_REPORT=report.json ./prog");
  EXPECT_TRUE(box.has("report.json")) << o.output;
  std::ifstream in(box.path("report.json"));
  return nlohmann::json::parse(in);
}

// Returns steps like "1.0 read 9: 2" for block 1, thread 0 in line 9, or "write 9: 2 -> 3" for a changed
// value.
lines steps_of(const nlohmann::json& report) {
  lines out;
  if (!report.contains("history")) return out;
  for (const auto& s : report.at("history")) {
    const auto before = s.at("before").get<std::string>(), after = s.at("after").get<std::string>();
    std::string text = s.at("op").get<std::string>();
    if (s.contains("block"))
      text = std::to_string(s.at("block").at(0).get<int>()) + "." +
             std::to_string(s.at("thread").at(0).get<int>()) + " " + text + " " +
             std::to_string(s.at("line").get<int>());
    out.push_back(text + ": " + (before == after ? after : before + " -> " + after));
  }
  return out;
}

lines watched(const sandbox& box, const std::string& watch, const std::string& schedule = "fifo") {
  return steps_of(report_of(box, watch, schedule));
}

const lines kFirstInTurn = {"launch: 2", "0.1 read 9: 2", "0.1 write 9: 2 -> 3", "0.1 read 11: 3",
                            "1.0 read 7: 3"};
const lines kFirstInStep = {"launch: 2", "1.0 read 7: 2", "0.1 read 9: 2", "0.1 write 9: 2 -> 3",
                            "0.1 read 11: 3"};
const lines kSecond = {"launch: 0", "0.1 read 9: 0", "0.1 write 9: 0", "0.1 read 11: 0", "1.0 read 7: 0"};

lines first(const lines& all, std::size_t count) {
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.size()))};
}

class History : public testing::TestWithParam<std::string> {};

TEST_P(History, FollowsTheOrderOfTheSchedule) {
  const sandbox& box = built("neighbours", GetParam());
  EXPECT_EQ(first(watched(box, "d_sums[1]", "fifo"), 5), kFirstInTurn);
  EXPECT_EQ(first(watched(box, "d_sums[1]", "lockstep"), 5), kFirstInStep);
}

INSTANTIATE_TEST_SUITE_P(simcu, History, testing::ValuesIn(host_compilers()),
                         [](const auto& test) { return std::string(test.param == "g++" ? "gcc" : "clang"); });

TEST(History, NamesAreLookedUpAtEachLaunch) {
  const lines all = watched(built("neighbours"), "d_sums[1]");
  ASSERT_EQ(all.size(), kFirstInTurn.size() + 1 + kSecond.size());
  EXPECT_EQ(all[5], "host write: 3 -> 0");
  EXPECT_EQ(lines(all.begin() + 6, all.end()), kSecond);
}

TEST(History, AnAllocationStaysWhatItIs) {
  const lines all = watched(built("neighbours"), "0:4");
  EXPECT_EQ(first(all, 5), kFirstInTurn);
  // In the second launch, the watched element is d_sums[0].
  EXPECT_EQ(lines(all.begin() + 6, all.end()),
            lines({"launch: 0", "0.1 read 7: 0", "0.0 read 9: 0", "0.0 write 9: 0", "0.0 read 11: 0"}));
  EXPECT_EQ(watched(built("neighbours"), "0:4:4"), all);
}

TEST(History, StepsAndBarriersAreThoseOfTheLaunch) {
  const auto steps = report_of(built("neighbours"), "d_sums[1]", "fifo").at("history");
  EXPECT_EQ(steps.at(0).at("step"), 0);
  std::vector<int> barriers;
  int last = 0;
  for (std::size_t i = 1; i < 5; ++i) {
    EXPECT_GT(steps.at(i).at("step"), last);
    last = steps.at(i).at("step");
    barriers.push_back(steps.at(i).at("barriers"));
    EXPECT_EQ(steps.at(i).at("kernel"), "neighbours_kernel");
  }
  EXPECT_EQ(barriers, std::vector<int>({1, 1, 2, 0}));
  EXPECT_EQ(steps.at(2).at("source"), "d_sums[i] += left;");
}

TEST(History, TwoRunsAreTheSame) {
  const sandbox& box = built("neighbours");
  const auto once = report_of(box, "d_sums[2]", "lockstep"), again = report_of(box, "d_sums[2]", "lockstep");
  EXPECT_EQ(once.at("history"), again.at("history"));
}

TEST(History, SharedArraysAreWatchedInEveryBlockOrInOne) {
  const sandbox& box = built("kinds");
  const lines both = {"0.5 write 9: undefined -> 2.5", "0.0 read 11: 2.5", "1.5 write 9: undefined -> 3.5",
                      "1.0 read 11: 3.5"};
  EXPECT_EQ(watched(box, "s_tile[1][2]"), both);
  EXPECT_EQ(watched(box, "s_tile[5]"), both);
  EXPECT_EQ(watched(box, "s_tile[1][2]@1"), lines(both.begin() + 2, both.end()));
  EXPECT_EQ(watched(box, "s_tile[1][2]@0,0,0"), first(both, 2));
}

TEST(History, AtomicAndVolatileAccessesAreTold) {
  EXPECT_EQ(watched(built("kinds"), "counters[1][2]"),
            lines({"launch: 0", "0.0 atomic 15: 0 -> 5", "0.0 atomic read 16: 5", "0.0 strong read 18: 5",
                   "0.0 strong write 18: 5 -> 6"}));
}

TEST(History, AWideAccessTouchesEachOfItsElements) {
  EXPECT_EQ(watched(built("kinds"), "1:20"), lines({"launch: undefined", "0.0 write 21: undefined -> 11"}));
}

TEST(History, TheMiddleOfALongOneIsCounted) {
  const auto report = report_of(built("kinds"), "d_many[0]", "fifo");
  const lines all = steps_of(report);
  ASSERT_EQ(all.size(), 400u);
  EXPECT_EQ(report.at("history_left_out"), 1001 - 400);
  EXPECT_EQ(all[2], "0.0 write 24: 0 -> 1");
  EXPECT_EQ(all.back(), "0.0 write 24: 499 -> 500");
}

TEST(History, PeopleGetAList) {
  const outcome o = built("kinds").run("SIMCU_WATCH='counters[1][2]' ./prog");
  EXPECT_EQ(o.status, 0) << o.output;
  EXPECT_SAYS(o, "simcu: the history of counters[1][2]");
  EXPECT_SAYS(o, "block (0,0,0) thread (0,0,0)");
  EXPECT_SAYS(o, "strong write 5 -> 6, at ");
  EXPECT_SAYS(o, "kinds.cu:18  | *v = *v + 1;");
}

TEST(History, EndsWithItsMemory) {
  const sandbox& box = built("freed");
  const lines once = {"launch: undefined", "0.0 write 4: undefined -> 1", "host write: 1 -> 0"};
  lines all = once;
  all.insert(all.end(), once.begin(), once.begin() + 2);
  EXPECT_EQ(watched(box, "d_a[0]"), all);
  EXPECT_EQ(watched(box, "0:0"), once);
  const outcome o = box.run("SIMCU_WATCH='d_a[0]' ./prog");
  EXPECT_EQ(o.status, 0) << o.output;
  EXPECT_SAYS(o, "host write ");
}

TEST(History, NothingIsSaidUnlessAsked) {
  const outcome o = built("kinds").run("SIMCU_WATCH= SIMCU_REPORT=quiet.json ./prog");
  EXPECT_EQ(o.output, "");
  std::ifstream in(built("kinds").path("quiet.json"));
  EXPECT_FALSE(nlohmann::json::parse(in).contains("history"));
}

TEST(History, AnUnusedElementIsReported) {
  for (const char* watch :
       {"d_nothing[3]", "d_many[1]", "s_tile[2][0]", "s_tile[0][3]", "d_out[99999999]", "cube[1][1]"}) {
    const outcome o = built("kinds").run(std::string("SIMCU_WATCH='") + watch + "' ./prog");
    EXPECT_EQ(o.status, 0) << o.output;
    EXPECT_SAYS(o, "no kernel accessed this element") << watch;
    EXPECT_SAYS(o, "d_many, d_out, d_vectors, s_tile");
  }
  for (const char* watch : {"9:0", "0:1000"}) {
    const outcome o = built("kinds").run(std::string("SIMCU_WATCH=") + watch + " ./prog");
    EXPECT_SAYS(o, "no kernel accessed this element") << watch;
  }
}

TEST(History, MalformedWatchesAreRefused) {
  for (const char* watch :
       {"d_many[", "d_many[]", "d_many[x]", "d_many[-1]", "d_many[0", "d_many[0]x", "d_many[0]@",
        "d_many[0]@1,", "[3]", "3", "3:", "3:4:", "3:4:0", "3:4:17", "a[1][2][3][4]", "d many",
        "99999999999999999999:0", "d_many[99999999999999999999]"}) {
    const outcome o = built("kinds").run(std::string("SIMCU_WATCH='") + watch + "' ./prog");
    EXPECT_EQ(o.status, 2) << watch;
    EXPECT_EQ(o.output.find("simcu: SIMCU_WATCH=" + std::string(watch) + " is not valid; write "), 0u)
        << o.output;
  }
}

}  // namespace
