// SPDX-License-Identifier: Apache-2.0
#include "diagnosis.h"
#include "lab_test.h"
#include "sort_diagnosis.h"
#include "tiles_calls.h"

using namespace verifier;
using namespace lab04;

namespace {

// Returns the phases that the sort timed.
std::vector<phase> expect_sort(const named_words& keys, int bits, tiling t, bool timed = true) {
  return trial([&]() -> std::vector<phase> {
    const answer ran = ask_sort(keys, bits, t, timed).run();
    const auto got = ran.get<word>("keys");
    expect_keys({keys, bits, t, got});
    return ran.phases();
  });
}

void expect_pairs(const named_words& keys, const named_words& values, int bits, tiling t, bool timed = true,
                  const char* schedule = "") {
  trial([&] {
    const answer ran = ask_sort_pairs(keys, values, bits, t, timed).schedule(schedule).run();
    const auto got = ran.get<word>("keys");
    expect_keys({keys, bits, t, got});
    expect_sorted_pairs(got, ran.get<word>("values"), keys, values);
  });
}

// Every 2-bit digit occurs once in each tile of 4 keys. So a sort that reads the starts in the wrong order
// still writes inside its arrays.
words balanced(std::size_t tiles) {
  const auto any = uniform<word>(tiles);
  words keys;
  for (const word key : any)
    for (word digit = 0; digit < 4; ++digit) keys.push_back(key ^ (0x55555555u * digit));
  return keys;
}

}  // namespace

GRADED_TEST(Lab04, SortIsRightForEveryDigitWidth) {
  expect_sort(balanced(37), 2, {32, 4});
  for (const int bits : {1, 2, 3, 4, 5, 6, 7, 8}) {
    expect_sort(uniform<word>(64), bits, {64, 64});
    expect_sort(uniform<word>(64 * 17), bits, {64, 64});
  }
  expect_sort(uniform<word>(2 * 288), 8, {96, 288}, false);  // `timer` can be null
}

GRADED_TEST(Lab04, SortIsRightAroundTileBoundaries) {
  for (const tiling t : kTilings)
    for (const std::size_t n : sizes_around(t.tile))
      if (n > 0) expect_sort(uniform<word>(n), n % 2 == 0 ? 8 : 7, t);
  for (const tiling largest : {tiling{512, 8192}, tiling{1024, 8192}})
    expect_sort(uniform<word>(2 * largest.tile + 1), 8, largest);
  words crowded = uniform<word>(2 * 8192);  // all but a few keys of a tile have the same digits
  for (std::size_t i = 0; i < crowded.size(); ++i) crowded[i] = i % 1000 == 0 ? crowded[i] : 0x01010101u;
  expect_sort(crowded, 8, {512, 8192});
}

GRADED_TEST(Lab04, SortIsRightForEveryInput) {
  for (const family& f : key_families())
    for (const int bits : {4, 5, 8}) expect_sort(f.make(7 * 288), bits, {96, 288});
  expect_sort(words(1024, 0xffffffffu), 8, {64, 64});
}

GRADED_TEST(Lab04, SortOfManyKeysShowsItsPhases) {
  expect_sort(uniform<word>(4099), 8, {32, 1});  // more than 2^20 counters
  expect_sort(uniform<word>(scaled((1u << 16) - 1, (1u << 20) - 1)), 8, {256, 1024});
  if (on_gpu()) expect_sort(uniform<word>(std::size_t{1} << 28), 8, {256, 4096});
  const auto keys = uniform<word>(scaled((1u << 18) + 1, (1u << 24) + 1));
  const std::vector<phase> phases = expect_sort(keys, 8, {256, 4096});
  for (const char* part : {"histogram", "scan", "scatter"})
    expect_true(std::any_of(phases.begin(), phases.end(), [&](const phase& p) { return p.name == part; }),
                std::string("The keys are sorted, but the timer has no phase \"") + part +
                    "\". Put lab::timed_phase phase(timer, \"" + part + "\") around its launches.");
  show_phases("lab 04", keys.size(), phases);
  show_baselines(baseline::radix_sort, keys);
}

GRADED_TEST(Lab04, PairsStayTogether) {
  for (const int bits : {1, 5, 6, 8})
    for (const std::size_t n : {0, 1, 2, 288, 2003})
      expect_pairs(uniform<word>(n), uniform<word>(n), bits, {96, 288}, n != 2003);
}

GRADED_TEST(Lab04, EqualKeysKeepTheOrderOfTheirValues) {
  for (const family& f : key_families())
    for (const int bits : {4, 7})  // an even and an odd number of passes
      expect_pairs(f.make(1201), ascending<word>(1201), bits, {64, 200});
  for (const char* schedule : {"reverse+warps", "random:1+warps"})  // threads run in another order
    expect_pairs(few_distinct<word>(601), ascending<word>(601), 8, {64, 200}, true, schedule);
  expect_pairs(few_distinct<word>(9001), ascending<word>(9001), 8, {256, 4096});
}

GRADED_TEST(Lab04, SortRefusesBadArguments) {
  const auto some = uniform<word>(40);
  const auto ask = [&](const char* exercise, const std::vector<std::string>& arrays,
                       const std::string& missing, std::int64_t n, int bits, tiling t) {
    request r(exercise);
    r.param("n", n).param("bits", bits).param("block_size", t.block_size).param("tile", t.tile);
    r.param("untimed", 1);
    for (const std::string& name : arrays)
      name == missing || missing == "all" ? r.null_buffer(name) : r.in_out(name, some);
    return r;
  };
  const std::vector<std::string> of_keys{"keys", "scratch"},
      of_pairs{"keys", "values", "scratch_keys", "scratch_values"};
  for (const auto& [exercise, arrays] : {std::pair{"sort", of_keys}, std::pair{"sort_pairs", of_pairs}}) {
    for (const int bits : {0, 9, 17, -1}) ask(exercise, arrays, "", 40, bits, {64, 64}).run_refused("bits");
    for (const unsigned block_size : {0u, 48u, 2048u})
      ask(exercise, arrays, "", 40, 8, {block_size, 32}).run_refused("block_size");
    for (const tiling t : {tiling{64, 0}, tiling{64, 1025}, tiling{1024, 8193}})
      ask(exercise, arrays, "", 40, 8, t).run_refused("tile");
    ask(exercise, arrays, "", std::int64_t{1} << 32, 8, {64, 64}).run_refused("n");
    for (const std::string& missing : arrays)
      ask(exercise, arrays, missing, 40, 8, {64, 64}).run_refused("d_" + missing);
    ask(exercise, arrays, "all", 0, 8, {64, 64}).run();  // nothing to sort is not an error
  }
}
