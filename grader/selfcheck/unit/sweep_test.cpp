// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "toy.h"

namespace {

using namespace toy;

TEST(Sweep, MeasuresEveryPointAndWritesTableAndPicture) {
  const graded result = grade("honest", "--sweep --lab 90");
  EXPECT_EQ(result.status, 0) << result.terminal;
  EXPECT_TRUE(says(result, "* best: 8 bits, 1024 threads, tiles of 8192 keys"));
  EXPECT_TRUE(says(result, "Simulated: not a GPU's times"));
  const std::string csv = text_of(result.reports / "sweep_90.csv"),
                    svg = text_of(result.reports / "sweep_90.svg");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5 + 7 * 5) << csv;
  EXPECT_NE(csv.find("\nbits,block_size,tile,histogram_ms,scatter_ms,total_ms\n"), std::string::npos) << csv;
  EXPECT_NE(csv.find("\n4,256,4096,4.000000,16.000000,20.000000\n"), std::string::npos) << csv;
  EXPECT_NE(svg.find("make sweep LAB=90 BACKEND=sim SEED=7"), std::string::npos);
}

TEST(Sweep, NamesOfPhasesAreNotBelieved) {
  const graded result = grade("sweep_names", "--sweep --lab 90");
  EXPECT_EQ(result.status, 0) << result.terminal;
  EXPECT_EQ(result.terminal.find('\x1b'), std::string::npos);
  const std::string svg = text_of(result.reports / "sweep_90.svg");
  EXPECT_EQ(svg.find("</svg>"), svg.size() - 7) << "only at the end";
  EXPECT_NE(text_of(result.reports / "sweep_90.csv").find(",__svg__x1b_2J_scatter_ms,"), std::string::npos);
}

TEST(Sweep, AFailingPointIsNamedAndNothingIsWritten) {
  const struct {
    const char* runner;
    int status;
    const char *point, *why;
  } cases[] = {
      {"sweep_unsorted", 1, "WRONG, at digits of 3 bits, blocks of 256 threads, tiles of 4096 keys.",
       "is not in order"},
      {"sweep_refuses", 1, "WRONG, at digits of 1 bit, blocks of 1024 threads",
       "saying \"block_size: is not liked\""},
      {"sweep_crashes", 1, "CRASHED, at digits of 8 bits, blocks of 64 threads", "SIGABRT"},
      {"sweep_todo", 1, "NOT YET, at digits of 1 bit", "90.1: sort the keys"},
      {"sweep_untimed", 1, "WRONG, at digits of 1 bit", "timed no phases"},
      {"no_device", 1, "CRASHED, at digits of 1 bit", "misbehaved"},
      {"unbuilt", 3, "NOT YOUR CODE, at digits of 1 bit", "was not built"},
  };
  for (const auto& c : cases) {
    const graded result = grade(c.runner, "--sweep --lab 90");
    EXPECT_EQ(result.status, c.status) << result.terminal;
    EXPECT_TRUE(says(result, c.point));
    EXPECT_TRUE(says(result, c.why));
    EXPECT_TRUE(std::filesystem::is_empty(result.reports)) << c.runner;
  }
}

TEST(Sweep, BadRequestsAreRefused) {
  const graded no_lab = grade("honest", "--sweep"), no_such = grade("honest", "--sweep --lab 91"),
               with_tests = grade("honest", "--sweep --lab 90 --test KeysAreSorted");
  for (const graded* result : {&no_lab, &no_such, &with_tests}) {
    EXPECT_EQ(result->status, 2) << result->terminal;
    EXPECT_FALSE(std::filesystem::exists(result->reports));
  }
  EXPECT_TRUE(says(no_lab, "A sweep measures one lab"));
  EXPECT_TRUE(says(no_such, "LAB=91 names no lab"));
  EXPECT_TRUE(says(with_tests, "--test excludes --sweep"));
}

}  // namespace
