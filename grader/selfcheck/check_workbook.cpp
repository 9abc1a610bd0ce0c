// SPDX-License-Identifier: Apache-2.0
// Checks that the labs' files fit together: check_workbook ROOT [RESULTS_OF_STUBS]
//   - every lab is in labs/, solutions/ and grader/labs/ with all its files, and there are no other files;
//   - stub and solution have the same text outside the regions, and given.cu is the stub (except in a bug
//   hunt);
//   - every lab's README links to its chapter of the notes;
//   - rubric rows and tests match one to one, and the points add up to 100.
// With the stubs' results.json, also checks that each lab earns nothing and has only NOT YET verdicts (except
// for a bug hunt's starter), and that READMEs quote the report exactly. Prints one line per mistake.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "rubric.h"

namespace {

namespace fs = std::filesystem;
using verifier::lab_entry;

int mistakes = 0;
void mistake(const std::string& text) {
  fmt::print("{}\n", text);
  ++mistakes;
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(folder, missing))
    names.insert(entry.path().filename().string());
  return names;
}

struct folder_rule {
  std::vector<std::string> required;
  std::regex allowed;  // in addition to the required files
};

void check_folder(const fs::path& root, const std::string& folder, const folder_rule& rule) {
  const std::set<std::string> present = names_in(root / folder);
  for (const std::string& name : rule.required)
    if (present.count(name) == 0 || fs::is_empty(root / folder / name))
      mistake(fmt::format("{}/{}: is missing or empty", folder, name));
  for (const std::string& name : present) {
    const bool known = std::find(rule.required.begin(), rule.required.end(), name) != rule.required.end();
    if (!fs::is_regular_file(root / folder / name) || (!known && !std::regex_match(name, rule.allowed)))
      mistake(fmt::format("{}/{}: does not belong here", folder, name));
  }
}

struct outline {
  std::vector<std::pair<int, std::string>> lines;  // line number, text
  std::vector<int> exercises;                      // one per region
  int todos_inside = 0, todos_outside = 0;
};

outline read_outline(const fs::path& file, const std::string& shown) {
  static const std::regex begin(R"(\s*// BEGIN YOUR CODE \(exercise (\d+)\))"), end(R"(\s*// END YOUR CODE)");
  outline result;
  bool inside = false;
  int number = 0;
  for (const std::string& line : lines_of(file)) {
    ++number;
    std::smatch match;
    const bool begins = std::regex_match(line, match, begin), ends = std::regex_match(line, end);
    if (begins == inside && begins)
      mistake(fmt::format("{}:{}: BEGIN YOUR CODE inside a region", shown, number));
    if (ends && !inside) mistake(fmt::format("{}:{}: END YOUR CODE outside a region", shown, number));
    if (!begins && !ends && line.find("YOUR CODE") != std::string::npos)
      mistake(
          fmt::format("{}:{}: write `// BEGIN YOUR CODE (exercise N)` or `// END YOUR CODE`", shown, number));
    if (line.find("LAB_TODO(") != std::string::npos) ++(inside ? result.todos_inside : result.todos_outside);
    if (ends) inside = false;
    if (!inside) result.lines.emplace_back(number, line);
    if (begins) {
      inside = true;
      result.exercises.push_back(std::stoi(match[1]));
    }
  }
  if (inside) mistake(shown + ": the last region has no END YOUR CODE");
  return result;
}

void check_same_text(const fs::path& root, const lab_entry& lab) {
  const std::string stub_name = fmt::format("labs/{}/{}.cu", lab.folder, lab.stem);
  const std::string solution_name = fmt::format("solutions/{}/{}.cu", lab.folder, lab.stem);
  const outline stub = read_outline(root / stub_name, stub_name),
                solution = read_outline(root / solution_name, solution_name);
  for (const int exercise : stub.exercises)
    if (exercise < 1 || exercise > static_cast<int>(lab.points.titles.size()))
      mistake(fmt::format("{}: a region is for exercise {}, which the rubric does not have", stub_name,
                          exercise));
  if (stub.todos_outside > 0) mistake(stub_name + ": LAB_TODO outside the regions for the student");
  if (solution.todos_inside + solution.todos_outside > 0) mistake(solution_name + ": has a LAB_TODO");
  if (lab.points.bug_hunt) return;
  if (stub.todos_inside == 0) mistake(stub_name + ": has no LAB_TODO");
  for (std::size_t i = 0; i < std::max(stub.lines.size(), solution.lines.size()); ++i) {
    const bool both = i < stub.lines.size() && i < solution.lines.size();
    if (both && stub.lines[i].second == solution.lines[i].second) continue;
    const auto place = [&](const outline& of) {
      return i < of.lines.size() ? std::to_string(of.lines[i].first) : "end";
    };
    mistake(fmt::format("{}:{} and {}:{} differ outside the regions for the student", stub_name, place(stub),
                        solution_name, place(solution)));
    return;
  }
  const std::string given = fmt::format("grader/labs/{}/given.cu", lab.folder);
  if (lines_of(root / given) != lines_of(root / stub_name))
    mistake(fmt::format("{}: no longer matches the stub: cp {} {}", given, stub_name, given));
}

void check_rubric(const fs::path& root, const lab_entry& lab) {
  const std::string shown = "grader/labs/" + lab.folder;
  if (lab.points.total() != 100)
    mistake(fmt::format("{}/rubric.csv: adds up to {} points, not 100", shown, lab.points.total()));
  static const std::regex test(R"(^\s*GRADED_TEST\(\s*(\w+)\s*,\s*(\w+)\s*\))");
  std::set<std::string> tests;
  for (const std::string& file : names_in(root / shown)) {
    if (fs::path(file).extension() != ".cpp") continue;
    for (const std::string& line : lines_of(root / shown / file)) {
      std::smatch match;
      if (!std::regex_search(line, match, test)) continue;
      if (match[1] != lab.suite)
        mistake(fmt::format("{}/{}: {}.{} should be {}.{}", shown, file, match[1].str(), match[2].str(),
                            lab.suite, match[2].str()));
      if (!tests.insert(match[2]).second)
        mistake(fmt::format("{}/{}: two tests are called {}", shown, file, match[2].str()));
    }
  }
  for (const verifier::rubric_row& row : lab.points.rows)
    if (tests.erase(row.test) == 0)
      mistake(fmt::format("{}/rubric.csv: there is no GRADED_TEST({}, {})", shown, lab.suite, row.test));
  for (const std::string& name : tests) mistake(fmt::format("{}/rubric.csv: has no row for {}", shown, name));
}

// Ignores markers of parts that the notes show, such as `// [lab03-one-block]`.
void check_sizes(const fs::path& root, const std::string& file, std::size_t most) {
  static const std::regex mark(R"(\s*// \[lab\d\d-[a-z0-9-]+\])");
  const std::vector<std::string> all = lines_of(root / file);
  const auto lines = std::count_if(all.begin(), all.end(),
                                   [](const std::string& line) { return !std::regex_match(line, mark); });
  if (lines > static_cast<std::ptrdiff_t>(most))
    mistake(fmt::format("{}: has {} lines; keep it to {}", file, lines, most));
}

// A README must fit on one page outside <details>. It says each exercise's points, as in `**3. Scan** (12
// points)`.
void check_statement(const fs::path& root, const std::string& file, const lab_entry& lab) {
  constexpr int kMostLines = 90;  // one sentence per line
  static const std::regex exercise(R"(\*\*(\d+)\. [^(]*\((\d+).*)");
  int lines = 0, folds = 0;
  std::smatch part;
  for (const std::string& line : lines_of(root / file)) {
    const bool opens = line.rfind("<details>", 0) == 0;
    if (folds == 0) ++lines;
    folds += (opens ? 1 : 0) - (line == "</details>" ? 1 : 0);
    if (lab.points.total() != 100 || !std::regex_match(line, part, exercise)) continue;
    int points = 0;
    for (const verifier::rubric_row& row : lab.points.rows)
      points += row.exercise == std::stoi(part[1]) ? row.points : 0;
    if (points != std::stoi(part[2]))
      mistake(fmt::format("{}: exercise {} has {} points, and the rubric gives {}", file, part[1].str(),
                          part[2].str(), points));
  }
  if (folds != 0) mistake(file + ": a <details> is not closed");
  if (lines > kMostLines)
    mistake(fmt::format("{}: has {} lines that are not folded; keep it to {}", file, lines, kMostLines));
}

void check_lab(const fs::path& root, const lab_entry& lab) {
  const std::string source = lab.stem + ".cu", header = lab.stem + ".h";
  check_folder(root, "labs/" + lab.folder,
               {{"README.md", "HINTS.md", "play.cu", source, header}, std::regex(R"([a-z_]+\.(h|csv))")});
  check_folder(root, "solutions/" + lab.folder,
               {{source}, std::regex(R"([a-z_]+\.(h|cuh|csv)|CMakeLists\.txt)")});
  check_folder(root, "grader/labs/" + lab.folder,
               {{"tests.cpp", "adapter.cu", "rubric.csv"},
                std::regex(R"([a-z_]+\.(h|cu|cuh|csv)|([a-z_]+_tests|sweep)\.cpp)")});
  for (const std::string& name : names_in(root / "labs" / lab.folder))
    if (fs::path(name).extension() == ".csv" && !fs::exists(root / "solutions" / lab.folder / name))
      mistake(fmt::format("solutions/{}/{}: is missing", lab.folder, name));
  const std::string statement = "labs/" + lab.folder + "/README.md",
                    chapter = "docs/notes/" + lab.folder + ".md";
  std::ifstream text(root / statement);
  if (fs::exists(root / chapter) &&
      std::string(std::istreambuf_iterator<char>(text), {}).find(chapter) == std::string::npos)
    mistake(fmt::format("{}: has no link to its chapter, ../../{}", statement, chapter));
  check_statement(root, statement, lab);
  check_same_text(root, lab);
  check_rubric(root, lab);
  check_sizes(root, fmt::format("labs/{}/{}", lab.folder, source), 140);
  check_sizes(root, fmt::format("labs/{}/{}", lab.folder, header), 110);
}

void check_stub_results(const lab_entry& lab, const nlohmann::json& results) {
  int points = 0;
  for (const auto& test : results.at("tests")) {
    if (test.at("tags").at(0) != lab.folder) continue;
    points += test.at("score").get<int>();
    const std::string verdict = test.at("tags").at(2);
    if (verdict != "NOT YET" && !lab.points.bug_hunt)
      mistake(fmt::format("labs/{}: {} says {} of the stub instead of NOT YET", lab.folder,
                          test.at("tags").at(1).get<std::string>(), verdict));
  }
  if (points != lab.points.starter_points)
    mistake(fmt::format("labs/{}: the stub earns {} points; the rubric says {}", lab.folder, points,
                        lab.points.starter_points));
}

std::string words_of(const std::string& text) {
  std::istringstream in(text);
  std::string out;
  for (std::string word; in >> word;) out += (out.empty() ? "" : " ") + word;
  return out;
}

// A code block below `<!-- from the report -->` must be in the report.
void check_quotes(const fs::path& root, const std::string& page, const lab_entry& lab,
                  const nlohmann::json& results) {
  std::string shown;
  const auto& remarks = results.at("extra_data").at("remarks");
  if (remarks.contains(lab.folder))
    for (const auto& remark : remarks.at(lab.folder)) shown += remark.get<std::string>() + "\n";
  shown = words_of(shown);
  std::string quote;
  enum { outside, marked, inside } at = outside;
  for (const std::string& line : lines_of(root / page)) {
    if (line == "<!-- from the report -->") {
      at = marked;
    } else if (at == marked && line.rfind("```", 0) == 0) {
      at = inside;
    } else if (at == inside && line == "```") {
      if (quote.empty() || shown.find(words_of(quote)) == std::string::npos)
        mistake(fmt::format("{} quotes text that is not (or no longer) in the report:\n{}", page, quote));
      quote.clear();
      at = outside;
    } else if (at == inside) {
      quote += line + "\n";
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    fmt::print(stderr, "usage: check_workbook ROOT [RESULTS_OF_STUBS]\n");
    return 2;
  }
  const fs::path root = argv[1];
  std::vector<lab_entry> labs;
  try {
    labs = verifier::load_labs(root / "grader" / "labs");
  } catch (const verifier::rubric_error& error) {
    mistake(error.what());
  }
  std::set<std::string> folders;
  for (const lab_entry& lab : labs) {
    folders.insert(lab.folder);
    check_lab(root, lab);
    if (argc != 3) continue;
    const nlohmann::json results = nlohmann::json::parse(std::ifstream(argv[2]));
    check_stub_results(lab, results);
    for (const std::string& page : {"labs/" + lab.folder + "/README.md", "docs/notes/" + lab.folder + ".md"})
      check_quotes(root, page, lab, results);
  }
  for (const char* place : {"labs", "solutions", "grader/labs"})
    for (const std::string& name : names_in(root / place))
      if (folders.count(name) == 0 && name != "bench.h")  // the labs' benches share it
        mistake(fmt::format("{}/{}: isn't a lab with a rubric in grader/labs", place, name));
  if (labs.empty() && mistakes == 0) mistake("there isn't a lab");
  if (mistakes == 0) fmt::print("{} labs fit together.\n", labs.size());
  return mistakes == 0 ? 0 : 1;
}
