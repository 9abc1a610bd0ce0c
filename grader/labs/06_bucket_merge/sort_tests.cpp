// SPDX-License-Identifier: Apache-2.0
#include "columns_calls.h"
#include "diagnosis.h"
#include "lab_test.h"

using namespace verifier;
using namespace lab06;

namespace {

void expect_sort(const named_words& keys, shape s, std::size_t finish, bool timed = true) {
  trial([&] {
    request asked = ask_sort_4096(keys, s, finish);
    if (!timed) asked.param("untimed", 1);
    const auto got = asked.run().get<word>("keys");
    if (got == sorted(keys)) return;
    known about = about_merge(with_sorted_columns(keys, s.columns), s.columns, got);
    about.slips.push_back({"columns alone", got == with_sorted_columns(keys, s.columns),
                           "The columns are sorted, but were not merged."});
    about.slips.push_back(
        {"unsorted columns", got == merged_by_heads(columns_of(keys, s.columns)),
         "The columns were merged without being sorted, but a merge needs sorted columns."});
    expect_equal(got, sorted(keys), "keys", about);
  });
}

void expect_sort_block(const named_words& keys, unsigned block_size) {
  trial([&] {
    const auto got = ask_sort_block(keys, block_size).run().get<word>("keys");
    if (got != sorted(keys)) expect_equal(got, sorted(keys), "keys", about_sort(keys, got));
  });
}

// Returns the phases that the sort timed.
std::vector<phase> expect_sort_any(const named_words& keys, unsigned block_size, bool timed = true) {
  return trial([&]() -> std::vector<phase> {
    request asked = ask_sort_any(keys, block_size);
    if (!timed) asked.param("untimed", 1);
    const answer ran = asked.run();
    const auto got = ran.get<word>("keys");
    if (got != sorted(keys)) expect_equal(got, sorted(keys), "keys", about_sort(keys, got));
    return ran.phases();
  });
}

const std::vector<std::size_t> kBlockSorts{0, 1, 2, 3, 31, 32, 33, 127, 128, 129, 511, 512};

words largest_and_others(std::size_t n) {
  words keys = uniform<word>(n);
  for (std::size_t i = 0; i < n; i += 2) keys[i] = kLargest;
  return keys;
}

request untimed(const char* exercise, unsigned block_size, std::int64_t n) {
  request r(exercise);
  r.param("block_size", block_size).param("n", n).param("untimed", 1);
  return r;
}

bool has_phase(const std::vector<phase>& phases, const std::string& name) {
  return std::any_of(phases.begin(), phases.end(), [&](const phase& p) { return p.name == name; });
}

}  // namespace

GRADED_TEST(Lab06, SortIsRightWithEveryFinish) {
  for (std::size_t finish = 0; finish < kFinishes.size(); ++finish) {
    for (const std::size_t n : {0, 1, 33, 1009}) expect_sort(uniform<word>(n), kSourceShape, finish);
    expect_sort(few_distinct<word>(kElements), kSourceShape, finish, false);  // here `timer` is null
    expect_sort(few_distinct<word>(700), {96, 3}, finish);
    expect_sort(largest_and_others(300), {256, 256}, finish);
  }
}

GRADED_TEST(Lab06, FinishesAreTimedSideBySide) {
  const auto keys = uniform<word>(kElements);
  for (std::size_t finish = 0; finish < kFinishes.size(); ++finish) {
    const std::vector<phase> phases = measured_sort(ask_sort_4096(keys, kSourceShape, finish), keys);
    const std::string part = finish == 0 ? "host" : "kernel";
    expect_true(has_phase(phases, part), "The keys are sorted, but the timer has no phase \"" + part +
                                             "\". Put lab::timed_phase phase(timer, \"" + part +
                                             "\") around its part of the work.");
    show_phases(kFinishes[finish], keys.size(), phases);
  }
}

GRADED_TEST(Lab06, SortRefusesBadArguments) {
  const auto some = uniform<word>(64);
  const auto asked = [&](shape s, std::int64_t n) {
    request r = request_for("sort_4096", s);
    r.param("finish", 4).param("n", n).param("untimed", 1);
    return r;
  };
  for (const unsigned columns : {0u, 3u, 64u})
    asked({32, columns}, 64).in_out("keys", some).run_refused("columns");
  for (const unsigned block_size : {0u, 48u, 2048u})
    asked({block_size, 16}, 64).in_out("keys", some).run_refused("block_size");
  asked(kSourceShape, 4097).in_out("keys", some).run_refused("n");
  asked(kSourceShape, 64).null_buffer("keys").run_refused("d_keys");
  asked(kSourceShape, 0).null_buffer("keys").run();
}

GRADED_TEST(Lab06, BlockSortIsRightForEverySize) {
  for (const unsigned block_size : {32u, 96u, 256u, 1024u})
    for (const std::size_t n : kBlockSorts) expect_sort_block(uniform<word>(n), block_size);
  for (const unsigned block_size : {256u, 288u, 512u, 1024u})
    for (const std::size_t n : {1009, 2048, 2049, 4095, 4096})
      expect_sort_block(uniform<word>(n), block_size);
}

GRADED_TEST(Lab06, BlockSortIsRightForEveryInput) {
  for (const family& f : key_families())
    for (const std::size_t n : {300, 4096}) expect_sort_block(f.make(n), 256);
  expect_sort_block(words(1000, kLargest), 256);
  expect_sort_block(largest_and_others(1009), 256);
}

GRADED_TEST(Lab06, BlockSortRefusesBadArguments) {
  const auto some = uniform<word>(40);
  for (const unsigned block_size : {0u, 48u, 2048u})
    untimed("sort_block", block_size, 40).in_out("keys", some).run_refused("block_size");
  untimed("sort_block", 256, 4097).in_out("keys", some).run_refused("n");
  untimed("sort_block", 32, 513).in_out("keys", some).run_refused("n");
  untimed("sort_block", 256, 40).null_buffer("keys").run_refused("d_keys");
  untimed("sort_block", 256, 0).null_buffer("keys").run();
}

GRADED_TEST(Lab06, AnySizeIsRightAroundTiles) {
  for (const unsigned block_size : {32u, 256u, 768u, 1024u})
    for (const std::size_t n : {0, 1, 511, 512, 513, 1025, 4095, 4096, 4097, 12289, 20011})
      expect_sort_any(uniform<word>(n), block_size, n % 2 == 0);
  expect_sort_any(uniform<word>(5 * 1536 + 1), 96);
  // Two whole tiles, whatever a tile's number of keys per thread is.
  for (std::size_t items = 1; items <= 40; ++items) expect_sort_any(uniform<word>(2 * 32 * items), 32, false);
  for (const family& f : key_families()) expect_sort_any(f.make(3001), 32);
  expect_sort_any(largest_and_others(3001), 32);
}

GRADED_TEST(Lab06, AnySizeSortsManyKeysAndShowsItsPhases) {
  expect_sort_any(few_distinct<word>(scaled((1u << 16) + 1, 1u << 26)), 256);
  const auto keys = uniform<word>(scaled((1u << 18) + 1, (1u << 24) + 1));
  const std::vector<phase> phases = expect_sort_any(keys, 256);
  for (const char* part : {"tiles", "merge"})
    expect_true(has_phase(phases, part), std::string("The keys are sorted, but the timer has no phase \"") +
                                             part + "\". Put lab::timed_phase phase(timer, \"" + part +
                                             "\") around its launches.");
  const auto of_a_block = uniform<word>(kElements);
  show_phases("merge path, one block", kElements, measured_sort(ask_sort_block(of_a_block, 256), of_a_block));
  show_phases("merge path, many blocks", keys.size(), phases);
  show_baselines(baseline::sort, keys);
}

GRADED_TEST(Lab06, AnySizeRefusesBadArguments) {
  const auto some = uniform<word>(40);
  for (const unsigned block_size : {0u, 48u, 2048u})
    untimed("sort_any", block_size, 40)
        .in_out("keys", some)
        .in_out("scratch", some)
        .run_refused("block_size");
  untimed("sort_any", 256, std::int64_t{1} << 32)
      .in_out("keys", some)
      .in_out("scratch", some)
      .run_refused("n");
  untimed("sort_any", 256, 40).null_buffer("keys").in_out("scratch", some).run_refused("d_keys");
  untimed("sort_any", 256, 40).in_out("keys", some).null_buffer("scratch").run_refused("d_scratch");
  untimed("sort_any", 256, 0).null_buffer("keys").null_buffer("scratch").run();
}
