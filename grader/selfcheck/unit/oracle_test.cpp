// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "lab_test.h"
#include "oracle_text.h"
#include "session.h"

namespace {

using namespace verifier;
using words = std::vector<std::uint32_t>;

class Oracles : public testing::Test {
 protected:
  void SetUp() override {
    lab_.suite = "Lab01";
    row_.test = "Claim";
    current_session().begin_test(lab_, row_);
  }
  // Returns the judgement's message, or "".
  template <class Check>
  std::string message(Check check, verdict expected = verdict::wrong) {
    try {
      check();
    } catch (const judgement& result) {
      EXPECT_EQ(result.kind, expected) << result.text;
      return result.matches.empty() ? result.text : result.text + "\n" + result.matches;
    }
    return "";
  }
  static bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }
  lab_entry lab_;
  rubric_row row_;
};

TEST_F(Oracles, EqualVectorsPass) {
  EXPECT_EQ(message([] { expect_equal(words{}, words{}, "sums"); }), "");
  EXPECT_EQ(message([] { expect_equal(std::vector<double>{0.0, NAN}, {-0.0, NAN}, "sums"); }), "");
}

TEST_F(Oracles, UnequalVectorsShowTheFirstMistakeInAWindow) {
  const std::string text = message([] {
    expect_equal(words{1, 2, 3, 9, 5}, {1, 2, 3, 4, 6}, "sums", "Usually this.");
  });
  EXPECT_TRUE(has(text, "sums[3] is 9, expected 4. 2 of 5 elements are wrong, the last at index 4.")) << text;
  EXPECT_TRUE(has(
      text, "  index     1  2  3  4\n  expected  2  3  4  6\n  got       2  3  9  5\n                  ^  ^"))
      << text;
  EXPECT_TRUE(has(text, "Usually this.")) << text;
}

TEST_F(Oracles, OnlySlipsThatGiveTheResultAreKept) {
  const known about({{"one", true, "One."}, {"two", false, "Two."}, {"three", true, "Three."}}, "The rule.");
  try {
    expect_equal(words{1}, {2}, "sums", about);
  } catch (judgement result) {
    EXPECT_TRUE(has(result.text, "The rule."));
    EXPECT_EQ(in_words(result.slips),
              "Each of these mistakes gives exactly this result. (1) One. (2) Three.");
    keep_common(result.slips, {{"three", true, "Other numbers."}, {"four", true, ""}});
    EXPECT_EQ(in_words(result.slips), "Three.");
    keep_common(result.slips, {});
    EXPECT_EQ(in_words(result.slips), "");
  }
}

TEST_F(Oracles, DifferentSizesAreTheTestsFault) {
  EXPECT_NE(message([] { expect_equal(words{1}, {1, 2}, "sums"); }, verdict::not_your_code), "");
}

TEST_F(Oracles, SortedCopies) {
  EXPECT_EQ(message([] { expect_sorted_copy<std::uint32_t>({}, {}); }), "");
  EXPECT_EQ(message([] { expect_sorted_copy<std::uint32_t>({1, 2, 2}, {2, 1, 2}); }), "");
  EXPECT_TRUE(has(message([] {
                    expect_sorted_copy<std::uint32_t>({1, 3, 2}, {3, 2, 1});
                  }),
                  "is not in order: 2 at index 2 comes after 3"));
  EXPECT_TRUE(has(message([] {
                    expect_sorted_copy<std::uint32_t>({1, 1, 2}, {2, 1, 2});
                  }),
                  "does not have the input's keys: 1 occurs once in the input and 2 times in the output"));
}

TEST_F(Oracles, SortedDoubles) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(message([&] {
              expect_sorted_copy<double>({-inf, -0.0, 0.0, 1, NAN}, {NAN, 1, -0.0, 0.0, -inf});
            }),
            "");
  EXPECT_TRUE(has(message([&] {
                    expect_sorted_copy<double>({0.0, -0.0}, {-0.0, 0.0});
                  }),
                  "equal keys changed order"));
  EXPECT_TRUE(has(message([&] { expect_sorted_copy<double>({NAN, 1}, {1, NAN}); }), "not in order"));
}

TEST_F(Oracles, AResultIsCalledAsItsBuffer) {
  keys<std::uint32_t> got{3, 1};
  EXPECT_TRUE(has(message([&] { expect_sorted_copy(got, words{3, 1}); }), "`the result` is not in order"));
  got.buffer = "d_out";
  const keys<std::uint32_t> copy = got;
  EXPECT_TRUE(has(message([&] { expect_sorted_copy(copy, words{3, 1}); }), "`d_out` is not in order"));
  EXPECT_TRUE(has(message([&] { expect_equal(copy, words{1, 3}, ""); }), "d_out[0] is 3, expected 1"));
  EXPECT_TRUE(has(message([&] { expect_equal(copy, words{1, 3}, "sums"); }), "sums[0] is 3, expected 1"));
}

TEST_F(Oracles, SortedPairs) {
  const words k{2, 1, 2, 1}, v{10, 11, 12, 13}, sorted{1, 1, 2, 2};
  EXPECT_EQ(message([&] { expect_sorted_pairs(sorted, {11, 13, 10, 12}, k, v); }), "");
  EXPECT_TRUE(has(message([&] { expect_sorted_pairs(sorted, {13, 11, 10, 12}, k, v); }), "not stable"));
  EXPECT_TRUE(has(message([&] {
                    expect_sorted_pairs(sorted, {10, 13, 11, 12}, k, v);
                  }),
                  "values are no longer with their keys"));
  EXPECT_TRUE(has(message([&] {
                    expect_sorted_pairs({1, 2, 1, 2}, {11, 10, 13, 12}, k, v);
                  }),
                  "not in order"));
  EXPECT_TRUE(has(message([&] {
                    expect_sorted_pairs({1, 1, 1, 2}, {11, 13, 13, 12}, k, v);
                  }),
                  "does not have the input's keys"));
}

}  // namespace
