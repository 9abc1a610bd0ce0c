// SPDX-License-Identifier: Apache-2.0
// Each request to a function of lab 05 has the right input, so that no test needs another exercise.
#pragma once
#include <string>

#include "diagnosis.h"
#include "lab_test.h"
#include "tile_model.h"

namespace lab05 {

using named_words = verifier::keys<std::uint32_t>;

// `sort` and `sort_pairs` have no shift.
inline verifier::request ask_tiled(const std::string& exercise, const cut& c) {
  verifier::request r(exercise);
  r.param("bits", c.bits).param("block_size", c.block_size).param("tile", c.tile);
  return r;
}
inline verifier::request ask_at_shift(const std::string& exercise, const cut& c) {
  verifier::request r = ask_tiled(exercise, c);
  r.param("shift", c.shift);
  return r;
}

inline void note_partial_tile(verifier::request& r, std::size_t n, const cut& c) {
  if (n % c.tile != 0)
    r.note("tile " + std::to_string(n / c.tile) + " is the last and has " + std::to_string(n % c.tile) +
           (n % c.tile == 1 ? " key of " : " keys of ") + std::to_string(c.tile));
}

// Adds d_keys and d_out, or one array for both if in_place.
inline verifier::request ask_tiles(const std::string& exercise, const named_words& keys, const cut& c,
                                   bool in_place) {
  verifier::request r = ask_at_shift(exercise, c);
  if (in_place)
    r.param("in_place", 1).in_out("d_keys", keys);
  else
    r.input("d_keys", keys).output<std::uint32_t>("d_out", keys.size());
  note_partial_tile(r, keys.size(), c);
  return r.timeout(60);
}
inline const char* result_of(bool in_place) { return in_place ? "d_keys" : "d_out"; }

inline verifier::request ask_split(const named_words& keys, const cut& c, bool in_place = false) {
  return ask_tiles("split_tiles", keys, c, in_place);
}
inline verifier::request ask_sort_tiles(const named_words& keys, const cut& c, bool in_place = false) {
  return ask_tiles("sort_tiles", keys, c, in_place)
      .output<std::uint32_t>("d_histogram", c.bins() * c.tiles(keys.size()));
}

enum class equal_digits { in_any_order, in_their_order };

// Without `in_their_order`, a result that is wrong only because it is not stable passes: another test has the
// points for stability.
inline void expect_tiles(const verifier::answer& a, bool in_place, const named_words& keys, const cut& c,
                         equal_digits order) {
  const auto got = a.get<std::uint32_t>(result_of(in_place));
  const words right = sorted_tiles(keys, c);
  if (got == right) return;
  const bool ordered = every_tile_is_ordered(keys, got, c);
  if (ordered && order == equal_digits::in_any_order) return;
  verifier::expect_equal(got, right, result_of(in_place), ordered ? known() : about_tiles(keys, got, c));
}

inline verifier::request ask_local(const named_words& counts, std::size_t tiles, int bits,
                                   unsigned block_size, bool in_place = false) {
  verifier::request r("scan_tile_histograms");
  r.param("tiles", static_cast<std::int64_t>(tiles)).param("bits", bits).param("block_size", block_size);
  if (in_place)
    r.param("in_place", 1).in_out("d_histogram", counts);
  else
    r.input("d_histogram", counts).output<std::uint32_t>("d_local", counts.size());
  return r.timeout(60);
}

// `keys` can be in any order, because their tiles are sorted here.
struct scatter_input {
  words keys, starts, local;
};
inline scatter_input scatter_input_of(const named_words& keys, const cut& c) {
  const words counts = histogram_of(keys, c);
  return {sorted_tiles(keys, c), starts_of(counts), local_of(counts, c.tiles(keys.size()))};
}
inline verifier::request ask_scatter(const scatter_input& in, const cut& c) {
  verifier::request r = ask_at_shift("scatter", c)
                            .input("d_keys", in.keys)
                            .input("d_starts", in.starts)
                            .input("d_local", in.local)
                            .output<std::uint32_t>("d_out", in.keys.size());
  r.note("each key goes to d_starts[bin * tiles + b] + (place in the tile) - d_local[bin * tiles + b]");
  note_partial_tile(r, in.keys.size(), c);
  return r.timeout(60);
}

inline verifier::request ask_sort(const named_words& keys, const cut& c) {
  verifier::request r =
      ask_tiled("sort", c).in_out("keys", keys).output<std::uint32_t>("scratch", keys.size());
  note_partial_tile(r, keys.size(), c);
  return r.timeout(120);
}
inline verifier::request ask_sort_pairs(const named_words& keys, const named_words& values, const cut& c) {
  verifier::request r = ask_tiled("sort_pairs", c)
                            .in_out("d_keys", keys)
                            .in_out("d_values", values)
                            .output<std::uint32_t>("d_scratch_keys", keys.size())
                            .output<std::uint32_t>("d_scratch_values", keys.size());
  note_partial_tile(r, keys.size(), c);
  return r.timeout(120);
}

// The digits are random, but the keys are distinct. n < 2^(32 - c.bits).
inline words distinct_keys(std::size_t n, const cut& c) {
  words keys = verifier::uniform<std::uint32_t>(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t low = i & ((std::uint64_t{1} << c.shift) - 1), high = i >> c.shift;
    keys[i] = static_cast<std::uint32_t>(low | std::uint64_t{c.digit_of(keys[i])} << c.shift |
                                         high << (c.shift + c.bits));
  }
  return keys;
}

}  // namespace lab05
