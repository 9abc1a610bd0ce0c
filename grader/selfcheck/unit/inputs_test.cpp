// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "lab_test.h"
#include "session.h"

namespace {

using namespace verifier;

class Inputs : public testing::Test {
 protected:
  void SetUp() override {
    lab_.suite = "Lab01";
    row_.test = "Claim";
    start(5);
  }
  void start(std::uint64_t seed) {
    current_session().config.seed = seed;
    current_session().begin_test(lab_, row_);
  }
  lab_entry lab_;
  rubric_row row_;
};

TEST_F(Inputs, AllFamiliesHaveTheRightSizeAtEverySize) {
  EXPECT_EQ(key_families().size(), 10u);
  for (const family& f : key_families())
    for (const std::size_t n : {0, 1, 2, 255, 1000}) EXPECT_EQ(f.make(n).size(), n) << f.name;
}

TEST_F(Inputs, FamiliesAreWhatTheyAreCalled) {
  const std::size_t n = 4096;
  const auto up = ascending<std::uint32_t>(n);
  EXPECT_TRUE(std::is_sorted(up.begin(), up.end()));
  const auto down = descending<double>(n);
  EXPECT_TRUE(std::is_sorted(down.rbegin(), down.rend()));
  const auto distinct = [](const auto& v) { return std::set<std::uint32_t>(v.begin(), v.end()).size(); };
  EXPECT_EQ(distinct(all_equal<std::uint32_t>(n)), 1u);
  EXPECT_EQ(distinct(two_values<std::uint32_t>(n)), 2u);
  EXPECT_EQ(distinct(few_distinct<std::uint32_t>(n)), 16u);
  EXPECT_EQ(distinct(one_outlier<std::uint32_t>(n)), 2u);
  EXPECT_GT(distinct(zipf<std::uint32_t>(n)), 100u);
  EXPECT_LE(distinct(zipf<std::uint32_t>(n)), 1024u);
  EXPECT_GT(distinct(uniform<std::uint32_t>(n)), 4000u);
  for (const auto key : low_bits_only(n)) EXPECT_LT(key, 256u);
  for (const auto key : high_bits_only(n)) EXPECT_EQ(key & 0xffffffu, 0u);
}

TEST_F(Inputs, SpecialDoublesHaveEveryKind) {
  int nan = 0, infinite = 0, minus_zero = 0, denormal = 0, ordinary = 0;
  for (const double x : special_doubles(1000)) {
    nan += std::isnan(x);
    infinite += std::isinf(x);
    minus_zero += x == 0 && std::signbit(x);
    denormal += std::fpclassify(x) == FP_SUBNORMAL;
    ordinary += std::isnormal(x);
  }
  for (const int count : {nan, infinite, minus_zero, denormal, ordinary}) EXPECT_GT(count, 10);
}

TEST_F(Inputs, TheSeedDecides) {
  const auto first = uniform<std::uint32_t>(100), second = uniform<std::uint32_t>(100);
  EXPECT_NE(first, second);
  start(5);
  EXPECT_EQ(uniform<std::uint32_t>(100), first);
  start(6);
  EXPECT_NE(uniform<std::uint32_t>(100), first);
  row_.test = "OtherClaim";
  start(5);
  EXPECT_NE(uniform<std::uint32_t>(100), first);
}

TEST_F(Inputs, AFamilyStaysWithItsVector) {
  for (const family& f : key_families()) EXPECT_EQ(f.make(3).family, f.name);
  const keys<std::uint32_t> copy = zipf<std::uint32_t>(3);
  EXPECT_EQ(family_of(copy), "zipf");
  const std::vector<std::uint32_t> to_be_changed = copy;
  EXPECT_EQ(family_of(to_be_changed), "");
}

TEST_F(Inputs, SizesAroundABlock) {
  EXPECT_EQ(sizes_around(256), (std::vector<std::size_t>{0, 1, 2, 255, 256, 257, 513, 1031}));
  EXPECT_EQ(sizes_around(1), (std::vector<std::size_t>{0, 1, 2, 3, 5}));
}

}  // namespace
