// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report.h"
#include "session.h"

namespace {

using namespace verifier;

class Score : public testing::Test {
 protected:
  Score() { bonus_.points.bonus = true; }
  test_result result(const lab_entry& lab, const rubric_row& row, verdict kind) const {
    test_result r;
    r.lab = &lab;
    r.row = &row;
    r.kind = kind;
    return r;
  }
  lab_entry course_{"01_a", "01", "a", "Lab01", {}}, bonus_{"08_b", "08", "b", "Lab08", {}};
  rubric_row forty_{1, "A", 40, "x", visibility::shown}, sixty_{1, "B", 60, "y", visibility::shown};
};

TEST_F(Score, BonusLabsAreNeitherForNorAgainstTheCourse) {
  const score sum =
      score_of({result(course_, forty_, verdict::good), result(course_, sixty_, verdict::wrong),
                result(bonus_, forty_, verdict::good), result(bonus_, sixty_, verdict::not_yet)});
  EXPECT_EQ(sum.points, 40);
  EXPECT_EQ(sum.possible, 100);
  EXPECT_EQ(sum.bonus, 40);
  EXPECT_EQ(sum.bonus_possible, 100);
}

TEST_F(Score, ABonusLabAloneHasAScoreOfItsOwn) {
  const score sum = score_of({result(bonus_, forty_, verdict::good), result(bonus_, sixty_, verdict::wrong)});
  EXPECT_EQ(sum.points, 40);
  EXPECT_EQ(sum.possible, 100);
  EXPECT_EQ(sum.bonus_possible, 0);
}

TEST_F(Score, WhatIsNotGradedInABonusLabIsNotAmongItsPoints) {
  const score sum =
      score_of({result(course_, forty_, verdict::good), result(bonus_, forty_, verdict::not_graded),
                result(bonus_, sixty_, verdict::good)});
  EXPECT_EQ(sum.bonus, 60);
  EXPECT_EQ(sum.bonus_possible, 60);
  EXPECT_EQ(sum.not_graded, 0);
}

// Of an exercise of which a part is not written: the checked run may come to that part, and then nobody sees
// the rest. One that fails there is not excused.
TEST_F(Score, APartThatIsNotWrittenExcusesNoCrash) {
  for (const auto& [checked, kept] : {std::pair{verdict::not_yet, 40}, {verdict::crashed, 0}}) {
    session grading;
    test_result unseen = result(course_, sixty_, checked);
    unseen.unseen = true;
    grading.results = {result(course_, forty_, verdict::good), result(course_, sixty_, verdict::not_yet),
                       unseen};
    grading.finish_lab(course_);
    EXPECT_EQ(score_of(grading.results).points, kept) << name_of(checked);
  }
}

// Nor is what the host was seen to bring.
TEST_F(Score, APartThatIsNotWrittenExcusesNoWorkOnTheHost) {
  session grading;
  test_result unseen = result(course_, sixty_, verdict::not_yet),
              brought = result(course_, forty_, verdict::good);
  unseen.unseen = true;
  brought.brought = "sort";
  grading.results = {brought, result(course_, sixty_, verdict::not_yet), unseen};
  grading.finish_lab(course_);
  EXPECT_EQ(score_of(grading.results).points, 0);
}

}  // namespace
