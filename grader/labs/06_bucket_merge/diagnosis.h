// SPDX-License-Identifier: Apache-2.0
// The results that common mistakes in lab 06 give. Each function takes a result that differs from the
// expected one.
#pragma once
#include <string>

#include "columns_calls.h"

namespace lab06 {

using verifier::known;
using verifier::slip;

constexpr word kLargest = 0xffffffff;

inline std::string text(std::size_t n) { return std::to_string(n); }

inline std::size_t first_difference(const words& got, const words& expected) {
  std::size_t i = 0;
  while (i < got.size() && got[i] == expected[i]) ++i;
  return i;
}

// ---- exercise 2 ----

inline words columns_by_low_bits(const words& keys, std::size_t columns, int bits) {
  const word mask = (word{1} << bits) - 1;
  lists all = columns_of(keys, columns);
  for (words& column : all)
    std::stable_sort(column.begin(), column.end(), [&](word a, word b) { return (a & mask) < (b & mask); });
  return keys_of_columns(all);
}

inline known about_columns(const words& keys, std::size_t columns, const words& got) {
  words stretches;
  for (const words& stretch : stretches_of(keys, columns)) {
    const words part = sorted(stretch);
    stretches.insert(stretches.end(), part.begin(), part.end());
  }
  lists by_upper_bits = columns_of(keys, columns);
  for (words& column : by_upper_bits)
    std::stable_sort(column.begin(), column.end(), [](word a, word b) { return a >> 1 < b >> 1; });
  words but_last = with_sorted_columns(words(keys.begin(), keys.end() - 1), columns);
  but_last.push_back(keys.back());
  lists downwards = columns_of(keys, columns);
  for (words& column : downwards) std::sort(column.rbegin(), column.rend());
  std::vector<slip> slips{
      {"unmoved", got == keys,
       "d_keys is unchanged: nothing was stored there, or each key was stored at its old place."},
      {"stretches", got == stretches,
       "Runs of " + text((keys.size() + columns - 1) / columns) +
           " neighbouring keys are sorted, but those are rows. Column c has the keys c, c + columns, "
           "c + 2 * columns, …"},
      {"all", columns > 1 && got == sorted(keys),
       "The keys are sorted as one array, instead of column by column. Each column must be sorted by itself, "
       "and no key leaves it."},
      {"first pass", got == keys_of_columns(by_upper_bits),
       "The columns are in order of all bits but bit 0: its pass is missing."},
      {"last key", got == but_last, "The last key, d_keys[n - 1], was left out. All others are in order."},
      {"descending", got == keys_of_columns(downwards),
       "The columns are in descending order, but zeros must come before ones."}};
  for (int bits = 31; bits > 0; --bits)
    slips.push_back({"passes from " + std::to_string(bits), got == columns_by_low_bits(keys, columns, bits),
                     "The columns are in order of their lowest " +
                         (bits == 1 ? "bit" : std::to_string(bits) + " bits") + " only: " +
                         (bits == 31 ? "the pass for bit 31 is missing. "
                                     : "the passes from bit " + std::to_string(bits) + " on are missing. ") +
                         "There are 32 passes; an unsigned mask becomes 0 after the last of them."});
  const lists before = columns_of(keys, columns), after = columns_of(got, columns);
  for (std::size_t c = 0; c < columns; ++c)
    if (sorted(before[c]) != sorted(after[c]))
      return {slips, "Column " + text(c) + " no longer has its own keys: some are lost or replaced."};
  return slips;
}

// ---- exercises 3 to 6 ----

// A merge that has taken only these keys. What it stores after them is open.
inline bool is_merge(const words& got, const words& taken) {
  return taken.size() <= got.size() && std::equal(taken.begin(), taken.end(), got.begin());
}

// The first index at which heads of two lists are equal, if none of them advances.
inline bool stops_at_a_tie(const lists& columns, const words& expected, const words& got) {
  const std::size_t first = first_difference(got, expected);
  const auto has_key = [&](const words& column) {
    return std::find(column.begin(), column.end(), got[first]) != column.end();
  };
  return first > 0 && got[first] == expected[first - 1] && expected[0] < got[first] &&
         std::count_if(columns.begin(), columns.end(), has_key) > 1 &&
         std::all_of(got.begin() + static_cast<std::ptrdiff_t>(first), got.end(),
                     [&](word key) { return key == got[first]; });
}

// Facts about the first wrong index.
inline std::string about_first(const words& in, const words& expected, const words& got) {
  const std::size_t first = first_difference(got, expected);
  const auto from = got.begin() + static_cast<std::ptrdiff_t>(first);
  const auto is_key = [&](word x) { return std::binary_search(expected.begin(), expected.end(), x); };
  if (sorted(got) == expected) return "All keys are there, but not in order.";
  if (first + 1 < got.size() && std::none_of(from, got.end(), is_key))
    return "From index " + text(first) + " on, there are no keys of the input.";
  if (!is_key(got[first]))
    return "Index " + text(first) + " has " + text(got[first]) + ", which isn't a key of the input.";
  const auto count = [&](const words& all) { return std::count(all.begin(), all.end(), expected[first]); };
  std::string fact = count(got) < count(in) ? "The key " + text(expected[first]) + " is missing" : "";
  if (first > 0 && std::find(got.begin(), from, got[first]) != from)
    fact += (fact.empty() ? "At" : ", and at") + (" index " + text(first)) + " an earlier key appears again";
  return fact.empty() ? fact : fact + ".";
}

// Says from which list the first wrong key comes, and from which one it should come.
inline std::string about_lists(const words& in, std::size_t columns, const words& got) {
  const words expected = sorted(in);
  const std::size_t first = first_difference(got, expected);
  const auto place = [&](word key) {
    const std::size_t i = static_cast<std::size_t>(std::find(in.begin(), in.end(), key) - in.begin());
    return "key " + text(i / columns) + " of list " + text(i % columns);
  };
  const auto once = [&](word key) { return std::count(in.begin(), in.end(), key) == 1; };
  if (columns < 2 || !once(got[first]) || !once(expected[first])) return "";
  return " Index " + text(first) + " has " + place(got[first]) + ", but the next one is " +
         place(expected[first]) + ".";
}

inline known about_merge(const words& in, std::size_t columns, const words& got) {
  const words expected = sorted(in);
  const lists all = columns_of(in, columns);
  words whole_lists;
  for (const words& column : all) whole_lists.insert(whole_lists.end(), column.begin(), column.end());
  const auto by_sign = [](word a, word b) {
    return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b);
  };
  // 0xffffffff ends its list, or the whole merge.
  lists cut = all;
  for (words& column : cut) column.erase(std::find(column.begin(), column.end(), kLargest), column.end());
  words of_rows = merged_by_heads(from_rows_of(in, columns));
  of_rows.resize(std::min(of_rows.size(), got.size()));
  const words all_move = merged_by_heads(all, true);
  return {
      {{"stretches", columns > 1 && got == merged_by_heads(stretches_of(in, columns)),
        "The lists were taken as runs of " + text((in.size() + columns - 1) / columns) +
            " neighbouring keys. List c is column c: keys c, c + columns, c + 2 * columns, …"},
       {"from rows", columns > 1 && is_merge(got, of_rows),
        "List c began at element c * columns, the start of a row. It begins at element c."},
       {"list after list", got == whole_lists,
        "d_out holds whole lists, one after another, so list numbers are compared before keys. If one word holds "
        "both, the key must be in the upper bits."},
       {"unmoved", got == in && columns > 1,
        "d_out has the keys in the order of d_columns: nothing was merged."},
       {"all move", all_move.size() < got.size() && is_merge(got, all_move),
        "Several lists had the same key as their head, and all of them advanced, though only "
        "one key was stored. On a tie, only one list advances. The smallest value alone does not say which. Let "
        "the lists that have it choose one, or combine the value with the list's number."},
       {"none moves", stops_at_a_tie(all, expected, got),
        "The merge stops where several lists have the least key as their head: none of them advances. One must."},
       {"largest is the end", expected.back() == kLargest && is_merge(got, merged_by_heads(cut)),
        "Keys that are 0xffffffff were taken for the mark of an exhausted list. They are keys like any other: "
        "recognize an exhausted list by its index."},
       {"descending", got == merged_by_heads(all, false, std::greater<word>()),
        "The largest head was taken instead of the smallest."},
       {"signed", got == merged_by_heads(all, false, by_sign),
        "The keys are in the order of signed numbers, where keys of 2^31 or more are negative. Compare them "
        "as std::uint32_t."},
       {"last key", is_merge(got, words(expected.begin(), expected.end() - 1)),
        "The last key of all is missing: the merge ends one step too early."}},
      about_first(in, expected, got) + about_lists(in, columns, got)};
}

// ---- exercise 8 and the whole sort ----

inline known about_sort(const words& keys, const words& got) {
  const words expected = sorted(keys);
  std::vector<slip> slips{
      {"unmoved", got == keys,
       "The keys are unchanged: nothing was stored there, or each key was stored at its old place."}};
  for (std::size_t run = std::size_t{1} << 24; run >= 2; run /= 2) {
    if (run >= keys.size()) continue;
    words runs = keys;
    for (std::size_t begin = 0; begin < runs.size(); begin += run)
      std::sort(runs.begin() + static_cast<std::ptrdiff_t>(begin),
                runs.begin() + static_cast<std::ptrdiff_t>(std::min(runs.size(), begin + run)));
    if (got == runs)
      slips.push_back({"rounds", true,
                       "Runs of " + text(run) +
                           " keys are sorted, but not merged with each other: a round is missing. "
                           "Rounds go on while a run is shorter than n, even if n isn't a power of two."});
  }
  return {slips, about_first(keys, expected, got)};
}

}  // namespace lab06
