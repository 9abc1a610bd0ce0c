// SPDX-License-Identifier: Apache-2.0
// The right results of lab 06, and those of known mistakes.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lab06 {

using word = std::uint32_t;
using words = std::vector<word>;

constexpr std::size_t kElements = 4096, kItems = 16;

struct shape {
  unsigned block_size, columns;
};
constexpr shape kSourceShape{32, 32};

// The worked example of the README.
const words kExample{6, 3, 5, 2, 7, 5, 1, 3, 0, 2, 4, 5};
constexpr std::size_t kExampleColumns = 3;

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
      if (row >= column.size()) return keys;  // earlier columns are never shorter
      keys.push_back(column[row]);
    }
}

inline words with_sorted_columns(const words& keys, std::size_t columns) {
  lists all = columns_of(keys, columns);
  for (words& column : all) std::sort(column.begin(), column.end());
  return keys_of_columns(all);
}

// Mistakes: list c is the c-th run of consecutive keys, or goes through a column from the start of row c.
inline lists stretches_of(const words& keys, std::size_t columns) {
  const std::size_t rows = (keys.size() + columns - 1) / columns;
  lists all(columns);
  for (std::size_t i = 0; i < keys.size(); ++i) all[i / rows].push_back(keys[i]);
  return all;
}
inline lists from_rows_of(const words& keys, std::size_t columns) {
  lists all(columns);
  for (std::size_t c = 0; c < columns; ++c)
    for (std::size_t i = c * columns; i < keys.size(); i += columns) all[c].push_back(keys[i]);
  return all;
}

struct head {
  std::size_t list;
  word key;
};

// Each step takes the smallest head, of the first list if several are equal. With `all_move`, all of those
// lists advance, as with an atomicMin of the values alone, so fewer keys come out.
template <class Before = std::less<word>>
std::vector<head> heads_taken(const lists& from, bool all_move = false, Before before = {}) {
  std::vector<std::size_t> at(from.size());
  std::vector<head> out;
  for (;;) {
    std::size_t least = from.size();
    for (std::size_t c = 0; c < from.size(); ++c)
      if (at[c] < from[c].size() && (least == from.size() || before(from[c][at[c]], from[least][at[least]])))
        least = c;
    if (least == from.size()) return out;
    const word key = from[least][at[least]];
    out.push_back({least, key});
    for (std::size_t c = least; c < from.size(); ++c)
      if (c == least || (all_move && at[c] < from[c].size() && from[c][at[c]] == key)) ++at[c];
  }
}

template <class Before = std::less<word>>
words merged_by_heads(const lists& from, bool all_move = false, Before before = {}) {
  words out;
  for (const head& taken : heads_taken(from, all_move, before)) out.push_back(taken.key);
  return out;
}

}  // namespace lab06
