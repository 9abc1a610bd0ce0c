// SPDX-License-Identifier: Apache-2.0
// Runs a test's body and books its verdict, for us and for GoogleTest's XML.
#include <algorithm>
#include <chrono>

#include "lab_test.h"
#include "session.h"

namespace verifier {
namespace {

struct verdict_of_body {
  verdict kind = verdict::good;
  std::string text;
};

verdict_of_body judge(void (*body)()) {
  try {
    body();
  } catch (const judgement& result) {
    current_session().device_missing = current_session().device_missing || result.no_device;
    return {result.kind, result.text};
  } catch (const std::exception& error) {
    return {verdict::not_your_code, std::string("The test itself failed: ") + error.what()};
  }
  // A test may also use GoogleTest's own EXPECT_…
  const testing::TestResult& result = *testing::UnitTest::GetInstance()->current_test_info()->result();
  for (int i = 0; i < result.total_part_count(); ++i)
    if (result.GetTestPartResult(i).failed()) return {verdict::wrong, result.GetTestPartResult(i).message()};
  return {};
}

}  // namespace

void run_graded(void (*body)()) {
  session& grading = current_session();
  const testing::TestInfo& info = *testing::UnitTest::GetInstance()->current_test_info();
  for (const lab_entry& lab : grading.labs) {
    if (lab.suite != info.test_suite_name()) continue;
    for (const rubric_row& row : lab.points.rows) {
      if (row.test != info.name()) continue;
      grading.begin_test(lab, row);
      const auto start = std::chrono::steady_clock::now();
      const verdict_of_body result = judge(body);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      grading.end_test(result.kind, result.text, took.count());
      testing::Test::RecordProperty("verdict", name_of(result.kind));
      testing::Test::RecordProperty("points", grading.results.back().points());
      const bool failed = result.kind != verdict::good && result.kind != verdict::not_graded;
      if (failed && !testing::Test::HasFailure())
        ADD_FAILURE_AT(info.file(), info.line())
            << name_of(result.kind) << ": " << grading.results.back().text;
      return;
    }
  }
  ADD_FAILURE() << "This test has no row in a rubric.";
}

void session::add_phases(phase_group group) {
  std::vector<phase_group>& groups = phases[lab_->folder];
  const auto behind =
      std::upper_bound(groups.begin(), groups.end(), group.place,
                       [](table_place place, const phase_group& g) { return place < g.place; });
  groups.insert(behind, std::move(group));
}

void show_phases(const std::string& version, std::size_t n, const std::vector<phase>& phases) {
  current_session().add_phases({version, n, phases});
}

void show_remark(const std::string& text) {
  session& grading = current_session();
  std::vector<std::string>& remarks = grading.remarks[grading.lab().folder];
  const std::string shown = printable(text);
  if (std::find(remarks.begin(), remarks.end(), shown) == remarks.end()) remarks.push_back(shown);
}

}  // namespace verifier
