// SPDX-License-Identifier: Apache-2.0
#include "counting.h"
#include "diagnosis.h"
#include "lab_test.h"
#include "network_calls.h"

using namespace verifier;
using namespace lab07;

namespace {

std::vector<phase> expect_fast_sort(const named_words& keys, bool timed = true) {
  return trial([&]() -> std::vector<phase> {
    request asked = ask("sort", keys);
    if (!timed) asked.param("untimed", 1);
    return expect_sorted(asked, keys).phases();
  });
}

// Pairs with equal keys can come in any order.
void expect_pairs(const named_words& keys, const named_words& values, bool timed = true) {
  trial([&] {
    request asked = ask("sort_pairs", keys);
    asked.in_out("values", values);
    if (!timed) asked.param("untimed", 1);
    const answer ran = expect_sorted(asked, keys);
    const auto got_keys = ran.get<word>("keys"), got_values = ran.get<word>("values");
    std::vector<std::pair<word, word>> got, expected;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      got.emplace_back(got_keys[i], got_values[i]);
      expected.emplace_back(keys[i], values[i]);
    }
    std::sort(got.begin(), got.end());
    std::sort(expected.begin(), expected.end());
    if (got == expected) return;
    const auto lost = std::mismatch(expected.begin(), expected.end(), got.begin()).first;
    const auto at = std::find(got_keys.begin(), got_keys.end(), lost->first) - got_keys.begin();
    const std::string which = "the pair of key " + text(lost->first) + " and value " + text(lost->second) +
                              " is not in the output. There, the key has the value " + text(got_values[at]) +
                              ".";
    if (sorted(got_values) != sorted(values))
      wrong(
          "The keys are sorted, but values are lost: " + which +
          (lost->first == 0xffffffffu ? " Its key is 0xffffffff, which can also be the padding's key." : ""));
    wrong("The keys are sorted and all values are there, but not next to their keys: " + which +
          " A value must move whenever its key moves.");
  });
}

// One below and one above every tile size that a sort can have, and primes.
const std::vector<std::size_t> kAnyN{0,   1,   2,   3,   5,    31,   33,   63,   65,   100, 255,
                                     257, 511, 513, 997, 1023, 1025, 1499, 2047, 2049, 3001};

}  // namespace

GRADED_TEST(Lab07, EverySortTakesAnyN) {
  for (const std::size_t n : kAnyN) {
    const auto keys = uniform<word>(n);
    trial([&] { expect_sorted(ask("sort_steps", keys), keys); });
    trial([&] { expect_sorted(ask("sort_hybrid", keys, 64), keys); });
    for (const config c : {config{32, 4, 1}, config{32, 8, 2}})
      trial([&] { expect_sorted(ask("sort_vectors", keys, c), keys); });
    if (n < 2) continue;
    const int k = ceil_log2(n);
    trial([&] { expect_steps(ask_steps("compare_exchange_step", keys, {k, k - 1}, 0), keys, {{k, k - 1}}); });
    steps all;
    for (int bit = k - 1; bit >= std::max(0, k - 4); --bit) all.push_back({k, bit});
    trial([&] {
      expect_steps(ask_steps("fused_steps", keys, all.front(), static_cast<int>(all.size())), keys, all);
    });
    trial([&] { expect_steps(ask_remapped(keys, 32, true), keys, finish(8)); });
  }
  // The stage is from a sort of more keys than there are.
  const auto few = uniform<word>(100);
  for (const step s : {step{14, 13}, step{14, 5}}) {
    expect_steps(ask_steps("compare_exchange_step", few, s, 0), few, {s});
    expect_steps(ask_steps("fused_steps", few, s, 2), few, {s, {s.stage, s.bit - 1}});
  }
  // Some keys are as large as the padding.
  const words greatest(777, 0xffffffffu);
  trial([&] { expect_sorted(ask("sort_hybrid", greatest, 64), greatest); });
}

GRADED_TEST(Lab07, FusedStepsAreTheSteps) {
  const auto keys = uniform<word>(1 << 10);
  for (const int stage : {1, 2, 4, 5, 9, 10})
    for (int bit = stage - 1; bit >= 0; --bit)
      for (int count = 1; count <= std::min(4, bit + 1); ++count) {
        steps all;
        for (int i = 0; i < count; ++i) all.push_back({stage, bit - i});
        expect_steps(ask_steps("fused_steps", keys, all.front(), count), keys, all);
      }
}

GRADED_TEST(Lab07, SortIsRightAroundTileBoundaries) {
  for (const std::size_t n : kAnyN) expect_fast_sort(uniform<word>(n), n % 2 == 0);
  for (int lg = 12; lg <= 15; ++lg)
    for (const int off : {-1, 0, 1})
      expect_fast_sort(uniform<word>((std::size_t{1} << lg) + static_cast<std::size_t>(off)));
  for (const std::size_t n : {12289, 40009, 65537}) expect_fast_sort(uniform<word>(n));
}

GRADED_TEST(Lab07, SortIsRightForEveryInput) {
  for (const family& f : key_families())
    for (const std::size_t n : {2048, 5003}) expect_fast_sort(f.make(n));
  expect_fast_sort(words(3000, 0xffffffffu));
  words mixed = uniform<word>(3000);
  for (std::size_t i = 0; i < mixed.size(); i += 3) mixed[i] = 0xffffffffu;
  expect_fast_sort(mixed);
}

GRADED_TEST(Lab07, SortOfManyKeysShowsItsPhases) {
  if (on_gpu()) {
    const auto most = uniform<word>(std::size_t{1} << 28);
    trial([&] { expect_sorted_copy(ask("sort", most).run().get<word>("keys"), most); });
  }
  const auto keys = uniform<word>(scaled((1u << 17) + 1, 1u << 24));
  trial([&] { expect_sorted_copy(ask("sort", keys).run().get<word>("keys"), keys); });
  const std::vector<phase> phases = measured_sort(ask("sort", keys), keys);
  for (const char* part : {"tiles", "global steps", "tails"})
    expect_true(std::any_of(phases.begin(), phases.end(), [&](const phase& p) { return p.name == part; }),
                std::string("The keys are sorted, but the timer has no phase \"") + part +
                    "\". Put lab::timed_phase phase(timer, \"" + part + "\") around its launches.");
  show_phases("lab 07", keys.size(), phases);
  show_baselines(baseline::sort, keys);
}

GRADED_TEST(Lab07, PairsStayTogether) {
  for (const std::size_t n : {0, 1, 2, 3, 100, 1024, 2047, 4099, 8193}) {
    expect_pairs(uniform<word>(n), uniform<word>(n), n % 2 == 0);
    expect_pairs(few_distinct<word>(n), ascending<word>(n));
  }
  words keys = uniform<word>(1501);  // 0xffffffff is a key, and 0xffffffff a value
  for (std::size_t i = 0; i < keys.size(); i += 2) keys[i] = 0xffffffffu;
  words values = descending<word>(keys.size());
  for (std::size_t i = 0; i < values.size(); i += 5) values[i] = 0xffffffffu;
  expect_pairs(keys, values);
  const std::size_t many = scaled(1u << 16, (1u << 24) + 1) + 1;
  expect_pairs(few_distinct<word>(many), uniform<word>(many));
}

GRADED_TEST(Lab07, SortRefusesBadArguments) {
  const auto some = uniform<word>(40);
  const std::int64_t too_many = (std::int64_t{1} << 31) + 1;
  const auto pairs = [&] { return ask("sort_pairs", some).in_out("values", some).param("untimed", 1); };
  ask("sort", some).param("n", too_many).run_refused("n");
  pairs().param("n", too_many).run_refused("n");
  request("sort").param("n", 40).null_buffer("keys").run_refused("d_keys");
  request("sort_pairs").param("n", 40).null_buffer("keys").in_out("values", some).run_refused("d_keys");
  request("sort_pairs").in_out("keys", some).null_buffer("values").run_refused("d_values");
  request("sort").null_buffer("keys").run();  // nothing to sort is not an error
  request("sort_pairs").null_buffer("keys").null_buffer("values").run();
  for (const int count : {-1, 5, 16}) {
    request asked = ask("fused_steps", some);
    asked.param("stage", 9).param("bit", 8).param("count", count).run_refused("count");
  }
  ask_steps("fused_steps", some, {3, 1}, 3).run_refused("count");
  ask_steps("fused_steps", some, {32, 1}, 1).run_refused("stage");
  ask_steps("fused_steps", some, {3, 3}, 1).run_refused("bit");
  const auto fused = [](request r) { return r.param("stage", 3).param("bit", 1).param("count", 2); };
  fused(request("fused_steps").param("n", 40).null_buffer("keys")).run_refused("d_keys");
  fused(ask("fused_steps", some).param("n", too_many)).run_refused("n");
}

GRADED_TEST(Lab07, LaunchesArePredicted) {
  for (const config c : kCounted)
    for (const std::size_t n :
         {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{1000}, c.tile(), c.tile() + 1,
          4 * c.tile(), 5 * c.tile() - 1, std::size_t{1} << 24, (std::size_t{1} << 28) + 1}) {
      const counted expected = derived(n, c), got = predicted(n, c);
      expect_prediction("global_steps", got.global_steps, expected.global_steps, n, c);
      expect_prediction("launches", got.launches, expected.launches, n, c);
    }
}

GRADED_TEST(Lab07, BarriersArePredicted) {
  for (const config c : kCounted)
    for (const std::size_t n : {std::size_t{2}, c.tile(), 2 * c.tile(), 100 * c.tile()}) {
      const counted expected = derived(n, c), got = predicted(n, c);
      expect_prediction("tile_barriers", got.tile_barriers, expected.tile_barriers, n, c);
      expect_prediction("finish_barriers", got.finish_barriers, expected.finish_barriers, n, c);
    }
}
