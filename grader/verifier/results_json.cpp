// SPDX-License-Identifier: Apache-2.0
// results.json in the format that Gradescope reads.
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "report.h"

namespace verifier {

void write_file(const std::filesystem::path& file, const std::string& text) {
  const std::filesystem::path aside = file.string() + ".new";
  std::ofstream out(aside, std::ios::binary);
  out << text;
  out.close();
  if (!out) {
    std::error_code ignored;
    std::filesystem::remove(aside, ignored);
    throw std::runtime_error(file.string() + " cannot be written");
  }
  std::filesystem::rename(aside, file);
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
         {"status", result.kind == verdict::good || result.kind == verdict::not_graded ? "passed" : "failed"},
         {"output", plain_text(result)},
         {"tags", {result.lab->folder, result.lab->suite + "." + result.row->test, name_of(result.kind)}}});
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
  const json document{{"score", sum.points},
                      {"output", fmt::format("Score: {}/{}", sum.points, sum.possible)},
                      {"execution_time", seconds},
                      {"tests", tests},
                      {"extra_data",
                       {{"max_score", sum.possible},
                        {"not_graded", sum.not_graded},
                        {"audience", grading.config.audience},
                        {"backend", grading.config.backend},
                        {"device", grading.device},
                        {"seed", grading.config.seed},
                        {"remarks", grading.remarks},
                        {"phases", phases}}}};
  write_file(file, document.dump(2, ' ', false, json::error_handler_t::replace) + '\n');
}

}  // namespace verifier
