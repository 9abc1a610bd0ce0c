// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>

#include "demonstration.h"
#include "lab_test.h"
#include "predictions.h"
#include "sanitizer.h"
#include "source_model.h"

using namespace verifier;
using namespace lab03;

namespace {

void expect_prediction(order turns, const std::string& explanation) {
  const std::string schedule = name_of(turns);
  const words ones(16, 1);
  const words got = source_model(ones, 8, bound::grid).run(turns);
  const wrong_elements are_wrong(got, exclusive_scan(ones));
  expect_answer("1 " + schedule + ": how many elements of d_cdf are wrong", are_wrong.count, explanation);
  expect_answer("1 " + schedule + ": first wrong index", are_wrong.first, explanation);
  expect_answer("1 " + schedule + ": last wrong index", are_wrong.last, explanation);
  expect_answer("1 " + schedule + ": value of d_cdf[8]", got[8], explanation);
  demonstrate("The run under " + schedule, [&] { show_prediction(ones, turns); });
}

words run_starter(const named_words& in, unsigned block_size, bound reach, const std::string& schedule) {
  return starter(in, block_size, reach, schedule).run().get<std::uint32_t>("cdf");
}

// Describes the given scan's results; on the simulated device, only once they are predicted. On the simulated
// device, also checks that the scan hasn't been changed.
std::string starter_verdict(const named_words& in, unsigned block_size, bound reach) {
  const words right = exclusive_scan(in);
  std::string text = "The given scan, " + std::to_string((in.size() + block_size - 1) / block_size) +
                     " blocks of " + std::to_string(block_size) + " threads: ";
  if (on_gpu()) {
    int wrong_runs = 0;
    for (int run = 0; run < 50; ++run) wrong_runs += run_starter(in, block_size, reach, "") != right;
    return text + std::to_string(wrong_runs) + " of 50 runs are wrong.";
  }
  for (const order turns : {order::lockstep, order::fifo, order::reverse}) {
    const words got = run_starter(in, block_size, reach, name_of(turns));
    expect_equal(
        got, source_model(in, block_size, reach).run(turns), "the given scan's result in d_cdf",
        "The given scan has been changed: restore scan_cal_kernel and run_source_scan from the original "
        "file. The scan is repaired in exercises 4 to 8.");
    text += (turns == order::lockstep ? "" : "; ") + ("under " + name_of(turns)) + " " +
            how_wrong({got, right}, in.size());
  }
  return predicted() ? text + "." : "";
}

void show_what_sanitizers_say(const named_words& in, unsigned block_size) {
  const words right = exclusive_scan(in);
  std::string told;
  if (on_gpu())
    told = ask_sanitizer(5, [&] { return run_starter(in, block_size, bound::grid, "") == right; });
  show_remark(!told.empty()
                  ? told
                  : "NVIDIA's compute-sanitizer does not find this bug: on an H200, 2026-11-21, "
                    "memcheck, racecheck, initcheck and synccheck (2025.3.1) all reported 0 errors for "
                    "such a scan (docs/measurements/h200_compute_sanitizer.csv, grid_scan_in_place).");
}

struct observation {
  std::int64_t wrong_runs, first_wrong, most_wrong;
};

request ask_watcher(const named_words& in, unsigned block_size, bound reach, int runs,
                    const std::string& schedule) {
  request asked("watch");
  asked.param("block_size", block_size).param("bound_is_grid", reach == bound::grid).param("runs", runs);
  return asked.input("in", in).schedule(schedule).timeout(60);
}

observation observation_of(const answer& seen) {
  const auto value = [&](const char* name) { return static_cast<std::int64_t>(seen.value(name)); };
  return {value("wrong_runs"), value("first_wrong"), value("most_wrong")};
}

observation watch(const named_words& in, unsigned block_size, bound reach, int runs, const char* schedule,
                  const std::string& note) {
  request asked = ask_watcher(in, block_size, reach, runs, schedule);
  if (!note.empty()) asked.note(note);
  return observation_of(asked.run());
}

void expect_observation(const char* name, std::int64_t got, std::int64_t right, const std::string& meaning) {
  expect_true(got == right, std::string("Your watch_source_scan: ") + name + " is " + std::to_string(got) +
                                ", but should be " + std::to_string(right) + ".\n" + meaning);
}

constexpr int kRuns = 3;

void expect_observed(const observation& seen, const observation& right) {
  expect_observation(
      "wrong_runs", seen.wrong_runs, right.wrong_runs,
      right.wrong_runs == 0 && seen.wrong_runs > 0
          ? "Every run is right here. The scan overwrites d_bins: does each run get a fresh copy of h_in? "
            "Also, d_cdf holds exclusive sums, so element 0 is 0."
          : "A run is wrong if any element of d_cdf differs from the serial exclusive scan of h_in.");
  expect_observation("first_wrong", seen.first_wrong, right.first_wrong,
                     "It is the smallest index that was wrong in any run, or kNone if there is none.");
  expect_observation("most_wrong", seen.most_wrong, right.most_wrong,
                     "It is the number of wrong elements in the worst run.");
}

// Under these orders of the blocks, all runs are the same.
void expect_observed(const observation& seen, const named_words& in, unsigned block_size, bound reach,
                     order turns) {
  const wrong_elements right(source_model(in, block_size, reach).run(turns), exclusive_scan(in));
  expect_observed(seen, {right.count > 0 ? kRuns : 0, right.first, right.count});
}

void expect_watched(const named_words& in, unsigned block_size, bound reach, order turns,
                    const std::string& note) {
  expect_observed(watch(in, block_size, reach, kRuns, name_of(turns).c_str(), note), in, block_size, reach,
                  turns);
}

// Under a random order, every run is another one. The given scan runs as often, on as many copies.
void expect_all_runs_observed(const named_words& in, unsigned block_size, int runs,
                              const std::string& schedule) {
  const words sums = exclusive_scan(in);
  named_words copies;
  for (int run = 0; run < runs; ++run) copies.insert(copies.end(), in.begin(), in.end());
  const words got = starter(copies, block_size, bound::grid, schedule)
                        .param("n", static_cast<std::int64_t>(in.size()))
                        .run()
                        .get<std::uint32_t>("cdf");
  observation right{0, -1, 0};
  for (auto run = got.begin(); run != got.end(); run += static_cast<std::ptrdiff_t>(in.size())) {
    const wrong_elements one({run, run + static_cast<std::ptrdiff_t>(in.size())}, sums);
    if (one.count == 0) continue;
    right.first_wrong = right.wrong_runs++ == 0 ? one.first : std::min(right.first_wrong, one.first);
    right.most_wrong = std::max(right.most_wrong, one.count);
  }
  expect_observed(watch(in, block_size, bound::grid, runs, schedule.c_str(), ""), right);
}

// Thread 0 of the given scan loads its own element at the beginning and at the end of a run.
int runs_in(const answer& watched) {
  constexpr int kLoads = 2;
  int loads = 0;
  try {
    for (const auto& step : nlohmann::json::parse(watched.history()))
      loads += step.at("op") == "read" && step.at("kernel") == "scan_cal_kernel" &&
               step.at("block").at(0) == 0 && step.at("thread").at(0) == 0;
  } catch (const nlohmann::json::exception&) {  // no kernel ran, or the text is not a history
  }
  return loads / kLoads;
}

// The result could also be computed by hand or on the host. Without a check runner, this can't be detected.
void expect_it_was_run(bound reach) {
  const unsigned block_size = 64;
  const auto in = uniform<std::uint32_t>(block_size + 1);
  try {
    const answer seen =
        ask_watcher(in, block_size, reach, kRuns, name_of(order::fifo)).watch("d_bins[0]").run();
    expect_observed(observation_of(seen), in, block_size, reach, order::fifo);
    const int ran = runs_in(seen);
    const std::string how = fmt::format(
        "run_source_scan ran {} times, but `runs` is {}. Call it once per run, and check its result "
        "in d_cdf.",
        ran, kRuns);
    if (reach == bound::grid)
      expect_as_asked(seen, ran >= kRuns, how);
    else  // exercise 3 also has written answers, so its result can be right
      expect_true(ran >= kRuns, "The result is right, but " + how);
  } catch (const judgement& end) {
    if (end.kind != verdict::not_graded) throw;
  }
}

}  // namespace

GRADED_TEST(Lab03, LockstepIsPredicted) {
  expect_prediction(
      order::lockstep,
      "Under lockstep, all threads of all blocks read before any thread writes, in every "
      "step, as if the whole grid shared a barrier. The exclusive sum of ones at index i is i.");
}

GRADED_TEST(Lab03, FifoIsPredicted) {
  expect_prediction(
      order::fifo,
      "Under fifo, block 0 has finished before block 1 reads anything, so block 0's elements are the "
      "finished sums in every step. Follow elements 8 and 15 through all intervals, and distinguish their "
      "reads from block 0 and from their own block.");
}

GRADED_TEST(Lab03, ReverseIsPredicted) {
  expect_prediction(
      order::reverse,
      "Under reverse, block 1 has finished before block 0 writes anything. So in every step, block 0's elements "
      "are still the input. A read across the edge gets a single element, but the step at "
      "interval d needs the sum of d elements.");
}

GRADED_TEST(Lab03, TheWatcherFindsNothingWrongWithOneBlock) {
  for (const std::size_t n : {1, 2, 255, 256}) {
    const auto in = uniform<std::uint32_t>(n);
    if (on_gpu())
      expect_observation("wrong_runs", watch(in, 256, bound::grid, 50, "", "").wrong_runs, 0,
                         "With one block, every run is right. Does each run get a fresh copy of h_in?");
    else
      expect_watched(in, 256, bound::grid, order::fifo, "");
  }
}

GRADED_TEST(Lab03, TheStarterIsRightInLockstepAndWrongInFifo) {
  const unsigned block_size = on_gpu() ? 1024 : 256;
  const auto in = uniform<std::uint32_t>(scaled(4, 16) * block_size);
  const std::string note = starter_verdict(in, block_size, bound::grid);
  if (!note.empty())
    show_remark(note +
                " None of its barriers orders blocks, so the result depends on which block goes first.");
  show_what_sanitizers_say(in, block_size);
  demonstrate("The timeline of the first wrong read", show_first_wrong_read);
  demonstrate("What random schedules do", show_random_schedules);
  if (!on_gpu()) {
    for (const order turns : {order::lockstep, order::fifo, order::reverse})
      expect_watched(in, block_size, bound::grid, turns, note);
    return;
  }
  const observation seen = watch(in, block_size, bound::grid, 50, "", note);
  expect_true(
      seen.wrong_runs > 0 && seen.wrong_runs <= 50 && seen.first_wrong >= block_size && seen.most_wrong > 0,
      "16 blocks of 1024 threads, 50 runs: your watcher reports " + std::to_string(seen.wrong_runs) +
          " wrong runs and " + std::to_string(seen.first_wrong) +
          " as the first wrong index. On every GPU seen so far, some runs go wrong, but never in block 0.");
}

GRADED_TEST(Lab03, TheWatcherCountsEveryWrongElement) {
  expect_it_was_run(bound::grid);
  ask_watcher(uniform<std::uint32_t>(65), 2048, bound::grid, 1, "").run_refused("block_size");
  if (on_gpu()) {
    const observation seen = watch(words(5000, 1), 64, bound::block, 5, "", "");
    expect_observation("wrong_runs", seen.wrong_runs, 5,
                       "With loop_bound::block, every run of many blocks is wrong.");
    return;
  }
  for (const std::size_t n : {65, 100, 1009}) {
    const auto in = uniform<std::uint32_t>(n);
    expect_watched(in, 64, bound::grid, order::fifo, starter_verdict(in, 64, bound::grid));
  }
  for (const unsigned block_size : {2u, 4u})
    for (int seed = 1; seed <= 8; ++seed)
      expect_all_runs_observed(uniform<std::uint32_t>(2 * block_size), block_size, 8,
                               "random:" + std::to_string(seed));
}

GRADED_TEST(Lab03, TheReachOfThePrintedLoopIsFound) {
  const words ones(100000, 1);
  const std::string why =
      "Write down how many inputs element i has summed after the steps at interval 1, 2, 4, …, and which "
      "interval is the last one below block_size. It need not be block_size / 2.";
  for (const std::size_t block_size : {256, 192}) {
    const words got = source_model(ones, block_size, bound::block).run(order::lockstep);
    const wrong_elements are_wrong(got, exclusive_scan(ones));
    const std::string question = "3 block_size " + std::to_string(block_size);
    expect_answer(question + ": first wrong index", are_wrong.first, why);
    if (block_size == 192)
      expect_answer(question + ": value of d_cdf[99999]", got[99999],
                    why + " d_cdf[i] is d_bins[i] minus the element itself.");
  }
}

GRADED_TEST(Lab03, TheReasonIsNamed) {
  const std::map<char, std::string> because{
      {'a',
       "That is the first bug. Under lockstep, every step reads the right values, and the sums are still "
       "wrong."},
      {'b',
       "A barrier doesn't wait for threads that have returned, and elements go wrong long before the last block."},
      {'d', "The largest sum here is 100000, so nothing wraps."}};
  const char letter = predictions().letter("3 why (a; b; c or d)", "abcd");
  if (letter != 'c') wrong(because.at(letter));
}

GRADED_TEST(Lab03, ThePrintedBoundIsWrongEvenInLockstep) {
  expect_it_was_run(bound::block);
  const auto in = uniform<std::uint32_t>(1000);
  const std::string note = starter_verdict(in, 64, bound::block);
  if (!on_gpu()) {
    for (const order turns : {order::lockstep, order::fifo, order::reverse})
      expect_watched(in, 64, bound::block, turns, note);
    return;
  }
  const observation seen = watch(in, 64, bound::block, 10, "", note);
  expect_observation("wrong_runs", seen.wrong_runs, 10,
                     "With loop_bound::block, every run of many blocks is wrong.");
}
