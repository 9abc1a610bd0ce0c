// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "own_folder.h"
#include "report.h"
#include "text_layout.h"

namespace {

using namespace verifier;

TEST(Text, WrapsBetweenWordsAndKeepsTables) {
  EXPECT_EQ(wrap("one two three", 9, 2), "  one two\n  three");
  EXPECT_EQ(wrap("  12 | int a_line_of_code_that_is_longer;", 10, 1),
            "   12 | int a_line_of_code_that_is_longer;");
  EXPECT_EQ(wrap("  some more words", 12, 1), "   some more\n   words");
  EXPECT_EQ(wrap("a\n\nb\n", 10, 1), " a\n\n b");
  EXPECT_EQ(wrap("cost 5 120 / 20 480, 3", 16, 0), "cost 5 120 /\n20 480, 3");  // a number stays whole
  EXPECT_EQ(wrap("then run `make grade LAB=01`.", 22, 0), "then run\n`make grade LAB=01`.");
  EXPECT_EQ(wrap("then run `make grade LAB=01`. Or `not closed", 10, 0),
            "then run\n`make grade LAB=01`.\nOr `not\nclosed");
  EXPECT_EQ(wrap("it said `more than fits` (`a b`)", 9, 0), "it said\n`more\nthan\nfits`\n(`a b`)");
  EXPECT_EQ(wrap("  got   1  22  333\n       ^^  ^^  ^^^", 16, 1), "   got   1  22\n        ^^  ^^");
}

TEST(Text, CountsColumnsOfUtf8) {
  EXPECT_EQ(columns("n × 4 —"), 7u);
  EXPECT_EQ(shorten("n × 4 —", 4), "n ×…");
  EXPECT_EQ(pad_left("×", 3), "  ×");
}

TEST(Text, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(printable("a\x1b[2J\tb\n"), "a\\x1b[2J    b\n");
  EXPECT_EQ(printable("×\xff\xc2\x9b"), "×\\xff\\xc2\\x9b");
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");
  EXPECT_EQ(printable("\xe2\x80\xae"
                      "001/001 \xe2\x81\xa9…"),
            "\\u202e001/001 \\u2069…");
}

TEST(Text, PhaseTableHasTheFormOfSource002) {
  const std::string table =
      phase_table({{"Level 1", 16777217, {{"histogram", 185.492}, {"scan", 60.003}, {"scatter", 365.776}}},
                   {"std::sort", 100, {{"all", 1}}}},
                  true);
  EXPECT_NE(table.find("simulated"), std::string::npos);
  EXPECT_NE(table.find("Level 1    histogram    16777217     185.492   30.3 %\n"), std::string::npos)
      << table;
  EXPECT_NE(table.find("total                     611.271              27.45 M/s\n"), std::string::npos)
      << table;
  EXPECT_EQ(phase_table({}, true), "");
}

TEST(Text, PhaseTableFitsANarrowTerminal) {
  const std::string table =
      phase_table({{"two-level", 8000, {{"rank and place", 161.492}, {"scan", 60.003}}}}, true, 60);
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(columns(line), 60U) << table;
  EXPECT_NE(table.find("two-level  rank and place  8000  161.492  72.9 %\n"), std::string::npos) << table;
  const std::string narrower =
      phase_table({{"two-level", 8000, {{"rank and place", 161.492}, {"scan", 60.003}}}}, true, 40);
  std::istringstream in(narrower);
  for (std::string line; std::getline(in, line);) EXPECT_LE(columns(line), 40U) << narrower;
  EXPECT_NE(narrower.find("two-level  rank and place 161.492\n"), std::string::npos) << narrower;
}

TEST(Text, AFailureFitsANarrowTerminal) {
  session& grading = current_session();
  grading.labs = {
      {"90_toy", "90", "toy", "Lab90", {{{1, "Claim", 5, "equal keys are kept in order"}}, {"An exercise"}}}};
  test_result failed;
  failed.lab = grading.labs.data();
  failed.row = grading.labs[0].points.rows.data();
  failed.kind = verdict::over_budget;
  failed.text = "the count of key 3 is 1.";
  failed.repeat = "make grade LAB=90 TEST=Lab90.Claim SEED=123456789";
  grading.results = {failed};
  terminal narrow;
  narrow.width = 40;
  testing::internal::CaptureStdout();
  terminal_report(narrow).lab_section(grading, grading.labs[0]);
  const std::string said = testing::internal::GetCapturedStdout();
  grading.results.clear();
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    if (line == failed.repeat) continue;  // stays on one line, so that it can be copied
    EXPECT_LE(columns(line), 40U) << said;
  }
  EXPECT_NE(said.find("       ✗ equal keys are kept in order\n                 OVER BUDGET         0/5\n"),
            std::string::npos)
      << said;
  EXPECT_NE(said.find("         Repeat\n" + failed.repeat + "\n"), std::string::npos) << said;
}

TEST(Text, VersionsStandInTheOrderOfTheirPlaces) {
  session grading;
  lab_entry lab;
  lab.folder = "05_lab";
  grading.begin_test(lab, {});
  for (const auto& [version, place] :
       {std::pair("CUB", table_place::below), std::pair("5", table_place::own),
        std::pair("std::sort", table_place::before), std::pair("5 pairs", table_place::own),
        std::pair("Level 1", table_place::before), std::pair("4", table_place::other_lab)})
    grading.add_phases({version, 1, {{"sort", 1}}, place});
  std::string order;
  for (const phase_group& group : grading.phases[lab.folder]) order += group.version + ", ";
  EXPECT_EQ(order, "std::sort, Level 1, 4, 5, 5 pairs, CUB, ");
}

TEST(Text, FindsTheFirstTodoThatIsCodeOfTheExercise) {
  const own_folder folder;
  const std::string file = folder.path / "stub.cu";
  std::ofstream(file) << "// LAB_TODO(\"no\")\nvoid f() {\n  LAB_TODO(\"03.4: scan\");\n}\n"
                      << "void g() {\n  LAB_TODO(\"03.5: sums\");\n  LAB_TODO(\"03.5: tiles\");\n}\n";
  const auto place = first_todo(file, "03.4");
  ASSERT_TRUE(place);
  EXPECT_EQ(place->line, 3);
  EXPECT_EQ(place->text, "03.4: scan");
  EXPECT_EQ(first_todo(file, "03.5")->line, 6) << "the exercise that was asked for";
  EXPECT_EQ(first_todo(file, "03.6")->line, 3);
  EXPECT_FALSE(first_todo("/nowhere.cu", "03.4"));
}

}  // namespace
