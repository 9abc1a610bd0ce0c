// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hybrid_model.h"
#include "lab_test.h"

namespace lab08 {

using named_words = verifier::keys<u32>;

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
// Sorts stably by the digit at `shift`, or by the whole key if `shift` is negative.
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
inline std::vector<std::pair<u32, u32>> joined(const words& keys, const words& values) {
  std::vector<std::pair<u32, u32>> all;
  for (std::size_t i = 0; i < keys.size(); ++i) all.emplace_back(keys[i], values[i]);
  std::sort(all.begin(), all.end());
  return all;
}
inline bool in_order_of(const words& keys, int shift, int bits) {
  const cut c{shift, bits, 0, 1};
  return std::is_sorted(keys.begin(), keys.end(),
                        [&](u32 a, u32 b) { return c.digit_of(a) < c.digit_of(b); });
}
inline verifier::known about_pairs(const words& keys, const words& values, const pairs& right, int shift) {
  const bool together = joined(keys, values) == joined(right.keys, right.values);
  std::vector<verifier::slip> slips;
  for (const int bits : {24, 16, 8})
    slips.push_back({"passes from " + std::to_string(bits),
                     shift < 0 && together && in_order_of(keys, 0, bits),
                     "The keys are in order of bits 0 to " + std::to_string(bits - 1) +
                         " only. The later passes are missing."});
  const bool ordered = shift < 0 ? keys == right.keys : in_order_of(keys, shift, 8);
  return {slips, together && ordered
                     ? "Each value is with its key, but keys with equal digits are not in their original "
                       "order."
                 : keys == right.keys ? "The keys are right, but the values are not."
                                      : ""};
}
// The order is by the digit at `shift`, or by the whole key if `shift` is negative.
inline void expect_pairs(const answer& a, const char* keys, const char* values, const pairs& right,
                         int shift) {
  const auto got_keys = a.get<u32>(keys), got_values = a.get<u32>(values);
  if (got_keys == right.keys && got_values == right.values) return;
  const verifier::known looks = about_pairs(got_keys, got_values, right, shift);
  verifier::expect_equal(got_keys, right.keys, keys, looks);
  verifier::expect_equal(got_values, right.values, values, looks);
}

inline request ask_split(const named_words& keys) {
  return request("split")
      .input("d_keys", keys)
      .in_out("d_cursors", bin_starts(keys, 24, 8))
      .output<u32>("d_out", keys.size())
      .timeout(60);
}
// Groups the keys by bin. Within a bin, any order is right, so keys in the right bin stay where `got` has
// them.
inline words split_like(const words& got, words keys) {
  std::sort(keys.begin(), keys.end());
  words right(keys.size());
  for (std::size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
    while (end < keys.size() && keys[end] >> 24 == keys[begin] >> 24) ++end;
    std::multiset<u32> left(keys.begin() + begin, keys.begin() + end);
    std::vector<std::size_t> open;
    for (std::size_t i = begin; i < end; ++i) {
      const auto found = left.find(got[i]);
      if (found == left.end()) {
        open.push_back(i);
        continue;
      }
      right[i] = got[i];
      left.erase(found);
    }
    auto next = left.begin();
    for (const std::size_t i : open) right[i] = *next++;
  }
  return right;
}
inline void expect_split(const answer& a, const named_words& keys) {
  const auto got = a.get<u32>("d_out"), cursors = a.get<u32>("d_cursors");
  const auto in_order = [](words w) { return std::sort(w.begin(), w.end()), w; };
  const words starts = bin_starts(keys, 24, 8);
  words ends(starts.begin() + 1, starts.end());
  ends.push_back(static_cast<u32>(keys.size()));
  verifier::expect_equal(cursors, ends, "d_cursors",
                         verifier::known({}, "Afterwards, a cursor must be where its bin ends.", "d_out"));
  verifier::expect_equal(
      got, split_like(got, keys), "d_out",
      in_order(got) == in_order(keys) ? "All keys are there, but some are in the places of other bins." : "");
}

inline words counts_of(const named_words& keys) {
  words counts(65536, 0);
  for (const u32 key : keys) ++counts[key >> 16];
  return counts;
}
// Counts the keys from `skipped` on.
inline request ask_counts(const named_words& keys, std::size_t skipped = 0) {
  request r("count_buckets");
  r.param("skipped", static_cast<std::int64_t>(skipped));
  return r.input("d_keys", keys).output<u32>("d_counts", 65536).timeout(60);
}

// The top 16 bits of a bucket's keys are its number.
constexpr std::size_t kMaxBucket = 4608;
struct buckets {
  words keys, ends;
  words sorted() const {
    words right = keys;
    std::sort(right.begin(), right.end());
    return right;
  }
  // Says which buckets are wrong, by their sizes.
  std::string wrong_ones(const words& got) const {
    const words right = sorted();
    std::set<std::size_t> wrong, others;
    bool all_descend = true;
    for (std::size_t b = 0, begin = 0; b < ends.size(); begin = ends[b++]) {
      if (ends[b] == begin) continue;
      const auto from = got.begin() + begin, to = got.begin() + ends[b];
      const bool good = std::equal(from, to, right.begin() + begin);
      (good ? others : wrong).insert(ends[b] - begin);
      all_descend = all_descend && (good || std::is_sorted(from, to, std::greater<>()));
    }
    const auto listed = [](const std::set<std::size_t>& sizes) {
      std::string list;
      for (const std::size_t size : sizes) list += (list.empty() ? "" : ", ") + std::to_string(size);
      return list;
    };
    return "Sizes of the wrong buckets: " + listed(wrong) +
           (others.empty() ? ". None is right" : ". Sizes of the right buckets: " + listed(others)) +
           (all_descend ? ". In the wrong buckets, the keys descend." : ".");
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
