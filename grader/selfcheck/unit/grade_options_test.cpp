// SPDX-License-Identifier: Apache-2.0
// What is graded (--lab, --test, --seed), and where its reports go (--reports, --results).
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "toy.h"

namespace {

using namespace toy;

TEST(Grade, TheSameSeedGivesTheSameInputToASingleTest) {
  const graded all = grade("sum_off_at_last_block", ""),
               one = grade("sum_off_at_last_block", "--test SumsMatch");
  EXPECT_EQ(all.results["tests"][2]["output"], one.results["tests"][0]["output"]);
}

TEST(Grade, PutsTheReportsOfAPartElsewhere) {
  namespace fs = std::filesystem;
  const auto whole = grade("unstable", "");
  const std::string page = text_of(whole.reports / "report.html");
  const fs::path part = fs::temp_directory_path() / ("grade_part_" + std::to_string(getpid()));
  const auto marked = grade("unstable", "--test Lab90.PairsAreSortedStably --results " + part.string());
  for (const char* file : {"results.json", "report.html", "junit.xml"}) {
    EXPECT_TRUE(fs::exists(part / file)) << file;
    EXPECT_FALSE(fs::exists(marked.reports / file)) << file;
  }
  EXPECT_NE(text_of(part / "report.html"), page);
  EXPECT_EQ(std::distance(fs::directory_iterator(part), fs::directory_iterator()), 3)
      << "nothing else is left";
  fs::remove_all(part);
}

TEST(Grade, TakesSeveralTestsBetweenCommas) {
  const graded result = grade("honest", "--test SumsMatch,Lab90.Pairs*,,SumsMatch");
  ASSERT_EQ(result.results["tests"].size(), 2) << result.terminal;
  EXPECT_EQ(result.results["score"], 40) << result.terminal;
}

// Another student can have been graded before.
TEST(Grade, LeavesNoResultsOfAnEarlierRun) {
  const graded first = grade("honest", "--test SumsMatch");
  const std::filesystem::path results = first.reports / "results.json";
  ASSERT_TRUE(std::filesystem::exists(results));
  const std::string again = std::string(SELFCHECK_GRADE) +
                            " --rubrics " SELFCHECK_TOY " --labs-dir " SELFCHECK_TOY " --runners " +
                            first.reports.parent_path().string() + " --reports " + first.reports.string() +
                            " --test SumsMatch >/dev/null 2>&1";
  const int folder = open(first.reports.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(flock(folder, LOCK_EX), 0);
  EXPECT_EQ(WEXITSTATUS(std::system(again.c_str())), 2) << "another run holds the folder";
  EXPECT_TRUE(std::filesystem::exists(results));
  close(folder);
  EXPECT_NE(std::system(("ulimit -f 0; exec " + again).c_str()), 0) << "as on a full disk";
  for (const char* name : {"results.json", "report.html", "junit.xml"})
    EXPECT_FALSE(std::filesystem::exists(first.reports / name)) << name;
}

TEST(Grade, BadRequestsAreNamed) {
  const graded lab = grade("honest", "--lab 7"), backend = grade("honest", "--backend metal"),
               test = grade("honest", "--test sum_matches"), none = grade("honest", "--test nothing_like_it"),
               seed = grade("honest", "--seed x"), option = grade("honest", "--nonsense");
  EXPECT_EQ(lab.status, 2);
  EXPECT_TRUE(says(lab, "90_toy"));
  EXPECT_EQ(backend.status, 2);
  EXPECT_TRUE(says(backend, "auto, sim or cuda"));
  EXPECT_EQ(test.status, 2);
  EXPECT_NE(test.terminal.find("Similar names are:\n  Lab90.SumsMatch\n"), std::string::npos)
      << test.terminal;
  EXPECT_TRUE(says(test, " --list` lists all"));
  EXPECT_FALSE(says(test, "Lab90.KeysAreSorted"));
  EXPECT_EQ(none.status, 2);
  EXPECT_TRUE(says(none, "matches no test, and no name is similar. `"));
  EXPECT_EQ(seed.status, 2);
  EXPECT_EQ(option.status, 2);
}

}  // namespace
