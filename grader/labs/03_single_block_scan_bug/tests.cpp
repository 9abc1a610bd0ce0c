// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "diagnosis.h"
#include "fence_demonstration.h"
#include "lab_test.h"
#include "scan_calls.h"

using namespace verifier;
using namespace lab03;

namespace {

answer run_scan(const scan& s, const named_words& in) { return request_for(s, in).run(); }

// Places that no thread wrote don't count, because their content differs with or without a race.
bool ran_differently(const keys<std::uint32_t>& one, const keys<std::uint32_t>& other) {
  const auto stored = [](const keys<std::uint32_t>& run, std::size_t i) {
    return run.before_call == nullptr ||
           std::memcmp(run.before_call.get() + i * sizeof(run[i]), &run[i], sizeof(run[i])) != 0;
  };
  for (std::size_t i = 0; i < one.size(); ++i)
    if (one[i] != other[i] && (stored(one, i) || stored(other, i))) return true;
  return false;
}

// Returns the phases that the scan timed.
std::vector<phase> expect_scan(const scan& s, const named_words& in) {
  return trial([&]() -> std::vector<phase> {
    const char* result = result_of(s);
    const answer ran = run_scan(s, in);
    const auto got = ran.get<std::uint32_t>(result);
    const words expected = expected_from(s, in);
    if (got == expected) return ran.phases();
    const auto again = run_scan(s, in).get<std::uint32_t>(result);
    const auto& shown = again == expected ? got : again;
    known about = about_sums(s, in, shown, expected);
    if (s.most_shifted() > 0)
      about.rule = "d_in begins " + std::to_string(4 * s.first_in()) +
                   " bytes after a multiple of 16, d_out " + std::to_string(4 * s.shift) + ".";
    if (ran_differently(again, got))
      about.rule = "A second run gave different sums, so they depend on which thread or block comes first. " +
                   about.rule;
    expect_equal(shown, expected, s.inclusive ? "the inclusive sums" : "the exclusive sums", about);
    return {};
  });
}

void expect_right_around_tiles(const char* exercise) {
  for (const unsigned block_size : {32u, 256u, 1024u})
    for (const std::size_t n : sizes_around(block_size))
      for (const bool inclusive : {false, true})
        expect_scan({exercise, block_size, inclusive}, uniform<std::uint32_t>(n));
  for (const std::size_t items : {2, 4, 8, 16})  // threads have several elements each
    for (const std::size_t n : {256 * items - 1, 256 * items, 256 * items + 1})
      expect_scan({exercise, 256, n % 2 == 0}, uniform<std::uint32_t>(n));
  expect_scan({exercise, 96}, uniform<std::uint32_t>(7919));  // three warps, which is not a power of 2
  expect_scan({exercise, 1024},
              uniform<std::uint32_t>(70001));  // several tiles, each with the most warps
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
  for (const std::size_t shift : {0, 1}) {  // only one of the arrays is at a multiple of 16 bytes
    scan apart{exercise, 64, true, false, shift};
    apart.in_shift = 1 - shift;
    expect_scan(apart, uniform<std::uint32_t>(10007));
  }
}

// More than 1024 tiles of 1024 elements, whose sums don't fit in one block.
void expect_right_for_many_tiles(const char* exercise, const std::string& version) {
  const std::size_t below = scaled((1u << 20) - 1, 16777217), above = scaled((1u << 20) + 1, (1u << 28) + 1);
  expect_scan({exercise, 256, false}, uniform<std::uint32_t>(below));
  const auto in = uniform<std::uint32_t>(above);
  const std::vector<phase> phases = expect_scan({exercise, 256, true}, in);
  if (phases.empty()) return;
  show_phases(version, above, phases);
  show_baselines(baseline::scan, in);
}

void expect_refusals(const char* exercise, const std::vector<std::int64_t>& bad_block_sizes,
                     std::int64_t bad_n) {
  const auto in = uniform<std::uint32_t>(40);
  const auto asked = [&](std::int64_t block_size, std::int64_t n) {
    request r(exercise);
    r.param("block_size", block_size).param("inclusive", 0).param("claimed_n", n);
    return r;
  };
  for (const std::int64_t block_size : bad_block_sizes)  // for a block of 0 threads, n may be refused
    asked(block_size, 40)
        .input("in", in)
        .output<std::uint32_t>("out", 40)
        .run_refused("block_size", block_size == 0 ? "n" : "");
  asked(64, bad_n).input("in", in).output<std::uint32_t>("out", 40).run_refused("n");
  asked(64, 40).null_buffer("in").output<std::uint32_t>("out", 40).run_refused("d_in");
  asked(64, 40).input("in", in).null_buffer("out").run_refused("d_out");
  asked(64, 0).null_buffer("in").null_buffer("out").run();  // n = 0 is not an error
}

const std::vector<std::int64_t> kNotWarps{0, 48, 1000, 1056, 2048};
constexpr std::int64_t kTooMany = (std::int64_t{1} << 35) + 1;

}  // namespace

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
  expect_scan({"any_size", 32, true}, uniform<std::uint32_t>((1u << 20) + 33));  // three levels even at 32
  expect_right_for_many_tiles("any_size", "6 several kernels");
}
GRADED_TEST(Lab03, AnySizeWorksInPlaceAtAnyAddress) { expect_right_at_any_address("any_size"); }
GRADED_TEST(Lab03, AnySizeRefusesBadArguments) { expect_refusals("any_size", kNotWarps, kTooMany); }

GRADED_TEST(Lab03, CooperativeIsRightAroundTileBoundaries) { expect_right_around_tiles("cooperative"); }
GRADED_TEST(Lab03, CooperativeIsRightForEveryInput) {
  expect_right_for_every_input("cooperative", 128, 5003);
}
GRADED_TEST(Lab03, CooperativeIsRightForMoreTilesThanFit) {
  expect_right_for_many_tiles("cooperative", "7 cooperative");
}
GRADED_TEST(Lab03, CooperativeWorksInPlaceAtAnyAddress) { expect_right_at_any_address("cooperative"); }
GRADED_TEST(Lab03, CooperativeRefusesBadArguments) { expect_refusals("cooperative", kNotWarps, kTooMany); }

GRADED_TEST(Lab03, SinglePassIsRightAroundTileBoundaries) { expect_right_around_tiles("single_pass"); }
GRADED_TEST(Lab03, SinglePassIsRightForEveryInput) { expect_right_for_every_input("single_pass", 128, 5003); }
GRADED_TEST(Lab03, SinglePassIsRightForManyTilesInAnyTurn) {
  expect_scan({"single_pass", 32, true, false, 0, "fifo"}, uniform<std::uint32_t>(100003));
  expect_scan({"single_pass", 32, false, false, 0, "lockstep"}, uniform<std::uint32_t>(20011));
  expect_right_for_many_tiles("single_pass", "8 single pass");
  // There are more tiles than the simulated device runs at once, and the last blocks start first. A look-back
  // by block number would wait for blocks that never begin.
  const scan last_first{"single_pass", 32, true, false, 0, "reverse"};
  const auto in = uniform<std::uint32_t>(300000);
  expect_equal(request_for(last_first, in).timeout(10).run().get<std::uint32_t>("out"),
               expected_from(last_first, in), "the inclusive sums");
  demonstrate("What the checkers report for a look-back without fences", show_missing_fences);
}
GRADED_TEST(Lab03, SinglePassWorksInPlaceAtAnyAddress) { expect_right_at_any_address("single_pass"); }
GRADED_TEST(Lab03, SinglePassRefusesBadArguments) { expect_refusals("single_pass", kNotWarps, kTooMany); }
