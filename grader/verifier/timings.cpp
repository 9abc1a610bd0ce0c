// SPDX-License-Identifier: Apache-2.0
// Reads and writes tables of times, both the recorded ones and the student's.
#include "timings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>

#include "answer_sheet.h"
#include "lab_test.h"
#include "plain_file.h"
#include "session.h"

namespace verifier {
namespace {

// The facts in the "# key: value" lines at the beginning.
std::map<std::string, std::string> facts_of(const std::string& text) {
  std::map<std::string, std::string> facts;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.find('#') != std::string::npos;) {
    const std::size_t begin = line.find("# "), colon = line.find(": ");
    if (begin == std::string::npos || colon == std::string::npos || colon < begin) continue;
    line.erase(line.find_last_not_of("\r\", ") + 1);
    facts[line.substr(begin + 2, colon - begin - 2)] =
        printable(line.substr(std::min(colon + 2, line.size())));
  }
  return facts;
}

std::string file_name(const timing_form& form) { return form.file + ".csv"; }

std::optional<std::string> text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return std::nullopt;
  return text.str();
}

}  // namespace

double timing_row::total() const { return std::accumulate(ms.begin(), ms.end(), 0.0); }

std::string timings::fact(const std::string& key) const {
  const auto found = facts.find(key);
  return found == facts.end() ? "" : found->second;
}

const timing_row* timings::find(long at) const {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const timing_row& row) { return row.at == at; });
  return found == rows.end() ? nullptr : &*found;
}

const timing_row& timings::least_total() const {
  return *std::min_element(rows.begin(), rows.end(),
                           [](const timing_row& a, const timing_row& b) { return a.total() < b.total(); });
}

timings read_timings(const timing_form& form, const std::string& text) {
  const std::string file = file_name(form);
  const std::vector<csv_line> lines = csv_lines(text, file);
  if (lines.empty() || lines[0].fields != form.columns)
    wrong(fmt::format("{}{} must be \"{}\": copy the whole file that the grader wrote.", file,
                      lines.empty() ? ": the first line" : fmt::format(", line {}", lines[0].number),
                      fmt::join(form.columns, ",")));
  timings table{facts_of(text), {}};
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto [number, fields] = lines[i];
    const auto place = fmt::format("{}, line {}", file, number);
    if (fields.size() != form.columns.size())
      wrong(fmt::format("{} has {} fields instead of {}: {}.", place, fields.size(), form.columns.size(),
                        fmt::join(form.columns, ",")));
    timing_row row;
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const auto value = plain_number(fields[f]);
      if (!value || (f == 0 && (*value != std::floor(*value) || *value > 1e15)))
        wrong(fmt::format("{}: `{}` for {} must be a {}number, without a unit or separators.", place,
                          printable(fields[f].substr(0, 40)), form.columns[f], f == 0 ? "whole " : ""));
      f == 0 ? void(row.at = static_cast<long>(*value)) : row.ms.push_back(*value);
    }
    if (!(row.total() > 0)) wrong(place + ": a time must be above 0.");
    if (table.find(row.at) != nullptr)
      wrong(fmt::format("{} is a second row for {} = {}.", place, form.columns[0], row.at));
    table.rows.push_back(row);
  }
  if (table.rows.empty()) wrong(file + " has no rows.");
  std::sort(table.rows.begin(), table.rows.end(),
            [](const timing_row& a, const timing_row& b) { return a.at < b.at; });
  return table;
}

std::string timings_csv(const timing_form& form, const timings& table) {
  std::string text = fmt::format("# {}\n", form.title);
  for (const auto& [key, value] : table.facts) text += fmt::format("# {}: {}\n", key, value);
  text += fmt::format("{}\n", fmt::join(form.columns, ","));
  for (const timing_row& row : table.rows) {
    text += std::to_string(row.at);
    for (const double ms : row.ms) text += fmt::format(",{:.6f}", ms);
    text += "\n";
  }
  return text;
}

timings recorded_timings(const timing_form& form) {
  const session& grading = current_session();
  const auto path = grading.config.rubrics / grading.lab().folder / file_name(form);
  const auto text = text_of(path);
  if (!text) throw judgement{verdict::not_your_code, path.string() + " cannot be read."};
  return read_timings(form, *text);
}

std::optional<timings> students_timings(const timing_form& form) {
  const session& grading = current_session();
  if (!std::filesystem::exists(grading.config.labs / grading.lab().folder / file_name(form)))
    return std::nullopt;
  return read_timings(form, student_file(file_name(form)));
}

void show_timings(const timing_form& form, timings table) {
  session& grading = current_session();
  const settings& config = grading.config;
  table.facts["machine"] = form.of_host ? host_name() : grading.device + "; host " + host_name();
  if (!form.of_host && !on_gpu()) table.facts["simulated"] = "yes";
  table.facts["command"] = grading.repeat_command();
  const shown_timings shown{form, std::move(table), recorded_timings(form),
                            config.audience == "labs" ? "yours" : "the solution's"};
  write_file(config.reports / file_name(form), timings_csv(form, shown.own));
  write_file(config.reports / (form.file + ".svg"), timings_svg(shown));
  grading.tables[grading.lab().folder].push_back(shown);
}

std::string host_name() {
  std::ifstream cpus("/proc/cpuinfo");
  for (std::string line; std::getline(cpus, line);)
    if (line.rfind("model name", 0) == 0 && line.find(": ") != std::string::npos)
      return printable(line.substr(line.find(": ") + 2));
  return "an unknown CPU";
}

}  // namespace verifier
