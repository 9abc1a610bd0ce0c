// SPDX-License-Identifier: Apache-2.0
// Resolves --lab, --test, --backend and --seed.
#include "selection.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "../sandbox/sandbox.h"
#include "plain_file.h"
#include "simcu/include/simcu/device_model.h"

namespace verifier {
namespace {

std::string folders(const std::vector<lab_entry>& labs) {
  std::string text;
  for (const lab_entry& lab : labs) text += "\n  " + lab.folder;
  return text;
}

bool is_there(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

// The path of any GPU runner that was built; empty if there is none.
std::filesystem::path some_cuda_runner(const options& given, const std::vector<lab_entry>& labs) {
  for (const lab_entry& lab : labs)
    if (std::filesystem::path runner = given.runners / given.audience / (lab.folder + ".cuda");
        is_there(runner))
      return runner;
  return {};
}

// Whether the name matches one of the comma-separated patterns, each of which is a name, a part of one, or a
// pattern with * and ?. An empty string matches every name.
bool means(const std::string& patterns, const std::string& name) {
  const auto matches = [&](const std::string& pattern) {
    if (pattern.find_first_of("*?[") != std::string::npos)
      return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
    return !pattern.empty() && name.find(pattern) != std::string::npos;
  };
  bool found = patterns.empty();
  std::istringstream list(patterns);
  for (std::string pattern; !found && std::getline(list, pattern, ',');) found = matches(pattern);
  return found;
}

// Pairs of consecutive letters and digits, ignoring case.
std::set<std::string> pairs_of(const std::string& text) {
  std::set<std::string> pairs;
  std::string pair;
  for (const unsigned char c : text) {
    if (!std::isalnum(c)) continue;
    pair += static_cast<char>(std::tolower(c));
    if (pair.size() > 2) pair.erase(0, 1);
    if (pair.size() == 2) pairs.insert(pair);
  }
  return pairs;
}

// The names with at least half of the wanted pairs, those with the most pairs first, and shorter ones before
// longer ones. All names if there are only a few.
std::vector<std::string> nearest_names(const std::string& wanted, std::vector<std::string> names) {
  constexpr std::size_t kFew = 5;
  if (names.size() <= kFew) return names;
  const std::set<std::string> pairs = pairs_of(wanted);
  if (pairs.empty()) return {};
  std::map<std::string, std::size_t> lacks;
  for (const std::string& name : names) {
    const std::set<std::string> has = pairs_of(name);
    lacks[name] = static_cast<std::size_t>(std::count_if(
        pairs.begin(), pairs.end(), [&](const std::string& pair) { return has.count(pair) == 0; }));
  }
  names.erase(std::remove_if(names.begin(), names.end(),
                             [&](const std::string& name) { return 2 * lacks[name] > pairs.size(); }),
              names.end());
  std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return std::make_pair(lacks[a], a.size()) < std::make_pair(lacks[b], b.size());
  });
  names.resize(std::min(names.size(), kFew));
  return names;
}

// The command that lists all tests: this program's path, relative to the current folder if it is below that.
std::string command_that_lists(const options& given, const std::vector<lab_entry>& labs) {
  std::error_code failed;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failed);
  std::string near = std::filesystem::proximate(program, failed).string();
  if (failed || near.rfind("..", 0) == 0) near = program.string();
  return near + (labs.size() == 1 || !given.lab.empty() ? " --lab " + labs.front().number : "") + " --list";
}

}  // namespace

std::vector<lab_entry> choose_labs(const options& given) {
  std::vector<lab_entry> all = load_labs(given.rubrics);
  if (all.empty())
    throw request_error(kGradingFailed, "There are no labs in " + given.rubrics.string() + ".");
  if (given.lab.empty()) return all;
  const lab_entry* lab = find_lab(all, given.lab);
  if (lab == nullptr)
    throw request_error(kBadRequest, "LAB=" + given.lab + " names no lab. The labs are:" + folders(all));
  return {*lab};
}

std::string choose_backend(const options& given, const session& grading) {
  if (given.backend == "sim" || given.backend == "cuda") return given.backend;
  if (!given.backend.empty() && given.backend != "auto")
    throw request_error(kBadRequest,
                        "BACKEND=" + given.backend + " is not known. It can be auto, sim or cuda.");
  const std::filesystem::path runner = some_cuda_runner(given, grading.labs);
  if (runner.empty()) return "sim";
  const std::filesystem::path asked = runner_without_lab(given.runners);
  return why_no_gpu(asked.empty() ? runner : asked).empty() ? "cuda" : "sim";
}

std::uint64_t choose_seed(const options& given) {
  if (given.seed.empty()) return std::random_device()();
  const bool digits =
      std::all_of(given.seed.begin(), given.seed.end(), [](unsigned char c) { return std::isdigit(c); });
  if (!digits || given.seed.size() > 19)
    throw request_error(kBadRequest,
                        "SEED=" + given.seed + " is not a whole number from 0 to 9999999999999999999.");
  return std::stoull(given.seed);
}

void check_sandbox(const options& given, session& grading) {
  grading.sandbox = sandbox::state();
  if (given.require_sandbox && !sandbox::shortcomings().empty())
    throw request_error(kGradingFailed, "--require-sandbox: nothing was graded. " + sandbox::shortcomings());
}

bool language_is_unchecked(const session& grading) {
  constexpr std::size_t kLargestRunner = std::size_t{512} << 20;
  constexpr const char* kMark = "simcu_was_not_checked_strictly";  // common/simcu/driver/build.cpp
  if (grading.config.backend != "sim") return false;
  return std::any_of(grading.labs.begin(), grading.labs.end(), [&](const lab_entry& lab) {
    std::error_code missing;
    const auto runner = std::filesystem::canonical(grading.runner_path(lab), missing);
    std::string program;
    return !missing && read_plain_file(runner, kLargestRunner, program).empty() &&
           program.find(kMark) != std::string::npos;
  });
}

settings settings_of(const options& given, const session& grading) {
  if (const char* device = std::getenv("SIMCU_DEVICE"); simcu::model::device_named(device) == nullptr)
    throw request_error(kBadRequest,
                        fmt::format("SIMCU_DEVICE={}: there is no such device. The devices are: {}.", device,
                                    simcu::model::all_names()));
  for (const lab_entry& lab : load_labs(given.rubrics))  // before any runner is started
    for (const char* backend : {"sim", "cuda", "check"})
      (void)kind_of(given.runners / given.audience / (lab.folder + "." + backend), backend);
  return {given.audience,
          choose_backend(given, grading),
          given.backend == "sim" || given.backend == "cuda",
          choose_seed(given),
          given.labs,
          given.runners,
          given.reports,
          given.memory_mib,
          given.lab_minutes,
          given.trial_seconds,
          given.source,
          given.built,
          given.rubrics,
          given.thorough || !given.all_tests(),
          given.building,
          given.trial,
          given.capture};
}

std::string choose_tests(const options& given, const std::vector<lab_entry>& labs, std::size_t& count) {
  std::vector<std::string> names;
  for (const lab_entry& lab : labs)
    for (const rubric_row& row : lab.points.rows)
      if (given.exercise == 0 || given.exercise == row.exercise) names.push_back(lab.suite + "." + row.test);
  if (names.empty())
    throw request_error(kBadRequest,
                        fmt::format("Lab {} has no exercise {}; it has 1 to {}.", labs.front().number,
                                    given.exercise, labs.front().points.rows.back().exercise));
  std::vector<std::string> chosen;
  for (const std::string& name : names)
    if (name == given.test) chosen = {name};
  if (chosen.empty())
    for (const std::string& name : names)
      if (means(given.test, name)) chosen.push_back(name);
  if (chosen.empty()) {
    const std::vector<std::string> near = nearest_names(given.test, names);
    std::string text = "TEST=" + given.test + " matches no test" +
                       (near.empty()                  ? ", and no name is similar."
                        : near.size() == names.size() ? ". The tests are:"
                                                      : ". Similar names are:");
    for (const std::string& name : near) text += "\n  " + name;
    if (near.size() != names.size())
      text += fmt::format("{}`{}` lists all {}.", near.empty() ? ' ' : '\n', command_that_lists(given, labs),
                          names.size());
    throw request_error(kBadRequest, text);
  }
  count = chosen.size();
  return fmt::format("{}", fmt::join(chosen, ":"));
}

void require_rows_match_tests(const std::vector<lab_entry>& labs) {
  std::set<std::string> tests;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const testing::TestSuite& suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t)
      tests.insert(std::string(suite.name()) + "." + suite.GetTestInfo(t)->name());
  }
  for (const lab_entry& lab : labs) {
    for (const rubric_row& row : lab.points.rows)
      if (tests.erase(lab.suite + "." + row.test) == 0)
        throw request_error(kGradingFailed,
                            fmt::format("{}/rubric.csv has a row for {}.{}, but there is no such "
                                        "GRADED_TEST. Was `grade` built after the test was written?",
                                        lab.folder, lab.suite, row.test));
    const auto left = tests.lower_bound(lab.suite + ".");
    if (left != tests.end() && left->rfind(lab.suite + ".", 0) == 0)
      throw request_error(kGradingFailed,
                          fmt::format("The test {} has no row in {}/rubric.csv.", *left, lab.folder));
  }
}

}  // namespace verifier
