// SPDX-License-Identifier: Apache-2.0
// Each test of exercises 1 to 4 computes its input itself, so mistakes in earlier exercises have no effect.
#include "diagnosis.h"
#include "lab_test.h"
#include "tiles_calls.h"

using namespace verifier;
using namespace lab04;

namespace {

void expect_histogram(const named_words& keys, digit d, tiling t) {
  trial([&] {
    const auto got = ask_histogram(keys, d, t).run().get<word>("d_histogram");
    const words right = histogram_of(keys, d, t);
    if (got != right) expect_equal(got, right, "d_histogram", about_histogram(keys, d, t, got));
  });
}

// Their sum stays below 2^32.
words counters(std::size_t count) {
  words values = uniform<word>(count);
  for (word& value : values) value %= count < 4096 ? 1u << 20 : 1u << 8;
  return values;
}

void expect_scan(const named_words& counts) {
  trial([&] {
    const auto got = request("scan_histogram")
                         .input("d_histogram", counts)
                         .output<word>("d_starts", counts.size())
                         .timeout(120)
                         .run()
                         .get<word>("d_starts");
    const words right = exclusive_scan(counts);
    if (got != right) expect_equal(got, right, "d_starts", about_scan(counts, got));
  });
}

void expect_relative(const named_words& keys, digit d, tiling t, const char* schedule = "") {
  trial([&] {
    const auto got = ask_relative(keys, d, t).schedule(schedule).run().get<word>("d_relative");
    const words right = relative_of(keys, d, t);
    if (got != right) expect_equal(got, right, "d_relative", about_relative(keys, d, t, got));
  });
}

void expect_scatter(const named_words& keys, digit d, tiling t) {
  trial([&] {
    const auto got = ask_scatter(keys, d, t).run().get<word>("d_out");
    const words right = ordered_by(keys, d);
    if (got != right) expect_equal(got, right, "d_out", about_scatter(keys, d, t, got));
  });
}

// The last two reach past bit 31.
const std::vector<digit> kDigits{{0, 1}, {0, 8}, {8, 8}, {24, 8}, {5, 3}, {28, 4}, {30, 3}, {31, 8}};

// Whole tiles only, so that these tests do not depend on partial tiles.
words whole_tiles(tiling t, std::size_t tiles) { return uniform<word>(t.tile * tiles); }

void expect_refused_digits_and_tilings(const char* exercise,
                                       const std::function<void(request&)>& add_arrays) {
  const auto refused = [&](digit d, tiling t, const std::string& argument, std::int64_t n = 40) {
    request asked = request_for(exercise, d, t);
    asked.param("n", n);
    add_arrays(asked);
    asked.run_refused(argument);
  };
  for (const int bits : {0, 9, 17, -1}) refused({0, bits}, {64, 64}, "bits");
  for (const int shift : {-1, 32}) refused({shift, 4}, {64, 64}, "shift");
  for (const unsigned block_size : {0u, 1u, 48u, 2048u}) refused({0, 4}, {block_size, 32}, "block_size");
  for (const tiling t : {tiling{64, 0}, tiling{64, 1025}, tiling{1024, 8193}}) refused({0, 4}, t, "tile");
  refused({0, 4}, {64, 64}, "n", std::int64_t{1} << 32);
}

// Makes each array null in turn, and then all of them without keys, which is not an error.
void expect_refused_nulls(const char* exercise, const std::vector<std::string>& arrays) {
  const words some(4 * 16 * 4);  // large enough for any array
  const auto asked = [&](std::int64_t n) {
    request r = request_for(exercise, {0, 4}, {64, 64});
    r.param("n", n);
    return r;
  };
  for (const std::string& missing : arrays) {
    request r = asked(200);
    for (const std::string& name : arrays) name == missing ? r.null_buffer(name) : r.in_out(name, some);
    r.run_refused(missing);
  }
  request nothing = asked(0);
  for (const std::string& name : arrays) nothing.null_buffer(name);
  nothing.run();
}

}  // namespace

GRADED_TEST(Lab04, HistogramIsBinMajor) {
  expect_histogram({0, 0, 1, 1, 0, 0, 1, 0}, kExampleDigit, kExampleTiling);
  for (const digit d : {digit{0, 2}, digit{4, 8}}) expect_histogram(whole_tiles({64, 64}, 5), d, {64, 64});
}

GRADED_TEST(Lab04, HistogramCountsEveryDigit) {
  for (const digit d : kDigits)
    for (const family& f : key_families()) expect_histogram(f.make(64 * 9), d, {64, 64});
  for (const tiling t : kTilings) expect_histogram(whole_tiles(t, 3), {9, 8}, t);
}

GRADED_TEST(Lab04, HistogramCountsAPartialLastTile) {
  expect_histogram(kExample, kExampleDigit, kExampleTiling);
  for (const tiling t : kTilings)
    for (const std::size_t n : sizes_around(t.tile))
      if (n > 0) expect_histogram(uniform<word>(n), {3, 4}, t);
  expect_histogram(uniform<word>(2 * 8192 + 1), {3, 8}, {1024, 8192});
  expect_histogram(all_equal<word>(10007), {0, 8}, {96, 288});
  expect_histogram(all_equal<word>(8192 + 5), {0, 8}, {512, 8192});  // one counter counts a whole tile
}

GRADED_TEST(Lab04, HistogramRefusesBadArguments) {
  expect_refused_digits_and_tilings("block_histogram", [](request& r) {
    r.input("d_keys", uniform<word>(40)).output<word>("d_histogram", 64);
  });
  expect_refused_nulls("block_histogram", {"d_keys", "d_histogram"});
}

GRADED_TEST(Lab04, ScanIsRightForEverySize) {
  expect_scan(histogram_of(kExample, kExampleDigit, kExampleTiling));
  for (const std::size_t block : {32, 256, 1024, 4096})
    for (const std::size_t count : sizes_around(block)) expect_scan(counters(count));
  for (const std::size_t count : {65536, 100003}) expect_scan(words(count, 1));
}

GRADED_TEST(Lab04, ScanOfManyCountersHasNoLimit) {
  // There are more sums than a block can scan, with tiles of 1024 and of 4096 keys.
  expect_scan(words((1u << 20) + 1, 1));
  expect_scan(words(scaled((1u << 24) + 4097, 1u << 28), 1));
}

GRADED_TEST(Lab04, ScanWorksInPlace) {
  for (const std::size_t count : {1, 2, 1000, 4097, 70001}) {
    const words counts = counters(count);
    trial([&] {
      const words got =
          request("scan_histogram_in_place").in_out("d_histogram", counts).run().get<word>("d_histogram");
      const words right = exclusive_scan(counts);
      if (got != right) expect_equal(got, right, "d_histogram", about_scan(counts, got));
    });
  }
}

GRADED_TEST(Lab04, ScanRefusesBadArguments) {
  const words counts(40, 1);
  request("scan_histogram")
      .param("n", 40)
      .null_buffer("d_histogram")
      .output<word>("d_starts", 40)
      .run_refused("d_histogram");
  request("scan_histogram").input("d_histogram", counts).null_buffer("d_starts").run_refused("d_starts");
  request("scan_histogram").null_buffer("d_histogram").null_buffer("d_starts").run();  // no counters
}

GRADED_TEST(Lab04, RelativePositionsOfTheWorkedExample) {
  expect_relative(kExample, kExampleDigit, kExampleTiling);
  expect_relative({5, 5, 5, 5, 5, 5, 5}, {0, 3}, kExampleTiling);
}

GRADED_TEST(Lab04, RelativePositionsForEveryDigitAndInput) {
  for (const digit d : kDigits)
    for (const family& f : key_families()) expect_relative(f.make(64 * 5), d, {64, 64});
  for (const tiling t : {tiling{32, 1}, tiling{32, 32}, tiling{96, 96}, tiling{1024, 1024}, tiling{256, 255}})
    for (const int bits : {2, 8}) expect_relative(whole_tiles(t, 3), {7, bits}, t);
  for (const char* schedule : {"reverse+warps", "random:1+warps"})  // threads run in another order
    for (const tiling t : {tiling{32, 32}, tiling{64, 64}, tiling{96, 96}})
      expect_relative(few_distinct<word>(3 * t.tile), {0, 3}, t, schedule);
}

GRADED_TEST(Lab04, RelativePositionsInTilesOfManyRounds) {
  for (const tiling t : kTilings)
    if (t.tile > t.block_size)
      for (const int bits : {1, 5, 8}) {
        expect_relative(whole_tiles(t, 2), {0, bits}, t);
        expect_relative(few_distinct<word>(2 * t.tile), {0, bits}, t);
        expect_relative(all_equal<word>(2 * t.tile), {0, bits}, t);
      }
  expect_relative(whole_tiles({512, 8192}, 2), {16, 8}, {512, 8192});
  expect_relative(whole_tiles({32, 512}, 3), {16, 8}, {32, 512});
  expect_relative(all_equal<word>(8192), {0, 8}, {512, 8192});
}

GRADED_TEST(Lab04, RelativePositionsOfAPartialLastTile) {
  for (const tiling t : kTilings)
    for (const std::size_t n : sizes_around(t.tile))
      if (n > 0) expect_relative(few_distinct<word>(n), {0, 8}, t);
  expect_relative(words(1001), {0, 8}, {256, 4096});  // digit 0, which positions past n can seem to have
}

GRADED_TEST(Lab04, RelativePositionsRefuseBadArguments) {
  expect_refused_digits_and_tilings("relative_positions", [](request& r) {
    r.input("d_keys", uniform<word>(40)).output<word>("d_relative", 40);
  });
  expect_refused_nulls("relative_positions", {"d_keys", "d_relative"});
}

GRADED_TEST(Lab04, ScatterGivesTheWorkedExample) {
  // The keys have the source's digits; their other bits are their original positions.
  words keys = kExample;
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] += static_cast<word>(10 * (i + 1));
  const words of_the_source =
      ask_scatter(keys, kExampleDigit, {4, 4}, "worked_example").run().get<word>("d_out");
  expect_true(of_the_source == words{10, 20, 50, 60, 31, 41, 71},
              "The source's own kernel does not give the worked example. This is not your code.");
  expect_scatter(keys, kExampleDigit, kExampleTiling);
}

GRADED_TEST(Lab04, ScatterMovesEveryKeyToItsAddress) {
  for (const tiling t : kTilings)
    for (const std::size_t n : sizes_around(t.tile))
      if (n > 0) expect_scatter(uniform<word>(n), {2, 4}, t);
  for (const digit d : kDigits)
    for (const family& f : key_families()) expect_scatter(f.make(64 * 5 + 3), d, {64, 64});
  expect_scatter(uniform<word>(2 * 8192 + 1), {2, 8}, {1024, 8192});
}

GRADED_TEST(Lab04, ScatterRefusesBadArguments) {
  expect_refused_digits_and_tilings("scatter", [](request& r) {
    r.input("d_keys", uniform<word>(40)).input("d_relative", words(40));
    r.input("d_starts", words(64)).output<word>("d_out", 40);
  });
  expect_refused_nulls("scatter", {"d_keys", "d_relative", "d_starts", "d_out"});
}
