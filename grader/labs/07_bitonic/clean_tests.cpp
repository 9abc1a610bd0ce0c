// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "counting.h"
#include "diagnosis.h"
#include "lab_test.h"
#include "network_calls.h"

using namespace verifier;
using namespace lab07;

namespace {

// "" is the schedule that a student's program uses.
const char* const kSchedules[] = {"", "fifo", "lockstep", "reverse", "random:1"};

// Findings come first, because they explain wrong results.
answer expect_clean_steps(request asked, const named_words& keys, const steps& all,
                          std::uint64_t most_span = 0) {
  const words expected = run_steps(keys, all);
  const answer a = asked.timeout(60).counted(most_span).run();
  expect_clean(a);
  const auto got = a.get<word>("keys");
  if (got != expected) expect_equal(got, expected, "keys", about_steps(keys, all, got));
  if (got != keys) expect_ran_on_device(a, sizeof(word));
  return a;
}

answer expect_clean_sort(const request& asked, const named_words& keys, std::uint64_t most_span = 0) {
  return expect_clean_steps(asked, keys, network(1, ceil_log2(keys.size())), most_span);
}

void expect_launches(const answer& a, std::uint64_t budget, const std::string& why) {
  expect_at_most(a, cost::launches, budget, why);
}

std::uint64_t launches_without_barrier(const answer& a) {
  std::uint64_t launches = 0;
  for (const kernel_counters& k : a.counters()) launches += k.most_barriers == 0 ? k.launches : 0;
  return launches;
}

std::uint64_t conflicts_of(const answer& a) {
  const kernel_counters all = a.total();
  return all.shared_load.conflicts + all.shared_store.conflicts;
}

// Exercise 2's kernel loads every key in every step. In exercise 3, a thread does most steps at the end of a
// stage by itself.
void expect_steps_in_registers(config c) {
  const auto keys = uniform<word>(2 * c.tile());
  const steps all = network(1, ceil_log2(c.tile()));
  const answer a = expect_clean_steps(ask("sort_tiles_vectors", keys, c), keys, all);
  const std::uint64_t words = a.total().shared_load.bytes / sizeof(word);
  expect_as_asked(
      a, words < (all.size() - 2) * keys.size(),
      "by loading every key from shared memory in each of " + text(all.size()) + " steps (" + text(words) +
          " words for " + text(keys.size()) +
          " keys). That is exercise 2. Here, a thread must have 2 * L * M keys in registers, and the "
          "steps between these keys load nothing.");
}

// In exercise 4, neighbouring threads read neighbouring vectors, so loads have no conflicts. A kernel that
// compares in place, as in exercise 3, has conflicts in three steps. Conflicts in one step, or of words
// loaded one by one, are ignored.
void expect_remapped(const answer& a) {
  constexpr std::uint64_t kWarpOfVectors = 32 * 16;
  const access_counts loads = a.total().shared_load;
  expect_as_asked(
      a, loads.bytes != loads.requests * kWarpOfVectors || loads.conflicts <= loads.requests,
      "its loads of vectors have " + text(loads.conflicts) +
          " bank conflicts: some steps do not read neighbouring places with neighbouring "
          "threads, as in exercise 3. Here, each step must write the vectors to the places from which the next step reads.");
}

// `got` is the value of `counter`, or of a cost without a counter.
void expect_exactly(const answer& a, std::optional<cost> counter, const std::string& what, std::uint64_t got,
                    std::uint64_t expected, std::size_t n, config c) {
  const std::string where = "n = " + text(n) + ", " + c.name();
  if (counter.has_value())
    expect_at_most(a, *counter, expected,
                   "That is what your predicted_counts says for " + where + " (" + what + ").");
  expect_true(got == expected, "The result is right, but your kernels made " + text(got) + " " + what +
                                   " for " + where + ", but your predicted_counts says " + text(expected) +
                                   ".");
}

}  // namespace

GRADED_TEST(Lab07, StepsAreClean) {
  const auto many = uniform<word>(4096);
  trial([&] {
    expect_clean_steps(ask_steps("compare_exchange_step", many, {12, 11}, 0), many, {{12, 11}}, 500);
  });
  for (const char* schedule : kSchedules) {
    const auto keys = uniform<word>(256);
    for (const step s : {step{8, 7}, step{8, 4}, step{1, 0}})
      trial([&] {
        expect_clean_steps(ask_steps("compare_exchange_step", keys, s, 0).schedule(schedule), keys, {s});
      });
    const auto all = few_distinct<word>(64);
    trial([&] { expect_clean_sort(ask("sort_steps", all).schedule(schedule), all); });
  }
}

GRADED_TEST(Lab07, HybridIsClean) {
  const auto many = uniform<word>(2048);
  const answer large = expect_clean_sort(ask("sort_hybrid", many, 1024), many, 9000);
  for (const char* schedule : kSchedules) {
    const auto keys = uniform<word>(256);
    const answer tiles =
        expect_clean_steps(ask("sort_tiles", keys, 64).schedule(schedule), keys, network(1, 7));
    expect_launches(tiles, 1,
                    "Run all steps of a tile in one launch, with a barrier between consecutive steps.");
    expect_block_size(tiles, 64);
    const answer tails =
        expect_clean_steps(ask("finish_merge", keys, 64).schedule(schedule), keys, finish(7));
    expect_launches(tails, 1,
                    "Run all steps of a tail in one launch, with a barrier between consecutive steps.");
    expect_block_size(tails, 64);
    const answer sort = expect_clean_sort(ask("sort_hybrid", keys, 32).schedule(schedule), keys);
    expect_launches(sort, 6,
                    "One for the tiles, one per global step, and one for the tail of each later stage.");
    expect_block_size(sort, 32);
  }
  expect_span(large, 9000, "In each step, all threads compare, one pair each.");
}

GRADED_TEST(Lab07, VectorsAreClean) {
  const auto many = uniform<word>(8192);
  trial([&] { expect_clean_sort(ask("sort_vectors", many, config{64, 4, 1}), many, 40000); });
  for (const char* schedule : kSchedules)
    for (const config c : {config{32, 4, 1}, config{32, 4, 2}}) {
      const auto keys = uniform<word>(4 * c.tile());
      expect_block_size(expect_clean_sort(ask("sort_vectors", keys, c).schedule(schedule), keys),
                        c.block_size);
    }
  for (const config c : {config{64, 8, 2}, config{32, 8, 4}}) {
    const auto keys = uniform<word>(2 * c.tile());
    trial([&] { expect_clean_sort(ask("sort_vectors", keys, c), keys); });
  }
  expect_steps_in_registers({32, 4, 2});
}

GRADED_TEST(Lab07, RemappedMergeIsClean) {
  const auto many = uniform<word>(8192);
  trial([&] { expect_clean_steps(ask_remapped(many, 64, false), many, finish(9), 4000); });
  for (const char* schedule : kSchedules)
    for (const bool swap : {false, true}) {
      const auto keys = uniform<word>(1024);
      expect_block_size(expect_clean_steps(ask_remapped(keys, 64, swap).schedule(schedule), keys, finish(9)),
                        64);
    }
}

GRADED_TEST(Lab07, SwapRemovesBankConflicts) {
  constexpr unsigned kThreads = 128;
  const auto keys = uniform<word>(16 * kThreads);
  const steps all = finish(ceil_log2(8 * kThreads));
  const answer plain = expect_clean_steps(ask_remapped(keys, kThreads, false), keys, all);
  const answer swapped = expect_clean_steps(ask_remapped(keys, kThreads, true), keys, all);
  expect_remapped(plain);
  expect_true(
      swapped.total().shared_store.bytes >= keys.size() * sizeof(word),
      "The result is right, but the tile did not go through shared memory, which is the point of this "
      "exercise.");
  // If each half of a warp stores in its own branch, the halves are counted separately. Some conflicts remain
  // then, but fewer than without the swap; any other choice of threads leaves at least as many. From these
  // four stores, nvcc makes two of the whole warp, for which an H200 counts no conflict.
  const access_counts stores = swapped.total().shared_store, stores_of_plain = plain.total().shared_store;
  const bool in_branches =
      stores.requests > stores_of_plain.requests && stores.bytes == stores_of_plain.bytes;
  const std::uint64_t without = conflicts_of(plain);
  expect_at_most(
      swapped, cost::bank_conflicts, in_branches && without > 0 ? without - 1 : 0,
      "A quarter of a warp writes 8 vectors at once. They don't conflict if their places differ modulo 8, so "
      "half of the threads must write their second vector first: those in which bit b - 1 of t is set." +
          (in_branches ? " Without the swap there are " + text(without) + "." : ""));
  show_remark("Bank conflicts in finish_merge_remapped, " + text(keys.size()) + " keys, blocks of " +
              text(kThreads) + " threads: " + text(without) + " without the swap, " +
              text(conflicts_of(swapped)) + " with it.");
}

GRADED_TEST(Lab07, FusedStepsAreClean) {
  const auto keys = uniform<word>(8192);
  const answer fused = expect_clean_steps(ask_steps("fused_steps", keys, {13, 12}, 4), keys,
                                          {{13, 12}, {13, 11}, {13, 10}, {13, 9}}, 8000);
  expect_launches(fused, 1, "Fused steps are one launch, and the keys stay in registers between steps.");
  const std::uint64_t words = fused.total().global_load.bytes / sizeof(word);
  expect_as_asked(fused, words < 3 * keys.size(),
                  "by loading " + text(words) + " words for " + text(keys.size()) +
                      " keys and 4 steps. Fused steps must load each key only once, and keep it in registers "
                      "from then on.");
}

GRADED_TEST(Lab07, SortIsClean) {
  const auto many = uniform<word>(16384);
  request large = ask("sort_pairs", many);
  trial([&] { expect_clean_sort(large.in_out("values", ascending<word>(many.size())), many, 90000); });
  for (const char* schedule : kSchedules) {
    const auto keys = few_distinct<word>(301);
    trial([&] { expect_clean_sort(ask("sort", keys).schedule(schedule), keys); });
    const auto some = uniform<word>(77);
    trial([&] { expect_clean_sort(ask("sort_hybrid", some, 32).schedule(schedule), some); });
    const auto more = uniform<word>(301);
    trial([&] { expect_clean_sort(ask("sort_vectors", more, config{32, 4, 1}).schedule(schedule), more); });
    trial([&] { expect_clean_steps(ask_remapped(more, 32, true).schedule(schedule), more, finish(8)); });
  }
  for (const std::size_t n : {0, 1, 2}) {
    const auto keys = uniform<word>(n);
    trial([&] { expect_clean_sort(ask("sort", keys), keys); });
  }
  const auto keys = uniform<word>(2501);
  trial([&] { expect_clean_sort(ask("sort", keys), keys); });
  request pairs = ask("sort_pairs", keys);
  trial([&] { expect_clean_sort(pairs.in_out("values", ascending<word>(keys.size())), keys); });
}

GRADED_TEST(Lab07, SortTakesNoSecondBuffer) {
  const std::string why = "The sort is in place, so it needs no second array, and no memory for keys past n.";
  const auto keys = uniform<word>(2501);
  expect_at_most(expect_clean_sort(ask("sort", keys), keys), cost::device_memory, 0, why);
  request pairs = ask("sort_pairs", keys);
  expect_at_most(expect_clean_sort(pairs.in_out("values", keys), keys), cost::device_memory, 0, why);
  const auto few = uniform<word>(301);
  expect_at_most(expect_clean_sort(ask("sort_steps", few), few), cost::device_memory, 0, why);
  expect_at_most(expect_clean_sort(ask("sort_hybrid", few, 64), few), cost::device_memory, 0, why);
  expect_at_most(expect_clean_sort(ask("sort_vectors", few, config{32, 4, 1}), few), cost::device_memory, 0,
                 why);
}

GRADED_TEST(Lab07, CountedIsWhatWasPredicted) {
  needs_checkers();
  std::string table;
  for (const config c :
       {config{32, 4, 1}, config{32, 8, 1}, config{64, 4, 1}, config{32, 4, 4}, config{32, 8, 2}})
    for (const std::size_t n : {16 * c.tile(), 3 * c.tile() - 1}) {
      if (n > c.tile() * 4 && c.vectors > 1) continue;
      const counted said = predicted(n, c), expected = derived(n, c);
      expect_prediction("launches", said.launches, expected.launches, n, c);
      const auto keys = uniform<word>(n);
      const answer a = expect_clean_sort(ask("sort_vectors", keys, c).schedule("fifo"), keys,
                                         n > c.tile() * 4 ? 6 * n : 0);
      expect_exactly(a, cost::launches, "launches of all cases", a.total().launches, said.launches, n, c);
      expect_exactly(a, std::nullopt, "launches without a barrier, global steps,",
                     launches_without_barrier(a), said.global_steps, n, c);
      expect_exactly(a, cost::barriers_per_block, "barriers in a block of case 1", a.total().most_barriers,
                     said.tile_barriers, n, c);
      if (c.vectors == 1 && n == 16 * c.tile())
        table += (table.empty() ? "" : "; ") + ("2N = " + text(n)) +
                 ", L = " + std::to_string(c.vector_length) + ", ITEMS = " + text(c.block_size) + ": " +
                 text(a.total().launches - 1) + " (source " +
                 std::to_string(host_synchronisations_of_source(n, c)) + ")";
      if (n > c.tile() * 4) continue;
      const answer tail =
          expect_clean_steps(ask("finish_merge_vectors", keys, c), keys, finish(ceil_log2(c.tile())));
      expect_exactly(tail, cost::barriers_per_block, "barriers in a block of case 3",
                     tail.total().most_barriers, said.finish_barriers, n, c);
    }
  show_remark(
      "Synchronisations by the host: counted (launches minus one), and by the formula that the source "
      "prints: " +
      table + ".");
}
