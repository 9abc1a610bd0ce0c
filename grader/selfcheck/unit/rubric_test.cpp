// SPDX-License-Identifier: Apache-2.0
#include "rubric.h"

#include <gtest/gtest.h>

namespace {

using namespace verifier;

const std::string kHeader = "exercise,test,points,shows,title\n";

rubric parse(const std::string& text) { return parse_rubric(text, "r.csv", "Lab01"); }

std::string error_of(const std::string& text) {
  try {
    parse(text);
  } catch (const rubric_error& error) {
    return error.what();
  }
  return "";
}

TEST(Rubric, ReadsRowsTitlesAndQuotes) {
  const rubric r = parse(kHeader +
                         "1,First,60,\"one, \"\"two\"\"\",Title of 1\n1,Second,10,more,\n\n# "
                         "remark\n2,Lab01.Third,30,last,\r\n");
  ASSERT_EQ(r.rows.size(), 3u);
  EXPECT_EQ(r.rows[0].shows, "one, \"two\"");
  EXPECT_EQ(r.rows[2].test, "Third");
  EXPECT_EQ(r.total(), 100);
  EXPECT_EQ(r.titles, (std::vector<std::string>{"Title of 1", "last"}));
  EXPECT_FALSE(r.bug_hunt);
}

TEST(Rubric, TheTitleColumnMayBeMissing) {
  const rubric r = parse("exercise,test,points,shows\n1,A,100,all of it\n");
  EXPECT_EQ(r.titles.at(0), "all of it");
}

TEST(Rubric, SaysWhenATestIsSeen) {
  const std::string header = "exercise,test,points,shows,title,visibility\n";
  const rubric r = parse(header + "1,A,1,x,,\n1,B,1,x,,after due date\n1,C,1,x,,hidden\n1,D,1,x,,shown\n");
  EXPECT_EQ(r.rows[0].seen, visibility::shown);
  EXPECT_EQ(r.rows[1].seen, visibility::after_due_date);
  EXPECT_EQ(r.rows[2].seen, visibility::hidden);
  EXPECT_EQ(r.rows[3].seen, visibility::shown);
  EXPECT_NE(error_of(header + "1,A,1,x,,secret\n").find("r.csv:2: the visibility is `secret`"),
            std::string::npos);
}

TEST(Rubric, ARowMayLeaveOutItsLastColumns) {
  const rubric r =
      parse("exercise,test,points,shows,title,visibility\n1,A,1,x\n1,B,1,x,,hidden\n2,C,1,y,Two\n");
  EXPECT_EQ(r.rows[0].seen, visibility::shown);
  EXPECT_EQ(r.rows[1].seen, visibility::hidden);
  EXPECT_EQ(r.titles, (std::vector<std::string>{"x", "Two"}));
}

TEST(Rubric, KnowsBugHunts) {
  EXPECT_TRUE(parse("# bug hunt\n" + kHeader + "1,A,100,x,\n").bug_hunt);
  EXPECT_EQ(parse("# bug hunt: starter earns 15\n" + kHeader + "1,A,100,x,\n").starter_points, 15);
  EXPECT_NE(error_of("# bug hunt: starter gets 15\n" + kHeader), "");
}

TEST(Rubric, KnowsBonusLabs) {
  EXPECT_FALSE(parse(kHeader + "1,A,100,x,\n").bonus);
  EXPECT_FALSE(parse("# bonus points are for others\n" + kHeader + "1,A,100,x,\n").bonus);
  EXPECT_TRUE(parse("# bonus\n" + kHeader + "1,A,100,x,\n").bonus);
  EXPECT_FALSE(parse("# bonus\n" + kHeader + "1,A,100,x,\n").bug_hunt);
}

TEST(Rubric, NamesTheLineOfAMistake) {
  EXPECT_NE(error_of("1,A,100,x\n").find("r.csv:1: the first line must be"), std::string::npos);
  EXPECT_NE(error_of(kHeader + "1,A,100\n").find("r.csv:2: has 3 fields; a row has at least"),
            std::string::npos);
  EXPECT_NE(error_of(kHeader + "1,A,100,x, y,z\n").find("r.csv:2: has 6 fields, but the header has 5"),
            std::string::npos);
  EXPECT_NE(error_of(kHeader + "1,A,ten,x,\n").find("the points are `ten`"), std::string::npos);
  EXPECT_NE(error_of(kHeader + "0,A,1,x,\n").find("the exercise is `0`"), std::string::npos);
  EXPECT_NE(error_of(kHeader + "1,A b,1,x,\n").find("is not the name"), std::string::npos);
  EXPECT_NE(error_of(kHeader + "1,A,1,x,\n1,A,1,y,\n").find("two rows"), std::string::npos);
  EXPECT_NE(error_of(kHeader + "1,A,1,x,\n3,B,1,y,\n").find("without gaps"), std::string::npos);
  EXPECT_NE(error_of(kHeader + "1,A,1,\"x,\n").find("quote is not closed"), std::string::npos);
  EXPECT_NE(error_of(kHeader).find("has no row"), std::string::npos);
}

TEST(ReferenceCosts, AreOfATestACostAndABudget) {
  lab_entry lab;
  lab.reference = parse_reference_costs(
      "# counted\ntest,cost,budget,reference\nA,\"passes, for conflicts\",20,7\nA,launches,5,3\n", "c.csv");
  EXPECT_EQ(lab.reference_of("A", "passes, for conflicts", 20), 7u);
  EXPECT_EQ(lab.reference_of("A", "launches", 5), 3u);
  EXPECT_EQ(lab.reference_of("A", "launches", 6), std::nullopt);
  EXPECT_EQ(lab.reference_of("B", "launches", 5), std::nullopt);
}

TEST(ReferenceCosts, NamesTheLineOfAMistake) {
  const auto error = [](const std::string& text) -> std::string {
    try {
      (void)parse_reference_costs(text, "c.csv");
    } catch (const rubric_error& wrong) {
      return wrong.what();
    }
    return "";
  };
  EXPECT_EQ(error("A,launches,5,3\n"), "c.csv:1: must be `test,cost,budget,reference`");
  for (const char* line : {"A,launches,5", "A,launches,5,x", "A,launches,-5,3", "A,\"launches,5,3"})
    EXPECT_EQ(error(std::string("test,cost,budget,reference\n") + line),
              "c.csv:2: must be a test, a cost and two whole numbers");
}

TEST(Rubric, FindsLabsByNumberAndName) {
  const std::vector<lab_entry> labs{{"03_scan", "03", "scan", "Lab03", {}}};
  EXPECT_NE(find_lab(labs, "3"), nullptr);
  EXPECT_NE(find_lab(labs, "03"), nullptr);
  EXPECT_NE(find_lab(labs, "03_scan"), nullptr);
  EXPECT_EQ(find_lab(labs, "scan"), nullptr);
  EXPECT_EQ(find_lab(labs, "30"), nullptr);
  EXPECT_EQ(find_lab(labs, ""), nullptr);
}

}  // namespace
