// SPDX-License-Identifier: Apache-2.0
#include "simulator_report.h"

#include <gtest/gtest.h>

namespace {

using verifier::stopped_by;

verifier::simulator_report read(const std::string& record) { return verifier::read_simulator_report(record); }

const std::string kBegin =
    R"({"stopped":"kernel","kernel":"k","error":"cudaErrorLaunchFailure","error_text":"unspecified launch failure",)"
    R"("kind":"deadlock","message":"it stopped","message_end":"","spins":{},)";

TEST(SimulatorReport, NamesTheThreadAndTheLine) {
  const auto report = read(kBegin + R"("block":[1,0,0],"thread":[2,0,0],"waiting":[],"advice":"",)"
                                    R"("at":{"file":"my dir/a.cu","line":9,"repeat":1}})");
  EXPECT_EQ(report.stopped, stopped_by::kernel);
  EXPECT_EQ(report.text,
            "kernel `k` failed: unspecified launch failure (cudaErrorLaunchFailure)\n  it stopped\n"
            "  in block (1,0,0), thread (2,0,0), at my dir/a.cu:9 (number 2 on this line)");
}

TEST(SimulatorReport, TellsOfTheFirstBlocksWhatTheirThreadsWaitFor) {
  std::string blocks;
  for (int i = 0; i < 6; ++i)
    blocks +=
        std::string(i ? "," : "") + R"({"block":[)" + std::to_string(i) + R"(,0,0],"threads":[)" +
        R"({"ranks":[[0,3],[8,8]],"doing":"at the barrier","at":{"file":"a.cu","line":9,"repeat":0},"after":""},)" +
        R"({"ranks":[[4,7]],"doing":"still running","at":{"code":"0x12"},"after":""},)" +
        R"({"ranks":[[9,9]],"doing":"still running","at":{"code":"0x13"},"after":""},)" +
        R"({"ranks":[[10,10]],"doing":"still running","at":{"code":"0x14","file":"a.cu","line":7,"repeat":0},"after":""}]})";
  const auto report = read(kBegin + R"("at":{},"advice":"Do not.","waiting":[)" + blocks + "]}");
  const std::string first =
      "  block (0,0,0):\n    threads 0-3, 8: at the barrier in a.cu:9\n    threads 4-7, 9: still running\n"
      "    thread 10: still running at a.cu:7\n";
  EXPECT_NE(report.text.find("it stopped\n" + first), std::string::npos) << report.text;
  EXPECT_EQ(report.text.find("block (4,0,0)"), std::string::npos) << report.text;
  EXPECT_NE(report.text.find("  and 2 more blocks\n  Do not."), std::string::npos) << report.text;
}

TEST(SimulatorReport, TellsWhatHostCodeAndTheCheckersSay) {
  EXPECT_EQ(read(R"({"stopped":"host","message":"used the address 0x10","at":{"code":"0x0"}})").text,
            "used the address 0x10");
  EXPECT_EQ(read(R"({"stopped":"host","message":"used the address 0x10",)"
                 R"("at":{"code":"0x7","file":"my dir/a.cu","line":9,"repeat":0}})")
                .text,
            "used the address 0x10, at my dir/a.cu:9");
  EXPECT_EQ(read(R"({"stopped":"program","message":"it cannot go on"})").text, "it cannot go on");
}

TEST(SimulatorReport, IsNothingIfItCannotBeRead) {
  for (const char* record : {"", "{", "7", "{}", R"({"stopped":"kernel"})",
                             R"({"stopped":"host","message":7,"at":{}})", R"({"stopped":"nobody"})", "[[[["})
    EXPECT_EQ(read(record).stopped, stopped_by::nothing) << record;
}

}  // namespace
