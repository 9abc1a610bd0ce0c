// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "lab_test.h"
#include "tiles_model.h"

namespace lab04 {

using named_words = verifier::keys<word>;

// Output arrays begin with the same word everywhere, so that adding to it can be recognised.
constexpr word kBefore = 1000003;

inline verifier::request request_for(const char* exercise, digit d, tiling t) {
  verifier::request asked(exercise);
  asked.param("shift", d.shift).param("bits", d.bits);
  asked.param("block_size", t.block_size).param("tile", t.tile).timeout(120);
  return asked;
}

inline verifier::request ask_histogram(const named_words& keys, digit d, tiling t) {
  return request_for("block_histogram", d, t)
      .input("d_keys", keys)
      .in_out("d_histogram", words(d.bins() * t.tiles(keys.size()), kBefore));
}

inline verifier::request ask_relative(const named_words& keys, digit d, tiling t) {
  return request_for("relative_positions", d, t)
      .input("d_keys", keys)
      .output<word>("d_relative", keys.size());
}

// The starts and relative positions are right, whatever exercises 1 to 3 do. worked_example runs the source's
// kernel.
inline verifier::request ask_scatter(const named_words& keys, digit d, tiling t,
                                     const char* exercise = "scatter") {
  return request_for(exercise, d, t)
      .input("d_keys", keys)
      .input("d_relative", relative_of(keys, d, t))
      .input("d_starts", starts_of(keys, d, t))
      .output<word>("d_out", keys.size());
}

inline verifier::request ask_sort(const named_words& keys, int bits, tiling t, bool timed = true) {
  verifier::request asked("sort");
  asked.in_out("keys", keys).output<word>("scratch", keys.size());
  asked.param("bits", bits).param("block_size", t.block_size).param("tile", t.tile).timeout(120);
  if (!timed) asked.param("untimed", 1);
  return asked;
}

inline verifier::request ask_sort_pairs(const named_words& keys, const named_words& values, int bits,
                                        tiling t, bool timed = true) {
  verifier::request asked("sort_pairs");
  asked.in_out("keys", keys).in_out("values", values);
  asked.output<word>("scratch_keys", keys.size()).output<word>("scratch_values", keys.size());
  asked.param("bits", bits).param("block_size", t.block_size).param("tile", t.tile).timeout(120);
  if (!timed) asked.param("untimed", 1);
  return asked;
}

}  // namespace lab04
