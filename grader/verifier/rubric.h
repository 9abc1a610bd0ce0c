// SPDX-License-Identifier: Apache-2.0
// A lab's rubric.csv, which gives each test's exercise and points.
//
//   # bug hunt: starter earns 10         (optional: the stub may differ in more than TODOs; its points)
//   # bonus                               (optional: the lab is shown separately, outside the score)
//   exercise,test,points,shows,title     (title may be missing; `visibility` may follow it)
//   1,EqualKeysAreKept,10,"ranks count equal keys that come earlier",Serial enumeration sort
//   1,EmptyInputIsFine,5,n = 0 does nothing,
//
// Quoted fields follow RFC 4180. Other lines that start with # and empty lines are skipped.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace verifier {

// When students' reports show a test's result. The points count in any case.
enum class visibility { shown, after_due_date, hidden };

// A row of a rubric: a test and its points.
struct rubric_row {
  int exercise = 0;  // 1, 2, …
  std::string test;  // the claim alone: "EqualKeysAreKept", even if the file has "Lab01.EqualKeysAreKept"
  int points = 0;
  std::string shows;  // one phrase, for the report
  visibility seen = visibility::shown;
};

// A lab's rubric, as read from its rubric.csv.
struct rubric {
  std::vector<rubric_row> rows;     // in the file's order, exercises ascending
  std::vector<std::string> titles;  // of exercise 1, 2, …; without a title the first row's `shows`
  bool bug_hunt = false;
  bool bonus = false;
  int starter_points = 0;  // what the unchanged stub of a bug hunt earns

  int total() const;
};

// The message names the file and the line, and says how to fix the error.
struct rubric_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws rubric_error. `name` is used in messages. A test's name may begin with `suite` ("Lab01").
rubric parse_rubric(const std::string& text, const std::string& name, const std::string& suite);

// A cost of the reference solution for which a test has a budget, from reference_costs.csv next to the
// rubric.
//
//   # comments
//   test,cost,budget,reference
//   CooperativeStaysInItsBudget,kernel launches,1,1
struct reference_cost {
  std::string test;  // "CooperativeStaysInItsBudget"
  std::string what;  // "kernel launches"
  std::uint64_t budget = 0, amount = 0;
};

// Throws rubric_error. `name` is used in messages.
std::vector<reference_cost> parse_reference_costs(const std::string& text, const std::string& name);

// A lab of the workbook: its names, its rubric, and its reference solution's costs.
struct lab_entry {
  std::string folder;  // "03_single_block_scan_bug"
  std::string number;  // "03"
  std::string stem;    // "single_block_scan_bug"
  std::string suite;   // "Lab03"
  rubric points;
  std::vector<reference_cost> reference = {};  // empty if the lab has no such file

  // Nullopt if the cost is not recorded.
  std::optional<std::uint64_t> reference_of(const std::string& test, const std::string& what,
                                            std::uint64_t budget) const;
};

// Returns the folders NN_name below `directory` that have a rubric.csv, by number. Throws rubric_error.
std::vector<lab_entry> load_labs(const std::filesystem::path& directory);

// The lab that "3", "03" or "03_single_block_scan_bug" names, or nullptr.
const lab_entry* find_lab(const std::vector<lab_entry>& labs, const std::string& name);

}  // namespace verifier
