// SPDX-License-Identifier: Apache-2.0
// Each test of exercises 1 to 6 computes its input itself, so mistakes in earlier exercises have no effect.
#include "columns_calls.h"
#include "diagnosis.h"
#include "lab_test.h"

using namespace verifier;
using namespace lab06;

namespace {

const std::vector<std::size_t> kSizes{0, 1, 2, 31, 32, 33, 127, 128, 129, 1009, 2039, 4095, 4096};
const std::vector<shape> kShapes{kSourceShape, {96, 32}, {128, 16}, {256, 1}, {96, 3}, {96, 96}, {256, 256}};
// For shapes with many columns, whose steps take long on the simulated device.
constexpr std::size_t kFewKeys = 300;

void expect_columns(const named_words& keys, shape s) {
  trial([&] {
    const auto got = ask_columns(keys, s).run().get<word>("d_keys");
    const words expected = with_sorted_columns(keys, s.columns);
    if (got != expected) expect_equal(got, expected, "d_keys", about_columns(keys, s.columns, got));
  });
}

void expect_merge(const std::string& exercise, const named_words& keys, shape s) {
  trial([&] {
    const auto got = ask_merge(exercise, keys, s).run().get<word>("d_out");
    const words columns = with_sorted_columns(keys, s.columns),
                expected = merged_by_heads(columns_of(columns, s.columns));
    if (got != expected) expect_equal(got, expected, "d_out", about_merge(columns, s.columns, got));
  });
}

// As in the source, all keys are distinct, so no two heads are equal.
words shuffled(std::size_t n) {
  words keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<word>(i * 2654435761u);  // odd: no two are equal
  return keys;
}

void expect_merges_of_every_shape(const std::string& exercise) {
  for (const std::size_t n : kSizes) expect_merge(exercise, shuffled(n), kSourceShape);
  for (const shape s : kShapes)
    for (const std::size_t n : {1, 33, 257, 300}) expect_merge(exercise, shuffled(n), s);
  expect_merge(exercise, shuffled(kElements), {128, 16});
  expect_merge(exercise, shuffled(100), {1024, 1024});   // most lists have no key
  expect_merge(exercise, shuffled(1024), {1024, 1024});  // all lists have one key
  words uneven(1000);                                    // one list runs out long after all others
  for (std::size_t i = 0; i < uneven.size(); ++i)
    uneven[i] = static_cast<word>(i % 32 == 7 ? 1000000 + i : 1000 - i);
  expect_merge(exercise, uneven, kSourceShape);
}

void expect_merges_of_equal_keys(const std::string& exercise) {
  expect_merge(exercise, {5, 5, 5, 5, 5, 9}, {96, 3});
  for (const family& f : key_families()) {
    expect_merge(exercise, f.make(1009), kSourceShape);
    expect_merge(exercise, f.make(300), {96, 3});
  }
  for (const family& f : key_families()) expect_merge(exercise, f.make(kFewKeys), {256, 256});
  expect_merge(exercise, few_distinct<word>(kElements), kSourceShape);
  expect_merge(exercise, all_equal<word>(kElements), kSourceShape);
}

// 0xffffffff is among the keys, in lists that run out early and in lists that don't.
void expect_merges_of_the_largest_keys(const std::string& exercise) {
  for (const std::size_t n : {1, 40, 1000}) expect_merge(exercise, words(n, kLargest), kSourceShape);
  for (const shape s : {kSourceShape, shape{96, 3}, shape{256, 256}}) {
    words keys = uniform<word>(kFewKeys);
    for (std::size_t i = 0; i < keys.size(); i += 3) keys[i] = kLargest;
    expect_merge(exercise, keys, s);
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = i % s.columns == 0 ? kLargest : 7;
    expect_merge(exercise, keys, s);
  }
}

void expect_merge_refuses(const std::string& exercise) {
  const auto some = uniform<word>(64);
  const auto refused = [&](shape s, const std::string& argument, std::int64_t n = 64) {
    request_for(exercise, s)
        .param("n", n)
        .input("d_columns", some)
        .in_out("d_out", some)
        .run_refused(argument);
  };
  for (const unsigned columns : {0u, 3u, 48u, 64u, 33u}) refused({32, columns}, "columns");
  for (const unsigned block_size : {0u, 48u, 2048u}) refused({block_size, 16}, "block_size");
  refused(kSourceShape, "n", 4097);
  const auto of_nulls = [&](std::int64_t n) {
    return std::move(request_for(exercise, kSourceShape).param("n", n));
  };
  of_nulls(64).null_buffer("d_columns").in_out("d_out", some).run_refused("d_columns");
  of_nulls(64).input("d_columns", some).null_buffer("d_out").run_refused("d_out");
  of_nulls(0).null_buffer("d_columns").null_buffer("d_out").run();  // n = 0 is not an error
}

}  // namespace

GRADED_TEST(Lab06, CopyInCopiesEveryKey) {
  for (const unsigned block_size : {32u, 96u, 1024u})
    for (const std::size_t n : kSizes) {
      const auto keys = uniform<word>(n);
      trial([&] {
        expect_equal(ask_copy(keys, block_size).run().get<word>("d_out"), keys, "d_out",
                     "Each key keeps its index.");
      });
    }
}

GRADED_TEST(Lab06, CopyInRefusesBadArguments) {
  const auto some = uniform<word>(40);
  const auto asked = [&](unsigned block_size, std::int64_t n) {
    request r("copy_in");
    r.param("block_size", block_size).param("n", n);
    return r;
  };
  for (const unsigned block_size : {0u, 48u, 2048u})
    asked(block_size, 40).input("d_keys", some).in_out("d_out", some).run_refused("block_size");
  asked(32, 4097).input("d_keys", some).in_out("d_out", some).run_refused("n");
  asked(32, 40).null_buffer("d_keys").in_out("d_out", some).run_refused("d_keys");
  asked(32, 40).input("d_keys", some).null_buffer("d_out").run_refused("d_out");
  asked(32, 0).null_buffer("d_keys").null_buffer("d_out").run();
}

GRADED_TEST(Lab06, ColumnsOfTheWorkedExample) { expect_columns(kExample, {96, kExampleColumns}); }

GRADED_TEST(Lab06, ColumnsAreSortedForEveryShape) {
  for (const shape s : kShapes)
    for (const std::size_t n : kSizes) expect_columns(uniform<word>(n), s);
  expect_columns(uniform<word>(kElements), {1024, 1024});
}

GRADED_TEST(Lab06, ColumnsAreSortedForEveryInput) {
  for (const family& f : key_families())
    for (const shape s : {kSourceShape, shape{96, 3}}) expect_columns(f.make(1009), s);
  expect_columns(words(100, kLargest), kSourceShape);
}

GRADED_TEST(Lab06, ColumnsRefuseBadArguments) {
  const auto some = uniform<word>(64);
  const auto refused = [&](shape s, const std::string& argument, std::int64_t n = 64) {
    request_for("sort_columns", s).param("n", n).in_out("d_keys", some).run_refused(argument);
  };
  for (const unsigned columns : {0u, 3u, 48u, 64u, 33u}) refused({32, columns}, "columns");
  for (const unsigned block_size : {0u, 48u, 2048u}) refused({block_size, 16}, "block_size");
  refused(kSourceShape, "n", 4097);
  request_for("sort_columns", kSourceShape).param("n", 64).null_buffer("d_keys").run_refused("d_keys");
  request_for("sort_columns", kSourceShape).param("n", 0).null_buffer("d_keys").run();
}

GRADED_TEST(Lab06, MergeByOneThreadForEveryShape) { expect_merges_of_every_shape("merge_1"); }
GRADED_TEST(Lab06, MergeByOneThreadOfEqualKeys) { expect_merges_of_equal_keys("merge_1"); }
GRADED_TEST(Lab06, MergeByOneThreadOfTheLargestKeys) { expect_merges_of_the_largest_keys("merge_1"); }
GRADED_TEST(Lab06, MergeByOneThreadRefusesBadArguments) { expect_merge_refuses("merge_1"); }

GRADED_TEST(Lab06, AtomicMinForEveryShape) { expect_merges_of_every_shape("merge_atomic_min"); }
GRADED_TEST(Lab06, AtomicMinMovesOneListOnATie) { expect_merges_of_equal_keys("merge_atomic_min"); }
GRADED_TEST(Lab06, AtomicMinOfTheLargestKeys) { expect_merges_of_the_largest_keys("merge_atomic_min"); }
GRADED_TEST(Lab06, AtomicMinRefusesBadArguments) { expect_merge_refuses("merge_atomic_min"); }

GRADED_TEST(Lab06, ReductionForEveryShape) { expect_merges_of_every_shape("merge_reduction"); }
GRADED_TEST(Lab06, ReductionOfEqualKeys) { expect_merges_of_equal_keys("merge_reduction"); }
GRADED_TEST(Lab06, ReductionOfTheLargestKeys) { expect_merges_of_the_largest_keys("merge_reduction"); }
GRADED_TEST(Lab06, ReductionRefusesBadArguments) { expect_merge_refuses("merge_reduction"); }

GRADED_TEST(Lab06, GroupsForEveryShape) { expect_merges_of_every_shape("merge_reduction_modified"); }
GRADED_TEST(Lab06, GroupsOfEqualKeys) { expect_merges_of_equal_keys("merge_reduction_modified"); }
GRADED_TEST(Lab06, GroupsOfTheLargestKeys) { expect_merges_of_the_largest_keys("merge_reduction_modified"); }
GRADED_TEST(Lab06, GroupsRefuseBadArguments) { expect_merge_refuses("merge_reduction_modified"); }
