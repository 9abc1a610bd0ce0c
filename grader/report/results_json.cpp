// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "plain_file.h"
#include "report.h"

namespace verifier {

namespace {

const char* visibility_name(visibility seen) {
  if (seen == visibility::hidden) return "hidden";
  return seen == visibility::after_due_date ? "after_due_date" : "visible";
}

}  // namespace

void write_marks(const session& grading, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  for (const lab_entry& lab : grading.labs) {
    std::string lines;
    int number = 0;
    for (const auto& tests : by_exercise(grading.results, lab)) {
      int points = 0, possible = 0;
      for (const test_result* test : tests) points += test->points(), possible += test->possible();
      lines += fmt::format("{} {} {}\n", ++number, points, possible);
    }
    write_file(folder / lab.folder, lines);
  }
}

void write_results(const session& grading, double seconds, const std::filesystem::path& file) {
  using nlohmann::json;
  const score sum = score_of(grading.results);
  json tests = json::array();
  for (const test_result& result : grading.results) {
    tests.push_back(
        {{"name", result.row->shows},
         {"number", fmt::format("{}.{}", result.lab->number, result.row->exercise)},
         {"score", result.points()},
         {"max_score", result.possible()},
         {"visibility", visibility_name(result.row->seen)},
         {"output", plain_text(result)},
         {"tags", {result.lab->folder, result.lab->suite + "." + result.row->test, name_of(result.kind)}}});
    for (const budget_use& b : result.budgets)
      tests.back()["extra_data"]["costs"].push_back(
          {{"cost", b.what},
           {"used", b.used},
           {"budget", b.budget},
           {"reference", b.reference ? json(*b.reference) : json()}});
    // Gradescope would show "passed" in green.
    if (result.kind != verdict::not_graded)
      tests.back()["status"] = result.kind == verdict::good ? "passed" : "failed";
  }
  json phases = json::array();
  for (const auto& [lab, groups] : grading.phases)
    for (const phase_group& group : groups)
      for (const phase& part : group.phases)
        phases.push_back({{"lab", lab},
                          {"version", group.version},
                          {"keys", group.keys},
                          {"phase", part.name},
                          {"ms", part.ms}});
  std::string said = fmt::format("Score: {}/{}", sum.points, sum.possible);
  if (sum.faults > 0)
    said = fmt::format(
        "No mark: {} points could not be graded, because of the grader or its machine. Grade again. ({})",
        sum.faults, said);
  json document{{"output", said},
                {"execution_time", seconds},
                {"tests", tests},
                {"extra_data",
                 {{"max_score", sum.possible},
                  {"bonus", sum.bonus},
                  {"faults", sum.faults},
                  {"sandbox", grading.sandbox},
                  {"language_checked", !grading.language_unchecked},
                  {"not_graded", sum.not_graded},
                  {"audience", grading.config.audience},
                  {"backend", grading.config.backend},
                  {"device", grading.device},
                  {"seed", grading.config.seed},
                  {"remarks", grading.remarks},
                  {"phases", phases}}}};
  // A missing score isn't a score of 0.
  if (sum.faults == 0) document["score"] = sum.points;
  write_file(file, document.dump(2, ' ', false, json::error_handler_t::replace) + '\n');
}

}  // namespace verifier
