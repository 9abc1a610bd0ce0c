// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

namespace fs = std::filesystem;

class Workbook : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(root_);
    write("labs/01_scan/README.md", "[Scan](../../docs/notes/01_scan.md)\n");
    write("labs/01_scan/HINTS.md", "Hint\n");
    write("labs/01_scan/scan.h", "void scan();\n");
    write("labs/01_scan/play.cu", "int main() {}\n");
    write("labs/01_scan/scan.cu", stub_);
    write("solutions/01_scan/scan.cu", solution_);
    write("grader/labs/01_scan/adapter.cu", "x\n");
    write("grader/labs/01_scan/tests.cpp", "GRADED_TEST(Lab01, A) {}\nGRADED_TEST(Lab01, B) {}\n");
    write("grader/labs/01_scan/rubric.csv", rubric_);
    write("grader/labs/01_scan/given.cu", stub_);
  }
  void write(const std::string& name, const std::string& text) {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  // Returns the checker's output; "" if it finds no mistake.
  std::string check(const std::string& results = "") {
    const fs::path log = root_ / ".." / "workbook.log";
    const int status = std::system((std::string(SELFCHECK_WORKBOOK) + " " + root_.string() + " " + results +
                                    " >" + log.string() + " 2>&1")
                                       .c_str());
    std::stringstream text;
    text << std::ifstream(log).rdbuf();
    EXPECT_EQ(WEXITSTATUS(status) == 0, text.str() == "1 labs fit together.\n") << text.str();
    return WEXITSTATUS(status) == 0 ? "" : text.str();
  }
  void expect(const char* part) {
    const std::string text = check();
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }

  const fs::path root_ = fs::path(SELFCHECK_FOLDER) / "workbook";
  const std::string stub_ =
      "#include \"scan.h\"\n// BEGIN YOUR CODE (exercise 1)\nLAB_TODO(\"01.1: scan\");\n// END YOUR "
      "CODE\nint last;\n";
  const std::string solution_ =
      "#include \"scan.h\"\n// BEGIN YOUR CODE (exercise 1)\nint one;\nint two;\n// END YOUR CODE\nint "
      "last;\n";
  const std::string rubric_ = "exercise,test,points,shows\n1,A,60,a\n1,B,40,b\n";
};

TEST_F(Workbook, AGoodOnePasses) { EXPECT_EQ(check(), ""); }

TEST_F(Workbook, MissingEmptyAndStrayFilesAreNamed) {
  fs::remove(root_ / "labs/01_scan/HINTS.md");
  expect("labs/01_scan/HINTS.md: is missing or empty");
  write("labs/01_scan/HINTS.md", "");
  expect("labs/01_scan/HINTS.md: is missing or empty");
  write("labs/01_scan/HINTS.md", "Hint\n");
  write("solutions/01_scan/scan.cu.orig", "x");
  expect("solutions/01_scan/scan.cu.orig: does not belong here");
}

TEST_F(Workbook, AFolderWithoutARubricIsNamed) {
  write("labs/02_sort/README.md", "Sort\n");
  expect("labs/02_sort: isn't a lab");
}

TEST_F(Workbook, DriftBetweenStubAndSolutionIsFound) {
  write("solutions/01_scan/scan.cu", solution_ + "int more;\n");
  expect("labs/01_scan/scan.cu:end and solutions/01_scan/scan.cu:7 differ");
  write("labs/01_scan/scan.cu", "// changed\n" + stub_);
  expect("labs/01_scan/scan.cu:1 and solutions/01_scan/scan.cu:1 differ");
}

TEST_F(Workbook, TheStubIsWhatStandsInForAnExercise) {
  write("grader/labs/01_scan/given.cu", solution_);
  expect(
      "grader/labs/01_scan/given.cu: no longer matches the stub: cp labs/01_scan/scan.cu "
      "grader/labs/01_scan/given.cu");
  fs::remove(root_ / "grader/labs/01_scan/given.cu");
  expect("grader/labs/01_scan/given.cu: no longer matches the stub");
}

TEST_F(Workbook, AStatementLinksItsChapter) {
  write("labs/01_scan/README.md", "Scan\n");
  EXPECT_EQ(check(), "");
  write("docs/notes/01_scan.md", "Notes\n");
  expect("labs/01_scan/README.md: has no link to its chapter, ../../docs/notes/01_scan.md");
}

TEST_F(Workbook, AStatementIsOnePageAndNamesThePoints) {
  std::string most, folded = "<details><summary>More</summary>\n\n";
  for (int line = 0; line < 90; ++line) most += "Scan\n", folded += "More\n";
  write("labs/01_scan/README.md", most);
  EXPECT_EQ(check(), "");
  write("labs/01_scan/README.md", most + folded + "</details>\n");
  expect("labs/01_scan/README.md: has 91 lines that are not folded; keep it to 90");
  write("labs/01_scan/README.md", folded);
  expect("labs/01_scan/README.md: a <details> is not closed");
  write("labs/01_scan/README.md", "**1. Scan** (7 points). Add.\n");
  expect("labs/01_scan/README.md: exercise 1 has 7 points, and the rubric gives ");
}

TEST_F(Workbook, ABugHuntMayDiffer) {
  write("solutions/01_scan/scan.cu", solution_ + "int more;\n");
  write("grader/labs/01_scan/rubric.csv", "# bug hunt: starter earns 10\n" + rubric_);
  EXPECT_EQ(check(), "");
}

TEST_F(Workbook, BrokenMarkersAreFound) {
  write("labs/01_scan/scan.cu", "// BEGIN YOUR CODE (exercise 1)\nLAB_TODO(\"x\");\n");
  expect("the last region has no END YOUR CODE");
  write("labs/01_scan/scan.cu", "// BEGIN YOUR CODE exercise 1\n");
  expect("scan.cu:1: write `// BEGIN YOUR CODE (exercise N)`");
  write("labs/01_scan/scan.cu", "// BEGIN YOUR CODE (exercise 4)\n// END YOUR CODE\n");
  expect("a region is for exercise 4, which the rubric does not have");
}

TEST_F(Workbook, TodosBelongInTheStubsRegions) {
  write("labs/01_scan/scan.cu", stub_ + "LAB_TODO(\"x\");\n");
  expect("LAB_TODO outside the regions");
  write("labs/01_scan/scan.cu", stub_);
  write("solutions/01_scan/scan.cu", stub_);
  expect("solutions/01_scan/scan.cu: has a LAB_TODO");
}

TEST_F(Workbook, RowsAndTestsMatchOneToOne) {
  write("grader/labs/01_scan/tests.cpp", "GRADED_TEST(Lab01, A) {}\nGRADED_TEST(Lab01, C) {}\n");
  expect("there is no GRADED_TEST(Lab01, B)");
  expect("has no row for C");
  write("grader/labs/01_scan/tests.cpp", "GRADED_TEST(Lab01, A) {}\n");
  write("grader/labs/01_scan/clean_tests.cpp", "GRADED_TEST(Lab01, B) {}\nGRADED_TEST(Lab01, A) {}\n");
  expect("two tests are called A");
  write("grader/labs/01_scan/tests.cpp", "GRADED_TEST(Lab02, A) {}\n");
  expect("Lab02.A should be Lab01.A");
}

TEST_F(Workbook, QuotesOfTheReportMustBeInIt) {
  const std::string results = (root_ / ".." / "workbook_results.json").string();
  std::ofstream(results)
      << R"({"tests": [], "extra_data": {"remarks": {"01_scan": ["One race:\n  a  |  b\n  c  |  d"]}}})";
  const auto statement = [&](const std::string& quote) {
    write("labs/01_scan/README.md",
          "Scan\n```\nany code\n```\n<!-- from the report -->\n```\n" + quote + "```\n");
  };
  statement("  a  | b\n  c  | d\n");
  EXPECT_EQ(check(results), "");
  write("docs/notes/01_scan.md", "<!-- from the report -->\n```\na | x\n```\n");
  EXPECT_NE(check(results).find("docs/notes/01_scan.md quotes text"), std::string::npos);
  write("docs/notes/01_scan.md", "Notes\n");
  for (const char* other : {"  a  | b\n  c  | e\n", "  c | d\n  a | b\n", ""}) {
    statement(other);
    EXPECT_NE(
        check(results).find("labs/01_scan/README.md quotes text that is not (or no longer) in the report"),
        std::string::npos)
        << other;
  }
}

TEST_F(Workbook, PointsAddUpToAHundred) {
  write("grader/labs/01_scan/rubric.csv", "exercise,test,points,shows\n1,A,60,a\n1,B,41,b\n");
  expect("adds up to 101 points, not 100");
}

TEST_F(Workbook, AWrongRubricIsNamed) {
  write("grader/labs/01_scan/rubric.csv", "1,A,60,a\n");
  expect("01_scan/rubric.csv:1: the first line must be");
}

}  // namespace
