// SPDX-License-Identifier: Apache-2.0
// Exercises 4 and 5: the loop over the digits, for keys and for pairs.
#include <algorithm>
#include <string>
#include <vector>

#include "digits_calls.h"
#include "pass_slips.h"

namespace {

using namespace verifier;
using namespace lab02;
using std::size_t;

void expect_pairs(const answer& a, const named_keys& keys, const named_keys& values) {
  expect_sorted_pairs(a.get<u32>("keys"), a.get<u32>("values"), keys, values);
}

void expect_sorted(const answer& a, const named_keys& keys, int bits) {
  const auto got = a.get<u32>("keys"), scratch = a.get<u32>("scratch");
  keys_t expected = keys;
  std::sort(expected.begin(), expected.end());
  if (got == expected) return;
  std::vector<slip> slips = slips_of_passes(keys, got, bits);
  // After an odd number of passes, the arrays are equal if either was copied to the other.
  if (passes(bits) % 2 == 1 && scratch == got)
    for (slip& one : slips)
      if (one.name == "last pass")
        one = {
            "copy", one.fits,
            "The keys are as they were before the last pass, and `scratch` has the same contents. A copy from `keys` "
            "to `scratch` has this effect; it must go the other way."};
  expect_sorted_copy(got, keys, slips);
}

void expect_stats(const answer& a, const named_keys& keys, int bits) {
  const int moving = moving_passes(keys, bits);
  const std::string meaning =
      "a pass is skipped if and only if all keys have the same digit, whatever digit it is";
  expect_true(a.value("moved") != -1 || a.value("skipped") != -1,
              "`stats` was not written: `moved` and `skipped` are unchanged.");
  expect_true(a.value("moved") != moving - 1 || a.value("skipped") != passes(bits) - moving - 1,
              "`moved` and `skipped` are 1 too small. Both were -1 before the call: `stats` can have any "
              "content then, so set both to 0 before you count.");
  expect_value(a, "moved", moving, meaning);
  expect_value(a, "skipped", passes(bits) - moving, meaning);
}

}  // namespace

GRADED_TEST(Lab02, SortIsRightForEveryDigitWidth) {
  for (int bits = 1; bits <= 16; ++bits) {
    const auto keys = uniform<u32>(3001);
    trial([&] { expect_sorted(sort(keys, bits).run(), keys, bits); });
  }
  for (int bits : {0, 17}) sort({2, 1}, bits).run_refused("bits");
  const auto bare = [] { return request("sort").param("bits", 8); };
  bare().param("n", 2).null_buffer("keys").output<u32>("scratch", 2).run_refused("keys");
  bare().in_out("keys", keys_t{2, 1}).null_buffer("scratch").run_refused("scratch");
  bare()
      .param("n", std::int64_t{1} << 32)
      .in_out("keys", keys_t{2, 1})
      .output<u32>("scratch", 2)
      .run_refused("n");
}

GRADED_TEST(Lab02, SortEndsInKeysAfterAnyNumberOfPasses) {
  const auto draw = uniform<u32>(2000);
  for (int bits : {8, 11, 5}) {
    for (int live = 0; live <= passes(bits); ++live) {  // keys that differ in only `live` digits
      keys_t keys = draw;
      const int kept = std::min(32, live * bits);
      for (u32& key : keys) key = kept == 32 ? key : key & ((1u << kept) - 1);
      for (const char* exercise : {"sort", "sort_plain"})
        trial([&] {
          expect_sorted(
              sort(keys, bits, exercise).note("passes that move keys: " + std::to_string(live)).run(), keys,
              bits);
        });
    }
  }
}

GRADED_TEST(Lab02, SortSkipsPassesWhoseDigitIsConstant) {
  for (const family& f : key_families()) {
    for (int bits : {4, 8, 11}) {
      const auto keys = f.make(1500);
      trial([&] {
        const answer a = sort(keys, bits).run();
        expect_sorted(a, keys, bits);
        expect_stats(a, keys, bits);
      });
    }
  }
}

GRADED_TEST(Lab02, SortHandlesEveryKindAndSizeOfInput) {
  for (const family& f : key_families())
    for (size_t n : sizes_around(256)) {
      const auto keys = f.make(n);
      trial([&] { expect_sorted(sort(keys, 8).run(), keys, 8); });
    }
}

GRADED_TEST(Lab02, SortOfManyKeysShowsItsPhases) {
  const auto keys = uniform<u32>(scaled((size_t{1} << 20) + 1, (size_t{1} << 24) + 1));
  for (int bits : {8, 11}) {
    const answer a = sort(keys, bits).timeout(60).run();
    expect_sorted(a, keys, bits);
    for (const char* part : {"histogram", "scan", "scatter"})
      expect_true(a.phases().empty() || std::any_of(a.phases().begin(), a.phases().end(),
                                                    [&](const phase& p) { return p.name == part; }),
                  std::string("The keys are sorted, but the timer has no phase \"") + part +
                      "\". Put lab::timed_phase phase(timer, \"" + part + "\") around that step.");
    show_phases("radix r=" + std::to_string(bits), keys.size(), a.phases());
  }
  show_baselines(baseline::sort, keys);
}

GRADED_TEST(Lab02, PairsStayTogether) {
  for (int bits : {1, 8, 11, 16})
    for (size_t n : {0, 1, 2, 2003, 70001}) {
      const auto keys = uniform<u32>(n), values = uniform<u32>(n);
      trial([&] { expect_pairs(sort_pairs(keys, values, bits).run(), keys, values); });
    }
  for (int bits : {1, 4, 8, 11, 16}) {  // one pass moves the pairs, the others are skipped
    named_keys keys = uniform<u32>(2003);
    for (u32& key : keys) key %= bins(bits);
    const auto values = uniform<u32>(keys.size());
    trial([&] { expect_pairs(sort_pairs(keys, values, bits).run(), keys, values); });
  }
  const keys_t two{2, 1};
  for (const std::string missing : {"keys", "values", "scratch_keys", "scratch_values"}) {
    request r("sort_pairs");
    for (const std::string name : {"keys", "values", "scratch_keys", "scratch_values"})
      name == missing ? r.null_buffer(name) : r.in_out(name, two);
    r.param("n", 2).param("bits", 8).run_refused(missing);
  }
  sort_pairs(two, two, 0).run_refused("bits");
}

GRADED_TEST(Lab02, EqualKeysKeepTheOrderOfTheirValues) {
  for (const family& f : key_families())
    for (int bits : {8, 11}) {  // an even and an odd number of passes
      const auto keys = f.make(1201), values = ascending<u32>(1201);
      trial([&] {
        const answer a = sort_pairs(keys, values, bits).run();
        expect_pairs(a, keys, values);
        expect_stats(a, keys, bits);
      });
    }
}
