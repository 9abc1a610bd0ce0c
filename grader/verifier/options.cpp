// SPDX-License-Identifier: Apache-2.0
// Reads the command line.
#include "options.h"

#include <charconv>
#include <CLI/CLI.hpp>

namespace verifier {

// The source tree from which the grader was built, set by the build.
#ifndef GRADE_SOURCE_DIR
#define GRADE_SOURCE_DIR "."
#endif

// Splits a test such as "Lab05.SplitIsClean/7" into its name and the trial's number.
static void take_trial(options& of) {
  const std::size_t slash = of.test.rfind('/');
  if (slash == std::string::npos) return;
  const char *const begin = of.test.data() + slash + 1, *const end = of.test.data() + of.test.size();
  const auto [parsed, failed] = std::from_chars(begin, end, of.trial);
  if (failed == std::errc() && parsed == end && of.trial > 0)
    of.test.resize(slash);
  else
    of.trial = 0;
}

std::optional<int> parse_options(int argc, char** argv, options& into) {
  CLI::App app{"Grades the workbook's labs: runs each lab's runner on tests and reports points."};
  app.add_option("--audience", into.audience, "whose code: labs or solutions")
      ->check(CLI::IsMember({"labs", "solutions"}));
  CLI::Option* lab = app.add_option("--lab", into.lab, "only this lab: 3, 03 or 03_single_block_scan_bug");
  app.add_option("--backend", into.backend,
                 "sim, cuda, or auto: the GPU if programs can use one, otherwise the simulated device");
  app.add_option("--seed", into.seed, "repeats the inputs of the run that printed this seed")
      ->envname("GRADE_SEED");  // other processes can read the command line, but not the environment
  CLI::Option* test = app.add_option(
      "--test", into.test,
      "only the tests that match a name, a part of a name, or a pattern with * and ?; separate several with commas; NAME/7 runs only the test's seventh trial");
  CLI::Option* exercise =
      app.add_option("--exercise", into.exercise, "only the tests of this exercise of the lab")
          ->needs(lab)
          ->check(CLI::PositiveNumber);
  app.add_option("--labs-dir", into.labs,
                 "the folder with the NN_name/ to grade (default: labs/ or solutions/)");
  app.add_option("--rubrics", into.rubrics, "the folder with NN_name/rubric.csv (default: grader/labs)");
  app.add_option("--runners", into.runners,
                 "the folder with AUDIENCE/NN_name.BACKEND (default: runners next to this program's folder)");
  app.add_option("--reports", into.reports,
                 "the folder for results.json and junit.xml (default: reports/student or reports/solutions)");
  app.add_option("--results", into.results,
                 "another folder for results.json, junit.xml and report.html, for example for a run of only "
                 "some tests");
  app.add_option("--memory", into.memory_mib,
                 "MiB that a runner may use in addition to its buffers (default: 2048)")
      ->check(CLI::PositiveNumber);
  app.add_option("--lab-minutes", into.lab_minutes,
                 "minutes that all tests of a lab may take together (default: 15)")
      ->check(CLI::PositiveNumber);
  app.add_option(
         "--trial-seconds", into.trial_seconds,
         "seconds that a test may continue after its first failure, to find out which runs fail (default: 1)")
      ->check(CLI::PositiveNumber);
  app.add_flag(
      "--thorough", into.thorough,
      "repeats one request of every test with counters, to see whether kernels do the work (default: only for tests "
      "that --test or --exercise selects)");
  app.add_flag("--require-sandbox", into.require_sandbox,
               "refuses to grade if this kernel or this build lacks a part of the sandbox")
      ->envname("GRADE_REQUIRE_SANDBOX");
  app.add_option("--jobs", into.jobs,
                 "processes that run tests in parallel (default: one per core; 1 on a GPU)")
      ->check(CLI::Range(1, 64));
  app.add_option("--first", into.first, "exercises whose tests run before the others, such as 3 4");
  app.add_flag("--until-failure", into.until_failure,
               "ends after the first exercise that is not right, and shows only that exercise");
  app.add_option(
         "--building", into.building,
         "a descriptor whose other end is closed once the check runners are built; until then, tests that "
         "don't need them run, and their results are shown at once")
      ->check(CLI::Range(3, 1023));
  app.add_option("--capture", into.capture,
                 "a folder for the last request of the test, which `RUNNER --replay FOLDER` repeats")
      ->needs(test);
  app.add_flag("--verbose", into.verbose, "shows every failure in full, and all tables");
  CLI::Option* list = app.add_flag("--list", into.list, "lists the tests with their points and exits");
  app.add_flag("--sweep", into.sweep,
               "measures the lab's sort by digit bits and block size, into sweep_NN.csv and .svg")
      ->excludes(test)
      ->excludes(exercise)
      ->excludes(list);
  app.add_flag("--require-full", into.require_full, "exits with status 1 unless all points are earned");
  app.footer(
      "Exit status: 0 graded, 1 not full marks (--require-full), 2 bad request, 3 grading failed or no GPU.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    app.exit(error);
    return kBadRequest;
  }
  take_trial(into);
  into.source = into.built = GRADE_SOURCE_DIR;
  const std::filesystem::path build =
      std::filesystem::canonical("/proc/self/exe").parent_path().parent_path();
  if (into.labs.empty()) into.labs = into.source / into.audience;
  if (into.rubrics.empty()) into.rubrics = into.source / "grader" / "labs";
  if (into.runners.empty()) into.runners = build / "runners";
  if (into.reports.empty())
    into.reports = build / "reports" / (into.audience == "labs" ? "student" : "solutions");
  if (into.results.empty()) into.results = into.reports;
  for (std::filesystem::path* path :
       {&into.labs, &into.rubrics, &into.runners, &into.reports, &into.results, &into.capture})
    if (!path->empty()) *path = std::filesystem::absolute(*path);  // runners start in another folder
  // The graded tree can be a copy of the tree from which this program was built, and share its build. `built`
  // keeps the original tree's path, because compiled files contain that path.
  const std::filesystem::path grader = into.rubrics.parent_path(), tree = grader.parent_path();
  std::error_code failed;
  if (into.rubrics.filename() == "labs" && grader.filename() == "grader" &&
      !std::filesystem::equivalent(tree, into.source, failed))
    into.source = tree;
  return std::nullopt;
}

}  // namespace verifier
