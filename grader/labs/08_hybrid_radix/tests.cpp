// SPDX-License-Identifier: Apache-2.0
#include "hybrid_calls.h"
#include "ranks_in_tiles.h"

using namespace verifier;
using namespace lab08;

namespace {

// Returns whether got[i] is the number of keys with an equal digit in the tile of key i for which counts(k,
// i) holds.
template <class Counts>
bool are_ranks_by(const words& got, const words& keys, const cut& c, Counts counts) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::size_t begin = i / c.tile * c.tile, end = std::min(keys.size(), begin + c.tile);
    u32 rank = 0;
    for (std::size_t k = begin; k < end; ++k)
      rank += c.digit_of(keys[k]) == c.digit_of(keys[i]) ? counts(k, i) : 0;
    if (got[i] != rank) return false;
  }
  return true;
}

known about_ranks(const words& keys, const cut& c, const words& got, const words& right) {
  const auto is_by = [&](auto counts) { return are_ranks_by(got, keys, c, counts); };
  const auto first =
      static_cast<std::size_t>(std::mismatch(got.begin(), got.end(), right.begin()).first - got.begin());
  words got_sorted = got, right_sorted = right;
  std::sort(got_sorted.begin(), got_sorted.end());
  std::sort(right_sorted.begin(), right_sorted.end());
  std::vector<slip> slips{{"itself", is_by([](auto k, auto i) { return k <= i; }),
                           "Each rank is one too large: a key must not count itself."}};
  const std::size_t stretch = (c.tile + c.block_size - 1) / c.block_size * std::size_t{32};
  for (const auto& [length, of] :
       {std::pair<std::size_t, const char*>{32, "row"}, {stretch, "warp's stretch"}}) {
    const auto part = [&, length = length](std::size_t i) { return i % c.tile / length; };
    const std::string each = std::string(of) + " of " + std::to_string(length) + " keys";
    slips.push_back(
        {std::string("alone, ") + of, is_by([&](auto k, auto i) { return part(k) == part(i) && k < i; }),
         "The ranks start again with each " + each + ": the counts of earlier ones are not added."});
    slips.push_back({std::string("not its own, ") + of,
                     is_by([&](auto k, auto i) { return part(k) < part(i); }),
                     "Keys with equal digits in one " + each + " share a rank."});
    slips.push_back({std::string("whole, ") + of, is_by([&](auto k, auto i) { return part(k) <= part(i); }),
                     "Each rank counts all keys with the same digit in the key's " + each +
                         ". It must count only the keys before that key."});
    slips.push_back({std::string("twice, ") + of, is_by([&](auto k, auto i) {
                       return (part(k) <= part(i)) + (part(k) == part(i) && k < i);
                     }),
                     "Each rank includes the count of its own " + each +
                         ". Only earlier ones count here: the sums must be exclusive."});
    slips.push_back({std::string("higher lanes, ") + of, is_by([&](auto k, auto i) {
                       return part(k) < part(i) || (part(k) == part(i) && k > i);
                     }),
                     "In its " + each + ", each rank counts the keys after it instead of those before it."});
  }
  return {slips,
          (got_sorted == right_sorted ? "These are the right ranks, but some are at the wrong keys. " : "") +
              verifier::why_this_rank(
                  keys, [&](u32 key) { return c.digit_of(key); }, c.tile, first)};
}

void expect_ranks(const named_words& keys, const cut& c) {
  trial([&] {
    const auto got = ask_ranks(keys, c).run().get<u32>("d_ranks");
    const words right = ranks_of(keys, c);
    if (got == right) return;
    expect_equal(got, right, "d_ranks", about_ranks(keys, c, got, right));
  });
}

// Expects a refusal of a null pointer for each array in `names`, of 300 elements each, and of too many
// elements.
void expect_refusals(const std::string& exercise, const std::vector<std::string>& names,
                     std::int64_t too_many) {
  const words data(300, 1);
  const auto asked = [&](std::int64_t n, const std::string& missing) {
    request r(exercise);
    r.param("claimed_n", n).param("shift", 0).param("bits", 8).param("block_size", 64).param("tile", 64);
    for (const std::string& name : names) name == missing ? r.null_buffer(name) : r.in_out(name, data);
    return r;
  };
  asked(too_many, "").run_refused(exercise == "rank_tiles" ? "n: " : "n");
  for (const std::string& name : names) asked(40, name).run_refused(exercise == "sort" ? "d_" + name : name);
  asked(0, "").run();  // n = 0 is not an error
}
// A workspace that is one word too small is refused, and the message says how many words the sort needs.
void expect_workspace(request (*ask)(const named_words&), const named_words& keys) {
  const auto needed = static_cast<std::int64_t>(ask(keys).run().value("workspace_words"));
  if (needed == 0) return;
  ask(keys).param("workspace_words", needed - 1).run_refused("d_workspace: ");
  ask(keys).param("workspace_words", needed - 1).run_refused(std::to_string(needed));
}
constexpr std::int64_t kTooMany = std::int64_t{1} << 32, kTooManyPairs = std::int64_t{1} << 30;

void expect_counts(const named_words& keys, std::size_t skipped = 0) {
  trial([&] {
    const auto got = ask_counts(keys, skipped).run().get<u32>("d_counts");
    const words right = counts_of({keys.begin() + static_cast<std::ptrdiff_t>(skipped), keys.end()});
    if (got == right) return;
    words narrow = right, side_by_side(right.size());
    const std::size_t half = right.size() / 2;
    for (u32& count : narrow) count &= 0xffff;
    for (std::size_t b = 0; b < right.size(); ++b) side_by_side[2 * (b % half) + b / half] = right[b];
    expect_equal(
        got, right, "d_counts",
        std::vector<slip>{
            {"16 bits", got == narrow, "A 16-bit counter has overflowed: counts are right modulo 65 536."},
            {"pairs", got == side_by_side,
             "Pairs of counters that were packed into one word were taken for neighbours: the counts of buckets i and "
             "i + 32 768 are at 2 * i and next to it."}});
  });
}

void expect_buckets(const buckets& b) {
  trial([&] {
    const auto got = ask_buckets(b).run().get<u32>("d_keys");
    expect_equal(got, b.sorted(), "d_keys", b.wrong_ones(got));
  });
}

void expect_sorted(const named_words& keys) {
  trial([&] { expect_sorted_copy(ask_sort(keys).run().get<u32>("keys"), keys); });
}

words with_top_bits(words keys, u32 top) {
  for (u32& key : keys) key = top << 16 | (key & 0xffff);
  return keys;
}

}  // namespace

GRADED_TEST(Lab08, RanksCountTheKeysBefore) {
  for (const cut c : {cut{0, 8, 256, 4096}, cut{24, 8, 32, 32}, cut{5, 3, 64, 256}, cut{16, 1, 1024, 2048},
                      cut{8, 8, 1024, 8192}, cut{0, 5, 512, 8192}})
    for (const std::size_t n : {std::size_t{c.tile}, 3 * std::size_t{c.tile}})
      expect_ranks(uniform<u32>(n), c);
  for (const family& f : key_families()) expect_ranks(f.make(2048), {8, 8, 128, 1024});
  expect_ranks(all_equal<u32>(8192), {0, 8, 1024, 8192});
}

GRADED_TEST(Lab08, RanksOfPartialTilesAreRight) {
  for (const std::size_t n : sizes_around(512)) expect_ranks(uniform<u32>(n), {0, 4, 128, 512});
  for (const std::size_t n : {1, 31, 33, 600, 999}) expect_ranks(all_equal<u32>(n), {0, 8, 96, 300});
  expect_refusals("rank_tiles", {"d_keys", "d_ranks"}, kTooMany);
}

GRADED_TEST(Lab08, SweepIsStable) {
  for (const int shift : {0, 8, 16, 24})
    for (const std::size_t n : {1, 100, 10241, 25000}) {
      const pairs in = numbered(uniform<u32>(n));
      trial([&] {
        expect_pairs(ask_sweep(in, shift).run(), "d_out_keys", "d_out_values", ordered(in, shift), shift);
      });
    }
  for (const family& f : key_families()) {
    const pairs in = numbered(f.make(11000));
    trial([&] { expect_pairs(ask_sweep(in, 8).run(), "d_out_keys", "d_out_values", ordered(in, 8), 8); });
  }
  expect_refusals("sweep", {"d_keys", "d_values", "d_out_keys", "d_out_values"}, kTooManyPairs);
  for (const int shift : {-8, 4, 32}) ask_sweep(numbered(uniform<u32>(40)), shift).run_refused("shift");
}

GRADED_TEST(Lab08, SweepWaitsForTheTilesBefore) {
  const pairs in = numbered(uniform<u32>(45000));
  for (const char* schedule : {"reverse", "random:1", "random:2", "pct:3,3"})
    trial([&] {
      expect_pairs(ask_sweep(in, 16).schedule(schedule).run(), "d_out_keys", "d_out_values", ordered(in, 16),
                   16);
    });
  // There are more tiles than the simulated device runs at once, and the last blocks start first. A look-back
  // by block number would wait for blocks that have not begun.
  const pairs many = numbered(uniform<u32>(360000));
  trial([&] {
    expect_pairs(ask_sweep(many, 16).schedule("reverse").timeout(20).run(), "d_out_keys", "d_out_values",
                 ordered(many, 16), 16);
  });
}

GRADED_TEST(Lab08, PairsAreSortedStably) {
  for (const std::size_t n : {0, 1, 2, 1000, 20480, 20481}) {
    const pairs in = numbered(uniform<u32>(n));
    trial([&] { expect_pairs(ask_sort_pairs(in).run(), "d_keys", "d_values", ordered(in, -1), -1); });
  }
  for (const family& f : key_families()) {
    const pairs in = numbered(f.make(scaled(12000, std::size_t{1} << 20)));
    trial([&] { expect_pairs(ask_sort_pairs(in).run(), "d_keys", "d_values", ordered(in, -1), -1); });
  }
  expect_refusals("sort_pairs", {"d_keys", "d_values", "d_scratch_keys", "d_scratch_values"}, kTooManyPairs);
  expect_workspace([](const named_words& keys) { return ask_sort_pairs(numbered(keys)); },
                   uniform<u32>(5000));
}

GRADED_TEST(Lab08, SplitPutsEveryKeyIntoItsBin) {
  for (const std::size_t n : {1, 100, 15359, 15360, 15361, 50000}) {
    const auto keys = uniform<u32>(n);
    trial([&] { expect_split(ask_split(keys).run(), keys); });
  }
  expect_refusals("split", {"d_keys", "d_cursors", "d_out"}, kTooMany);
}

GRADED_TEST(Lab08, SplitIsRightForEveryInput) {
  for (const family& f : key_families())
    for (const std::size_t n : {4000, 32000}) {
      const auto keys = f.make(n);
      trial([&] { expect_split(ask_split(keys).run(), keys); });
    }
}

GRADED_TEST(Lab08, BucketsAreCounted) {
  for (const std::size_t n : {1, 7, 65537, 100003}) expect_counts(uniform<u32>(n));
  for (const family& f : key_families()) expect_counts(f.make(60000));
  for (const std::size_t skipped : {1, 2, 3}) expect_counts(uniform<u32>(20000), skipped);
  expect_refusals("count_buckets", {"d_keys", "d_counts"}, kTooMany);
}

GRADED_TEST(Lab08, CountersDoNotOverflow) {
  // On a GPU, each block has more than 2^16 keys.
  expect_counts(with_top_bits(uniform<u32>(scaled(200000, std::size_t{1} << 25)), 0xffff));
  words two = with_top_bits(uniform<u32>(scaled(300001, std::size_t{1} << 25)), 0x1234);
  for (std::size_t i = 0; i < two.size(); i += 2)
    two[i] = 0x9234u << 16;  // packed 16-bit counters may be in the same word
  expect_counts(two);
  for (std::size_t i = 0; i < two.size(); i += 3) two[i] = 0x1235u << 16;  // neighbours may also share a word
  expect_counts(two);
}

GRADED_TEST(Lab08, BucketsAreSorted) {
  const auto low = uniform<u32>(kMaxBucket);
  expect_buckets(
      buckets_of({1, 2, 31, 32, 33, 1000, 4096, kMaxBucket}, [&](std::size_t k) { return low[k]; }));
  expect_buckets(buckets_of({0, 0, 5, 0, 700, 0}, [&](std::size_t k) { return low[k]; }));
  const words crowd{0, 1, 2, 37, 36, 35, 34, 33, 32, 65535};  // a few keys in reverse, after three others
  expect_buckets(buckets_of({crowd.size()}, [&](std::size_t k) { return crowd[k]; }));
  std::vector<std::size_t> many(1500);  // more buckets than blocks running at the same time
  for (std::size_t b = 0; b < many.size(); ++b) many[b] = b % 4;
  expect_buckets(buckets_of(many, [](std::size_t k) { return static_cast<u32>(9 - k); }));
  expect_refusals("sort_buckets", {"d_keys", "d_ends"}, kTooMany);
}

GRADED_TEST(Lab08, CrowdedBucketsAreSorted) {
  const auto low = uniform<u32>(kMaxBucket);
  const std::vector<std::size_t> sizes{kMaxBucket, 40, 3000};
  expect_buckets(buckets_of(sizes, [](std::size_t) { return 77u; }));
  expect_buckets(buckets_of(sizes, [&](std::size_t k) { return low[k] % 3; }));  // the last bits only
  expect_buckets(
      buckets_of(sizes, [&](std::size_t k) { return low[k] % 16 * 0x1111; }));  // few distinct keys
  expect_buckets(buckets_of(sizes, [&](std::size_t k) { return k % 7 == 0 ? low[k] : low[k] % 60; }));
  expect_buckets(buckets_of(sizes, [](std::size_t k) { return static_cast<u32>(65535 - k); }));  // descending
}

GRADED_TEST(Lab08, SortIsRightForEverySize) {
  for (const std::size_t n : {0, 1, 2, 100, 4607, 4608, 4609, 9216, 9217, 18432, 18433, 65536, 65537})
    expect_sorted(uniform<u32>(n));
  expect_refusals("sort", {"keys", "scratch"}, kTooMany);
  expect_workspace(ask_sort, uniform<u32>(5000));
}

GRADED_TEST(Lab08, SortIsRightForEveryInput) {
  for (const family& f : key_families())
    for (const std::size_t n : {4000, 20000, 80000}) expect_sorted(f.make(n));
}

GRADED_TEST(Lab08, SkewedBucketsAreSorted) {
  expect_sorted(with_top_bits(uniform<u32>(5000), 0xabcd));    // too large for one block's local sort
  expect_sorted(with_top_bits(uniform<u32>(140000), 0xabcd));  // also too large for a 16-bit counter
  words keys = uniform<u32>(90000);
  for (std::size_t i = 0; i < 70000; ++i) keys[i] = 0x77770000u | (keys[i] & 0xffff);
  expect_sorted(keys);
  for (std::size_t i = 0; i < 40000; ++i) keys[i] = 0x77771234u;
  expect_sorted(keys);
  for (std::size_t i = 0; i < 65536; ++i) keys[i] = 0x77771234u;  // one more than a 16-bit counter can hold
  for (std::size_t i = 65536; i < keys.size(); ++i) keys[i] &= 0x6fffffff;
  expect_sorted(keys);
  // Among small buckets, one has the largest size that a block sorts, and another has one key more.
  for (const std::size_t size : {kMaxBucket, kMaxBucket + 1}) {
    words others = uniform<u32>(30000);
    for (u32& key : others) key &= 0x7fffffff;
    const words bucket = with_top_bits(uniform<u32>(size), 0xabcd);
    others.insert(others.begin() + 9000, bucket.begin(), bucket.end());
    expect_sorted(others);
  }
}

GRADED_TEST(Lab08, SortOfManyKeysShowsItsPhases) {
  const std::size_t n = scaled(100000, (std::size_t{1} << 24) + 1);
  const auto keys = uniform<u32>(n);
  show_phases("lab 08", n, measured_sort(ask_sort(keys), keys));
  show_baselines(baseline::radix_sort, keys);
}
