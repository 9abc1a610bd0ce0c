// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "diagnosis.h"
#include "lab_test.h"
#include "tile_calls.h"

using namespace verifier;
using namespace lab05;

namespace {

using u32 = std::uint32_t;

struct tiling {
  unsigned block_size, tile;
};
// Every thread has keys, and the same number of them.
const std::vector<tiling> kFullTilings{{32, 32}, {64, 64}, {96, 384}, {256, 4096}, {1024, 1024}, {512, 8192}};
// Some of these tiles have fewer keys than threads, or an uneven number per thread, at most 16.
const std::vector<tiling> kTilings{{64, 64},    {96, 288},   {32, 4},      {128, 1000},
                                   {256, 4096}, {32, 1},     {64, 330},    {1024, 1024},
                                   {512, 8192}, {736, 8192}, {1024, 8192}, {32, 370}};

cut one_bit(int shift, tiling t) { return {shift, 1, t.block_size, t.tile}; }
cut digit_of(int shift, int bits, tiling t) { return {shift, bits, t.block_size, t.tile}; }

void expect_split(const named_words& keys, const cut& c, equal_digits order = equal_digits::in_any_order,
                  bool in_place = false) {
  trial([&] { expect_tiles(ask_split(keys, c, in_place).run(), in_place, keys, c, order); });
}

void expect_sorted_tiles(const named_words& keys, const cut& c,
                         equal_digits order = equal_digits::in_any_order, bool in_place = false) {
  trial([&] { expect_tiles(ask_sort_tiles(keys, c, in_place).run(), in_place, keys, c, order); });
}

// Tests that are not about the order of the counts also accept block-major order.
void expect_histogram(const named_words& keys, const cut& c, bool in_any_order = false) {
  trial([&] {
    const auto got = ask_sort_tiles(keys, c).run().get<u32>("d_histogram");
    const words right = histogram_of(keys, c);
    if (got == right || (in_any_order && got == transposed(right, c.tiles(keys.size())))) return;
    expect_equal(got, right, "d_histogram", about_histogram(keys, got, c));
  });
}

void expect_local(const named_words& counts, std::size_t tiles, int bits, unsigned block_size,
                  bool in_place = false) {
  trial([&] {
    const auto got = ask_local(counts, tiles, bits, block_size, in_place)
                         .run()
                         .get<u32>(in_place ? "d_histogram" : "d_local");
    const words right = local_of(counts, tiles);
    if (got != right) expect_equal(got, right, "d_local", about_local(counts, got, tiles));
  });
}

void expect_scattered(const named_words& keys, const cut& c) {
  trial([&] {
    const scatter_input in = scatter_input_of(keys, c);
    const auto got = ask_scatter(in, c).run().get<u32>("d_out");
    const words right = ordered_by_digit(in.keys, c);
    if (got == right) return;
    words present = in.keys;
    std::sort(present.begin(), present.end());
    const bool distinct = std::adjacent_find(present.begin(), present.end()) == present.end();
    expect_equal(got, right, "d_out",
                 distinct ? about_scatter(in.keys, got, c, in.starts, in.local) : known());
  });
}

// Returns the phases that the sort timed.
std::vector<phase> expect_sorted(request asked, const named_words& keys, const cut& c) {
  return trial([&]() -> std::vector<phase> {
    const answer a = asked.run();
    const auto got = a.get<u32>("keys");
    if (std::is_sorted(got.begin(), got.end())) {
      expect_sorted_copy(got, keys);
      return a.phases();
    }
    expect_equal(got, ascending_order(keys), "d_keys", about_sort(keys, got, c));
    return {};
  });
}

void expect_pairs(const named_words& keys, const named_words& values, const cut& c, equal_digits order) {
  trial([&] {
    const answer a = ask_sort_pairs(keys, values, c).run();
    const auto got_keys = a.get<u32>("d_keys"), got_values = a.get<u32>("d_values");
    const words right_keys = ascending_order(keys);
    if (!std::is_sorted(got_keys.begin(), got_keys.end()))
      expect_equal(got_keys, right_keys, "d_keys", about_sort(keys, got_keys, c));
    if (order == equal_digits::in_their_order) {
      expect_sorted_pairs(got_keys, got_values, keys, values);
      return;
    }
    expect_sorted_copy(got_keys, keys);
    std::vector<std::pair<u32, u32>> got_pairs, pairs;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      got_pairs.emplace_back(got_keys[i], got_values[i]);
      pairs.emplace_back(keys[i], values[i]);
    }
    std::sort(got_pairs.begin(), got_pairs.end());
    std::sort(pairs.begin(), pairs.end());
    if (got_pairs != pairs) expect_sorted_pairs(got_keys, got_values, keys, values);
  });
}

// `asked` contains the arrays, of 40 elements each, and `names` their names.
void expect_refusals(const std::string& exercise, const std::vector<std::string>& names, bool has_shift,
                     bool has_bits) {
  const auto data = uniform<u32>(40);
  const auto buffer_of = [&](const std::string& name) { return exercise == "sort" ? name.substr(2) : name; };
  const auto asked = [&](std::int64_t shift, std::int64_t bits, std::int64_t block_size, std::int64_t tile,
                         std::int64_t n, const std::string& missing) {
    request r(exercise);
    r.param("block_size", block_size).param("tile", tile).param("claimed_n", n);
    if (has_shift) r.param("shift", shift);
    if (has_bits) r.param("bits", bits);
    for (const std::string& name : names)
      name == missing ? r.null_buffer(buffer_of(name)) : r.in_out(buffer_of(name), data);
    return r;
  };
  if (has_bits)
    for (const int bits : {0, -1, 9, 17}) asked(0, bits, 32, 32, 40, "").run_refused("bits");
  if (has_shift)
    for (const int shift : {-1, 32}) asked(shift, 1, 32, 32, 40, "").run_refused("shift");
  for (const int block_size : {0, 48, 2048}) asked(0, 1, block_size, 32, 40, "").run_refused("block_size");
  for (const int tile : {0, 513}) asked(0, 1, 32, tile, 40, "").run_refused("tile");
  asked(0, 1, 1024, 8193, 40, "").run_refused("tile");
  asked(0, 1, 32, 32, std::int64_t{1} << 32, "").run_refused("n: ");
  asked(0, 1, 32, 1, (std::int64_t{1} << 32) - 1, "")
      .run_refused("tiles");  // more tiles than a grid has blocks
  for (const std::string& name : names) asked(0, 1, 32, 32, 40, name).run_refused(name);
  request nothing(exercise);  // n = 0 is not an error
  nothing.param("block_size", 32).param("tile", 32);
  if (has_shift) nothing.param("shift", 0);
  if (has_bits) nothing.param("bits", 1);
  for (const std::string& name : names) nothing.null_buffer(buffer_of(name));
  nothing.run();
}

}  // namespace

GRADED_TEST(Lab05, SplitSeparatesTheBitsOfWholeTiles) {
  for (const tiling t : kFullTilings)
    for (const int shift : {0, 7, 31}) expect_split(uniform<u32>(3 * t.tile), one_bit(shift, t));
  for (const family& f : key_families()) expect_split(f.make(1024), one_bit(2, {64, 256}));
  expect_split(uniform<u32>(scaled(1 << 16, 1 << 24)), one_bit(13, {256, 4096}));
}

GRADED_TEST(Lab05, SplitCountsOnlyTheKeysOfAPartialTile) {
  for (const tiling t : kTilings)
    for (const std::size_t n : sizes_around(t.tile))
      if (n > 0) expect_split(uniform<u32>(n), one_bit(static_cast<int>(n % 29), t));
  expect_split(uniform<u32>(700), one_bit(9, {64, 100}), equal_digits::in_any_order, true);
  for (const family& f : key_families())
    for (const std::size_t n : {5, 97, 300}) expect_split(f.make(n), one_bit(0, {32, 128}));
}

GRADED_TEST(Lab05, SplitKeepsTheOrderOfEqualBits) {
  for (const tiling t : kFullTilings)
    expect_split(uniform<u32>(4 * t.tile), one_bit(16, t), equal_digits::in_their_order);
}

GRADED_TEST(Lab05, SplitWorksInPlace) {
  for (const tiling t : kFullTilings)
    expect_split(uniform<u32>(2 * t.tile), one_bit(9, t), equal_digits::in_any_order, true);
}

GRADED_TEST(Lab05, SplitRefusesBadArguments) {
  expect_refusals("split_tiles", {"d_keys", "d_out"}, true, false);
}

GRADED_TEST(Lab05, SortTilesOrdersByEveryDigit) {
  for (int bits = 1; bits <= 8; ++bits)
    for (const int shift : {0, 11, 32 - bits})
      expect_sorted_tiles(uniform<u32>(1024), digit_of(shift, bits, {64, 512}));
  for (const int shift : {25, 30, 31}) expect_sorted_tiles(uniform<u32>(512), digit_of(shift, 8, {32, 256}));
  for (const tiling t : kFullTilings) expect_sorted_tiles(uniform<u32>(2 * t.tile), digit_of(8, 8, t));
  for (const family& f : key_families()) expect_sorted_tiles(f.make(1024), digit_of(0, 5, {64, 256}));
}

GRADED_TEST(Lab05, SortTilesTakesOnlyTheKeysOfAPartialTile) {
  const auto expect = [](const named_words& keys, const cut& c) {
    expect_sorted_tiles(keys, c);
    expect_histogram(keys, c, true);
  };
  for (const tiling t : kTilings)
    for (const std::size_t n : {std::size_t{1}, t.tile / 2 + std::size_t{1}, 2 * t.tile + std::size_t{1}})
      expect(uniform<u32>(n), digit_of(static_cast<int>(n % 25), 4, t));
  for (const family& f : key_families()) expect(f.make(997), digit_of(0, 8, {32, 256}));
}

GRADED_TEST(Lab05, SortTilesKeepsTheOrderOfEqualDigits) {
  for (const tiling t : kFullTilings)
    for (const int bits : {2, 3, 7})
      expect_sorted_tiles(uniform<u32>(2 * t.tile), digit_of(16, bits, t), equal_digits::in_their_order);
}

GRADED_TEST(Lab05, TileHistogramsAreBinMajor) {
  for (int bits = 1; bits <= 8; ++bits) expect_histogram(uniform<u32>(1024), digit_of(3, bits, {64, 256}));
  for (const tiling t : kFullTilings) expect_histogram(uniform<u32>(3 * t.tile), digit_of(8, 8, t));
  for (const family& f : key_families()) expect_histogram(f.make(1536), digit_of(24, 8, {64, 512}));
  expect_histogram(all_equal<u32>(8192), digit_of(0, 8, {512, 8192}));  // one counter counts the whole tile
}

GRADED_TEST(Lab05, SortTilesWorksInPlace) {
  for (const tiling t : kFullTilings)
    expect_sorted_tiles(uniform<u32>(2 * t.tile), digit_of(1, 3, t), equal_digits::in_any_order, true);
}

GRADED_TEST(Lab05, SortTilesRefusesBadArguments) {
  expect_refusals("sort_tiles", {"d_keys", "d_out", "d_histogram"}, true, true);
}

namespace {

// The scan does not depend on what is counted.
words counts_for(std::size_t tiles, int bits) {
  words counts = uniform<u32>(tiles << bits);
  for (u32& count : counts) count %= 50;
  return counts;
}

}  // namespace

GRADED_TEST(Lab05, TheScanOfATileIsExclusive) {
  for (int bits = 1; bits <= 8; ++bits)
    for (const std::size_t tiles : {1, 2, 7, 33}) expect_local(counts_for(tiles, bits), tiles, bits, 64);
  for (const family& f : key_families()) {
    const cut c{0, 6, 64, 300};
    expect_local(histogram_of(f.make(1500), c), 5, 6, 64);
  }
}

GRADED_TEST(Lab05, TheScanTakesAnyBlockSizeAndManyTiles) {
  for (const unsigned block_size : {32u, 96u, 256u, 1024u})
    for (const int bits : {1, 5, 8}) expect_local(counts_for(40, bits), 40, bits, block_size);
  expect_local(counts_for(1025, 4), 1025, 4, 128);
  expect_local(counts_for(scaled(301, 65537), 8), scaled(301, 65537), 8, 256);
}

GRADED_TEST(Lab05, TheScanWorksInPlace) {
  for (const int bits : {1, 4, 8}) expect_local(counts_for(65, bits), 65, bits, 128, true);
}

GRADED_TEST(Lab05, TheScanRefusesBadArguments) {
  const auto data = uniform<u32>(16);
  const auto asked = [&](std::int64_t tiles, std::int64_t bits, std::int64_t block_size) {
    request r("scan_tile_histograms");
    return r.param("tiles", tiles).param("bits", bits).param("block_size", block_size);
  };
  const auto both = [&](request r) { return r.in_out("d_histogram", data).in_out("d_local", data); };
  for (const int bits : {0, -1, 9, 17}) both(asked(8, bits, 32)).run_refused("bits");
  for (const int block_size : {0, 48, 2048}) both(asked(8, 1, block_size)).run_refused("block_size");
  both(asked(std::int64_t{1} << 31, 1, 32)).run_refused("tiles");
  asked(8, 1, 32).null_buffer("d_histogram").in_out("d_local", data).run_refused("d_histogram");
  asked(8, 1, 32).in_out("d_histogram", data).null_buffer("d_local").run_refused("d_local");
  asked(0, 1, 32).null_buffer("d_histogram").null_buffer("d_local").run();
}

GRADED_TEST(Lab05, ScatterPlacesEveryKey) {
  for (const int bits : {1, 2, 3, 4, 5, 7, 8})
    for (const int shift : {0, 8, 32 - bits}) {
      const cut c{shift, bits, 64, 256};
      expect_scattered(distinct_keys(2048, c), c);
    }
  for (const tiling t : kTilings) {
    const cut c = digit_of(16, 8, t);
    for (const std::size_t tiles : {1, 5}) expect_scattered(distinct_keys(tiles * t.tile, c), c);
  }
}

GRADED_TEST(Lab05, ScatterMovesThePartialTile) {
  for (const tiling t : kTilings)
    for (const std::size_t n : {std::size_t{1}, t.tile / 2 + std::size_t{1}, 2 * t.tile + std::size_t{1},
                                3 * t.tile + t.tile / std::size_t{2}}) {
      const cut c = digit_of(static_cast<int>(n % 23), 6, t);
      if (n % t.tile != 0) expect_scattered(distinct_keys(n, c), c);
    }
}

GRADED_TEST(Lab05, ScatterIsRightForEveryInput) {
  for (const family& f : key_families()) {
    const cut c{24, 8, 96, 288};
    expect_scattered(f.make(4 * 288), c);
  }
  expect_scattered(uniform<u32>(scaled(1 << 16, 1 << 24)), digit_of(8, 8, {256, 4096}));
}

GRADED_TEST(Lab05, ScatterRefusesBadArguments) {
  expect_refusals("scatter", {"d_keys", "d_starts", "d_local", "d_out"}, true, true);
}

GRADED_TEST(Lab05, SortIsRightForEveryDigitWidth) {
  for (int bits = 1; bits <= 8; ++bits) {
    const cut c{0, bits, 64, 512};
    const auto keys = uniform<u32>(3001);
    expect_sorted(ask_sort(keys, c), keys, c);
  }
}

GRADED_TEST(Lab05, SortIsRightForEveryTiling) {
  for (const tiling t : kTilings) {
    const cut c = digit_of(0, 4, t);
    const auto keys = uniform<u32>(std::min<std::size_t>(9 * t.tile + 5, 20011));
    expect_sorted(ask_sort(keys, c), keys, c);
  }
}

GRADED_TEST(Lab05, SortHandlesEveryKindAndSizeOfInput) {
  const cut c{0, 8, 32, 128};
  for (const family& f : key_families())
    for (const std::size_t n : sizes_around(c.tile)) {
      const auto keys = f.make(n);
      expect_sorted(ask_sort(keys, c), keys, c);
    }
  const auto keys = uniform<u32>(1009);
  expect_sorted(ask_sort(keys, c).param("untimed", 1), keys, c);
  const cut large{0, 8, 512, 8192};
  words crowded = uniform<u32>(2 * 8192 + 1);  // all but a few keys of a tile have the same digits
  for (std::size_t i = 0; i < crowded.size(); ++i) crowded[i] = i % 1000 == 0 ? crowded[i] : 0x01010101u;
  expect_sorted(ask_sort(crowded, large), crowded, large);
}

// Scanning the counters takes more than one level. On a GPU, also sorts far more than the 2^20 keys at which
// source 000 stopped.
GRADED_TEST(Lab05, SortOfManyKeysShowsItsPhases) {
  const cut c{0, 8, 256, 4096};
  for (const std::size_t n : {scaled((1 << 17) - 1, (1 << 20) - 1), scaled(1 << 17, 1 << 20)}) {
    const auto keys = uniform<u32>(n);
    expect_sorted(ask_sort(keys, c), keys, c);
  }
  if (on_gpu()) {
    const auto keys = uniform<u32>(1 << 28);
    expect_sorted(ask_sort(keys, c), keys, c);
  }
  const std::size_t n = scaled((1 << 18) + 1, 16777217);
  const auto keys = uniform<u32>(n);
  expect_sorted(ask_sort(keys, c), keys, c);
  show_phases("lab 05", n, measured_sort(ask_sort(keys, c), keys));
  show_other_lab("lab 04", "04_multiblock_radix", ask_sort(keys, c), keys);
  show_baselines(baseline::radix_sort, keys);
}

GRADED_TEST(Lab05, PairsStayTogether) {
  for (const tiling t : kTilings) {
    const auto keys = uniform<u32>(std::min<std::size_t>(3 * t.tile + 2, 10007));
    expect_pairs(keys, uniform<u32>(keys.size()), digit_of(0, 8, t), equal_digits::in_any_order);
  }
  for (const int bits : {1, 3, 5, 7})
    for (const std::size_t n : {0, 1, 2, 2003})
      expect_pairs(uniform<u32>(n), uniform<u32>(n), {0, bits, 64, 256}, equal_digits::in_any_order);
}

GRADED_TEST(Lab05, EqualKeysKeepTheOrderOfTheirValues) {
  for (const family& f : key_families())
    for (const int bits : {3, 8})
      expect_pairs(f.make(1201), ascending<u32>(1201), {0, bits, 32, 256}, equal_digits::in_their_order);
}

GRADED_TEST(Lab05, SortRefusesBadArguments) {
  expect_refusals("sort", {"d_keys", "d_scratch"}, false, true);
  expect_refusals("sort_pairs", {"d_keys", "d_values", "d_scratch_keys", "d_scratch_values"}, false, true);
}
