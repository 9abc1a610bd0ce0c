// SPDX-License-Identifier: Apache-2.0
#include "par.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "own_folder.h"

namespace {

using namespace verifier;

const std::string kColumns = "version,reference_ms,cub_ms\n", kMachine = "# machine: NVIDIA H200\n";

std::vector<phase_group> measured(double ms, double cub_ms, std::size_t cub_keys = 100) {
  return {{"lab 05", 100, {{"scan", ms / 4}, {"scatter", ms * 3 / 4}}},
          {"thrust::sort", 100, {{"sort", 1}}},
          {"cub::DeviceRadixSort", cub_keys, {{"sort", cub_ms}}}};
}

std::string said(double ms, double cub_ms, std::size_t cub_keys = 100) {
  const auto recorded = parse_reference_times(kMachine + kColumns + "lab 05,0.6,0.4\n", "t.csv");
  return par_text(measured(ms, cub_ms, cub_keys), recorded);
}

// CUB takes twice as long here as on the recorded GPU, so the reference would take 1.2 ms.
TEST(Par, GivesAStarForEachShareOfTheReferencesSpeed) {
  for (const auto& [ms, stars] :
       {std::pair(2.41, "☆☆☆ 49 %"), std::pair(2.39, "★☆☆ 50 %"), std::pair(1.51, "★☆☆ 79 %"),
        std::pair(1.49, "★★☆ 80 %"), std::pair(1.21, "★★☆ 99 %"), std::pair(0.6, "★★★ 200 %")}) {
    const std::string text = said(ms, 0.8);
    EXPECT_NE(text.find(stars), std::string::npos) << text;
    EXPECT_NE(text.find("reference                  1.200 ms  █"), std::string::npos) << text;
    EXPECT_NE(text.find("cub::DeviceRadixSort       0.800 ms  █"), std::string::npos) << text;
    EXPECT_NE(text.find("from an NVIDIA H200 (no points)"), std::string::npos) << text;
  }
}

TEST(Par, IsEmptyWithoutCubsTimeForAsManyElements) {
  EXPECT_EQ(said(1, 0.8, 101), "");
  const auto recorded = parse_reference_times(kMachine + kColumns + "lab 04,0.6,0.4\n", "t.csv");
  EXPECT_EQ(par_text(measured(1, 1), recorded), "") << "another version's row";
}

TEST(Par, IsForAGpuAndForLabsWithAFile) {
  const own_folder folder;
  session grading;
  lab_entry lab;
  lab.folder = "05_lab";
  grading.config.rubrics = folder.path;
  grading.config.backend = "cuda";
  grading.phases[lab.folder] = measured(1, 0.8);
  EXPECT_EQ(par_of(grading, lab), "");
  std::filesystem::create_directory(folder.path / lab.folder);
  const auto write = [&](const std::string& text) {
    std::ofstream(folder.path / lab.folder / "reference_times.csv") << text;
  };
  write(kMachine + kColumns + "lab 05,0.6,0.4\n");
  EXPECT_NE(par_of(grading, lab).find("★★★ 120 %"), std::string::npos) << par_of(grading, lab);
  grading.config.backend = "sim";
  EXPECT_EQ(par_of(grading, lab), "");
  grading.config.backend = "cuda";
  write(kMachine + kColumns + "lab 05,0.6,0\n");
  EXPECT_EQ(par_of(grading, lab),
            "  05_lab/reference_times.csv:3: must be a version and two times above 0\n");
}

TEST(Par, NamesTheLineOfAMistake) {
  const auto error = [](const std::string& text) -> std::string {
    try {
      (void)parse_reference_times(text, "t.csv");
    } catch (const rubric_error& wrong) {
      return wrong.what();
    }
    return "";
  };
  EXPECT_EQ(error("lab 05,1,1\n"), "t.csv:1: must be `version,reference_ms,cub_ms`");
  for (const char* line : {"lab 05,1", "lab 05,1,x", "lab 05,-1,1", "lab 05,1,0", ",1,1", "\"lab 05,1,1"})
    EXPECT_EQ(error(kMachine + kColumns + line), "t.csv:3: must be a version and two times above 0") << line;
  EXPECT_EQ(error(kColumns + "lab 05,1,1\n"), "t.csv: has no line `# machine: NAME`");
  EXPECT_EQ(error(kMachine + kColumns), "t.csv: has no rows");
}

// A version that no test shows would have no bar, and the mistake would go unnoticed.
TEST(Par, EachRecordedVersionIsShownByATestOfItsLab) {
  const std::filesystem::path labs = std::filesystem::path(GRADE_SOURCE_DIR) / "grader/labs";
  const auto text_of = [](const std::filesystem::path& file) {
    std::ifstream in(file);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  int files = 0;
  for (const auto& lab : std::filesystem::directory_iterator(labs)) {
    const auto file = lab.path() / "reference_times.csv";
    if (!std::filesystem::exists(file)) continue;
    ++files;
    const std::string tests = text_of(lab.path() / "tests.cpp") + text_of(lab.path() / "sort_tests.cpp");
    for (const reference_time& row : parse_reference_times(text_of(file), file.string()).rows)
      EXPECT_NE(tests.find('"' + row.version + '"'), std::string::npos) << file << ": " << row.version;
  }
  EXPECT_EQ(files, 7);
}

}  // namespace
