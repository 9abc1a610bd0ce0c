// SPDX-License-Identifier: Apache-2.0
// Grades labs: selects the tests, runs them with GoogleTest, and writes the reports.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>
#include <sstream>

#include "html_report.h"
#include "options.h"
#include "plain_file.h"
#include "process_tree.h"
#include "report.h"
#include "run_clock.h"
#include "selection.h"
#include "session.h"
#include "sweep.h"
#include "workers.h"

namespace {

using namespace verifier;

// GoogleTest reads variables that select tests and report files. If any is set, the program restarts itself
// without it.
void drop_foreign_settings(char** argv) {
  std::vector<std::string> names;
  for (char** variable = environ; *variable != nullptr; ++variable)
    for (const char* prefix : {"GTEST_", "TESTBRIDGE_", "TEST_SHARD_",
                               "TEST_TOTAL_SHARDS=", "XML_OUTPUT_FILE=", "TEST_PREMATURE_EXIT_FILE="})
      if (std::strncmp(*variable, prefix, std::strlen(prefix)) == 0)
        names.emplace_back(*variable, std::strcspn(*variable, "="));
  if (names.empty()) return;
  for (const std::string& name : names) unsetenv(name.c_str());
  execv("/proc/self/exe", argv);
}

// Only one run at a time may write to a folder. The files of an earlier run are removed, so that nobody takes
// them for the results of a run that ended early.
void take_over(const std::filesystem::path& results) {
  const int fd = open(results.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);  // stays open
  if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw request_error(kBadRequest, fmt::format("Another `grade` is writing to {}.", results.string()));
  for (const char* name : {"results.json", "report.html", "junit.xml"})
    std::filesystem::remove(results / name);
}

// GoogleTest would write to an existing file, so its report gets a new folder, which is removed even on
// Ctrl-C.
class private_folder {
 public:
  // Throws std::runtime_error if `parent` cannot be written.
  explicit private_folder(const std::filesystem::path& parent) {
    path_ = parent / ".junit-XXXXXX";
    current_ = this;  // before mkdtemp, so that a signal right after it finds the folder
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
      if (std::signal(signal, remove_and_end) == SIG_IGN) std::signal(signal, SIG_IGN);
    if (mkdtemp(path_.data()) == nullptr) {
      current_ = nullptr;
      throw std::runtime_error(parent.string() + " cannot be written");
    }
    file_ = path_ + "/junit.xml";
  }
  private_folder(const private_folder&) = delete;
  private_folder& operator=(const private_folder&) = delete;
  ~private_folder() {
    current_ = nullptr;
    remove();
  }
  const std::string& file() const { return file_; }

 private:
  void remove() const {
    unlink(file_.c_str());
    rmdir(path_.c_str());
  }
  static void remove_and_end(int signal) {
    if (current_ != nullptr) current_->remove();
    std::signal(signal, SIG_DFL);
    raise(signal);
  }

  static inline const private_folder* volatile current_ = nullptr;
  std::string path_, file_;
};

// Replaces GoogleTest's printer: prints a lab's section when its last test has ended.
class reporter : public testing::EmptyTestEventListener {
 public:
  reporter(terminal out, std::size_t tests) : report_(out), tests_(tests) {}

  void OnTestStart(const testing::TestInfo& info) override {
    ++started_;
    for (const lab_entry& lab : current_session().labs)
      for (const rubric_row& row : lab.points.rows)
        if (lab.suite == info.test_suite_name() && row.test == info.name())
          report_.progress(lab, row, started_, tests_);
  }
  void OnTestSuiteEnd(const testing::TestSuite& suite) override {
    current_session().close_runner();
    for (const lab_entry& lab : current_session().labs) {
      if (lab.suite != suite.name()) continue;
      look_at_unproven(lab);
      current_session().finish_lab(lab);
    }
    if (const workers* helpers = current_session().helpers; helpers != nullptr) helpers->keep_first_failure();
    for (const lab_entry& lab : current_session().labs)
      if (lab.suite == suite.name()) report_.lab_section(current_session(), lab);
  }
  terminal_report& report() { return report_; }

 private:
  terminal_report report_;
  std::size_t tests_, started_ = 0;
};

void list_tests(const std::vector<lab_entry>& labs) {
  for (const lab_entry& lab : labs) {
    fmt::print("{}  {} points{}\n", lab.folder, lab.points.total(),
               lab.points.bug_hunt ? "  (bug hunt)"
               : lab.points.bonus  ? "  (bonus)"
                                   : "");
    for (const rubric_row& row : lab.points.rows)
      fmt::print("  {}.{}  {:>3}  {}.{}: {}\n", lab.number, row.exercise, row.points, lab.suite, row.test,
                 row.shows);
  }
}

int exit_status_of(const session& grading, const options& given) {
  for (const test_result& result : grading.results)
    if (result.kind == verdict::not_your_code) return kGradingFailed;
  const score sum = score_of(grading.results);
  return given.require_full &&
                 (sum.points != sum.possible || sum.not_graded > 0 || sum.bonus != sum.bonus_possible)
             ? kNotFullMarks
             : kGraded;
}

// On a GPU, several processes would disturb each other's times.
std::unique_ptr<workers> start_workers(const options& given, const session& grading,
                                       const std::string& filter) {
  std::set<std::string> names;
  std::istringstream list(filter);
  for (std::string name; std::getline(list, name, ':');) names.insert(name);
  std::size_t jobs = given.jobs;
  if (jobs == 0) jobs = grading.config.backend == "cuda" ? 1 : usable_cores();
  jobs = std::min(jobs, names.size());
  if (given.until_failure)
    jobs = std::max<std::size_t>(jobs, 1);
  else if (jobs < 2)
    return nullptr;
  std::vector<chosen_test> tests = tests_to_run(grading.labs, names);
  std::stable_partition(tests.begin(), tests.end(), [&](const chosen_test& test) {
    return std::find(given.first.begin(), given.first.end(), test.row->exercise) != given.first.end();
  });
  return std::make_unique<workers>(jobs, std::move(tests), given.until_failure);
}

int grade(const options& given) {
  session& grading = current_session();
  grading.labs = choose_labs(given);
  require_rows_match_tests(grading.labs);
  if (given.list) {
    list_tests(grading.labs);
    return kGraded;
  }
  std::size_t count = 0;
  const std::string filter = choose_tests(given, grading.labs, count);
  check_sandbox(given, grading);
  keep_to_oneself();
  grading.config = settings_of(given, grading);
  grading.language_unchecked = language_is_unchecked(grading);
  if (given.building >= 0 && fcntl(given.building, F_SETFD, FD_CLOEXEC) != 0)
    throw request_error(kBadRequest,
                        fmt::format("--building {}: no such descriptor is open.", given.building));
  for (const auto& folder : {given.reports, given.results}) std::filesystem::create_directories(folder);
  take_over(given.results);
  const private_folder aside(given.results);

  testing::GTEST_FLAG(filter) = filter;  // GTEST_FLAG_SET needs GoogleTest 1.12
  testing::GTEST_FLAG(output) = "xml:" + aside.file();
  int argc = 1;
  char name[] = "grade";
  char* argv[] = {name, nullptr};
  testing::InitGoogleTest(&argc, argv);
  const std::unique_ptr<workers> helpers = start_workers(given, grading, filter);
  grading.helpers = helpers.get();
  if (!helpers) adopt_orphans();
  auto* listener = new reporter(terminal::of_stdout(), count);  // GoogleTest owns it
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  listeners.Append(listener);

  listener->report().focus(given.until_failure);
  if (helpers)
    helpers->heard = [&](const chosen_test& test, verdict kind, bool ended) {
      listener->report().heard(test.lab->points, *test.row, kind, ended);
    };
  listener->report().overview(grading.labs.size() > 1 && given.all_tests());
  listener->report().verbose(given.verbose);
  listener->report().pictures_in(given.results / "report.html");
  listener->report().begin(grading);
  const auto start = std::chrono::steady_clock::now();
  [[maybe_unused]] const int failed = RUN_ALL_TESTS();  // grading.results has the details
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::stable_sort(grading.results.begin(), grading.results.end(), [](const auto& a, const auto& b) {
    return std::make_pair(a.lab->number, a.row) < std::make_pair(b.lab->number, b.row);
  });
  if (grading.results.size() != count && !given.until_failure)
    throw std::runtime_error(fmt::format("only {} of {} tests were run", grading.results.size(), count));
  write_results(grading, took.count(), given.results / "results.json");
  write_file(given.results / "report.html", html_report(grading));
  if (given.all_tests() && !given.until_failure) write_marks(grading, given.reports / "marks");
  std::filesystem::rename(aside.file(), given.results / "junit.xml");
  listener->report().closing(grading, !given.all_tests());
  return exit_status_of(grading, given);
}

}  // namespace

int main(int argc, char** argv) {
  drop_foreign_settings(argv);
  std::signal(SIGPIPE, SIG_IGN);  // write the reports even if the reader closes the pipe
  options given;
  if (const auto status = parse_options(argc, argv, given)) return *status;
  try {
    return given.sweep ? run_sweep(given, terminal::of_stdout()) : grade(given);
  } catch (const request_error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return error.status;
  } catch (const std::exception& error) {
    fmt::print(stderr, "Grading failed, which is not your code's fault: {}.\n", error.what());
    return kGradingFailed;
  }
}
