// SPDX-License-Identifier: Apache-2.0
#include "timings.h"

#include <gtest/gtest.h>

#include "session.h"
#include "text_layout.h"

namespace {

using namespace verifier;

const timing_form kBars{"digit_bits", "The sweep", {"bits", "count_ms", "move_ms"}};
const timing_form kDots{"sizes", "Table 2", {"n", "host_ms", "kernel_ms"}, timing_form::picture::dots};

class Timings : public testing::Test {
 protected:
  void SetUp() override {
    lab_.suite = "Lab01";
    row_.test = "Claim";
    current_session().begin_test(lab_, row_);
  }
  static std::string complaint(const std::string& text) {
    try {
      read_timings(kBars, text);
    } catch (const judgement& result) {
      EXPECT_EQ(result.kind, verdict::wrong);
      return result.text;
    }
    return "";
  }
  lab_entry lab_;
  rubric_row row_;
};

timings small_table() {
  return {{{"machine", "A <CPU>"}, {"n", "1000"}}, {{1, {4, 12}}, {8, {1, 3}}, {16, {2, 7}}}};
}

TEST_F(Timings, WhatIsWrittenIsReadAgain) {
  const timings table = small_table(), again = read_timings(kBars, timings_csv(kBars, table));
  EXPECT_EQ(again.fact("machine"), "A <CPU>");
  EXPECT_EQ(again.fact("n"), "1000");
  EXPECT_EQ(again.fact("nothing"), "");
  EXPECT_FALSE(again.simulated());
  ASSERT_EQ(again.rows.size(), 3u);
  EXPECT_EQ(again.find(16)->ms, (std::vector<double>{2, 7}));
  EXPECT_EQ(again.find(2), nullptr);
  EXPECT_EQ(again.least_total().at, 8);
}

TEST_F(Timings, ReadsWhatASpreadsheetWrites) {
  const timings table = read_timings(kBars,
                                     "\xef\xbb\xbf\"# simulated: yes\",,\r\n# n: "
                                     "7,,\r\n\r\nbits,count_ms,move_ms\r\n8, 1 ,\"3\"\r\n1,2,0.5,\r\n");
  EXPECT_TRUE(table.simulated());
  EXPECT_EQ(table.fact("n"), "7");
  EXPECT_EQ(table.rows.front().at, 1) << "rows ascend";
}

TEST_F(Timings, BadFilesAreRefusedByLine) {
  const std::string head = "# n: 1\nbits,count_ms,move_ms\n";
  EXPECT_EQ(
      complaint("bits,ms\n1,2\n"),
      "digit_bits.csv, line 1 must be \"bits,count_ms,move_ms\": copy the whole file that the grader wrote.");
  EXPECT_NE(complaint("").find("the first line must be"), std::string::npos);
  EXPECT_EQ(complaint(head), "digit_bits.csv has no rows.");
  EXPECT_EQ(complaint(head + "1,2\n"),
            "digit_bits.csv, line 3 has 2 fields instead of 3: bits,count_ms,move_ms.");
  EXPECT_EQ(complaint(head + "1,2,3\n1,2,3\n"), "digit_bits.csv, line 4 is a second row for bits = 1.");
  EXPECT_EQ(complaint(head + "1,0,0\n"), "digit_bits.csv, line 3: a time must be above 0.");
  EXPECT_EQ(complaint(head + "1,2 ms,3\n"),
            "digit_bits.csv, line 3: `2 ms` for count_ms must be a number, without a unit or separators.");
  for (const char* row : {"1.5,2,3\n", "-1,2,3\n", "1,nan,3\n", "1,-2,3\n", "1,1e3,3\n", "x,2,3\n",
                          "99999999999999999999,2,3\n"})
    EXPECT_NE(complaint(head + row).find("digit_bits.csv, line 3: `"), std::string::npos) << row;
}

TEST_F(Timings, TextHasBothTablesAndFits) {
  timings recorded = small_table();
  recorded.facts = {{"machine", "NVIDIA H200"}, {"n", "16777217"}};
  recorded.rows.erase(recorded.rows.begin());
  for (const timing_form& form : {kBars, kDots})
    for (const std::size_t width : {60, 80, 100}) {
      const std::string text = timings_text({form, small_table(), recorded, "yours"}, width);
      EXPECT_NE(text.find("yours: A <CPU>, n = 1000"), std::string::npos) << text;
      EXPECT_NE(text.find("recorded: NVIDIA H200, n = 16777217"), std::string::npos) << text;
      EXPECT_EQ(text.find("simulated"), std::string::npos);
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        EXPECT_LE(columns(text.substr(at, end - at)), width) << text;
        at = end + 1;
      }
    }
  const std::string text = timings_text({kBars, small_table(), recorded, "yours"}, 80);
  EXPECT_NE(text.find("  8         4.000* █▒▒▒▒▒ "), std::string::npos) << text;
  EXPECT_NE(text.find("Bars: █ count, ▒ move"), std::string::npos) << text;
}

TEST_F(Timings, SimulatedTimesAreCalledSo) {
  timings own = small_table();
  own.facts["simulated"] = "yes";
  const shown_timings shown{kDots, own, small_table(), "yours"};
  EXPECT_NE(timings_text(shown, 100).find("simulated: not a GPU's times"), std::string::npos);
  EXPECT_NE(timings_svg(shown).find("simulated, not a GPU's times"), std::string::npos);
}

TEST_F(Timings, PictureHasEveryTimeAndEscapes) {
  for (const timing_form& form : {kBars, kDots}) {
    const std::string svg = timings_svg({form, small_table(), small_table(), "yours"});
    EXPECT_NE(svg.find("A &lt;CPU&gt;"), std::string::npos);
    EXPECT_EQ(svg.find("nan"), std::string::npos) << svg;
    EXPECT_EQ(svg.find("</svg>"), svg.size() - 7);
    for (const char* ms : {"12.000", "3.000", "7.000"}) EXPECT_NE(svg.find(ms), std::string::npos) << svg;
  }
}

}  // namespace
