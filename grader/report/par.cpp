// SPDX-License-Identifier: Apache-2.0
#include "par.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include "csv.h"
#include "lab_test.h"
#include "text_layout.h"

namespace verifier {
namespace {

// Accepts only positive numbers.
std::optional<double> milliseconds_of(const std::string& text) {
  std::istringstream in(text);
  double value = 0;
  if (!(in >> value) || !in.eof() || !(value > 0)) return std::nullopt;
  return value;
}

struct bar {
  std::string name;
  double ms;
  std::string remark;
};

std::string stars(double speed) {
  std::string text;
  for (const double least : {0.5, 0.8, 1.0}) text += speed >= least ? "★" : "☆";
  return text;
}

}  // namespace

reference_times parse_reference_times(const std::string& text, const std::string& name) {
  reference_times times;
  std::istringstream lines(text);
  std::string line;
  const std::string machine = "# machine: ";
  bool headed = false;
  for (int at = 1; std::getline(lines, line); ++at) {
    if (line.rfind(machine, 0) == 0) times.machine = trimmed(line.substr(machine.size()));
    if (trimmed(line).empty() || line[0] == '#') continue;
    const auto fields = csv_record(line);
    if (!headed) {
      headed = fields == std::vector<std::string>{"version", "reference_ms", "cub_ms"};
      if (headed) continue;
      throw rubric_error(fmt::format("{}:{}: must be `version,reference_ms,cub_ms`", name, at));
    }
    const bool whole = fields && fields->size() == 3 && !fields->at(0).empty();
    const auto ms = whole ? milliseconds_of(fields->at(1)) : std::nullopt;
    const auto cub_ms = whole ? milliseconds_of(fields->at(2)) : std::nullopt;
    if (!ms || !cub_ms)
      throw rubric_error(fmt::format("{}:{}: must be a version and two times above 0", name, at));
    times.rows.push_back({fields->at(0), *ms, *cub_ms});
  }
  if (times.machine.empty()) throw rubric_error(name + ": has no line `# machine: NAME`");
  if (times.rows.empty()) throw rubric_error(name + ": has no rows");
  return times;
}

std::string par_text(const std::vector<phase_group>& groups, const reference_times& recorded,
                     std::size_t width) {
  std::vector<bar> bars;
  for (const phase_group& own : groups) {
    const auto row = std::find_if(recorded.rows.begin(), recorded.rows.end(),
                                  [&](const reference_time& r) { return r.version == own.version; });
    const auto cub = std::find_if(groups.begin(), groups.end(), [&](const phase_group& g) {
      return g.keys == own.keys && g.version.rfind("cub::", 0) == 0;
    });
    const double ms = total_ms(own.phases);
    if (row == recorded.rows.end() || cub == groups.end() || !(ms > 0)) continue;
    const double cub_ms = total_ms(cub->phases), reference = cub_ms * row->ms / row->cub_ms;
    const double speed = reference / ms;
    bars.push_back(
        {own.version, ms,
         fmt::format("{} {} % of the reference's speed", stars(speed), static_cast<long>(100 * speed))});
    bars.push_back({"reference", reference, ""});
    bars.push_back({cub->version, cub_ms, ""});
  }
  if (bars.empty()) return "";
  std::size_t names = 0;
  double most = 0;
  for (const bar& one : bars) names = std::max(names, columns(one.name)), most = std::max(most, one.ms);
  constexpr std::size_t kNumber = 12, kLeastBar = 8, kRemark = 36;  // columns
  const std::size_t taken = 2 + names + kNumber + 5 + kRemark;
  const std::size_t room = width > taken + kLeastBar ? width - taken : kLeastBar;
  std::string text =
      wrap("Par: the reference, scaled by CUB's time from an " + recorded.machine + " (no points)", width,
           2) +
      "\n";
  for (const bar& one : bars) {
    const auto length = static_cast<std::size_t>(std::lround(one.ms / most * static_cast<double>(room)));
    const std::string drawn = repeated("█", std::max<std::size_t>(1, length));
    const std::string line = "  " + pad_right(one.name, names) +
                             pad_left(fmt::format("{:.3f}", one.ms), kNumber) + " ms  " +
                             (one.remark.empty() ? drawn : pad_right(drawn, room + 2) + one.remark);
    text += line + "\n";
  }
  return text;
}

std::string par_of(const session& grading, const lab_entry& lab, std::size_t width) {
  const auto groups = grading.phases.find(lab.folder);
  const std::string name = lab.folder + "/reference_times.csv";
  std::ifstream file(grading.config.rubrics / name);
  if (grading.config.backend == "sim" || groups == grading.phases.end() || !file) return "";
  try {
    const std::string text(std::istreambuf_iterator<char>(file), {});
    return par_text(groups->second, parse_reference_times(text, name), width);
  } catch (const rubric_error& wrong) {
    return wrap(wrong.what(), width, 2) + "\n";
  }
}

}  // namespace verifier
