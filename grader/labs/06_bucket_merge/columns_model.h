// SPDX-License-Identifier: Apache-2.0
// Lab 06 on the host: what the exercises must give, what known mistakes give, and how tests ask.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lab_test.h"

namespace lab06 {

using word = std::uint32_t;
using words = std::vector<word>;

constexpr std::size_t kElements = 4096, kItems = 16;

struct shape {
  unsigned block_size, columns;
};
constexpr shape kSourceShape{32, 32};

inline words sorted(words keys) {
  std::sort(keys.begin(), keys.end());
  return keys;
}

using lists = std::vector<words>;

// Column c has the keys c, c + columns, …
inline lists columns_of(const words& keys, std::size_t columns) {
  lists all(columns);
  for (std::size_t i = 0; i < keys.size(); ++i) all[i % columns].push_back(keys[i]);
  return all;
}

inline words keys_of_columns(const lists& columns) {
  words keys;
  for (std::size_t row = 0;; ++row)
    for (const words& column : columns) {
      if (row >= column.size()) return keys;  // columns before it are not shorter
      keys.push_back(column[row]);
    }
}

inline words with_sorted_columns(const words& keys, std::size_t columns) {
  lists all = columns_of(keys, columns);
  for (words& column : all) std::sort(column.begin(), column.end());
  return keys_of_columns(all);
}

// The mistaken lists: the c-th stretch of as many keys as there are rows.
inline lists stretches_of(const words& keys, std::size_t columns) {
  const std::size_t rows = (keys.size() + columns - 1) / columns;
  lists all(columns);
  for (std::size_t i = 0; i < keys.size(); ++i) all[i / rows].push_back(keys[i]);
  return all;
}

// A merge by heads, in any lists. `all_move`: on a tie every list with the least head goes on, as with an
// atomicMin of the values alone; then fewer keys come out than went in.
inline words merged_by_heads(const lists& from, bool all_move = false) {
  std::vector<std::size_t> at(from.size());
  words out;
  for (;;) {
    std::size_t least = from.size();
    for (std::size_t c = 0; c < from.size(); ++c)
      if (at[c] < from[c].size() && (least == from.size() || from[c][at[c]] < from[least][at[least]]))
        least = c;
    if (least == from.size()) return out;
    const word key = from[least][at[least]];
    out.push_back(key);
    for (std::size_t c = least; c < from.size(); ++c)
      if (c == least || (all_move && at[c] < from[c].size() && from[c][at[c]] == key)) ++at[c];
  }
}

// ---- requests ----

inline verifier::request request_for(const std::string& exercise, shape s) {
  verifier::request asked(exercise);
  asked.param("block_size", s.block_size).param("columns", s.columns).timeout(60);
  return asked;
}

inline verifier::request ask_copy(const words& keys, unsigned block_size) {
  verifier::request asked("copy_in");
  asked.param("block_size", block_size).input("d_keys", keys).output<word>("d_out", keys.size());
  return asked;
}

inline verifier::request ask_columns(const words& keys, shape s) {
  return request_for("sort_columns", s).in_out("d_keys", keys);
}

// Its columns are sorted already, whatever exercise 2 does.
inline verifier::request ask_merge(const std::string& exercise, const words& keys, shape s) {
  return request_for(exercise, s)
      .input("d_columns", with_sorted_columns(keys, s.columns))
      .output<word>("d_out", keys.size());
}

const std::vector<std::string> kFinishes{"cpu", "merge_1", "merge_atomic_min", "merge_reduction",
                                         "merge_reduction_modified"};

inline verifier::request ask_sort_4096(const words& keys, shape s, std::size_t finish) {
  return request_for("sort_4096", s)
      .param("finish", static_cast<std::int64_t>(finish))
      .in_out("keys", keys)
      .note("finish::" + kFinishes[finish]);
}

inline verifier::request ask_sort_block(const words& keys, unsigned block_size) {
  verifier::request asked("sort_block");
  asked.param("block_size", block_size).in_out("keys", keys).timeout(60);
  return asked;
}

inline verifier::request ask_sort_any(const words& keys, unsigned block_size) {
  verifier::request asked("sort_any");
  asked.param("block_size", block_size).in_out("keys", keys).output<word>("scratch", keys.size());
  asked.timeout(120);
  return asked;
}

}  // namespace lab06
