// SPDX-License-Identifier: Apache-2.0
// How tests ask for lab 08's functions, and what is right.
#pragma once
#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "hybrid_model.h"
#include "lab_test.h"

namespace lab08 {

using named_words = verifier::keys<u32>;  // messages say what they are

using verifier::answer;
using verifier::request;

inline request ask_ranks(const named_words& keys, const cut& c) {
  request r("rank_tiles");
  r.param("shift", c.shift).param("bits", c.bits).param("block_size", c.block_size).param("tile", c.tile);
  return r.input("d_keys", keys).output<u32>("d_ranks", keys.size()).timeout(60);
}
struct pairs {
  named_words keys, values;
};
inline pairs numbered(named_words keys) {
  words values(keys.size());
  std::iota(values.begin(), values.end(), 0u);
  return {std::move(keys), std::move(values)};
}
// Stably by the digit at `shift`, or by the whole key if it is negative.
inline pairs ordered(const pairs& in, int shift) {
  std::vector<std::size_t> from(in.keys.size());
  std::iota(from.begin(), from.end(), std::size_t{0});
  const auto digit = [&](std::size_t i) { return shift < 0 ? in.keys[i] : (in.keys[i] >> shift) & 255; };
  std::stable_sort(from.begin(), from.end(),
                   [&](std::size_t a, std::size_t b) { return digit(a) < digit(b); });
  pairs out;
  for (const std::size_t i : from) {
    out.keys.push_back(in.keys[i]);
    out.values.push_back(in.values[i]);
  }
  return out;
}
inline request ask_sweep(const pairs& in, int shift) {
  return request("sweep")
      .param("shift", shift)
      .input("d_keys", in.keys)
      .input("d_values", in.values)
      .output<u32>("d_out_keys", in.keys.size())
      .output<u32>("d_out_values", in.keys.size())
      .timeout(60);
}
inline request ask_sort_pairs(const pairs& in) {
  return request("sort_pairs")
      .in_out("d_keys", in.keys)
      .in_out("d_values", in.values)
      .output<u32>("d_scratch_keys", in.keys.size())
      .output<u32>("d_scratch_values", in.keys.size())
      .timeout(120);
}
inline void expect_pairs(const answer& a, const char* keys, const char* values, const pairs& right) {
  const auto got_keys = a.get<u32>(keys), got_values = a.get<u32>(values);
  if (got_keys == right.keys && got_values != right.values) {
    words sorted = got_values;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end())
      verifier::wrong(
          "The keys are right, but pairs with equal digits are not in their old order: a rank must count the "
          "equal digits of all earlier rows, warps and tiles, and of lower lanes only.");
  }
  verifier::expect_equal(got_keys, right.keys, keys,
                         "Keys in order of the digit, equal digits in their old order.");
  verifier::expect_equal(got_values, right.values, values, "A value goes where its key goes.");
}

inline request ask_split(const named_words& keys) {
  return request("split")
      .input("d_keys", keys)
      .in_out("d_cursors", bin_starts(keys, 24, 8))
      .output<u32>("d_out", keys.size())
      .timeout(60);
}
inline void expect_split(const answer& a, const named_words& keys) {
  const auto got = a.get<u32>("d_out"), cursors = a.get<u32>("d_cursors");
  words in_order = got, right = keys;
  const words starts = bin_starts(keys, 24, 8);
  const auto bin_less = [](u32 x, u32 y) { return x >> 24 < y >> 24; };
  if (!std::is_sorted(got.begin(), got.end(), bin_less)) {
    std::stable_sort(right.begin(), right.end(), bin_less);
    verifier::expect_equal(
        got, right, "d_out",
        "Keys of smaller bins come first (within a bin any order is right; here it is the old one).");
  }
  std::sort(in_order.begin(), in_order.end());
  verifier::expect_sorted_copy(named_words(in_order), keys);
  words ends(starts.begin() + 1, starts.end());
  ends.push_back(static_cast<u32>(keys.size()));
  verifier::expect_equal(cursors, ends, "d_cursors", "Afterwards a cursor is where its bin ends.");
}

inline words counts_of(const named_words& keys) {
  words counts(65536, 0);
  for (const u32 key : keys) ++counts[key >> 16];
  return counts;
}
inline request ask_counts(const named_words& keys) {
  return request("count_buckets").input("d_keys", keys).output<u32>("d_counts", 65536).timeout(60);
}

// Buckets of the given sizes: keys whose top 16 bits are the bucket's number.
struct buckets {
  words keys, ends;
  words sorted() const {
    words right = keys;
    std::sort(right.begin(), right.end());
    return right;
  }
};
template <class Low>
buckets buckets_of(const std::vector<std::size_t>& sizes, Low low) {
  buckets b;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    for (std::size_t k = 0; k < sizes[i]; ++k)
      b.keys.push_back(static_cast<u32>(i) << 16 | (low(k) & 0xffff));
    b.ends.push_back(static_cast<u32>(b.keys.size()));
  }
  return b;
}
inline request ask_buckets(const buckets& b) {
  return request("sort_buckets").in_out("d_keys", b.keys).input("d_ends", b.ends).timeout(60);
}

inline request ask_sort(const named_words& keys) {
  return request("sort").in_out("keys", keys).output<u32>("scratch", keys.size()).timeout(120);
}

}  // namespace lab08
