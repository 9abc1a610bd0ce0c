// SPDX-License-Identifier: Apache-2.0
// Tests work and span of the kernels in steps.cu. One iteration of their loops takes one to three steps,
// depending on the compiler.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "../driver/toolbox.h"

namespace {

struct steps {
  double work, span;
};

class Steps : public testing::TestWithParam<std::string> {
 protected:
  std::map<std::string, steps> counted(const std::string& schedule = "") {
    const outcome run =
        box.run("SIMCU_EXITCODE=0 SIMCU_SCHEDULE=" + schedule +
                " SIMCU_COUNTERS=steps.json '" SIMCU_TEST_PROGRAMS "/steps." + GetParam() + "'");
    EXPECT_EQ(run.status, 0) << run.output;
    std::ifstream in(box.path("steps.json"));
    std::map<std::string, steps> by_kernel;
    const nlohmann::json report = nlohmann::json::parse(in);
    by_kernel["all"] = {report.at("steps").at("work"), report.at("steps").at("span")};
    for (const nlohmann::json& k : report.at("counters"))
      by_kernel[k.at("kernel")] = {k.at("steps").at("work"), k.at("steps").at("span")};
    return by_kernel;
  }
  sandbox box;
};

constexpr double kTurns = 1000, kSlack = 1.6;

#define EXPECT_ABOUT(value, expected)          \
  do {                                         \
    EXPECT_GE(value, (expected) / kSlack);     \
    EXPECT_LE(value, 2 * kSlack * (expected)); \
  } while (0)

TEST_P(Steps, WorkIsTheSumAndSpanTheLongestWay) {
  auto kernels = counted();
  EXPECT_ABOUT(kernels["all_threads_kernel"].span, kTurns);
  EXPECT_NEAR(kernels["all_threads_kernel"].work / kernels["all_threads_kernel"].span, 32, 0.1);
  EXPECT_ABOUT(kernels["one_thread_kernel"].span, kTurns);
  EXPECT_LE(kernels["one_thread_kernel"].work, kSlack * kernels["one_thread_kernel"].span);
  double span = 0;
  for (const auto& [name, counted] : kernels) span += name == "all" ? 0 : counted.span;
  EXPECT_EQ(kernels["all"].span, span);
}

TEST_P(Steps, WhoMeetsGoesOnAtTheLatestClock) {
  auto kernels = counted();
  for (const char* name : {"one_by_one_kernel", "lane_by_lane_kernel"}) {
    EXPECT_ABOUT(kernels[name].span, 32 * kTurns);
    EXPECT_LE(kernels[name].work, kSlack * kernels[name].span) << name;
  }
  EXPECT_ABOUT(kernels["block_by_block_kernel"].span, 4 * kTurns);
  EXPECT_NEAR(kernels["block_by_block_kernel"].work / kernels["block_by_block_kernel"].span, 32, 2);
}

TEST_P(Steps, AreSeenInLocalMemoryAndWithoutALoop) {
  auto kernels = counted();
  EXPECT_ABOUT(kernels["local_memory_kernel"].span, 1.5 * kTurns);  // the checks of an index also count
  // The kernel has 1024 times four instructions, and a step has about twenty.
  EXPECT_GE(kernels["straight_kernel"].span, 100);
}

TEST_P(Steps, OfAWideAccessAreMany) {
  auto kernels = counted();
  constexpr double kBytes = 1024, kWidth = 8;
  for (const char* name : {"wide_kernel", "memcpy_kernel"})
    EXPECT_GE(kernels[name].span, 0.8 * 2 * kBytes / kWidth) << name;
}

TEST_P(Steps, OfThreadsThatWaitForEachOtherComeOneAfterAnother) {
  const char* const in_turn[] = {"takes_turns_kernel", "takes_turns_by_atomics_kernel", "looks_back_kernel",
                                 "shuffles_on_kernel"};
  for (const char* schedule : {"", "lockstep"}) {
    auto kernels = counted(schedule);
    for (const char* name : in_turn) {
      SCOPED_TRACE(std::string(name) + " " + schedule);
      EXPECT_ABOUT(kernels[name].span, 32 * kTurns);
    }
    for (const char* name : {"adds_up_kernel", "bytes_kernel", "hands_on_kernel"}) {
      EXPECT_GE(kernels[name].work / kernels[name].span, 28) << name;
    }
  }
}

TEST_P(Steps, OfThreadsThatWaitAreFew) {
  const char* const waiting[] = {"waits_kernel", "waits_as_a_warp_kernel", "waits_by_atomics_kernel"};
  for (const char* schedule : {"", "lockstep", "reverse", "random:1"}) {
    auto kernels = counted(schedule);
    for (const char* name : waiting) {
      SCOPED_TRACE(std::string(name) + " " + schedule);
      EXPECT_ABOUT(kernels[name].span, kTurns);
    }
  }
}

TEST_P(Steps, OfThreadsThatPretendToWaitAre) {
  auto kernels = counted();
  for (const char* name :
       {"pretends_kernel", "pretends_in_shared_memory_kernel", "pretends_by_atomics_kernel"})
    EXPECT_GE(kernels[name].span, kTurns) << name;
}

INSTANTIATE_TEST_SUITE_P(simcu, Steps, testing::ValuesIn(host_compilers()),
                         [](const auto& test) { return test.param == "g++" ? "gcc" : "clang"; });

}  // namespace
