// SPDX-License-Identifier: Apache-2.0
// Reads rubrics, and finds the labs.
#include "rubric.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>

#include "csv.h"

namespace verifier {
namespace {

using fields = std::vector<std::string>;
constexpr std::size_t kNeeded = 4;  // columns

std::optional<int> number(const std::string& text) {
  if (text.empty() || text.size() > 6 ||
      !std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); }))
    return std::nullopt;
  return std::stoi(text);
}

bool is_identifier(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

void read_comment(const std::string& line, rubric& into, const std::string& where) {
  const std::string text = trimmed(line.substr(1));
  if (text == "bonus") into.bonus = true;
  if (text.rfind("bug hunt", 0) != 0) return;
  into.bug_hunt = true;
  std::istringstream words(text.substr(8));
  std::string colon, starter, earns, points;
  if (!(words >> colon)) return;
  words >> starter >> earns >> points;
  const std::optional<int> earned = number(points);
  if (colon != ":" || starter != "starter" || earns != "earns" || !earned)
    throw rubric_error(where + ": write `# bug hunt` or `# bug hunt: starter earns POINTS`");
  into.starter_points = *earned;
}

bool is_header(const fields& record) {
  const fields names{"exercise", "test", "points", "shows", "title", "visibility"};
  return record.size() >= kNeeded && record.size() <= names.size() &&
         std::equal(record.begin(), record.end(), names.begin());
}

visibility visibility_of(const std::string& text, const std::string& where) {
  if (text.empty() || text == "shown") return visibility::shown;
  if (text == "after due date") return visibility::after_due_date;
  if (text == "hidden") return visibility::hidden;
  throw rubric_error(where + ": the visibility is `" + text +
                     "`; write shown (or nothing), after due date, or hidden");
}

rubric_row read_row(const fields& record, const std::string& where, const std::string& suite) {
  const std::optional<int> exercise = number(record[0]);
  const std::optional<int> points = number(record[2]);
  if (!exercise || *exercise == 0)
    throw rubric_error(where + ": the exercise is `" + record[0] + "`; write 1, 2, … …");
  if (!points || *points == 0)
    throw rubric_error(where + ": the points are `" + record[2] + "`; write a whole number of at least 1");
  rubric_row row{*exercise, record[1], *points, record[3]};
  if (row.test.rfind(suite + ".", 0) == 0) row.test.erase(0, suite.size() + 1);
  if (!is_identifier(row.test))
    throw rubric_error(where + ": `" + record[1] + "` is not the name of a GRADED_TEST of " + suite);
  return row;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw rubric_error(path.string() + ": cannot be read");
  return text.str();
}

}  // namespace

int rubric::total() const {
  int sum = 0;
  for (const rubric_row& row : rows) sum += row.points;
  return sum;
}

rubric parse_rubric(const std::string& text, const std::string& name, const std::string& suite) {
  rubric result;
  std::istringstream lines(text);
  std::string line;
  std::size_t columns = 0;
  std::set<std::string> seen;
  for (int at = 1; std::getline(lines, line); ++at) {
    const std::string where = fmt::format("{}:{}", name, at);
    if (trimmed(line).empty()) continue;
    if (line[0] == '#') {
      read_comment(line, result, where);
      continue;
    }
    std::optional<fields> record = csv_record(line);
    if (!record) throw rubric_error(where + ": a quote is not closed");
    if (columns == 0) {
      if (!is_header(*record))
        throw rubric_error(where +
                           ": the first line must be `exercise,test,points,shows` (or with `,title` or "
                           "`,title,visibility`)");
      columns = record->size();
      continue;
    }
    if (record->size() > columns)
      throw rubric_error(
          fmt::format("{}: has {} fields, but the header has {}; put text with commas in "
                      "quotes",
                      where, record->size(), columns));
    if (record->size() < kNeeded)
      throw rubric_error(fmt::format("{}: has {} fields; a row has at least exercise, test, points and shows",
                                     where, record->size()));
    record->resize(columns);  // missing fields at the end of a row are empty
    rubric_row row = read_row(*record, where, suite);
    if (!seen.insert(row.test).second) throw rubric_error(where + ": the test " + row.test + " has two rows");
    const int last = static_cast<int>(result.titles.size());
    if (row.exercise != last && row.exercise != last + 1)
      throw rubric_error(
          fmt::format("{}: exercise {} comes after exercise {}; keep the rows in order, and number the "
                      "exercises without gaps",
                      where, row.exercise, last));
    const std::string title = columns >= 5 ? record->at(4) : "";
    if (columns == 6) row.seen = visibility_of(record->at(5), where);
    if (row.exercise == last + 1)
      result.titles.push_back(title.empty() ? row.shows : title);
    else if (!title.empty() && title != result.titles.back())
      throw rubric_error(where + ": only the first row of an exercise may have a title");
    result.rows.push_back(std::move(row));
  }
  if (result.rows.empty()) throw rubric_error(name + ": has no rows");
  return result;
}

std::vector<reference_cost> parse_reference_costs(const std::string& text, const std::string& name) {
  std::vector<reference_cost> costs;
  std::istringstream lines(text);
  std::string line;
  bool headed = false;
  const auto count = [](const std::string& field) -> std::optional<std::uint64_t> {
    constexpr std::size_t kDigits = 18;
    if (field.empty() || field.size() > kDigits || field.find_first_not_of("0123456789") != std::string::npos)
      return std::nullopt;
    return std::stoull(field);
  };
  for (int at = 1; std::getline(lines, line); ++at) {
    if (trimmed(line).empty() || line[0] == '#') continue;
    const std::optional<fields> record = csv_record(line);
    if (!headed && record == fields{"test", "cost", "budget", "reference"}) {
      headed = true;
      continue;
    }
    if (!headed) throw rubric_error(fmt::format("{}:{}: must be `test,cost,budget,reference`", name, at));
    const bool whole = record && record->size() == 4 && count(record->at(2)) && count(record->at(3));
    if (!whole)
      throw rubric_error(fmt::format("{}:{}: must be a test, a cost and two whole numbers", name, at));
    costs.push_back({record->at(0), record->at(1), *count(record->at(2)), *count(record->at(3))});
  }
  return costs;
}

std::optional<std::uint64_t> lab_entry::reference_of(const std::string& test, const std::string& what,
                                                     std::uint64_t budget) const {
  for (const reference_cost& one : reference)
    if (one.test == test && one.what == what && one.budget == budget) return one.amount;
  return std::nullopt;
}

std::vector<lab_entry> load_labs(const std::filesystem::path& directory) {
  std::vector<lab_entry> labs;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(directory, failed)) {
    const std::string folder = entry.path().filename().string();
    const std::filesystem::path csv = entry.path() / "rubric.csv";
    if (folder.size() < 4 || !std::isdigit(static_cast<unsigned char>(folder[0])) ||
        !std::isdigit(static_cast<unsigned char>(folder[1])) || folder[2] != '_' ||
        !std::filesystem::exists(csv))
      continue;
    lab_entry lab{folder, folder.substr(0, 2), folder.substr(3), "Lab" + folder.substr(0, 2), {}};
    lab.points = parse_rubric(read_file(csv), folder + "/rubric.csv", lab.suite);
    if (const std::filesystem::path costs = entry.path() / "reference_costs.csv";
        std::filesystem::exists(costs))
      lab.reference = parse_reference_costs(read_file(costs), folder + "/reference_costs.csv");
    labs.push_back(std::move(lab));
  }
  if (failed) throw rubric_error(directory.string() + ": cannot be read (" + failed.message() + ")");
  std::sort(labs.begin(), labs.end(),
            [](const lab_entry& a, const lab_entry& b) { return a.folder < b.folder; });
  return labs;
}

const lab_entry* find_lab(const std::vector<lab_entry>& labs, const std::string& name) {
  for (const lab_entry& lab : labs) {
    const std::optional<int> given = number(name);
    if (lab.folder == name || (given && *given == std::stoi(lab.number))) return &lab;
  }
  return nullptr;
}

}  // namespace verifier
