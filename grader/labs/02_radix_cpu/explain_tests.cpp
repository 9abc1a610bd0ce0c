// SPDX-License-Identifier: Apache-2.0
// explain.csv is graded against the student's own digit_bits.csv. Nothing is measured here, so noise can't
// make an answer wrong.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "answer_sheet.h"
#include "digits_model.h"
#include "lab_test.h"
#include "tables.h"

using namespace verifier;
using namespace lab02;

namespace {

const std::string kFastest = "fastest r", kPasses = "passes of the fastest r",
                  kScatter8 = "r = 8: scatter ms of one pass", kScatter16 = "r = 16: scatter ms of one pass",
                  kLoses = "phase in which r = 16 loses most to the fastest", kOfL1 = "r that L1 suggests",
                  kOfL2 = "r that L2 suggests", kWorkingSet = "r = 16: KiB of its working set",
                  kHolds = "smallest cache that holds them (l1; l2; l3 or none)",
                  kWhy = "why a pass of r = 16 takes longer than one of r = 8 (a; b; c or d)";

const answer_sheet sheet("explain.csv", {kFastest, kPasses, kScatter8, kScatter16, kLoses, kOfL1, kOfL2,
                                         kWorkingSet, kHolds, kWhy});

const std::vector<std::string> kPhases{"histogram", "scan", "scatter", "copy"};
constexpr std::size_t kScatter = 2;  // of kPhases

timings own_rows() {
  const timing_form& form = digit_bits_form();
  const auto own = students_timings(form);
  if (!own)
    not_yet(
        "The questions in explain.csv are about your own rows, but digit_bits.csv isn't in the lab's folder "
        "yet. When the sweep is GOOD, copy build/reports/student/digit_bits.csv to labs/02_radix_cpu.");
  for (int bits = 1; bits <= 16; ++bits)
    if (own->find(bits) == nullptr)
      wrong(fmt::format("digit_bits.csv has no row for {} bits: copy the whole file that the grader wrote.",
                        bits));
  return *own;
}

double bytes_fact(const timings& rows, const std::string& key) {
  if (const auto value = plain_number(rows.fact(key))) return *value;
  wrong("digit_bits.csv has no line \"# " + key +
        ": …\" with a number: copy the whole file that the grader wrote.");
}

double working_set(int bits, double line) { return static_cast<double>(bins(bits)) * (4 + line); }

long suggested(double cache, double line) {
  int widest = 0;
  while (widest < 16 && working_set(widest + 1, line) <= cache) ++widest;
  return widest == 0 ? 0 : (32 + passes(widest) - 1) / passes(widest);
}

}  // namespace

GRADED_TEST(Lab02, TheFastestDigitIsRead) {
  constexpr double kNoise = 1.02;  // times within this factor count as equal
  const timings rows = own_rows();
  const long fastest = sheet.whole(kFastest);
  const timing_row* row = rows.find(fastest);
  const double least = rows.least_total().total();
  expect_true(row != nullptr && row->total() <= least * kNoise,
              sheet.place(kFastest) + " is not " + std::to_string(fastest) +
                  ".\nLook for the smallest sum of the four phases in digit_bits.csv.");
  sheet.expect_whole(kPasses, passes(static_cast<int>(fastest)), "ceil(32 / r).");
  for (const int bits : {8, 16}) {
    const double ms = rows.find(bits)->ms[kScatter] / passes(bits);
    sheet.expect_near(bits == 8 ? kScatter8 : kScatter16, ms, 0.02 * ms + 0.005,
                      "scatter_ms divided by the number of passes.");
  }
  // The right phase causes most of the difference between the totals. Phases that contribute about as much
  // also pass.
  std::vector<double> lost;
  for (std::size_t i = 0; i < kPhases.size(); ++i) lost.push_back(rows.find(16)->ms[i] - row->ms[i]);
  const double most = *std::max_element(lost.begin(), lost.end());
  std::vector<std::string> choices = kPhases;
  choices.push_back("none");
  const std::string phase = sheet.word(kLoses, choices);
  const auto named =
      static_cast<std::size_t>(std::find(kPhases.begin(), kPhases.end(), phase) - kPhases.begin());
  const bool sixteen_wins = rows.find(16)->total() <= least * kNoise;
  expect_true(
      phase == "none" ? sixteen_wins : most > 0 && lost[named] >= 0.8 * most,
      sheet.place(kLoses) + " is not " + phase +
          ".\nSubtract each phase of the fastest r from the same phase of r = 16; \"none\" is right only if r = 16 is "
          "the fastest.");
}

GRADED_TEST(Lab02, TheMinimumIsExplainedFromTheCaches) {
  const timings rows = own_rows();
  const double line = bytes_fact(rows, "line_bytes");
  const std::string how =
      "Find the widest digit whose 2^r * (4 + line) bytes fit, then the narrowest digit that needs no more "
      "passes.";
  sheet.expect_whole(kOfL1, suggested(bytes_fact(rows, "l1d_bytes"), line), how);
  sheet.expect_whole(kOfL2, suggested(bytes_fact(rows, "l2_bytes"), line), how);
  const double needed = working_set(16, line);
  sheet.expect_near(kWorkingSet, needed / 1024, 1,
                    "2^16 4-byte starts and as many open lines, in units of 1024 bytes.");
  std::string holds = "none";
  for (const char* level : {"l3", "l2", "l1"})
    if (bytes_fact(rows, level == std::string("l1") ? "l1d_bytes" : std::string(level) + "_bytes") >= needed)
      holds = level;
  const std::string given = sheet.word(kHolds, {"l1", "l2", "l3", "none"});
  if (given != holds)
    wrong(fmt::format(
        "{} is not {}.\nCompare the working set with l1d_bytes, l2_bytes and l3_bytes; a size of 0 means "
        "that the system does not report it, so that cache counts as empty.",
        sheet.place(kHolds), given));
  const char letter = sheet.letter(kWhy, "abcd");
  if (letter == 'a') wrong("Answer a is wrong: a pass reads every key once, whatever r is.");
  if (letter == 'c')
    wrong(fmt::format("Answer c is wrong: the scans of both passes took {:.3f} ms.", rows.find(16)->ms[1]));
  if (letter == 'd')
    wrong(
        "Answer d is wrong: 16 divides 32, and two passes leave the keys in the array where they began, so "
        "nothing is copied.");
}
