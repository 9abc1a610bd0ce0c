// SPDX-License-Identifier: Apache-2.0
// Lab 03: predictions about the source's scan, a watcher for it, and four scans that are right.
#include <cctype>
#include <map>

#include "diagnosis.h"
#include "lab_test.h"
#include "predictions.h"
#include "source_model.h"

using namespace verifier;
using namespace lab03;

namespace {

// ---- exercises 1 and 3: predictions.csv ----

void expect_prediction(const std::string& schedule, order turns, const std::string& explanation) {
  const words ones(16, 1);
  const words got = source_model(ones, 8, bound::grid).run(turns);
  const wrong_elements are_wrong(got, exclusive_scan(ones));
  expect_answer("1 " + schedule + ": how many elements of d_cdf are wrong", are_wrong.count, explanation);
  expect_answer("1 " + schedule + ": first wrong index", are_wrong.first, explanation);
  expect_answer("1 " + schedule + ": last wrong index", are_wrong.last, explanation);
  expect_answer("1 " + schedule + ": value of d_cdf[8]", got[8], explanation);
}

// ---- exercise 2: the student's watcher on the given scan ----

const char* name_of(order turns) { return turns == order::fifo ? "fifo" : "lockstep"; }

words run_starter(const words& in, unsigned block_size, bound reach, const char* schedule) {
  request asked("starter");
  asked.param("block_size", block_size).param("bound_is_grid", reach == bound::grid);
  asked.in_out("bins", in).output<std::uint32_t>("cdf", in.size()).schedule(schedule);
  return asked.run().get<std::uint32_t>("cdf");
}

std::string how_wrong(const wrong_elements& seen, std::size_t n) {
  if (seen.count == 0) return "right";
  return "wrong from element " + std::to_string(seen.first) + " on (" + std::to_string(seen.count) + " of " +
         std::to_string(n) + " elements)";
}

// What the given scan does by itself, for the report. On the simulated device also checks that it is still
// the given one.
std::string starter_verdict(const words& in, unsigned block_size, bound reach) {
  const words right = exclusive_scan(in);
  std::string text = "The given scan, " + std::to_string((in.size() + block_size - 1) / block_size) +
                     " blocks of " + std::to_string(block_size) + " threads: ";
  if (on_gpu()) {
    int wrong_runs = 0;
    for (int run = 0; run < 50; ++run) wrong_runs += run_starter(in, block_size, reach, "") != right;
    return text + std::to_string(wrong_runs) + " of 50 runs are wrong.";
  }
  for (const order turns : {order::lockstep, order::fifo}) {
    const words got = run_starter(in, block_size, reach, name_of(turns));
    expect_equal(got, source_model(in, block_size, reach).run(turns), "what the given scan leaves in d_cdf",
                 "The given scan is not the given one any more: take scan_cal_kernel and run_source_scan "
                 "back from the original file. To mend it is what exercises 4 to 7 are for.");
    text += std::string(turns == order::fifo ? "; under fifo " : "under lockstep ") +
            how_wrong({got, right}, in.size());
  }
  return text + ".";
}

struct observation {
  std::int64_t wrong_runs, first_wrong, most_wrong;
};

observation watch(const words& in, unsigned block_size, bound reach, int runs, const char* schedule,
                  const std::string& note) {
  request asked("watch");
  asked.param("block_size", block_size).param("bound_is_grid", reach == bound::grid).param("runs", runs);
  asked.input("in", in).schedule(schedule).timeout(60);
  if (!note.empty()) asked.note(note);
  const answer seen = asked.run();
  const auto value = [&](const char* name) { return static_cast<std::int64_t>(seen.value(name)); };
  return {value("wrong_runs"), value("first_wrong"), value("most_wrong")};
}

void expect_observation(const char* name, std::int64_t got, std::int64_t right, const std::string& meaning) {
  expect_true(got == right, std::string("Your watch_source_scan: ") + name + " is " + std::to_string(got) +
                                ", and should be " + std::to_string(right) + ".\n" + meaning);
}

// On the simulated device every run of a schedule is the same, so all three figures are known.
void expect_watched(const words& in, unsigned block_size, bound reach, order turns, const std::string& note) {
  const int runs = 3;
  const wrong_elements right(source_model(in, block_size, reach).run(turns), exclusive_scan(in));
  const observation seen = watch(in, block_size, reach, runs, name_of(turns), note);
  expect_observation(
      "wrong_runs", seen.wrong_runs, right.count > 0 ? runs : 0,
      right.count == 0 && seen.wrong_runs > 0
          ? "Every run is right here. The scan overwrites d_bins: does each run get a fresh copy of h_in? "
            "And d_cdf holds exclusive sums: element 0 is 0."
          : "A run is wrong if one element of d_cdf differs from the serial exclusive scan of h_in.");
  expect_observation("first_wrong", seen.first_wrong, right.first,
                     "It is the smallest index that was wrong in any run, and kNone if there is none.");
  expect_observation("most_wrong", seen.most_wrong, right.count,
                     "It counts the wrong elements of the worst single run.");
}

// ---- exercises 4 to 7: scans ----

struct scan {
  const char* exercise;
  unsigned block_size;
  bool inclusive = false;
  bool in_place = false;
  std::size_t shift = 0;  // elements between the (aligned) start of the buffers and the arrays
  const char* schedule = "";
};

// The whole buffer afterwards: `shift` elements that are not the scan's, then the sums.
words expected_from(const scan& s, const words& in) {
  words sums(in.size());
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (i < s.shift) {
      sums[i] = s.in_place ? in[i] : 0;
      continue;
    }
    sums[i] = s.inclusive ? sum + in[i] : sum;
    sum += in[i];
  }
  return sums;
}

answer run_scan(const scan& s, const words& in) {
  request asked(s.exercise);
  asked.param("block_size", s.block_size).param("inclusive", s.inclusive).schedule(s.schedule).timeout(120);
  if (s.shift > 0) asked.param("shift", static_cast<std::int64_t>(s.shift));
  if (s.in_place) {
    asked.param("in_place", 1).in_out("data", in);
  } else {
    asked.input("in", in);
    if (s.shift > 0)
      asked.in_out("out", words(in.size()));
    else
      asked.output<std::uint32_t>("out", in.size());
  }
  return asked.run();
}

// Returns the phases that the scan timed.
std::vector<phase> expect_scan(const scan& s, const words& in) {
  const char* result = s.in_place ? "data" : "out";
  const answer ran = run_scan(s, in);
  const words got = ran.get<std::uint32_t>(result), expected = expected_from(s, in);
  if (got == expected) return ran.phases();
  const words again = run_scan(s, in).get<std::uint32_t>(result);
  std::string meaning;
  if (again != got)
    meaning = "A second run gave other sums: threads race, so a barrier or a fence is missing. ";
  if (s.shift == 0)
    meaning += diagnose({in, got, expected, s.inclusive});
  else
    meaning += "The arrays begin " + std::to_string(4 * s.shift) +
               " bytes after a multiple of 16: wide loads and stores may not be used here.";
  expect_equal(again == expected ? got : again, expected,
               s.inclusive ? "the inclusive sums" : "the exclusive sums", meaning);
  return {};
}

void expect_right_around_tiles(const char* exercise) {
  for (const unsigned block_size : {32u, 256u, 1024u})
    for (const std::size_t n : sizes_around(block_size))
      for (const bool inclusive : {false, true})
        expect_scan({exercise, block_size, inclusive}, uniform<std::uint32_t>(n));
  for (const std::size_t items : {2, 4, 8, 16})  // tiles of threads that take several elements each
    for (const std::size_t n : {256 * items - 1, 256 * items, 256 * items + 1})
      expect_scan({exercise, 256, n % 2 == 0}, uniform<std::uint32_t>(n));
  expect_scan({exercise, 96}, uniform<std::uint32_t>(7919));  // three warps: no power of 2
}

void expect_right_for_every_input(const char* exercise, unsigned block_size, std::size_t n) {
  for (const family& inputs : key_families())
    for (const bool inclusive : {false, true}) expect_scan({exercise, block_size, inclusive}, inputs.make(n));
  expect_scan({exercise, block_size, true}, words(n, 0xffffffffu));
  expect_scan({exercise, block_size, false}, words(n, 1));
}

void expect_right_in_place(const char* exercise, unsigned block_size, std::size_t n) {
  for (const bool inclusive : {false, true})
    expect_scan({exercise, block_size, inclusive, true}, uniform<std::uint32_t>(n));
}

void expect_right_at_any_address(const char* exercise) {
  expect_right_in_place(exercise, 128, 10007);
  for (const std::size_t shift : {1, 2, 3})
    expect_scan({exercise, 64, true, shift == 2, shift}, uniform<std::uint32_t>(5003));
}

// More than 1024 tiles of 1024, so that the sums of such tiles do not fit one block.
void expect_right_for_many_tiles(const char* exercise, const std::string& version) {
  const std::size_t below = scaled((1u << 20) - 1, 16777217), above = scaled((1u << 20) + 1, (1u << 28) + 1);
  expect_scan({exercise, 256, false}, uniform<std::uint32_t>(below));
  const words in = uniform<std::uint32_t>(above);
  const std::vector<phase> phases = expect_scan({exercise, 256, true}, in);
  if (phases.empty()) return;
  show_phases(version, above, phases);
  show_baselines(baseline::scan, in);
}

void expect_refusals(const char* exercise, const std::vector<std::int64_t>& bad_block_sizes,
                     std::int64_t bad_n) {
  const words in = uniform<std::uint32_t>(40);
  const auto asked = [&](std::int64_t block_size, std::int64_t n) {
    request r(exercise);
    r.param("block_size", block_size).param("inclusive", 0).param("claimed_n", n);
    return r;
  };
  for (const std::int64_t block_size : bad_block_sizes)
    asked(block_size, 40).input("in", in).output<std::uint32_t>("out", 40).run_refused("block_size");
  asked(64, bad_n).input("in", in).output<std::uint32_t>("out", 40).run_refused("n");
  asked(64, 40).null_buffer("in").output<std::uint32_t>("out", 40).run_refused("d_in");
  asked(64, 40).input("in", in).null_buffer("out").run_refused("d_out");
  asked(64, 0).null_buffer("in").null_buffer("out").run();  // nothing to do is not an error
}

const std::vector<std::int64_t> kNotWarps{0, 48, 1000, 1056, 2048};
constexpr std::int64_t kTooMany = (std::int64_t{1} << 35) + 1;

}  // namespace

GRADED_TEST(Lab03, LockstepIsPredicted) {
  expect_prediction("lockstep", order::lockstep,
                    "Under lockstep all threads of all blocks have read before any thread writes, in every "
                    "step: as if the whole grid had one barrier. The exclusive sum of ones at index i is i.");
}

GRADED_TEST(Lab03, FifoIsPredicted) {
  expect_prediction("fifo", order::fifo,
                    "Under fifo block 0 has finished before block 1 reads anything: d_bins[0…7] are the "
                    "finished sums 1…8 in every step. Follow elements 8, 14 and 15 through intervals 1, 2, 4 "
                    "and 8, and keep apart what they read from block 0 and from their own block.");
}

GRADED_TEST(Lab03, ReverseIsPredicted) {
  expect_prediction("reverse", order::reverse,
                    "Under reverse block 1 has finished before block 0 writes anything: d_bins[0…7] are "
                    "still the ones of the input in every step. So a read across the edge brings a single "
                    "element, where the step at interval d needs the sum of d of them.");
}

GRADED_TEST(Lab03, TheWatcherFindsNothingWrongWithOneBlock) {
  for (const std::size_t n : {1, 2, 255, 256}) {
    const words in = uniform<std::uint32_t>(n);
    if (on_gpu())
      expect_observation("wrong_runs", watch(in, 256, bound::grid, 50, "", "").wrong_runs, 0,
                         "With one block every run is right. Does each run get a fresh copy of h_in?");
    else
      expect_watched(in, 256, bound::grid, order::fifo, "");
  }
}

GRADED_TEST(Lab03, TheStarterIsRightInLockstepAndWrongInFifo) {
  const unsigned block_size = on_gpu() ? 1024 : 256;
  const words in = uniform<std::uint32_t>(scaled(4, 16) * block_size);
  const std::string note = starter_verdict(in, block_size, bound::grid);
  show_remark(note + " No barrier of it orders blocks: who goes first decides.");
  if (!on_gpu()) {
    for (const order turns : {order::lockstep, order::fifo})
      expect_watched(in, block_size, bound::grid, turns, note);
    return;
  }
  const observation seen = watch(in, block_size, bound::grid, 50, "", note);
  expect_true(
      seen.wrong_runs > 0 && seen.wrong_runs <= 50 && seen.first_wrong >= block_size && seen.most_wrong > 0,
      "16 blocks of 1024 threads, 50 runs: your watcher reports " + std::to_string(seen.wrong_runs) +
          " wrong runs and " + std::to_string(seen.first_wrong) +
          " as the first wrong index. Some runs go wrong on every GPU seen so far, never in block 0.");
}

GRADED_TEST(Lab03, TheWatcherCountsEveryWrongElement) {
  if (on_gpu()) {
    const observation seen = watch(words(5000, 1), 64, bound::block, 5, "", "");
    expect_observation("wrong_runs", seen.wrong_runs, 5,
                       "With loop_bound::block every run of many blocks is wrong.");
    return;
  }
  for (const std::size_t n : {65, 100, 1009}) {
    const words in = uniform<std::uint32_t>(n);
    expect_watched(in, 64, bound::grid, order::fifo, starter_verdict(in, 64, bound::grid));
  }
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
                    why + " d_cdf[i] is d_bins[i] less the element itself.");
  }
}

GRADED_TEST(Lab03, TheReasonIsNamed) {
  std::string letter = answer_to("3 why (a; b; c or d)");
  for (char& c : letter) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::map<std::string, std::string> because{
      {"a",
       "That is the first bug. Under lockstep every step reads what it should, and the sums are still "
       "wrong."},
      {"b", "Threads that have left are not waited for; and elements are wrong long before the last block."},
      {"d", "The largest sum here is 100000: nothing wraps."}};
  if (letter == "c") return;
  wrong(because.count(letter) ? because.at(letter) : "The answer must be one of the letters a, b, c and d.");
}

GRADED_TEST(Lab03, ThePrintedBoundIsWrongEvenInLockstep) {
  const words in = uniform<std::uint32_t>(1000);
  const std::string note = starter_verdict(in, 64, bound::block);
  if (!on_gpu()) {
    for (const order turns : {order::lockstep, order::fifo})
      expect_watched(in, 64, bound::block, turns, note);
    return;
  }
  const observation seen = watch(in, 64, bound::block, 10, "", note);
  expect_observation("wrong_runs", seen.wrong_runs, 10,
                     "With loop_bound::block every run of many blocks is wrong.");
}

GRADED_TEST(Lab03, OneBlockIsRightForEverySizeUpToTheBlock) {
  for (const std::size_t block_size : {1, 2, 3, 32, 33, 100, 256, 1000, 1024})
    for (const std::size_t n :
         {std::size_t{0}, std::size_t{1}, block_size / 2 + 1, block_size - 1, block_size})
      for (const bool inclusive : {false, true})
        if (n <= block_size)
          expect_scan({"one_block", static_cast<unsigned>(block_size), inclusive}, uniform<std::uint32_t>(n));
}
GRADED_TEST(Lab03, OneBlockIsRightForEveryInput) { expect_right_for_every_input("one_block", 512, 509); }
GRADED_TEST(Lab03, OneBlockWorksInPlace) { expect_right_in_place("one_block", 256, 251); }
GRADED_TEST(Lab03, OneBlockRefusesBadArguments) { expect_refusals("one_block", {0, 1025, 2048}, 65); }

GRADED_TEST(Lab03, AnySizeIsRightAroundTileBoundaries) { expect_right_around_tiles("any_size"); }
GRADED_TEST(Lab03, AnySizeIsRightForEveryInput) { expect_right_for_every_input("any_size", 128, 5003); }
GRADED_TEST(Lab03, AnySizeScansTheSumsOfManyTiles) {
  expect_scan({"any_size", 32}, uniform<std::uint32_t>(32769));  // three levels at one element per thread
  expect_scan({"any_size", 32, true}, uniform<std::uint32_t>((1u << 20) + 33));  // and even at 32
  expect_right_for_many_tiles("any_size", "5 several kernels");
}
GRADED_TEST(Lab03, AnySizeWorksInPlaceAtAnyAddress) { expect_right_at_any_address("any_size"); }
GRADED_TEST(Lab03, AnySizeRefusesBadArguments) { expect_refusals("any_size", kNotWarps, kTooMany); }

GRADED_TEST(Lab03, CooperativeIsRightAroundTileBoundaries) { expect_right_around_tiles("cooperative"); }
GRADED_TEST(Lab03, CooperativeIsRightForEveryInput) {
  expect_right_for_every_input("cooperative", 128, 5003);
}
GRADED_TEST(Lab03, CooperativeIsRightForMoreTilesThanFit) {
  expect_right_for_many_tiles("cooperative", "6 cooperative");
}
GRADED_TEST(Lab03, CooperativeWorksInPlaceAtAnyAddress) { expect_right_at_any_address("cooperative"); }
GRADED_TEST(Lab03, CooperativeRefusesBadArguments) { expect_refusals("cooperative", kNotWarps, kTooMany); }

GRADED_TEST(Lab03, SinglePassIsRightAroundTileBoundaries) { expect_right_around_tiles("single_pass"); }
GRADED_TEST(Lab03, SinglePassIsRightForEveryInput) { expect_right_for_every_input("single_pass", 128, 5003); }
GRADED_TEST(Lab03, SinglePassIsRightForManyTilesInAnyTurn) {
  expect_scan({"single_pass", 32, true, false, 0, "fifo"}, uniform<std::uint32_t>(100003));
  expect_scan({"single_pass", 32, false, false, 0, "lockstep"}, uniform<std::uint32_t>(20011));
  expect_right_for_many_tiles("single_pass", "7 single pass");
}
GRADED_TEST(Lab03, SinglePassWorksInPlaceAtAnyAddress) { expect_right_at_any_address("single_pass"); }
GRADED_TEST(Lab03, SinglePassRefusesBadArguments) { expect_refusals("single_pass", kNotWarps, kTooMany); }
