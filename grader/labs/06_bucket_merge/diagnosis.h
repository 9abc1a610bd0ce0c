// SPDX-License-Identifier: Apache-2.0
// Guesses why an exercise of lab 06 is wrong, from its wrong result. Each function takes a result that
// differs from the expected one, and returns sentences, or "" if it has no guess.
#pragma once
#include <map>
#include <string>

#include "columns_model.h"

namespace lab06 {

constexpr word kLargest = 0xffffffff;

inline std::string text(std::size_t n) { return std::to_string(n); }

inline std::size_t first_difference(const words& got, const words& expected) {
  std::size_t i = 0;
  while (i < got.size() && got[i] == expected[i]) ++i;
  return i;
}

inline bool starts_with(const words& all, const words& part) {
  return part.size() <= all.size() && std::equal(part.begin(), part.end(), all.begin());
}

// ---- exercise 2 ----

inline words columns_by_low_bits(const words& keys, std::size_t columns, int bits) {
  const word mask = (word{1} << bits) - 1;
  lists all = columns_of(keys, columns);
  for (words& column : all)
    std::stable_sort(column.begin(), column.end(), [&](word a, word b) { return (a & mask) < (b & mask); });
  return keys_of_columns(all);
}

inline std::string diagnose_columns(const words& keys, std::size_t columns, const words& got) {
  const words expected = with_sorted_columns(keys, columns);
  if (got == keys)
    return "d_keys is unchanged: nothing was stored there, or each key was stored at its old place.";
  words stretches;
  for (const words& stretch : stretches_of(keys, columns)) {
    const words part = sorted(stretch);
    stretches.insert(stretches.end(), part.begin(), part.end());
  }
  if (got == stretches)
    return "Runs of " + text((keys.size() + columns - 1) / columns) +
           " neighbouring keys are sorted, but those are rows. Column c has the keys c, c + columns, "
           "c + 2 * columns, …";
  if (got == sorted(keys) && columns > 1)
    return "All keys are sorted, across the columns. Here, each column must be sorted by itself, and no key leaves "
           "it.";
  for (int bits = 31; bits > 0; --bits)
    if (got == columns_by_low_bits(keys, columns, bits))
      return "The columns are in order of their lowest " +
             (bits == 1 ? "bit" : std::to_string(bits) + " bits") + " only: " +
             (bits == 31 ? "the pass for bit 31 is missing. "
                         : "the passes from bit " + std::to_string(bits) + " on are missing. ") +
             "There are 32 passes; an unsigned mask becomes 0 after the last of them.";
  const words but_one(keys.begin(), keys.end() - 1);
  if (got.back() == keys.back() && starts_with(got, with_sorted_columns(but_one, columns)))
    return "The last key, d_keys[n - 1], was left out. All others are in order.";
  const lists before = columns_of(keys, columns), after = columns_of(got, columns);
  for (std::size_t c = 0; c < columns; ++c)
    if (sorted(before[c]) != sorted(after[c]))
      return "Column " + text(c) + " no longer has its own keys: some are lost or replaced. " +
             "A zero that moves up must not overwrite a key that has not been read yet, and the ones go after "
             "the last zero.";
  const bool downwards = std::all_of(after.begin(), after.end(), [](const words& column) {
    return std::is_sorted(column.rbegin(), column.rend());
  });
  return downwards ? "The columns are in descending order, but zeros must come before ones." : "";
}

// ---- exercises 3 to 6 ----

inline std::size_t largest_in(const words& keys) {
  return static_cast<std::size_t>(std::count(keys.begin(), keys.end(), kLargest));
}

// "" unless 0xffffffff was used for "no key".
inline std::string diagnose_stand_in(const words& expected, const words& got) {
  const std::size_t first = first_difference(got, expected);
  if (expected[first] == kLargest)
    return "All keys below 0xffffffff are right, but then " + text(largest_in(expected)) +
           " keys that are 0xffffffff should follow. They are keys like any other: don't confuse them with "
           "the value that marks an exhausted list. Recognize an exhausted list by its index.";
  if (got[first] == kLargest && largest_in(got) > largest_in(expected))
    return "0xffffffff is at index " + text(first) + ", where " + text(expected[first]) +
           " belongs. The value for \"no key\" is in the output, and a key is missing.";
  return "";
}

inline bool in_several(const lists& columns, word key) {
  return std::count_if(columns.begin(), columns.end(), [&](const words& column) {
           return std::find(column.begin(), column.end(), key) != column.end();
         }) > 1;
}

// Returns whether `got`, as far as its keys are in order, lacks only copies of keys that several lists have,
// and lacks no key altogether. The last of these keys can have more copies later.
inline bool loses_copies_alone(const lists& columns, const words& expected, const words& got) {
  std::size_t end = 1;
  while (end < got.size() && got[end - 1] <= got[end] &&
         std::binary_search(expected.begin(), expected.end(), got[end]))
    ++end;
  const words stretch(got.begin(), got.begin() + static_cast<std::ptrdiff_t>(end));
  bool lost = false;
  for (std::size_t i = 0; i < expected.size() && expected[i] < stretch.back();) {
    const word key = expected[i];
    const auto copies = std::count(expected.begin(), expected.end(), key),
               stored = std::count(stretch.begin(), stretch.end(), key);
    if (stored == 0 || stored > copies || (stored < copies && !in_several(columns, key))) return false;
    lost = lost || stored < copies;
    i += static_cast<std::size_t>(copies);
  }
  return lost;
}

// Explains a result that is wrong from the first index where two lists' heads are equal keys.
inline std::string diagnose_tie(const lists& columns, const words& expected, const words& got) {
  const words all_move = merged_by_heads(columns, true);
  const std::size_t first = first_difference(got, expected);
  const bool tie = first > 0 && expected[first] == expected[first - 1];
  if (all_move.size() < expected.size() && first <= all_move.size() && starts_with(got, all_move)) {
    if (expected[first] == kLargest)
      return "Keys that are 0xffffffff are missing. Perhaps several lists had this key as their head, and all "
             "of them advanced; then other equal keys are also lost. Or this key was mistaken for the mark of "
             "an exhausted list. Recognize an exhausted list by its index.";
    // If no other keys follow, a merge that stores too few keys gives the same result.
    if (first == all_move.size()) return "";
    return "At index " + text(first) + " the key " + text(expected[first]) +
           " should come once more. Several lists had it as their head, and all of them advanced, though only "
           "one key was stored. On a tie, only one list advances. The smallest value alone does not say which. Let "
           "the lists that have it choose one, or combine the value with the list's number.";
  }
  // If a list advances only when it alone has the least key, the merge stops at a tie.
  if (first > 0 && expected[0] < got[first] && got[first] == expected[first - 1] &&
      in_several(columns, got[first]) &&
      std::all_of(got.begin() + static_cast<std::ptrdiff_t>(first), got.end(),
                  [&](word key) { return key == got[first]; }))
    return "From index " + text(first) + " on, everything is " + text(got[first]) +
           ": several lists have the least key as their head, and none of them advances. One must.";
  if (tie && loses_copies_alone(columns, expected, got))
    return "The key " + text(expected[first]) + " should come once more at index " + text(first) +
           ". Equal heads of different lists are different keys. One list advances, and the others keep their heads.";
  return "";
}

// Recognises the result of taking keys from the list with the lowest number until it is used up, whatever its
// keys are.
inline std::string diagnose_list_after_list(const words& in, std::size_t columns, const words& got) {
  words whole_lists;
  for (const words& column : columns_of(in, columns))
    whole_lists.insert(whole_lists.end(), column.begin(), column.end());
  if (got == whole_lists && got == in)
    return "d_out has the keys in the order of d_columns, which is the order of their lists. Either nothing was "
           "merged, or list numbers are compared before keys.";
  if (got == whole_lists)
    return "d_out has one list after the other, so list numbers are compared before keys. In a word of "
           "both, the key must be in the upper bits.";
  return got == in ? "d_out has the unchanged columns: nothing was merged." : "";
}

inline std::string diagnose_merge(const words& in, std::size_t columns, const words& got) {
  const words expected = sorted(in);
  if (columns > 1 && got == merged_by_heads(stretches_of(in, columns)))
    return "The lists were taken as runs of " + text((in.size() + columns - 1) / columns) +
           " neighbouring keys. List c is column c: keys c, c + columns, c + 2 * columns, …";
  const std::string unmerged = diagnose_list_after_list(in, columns, got);
  if (!unmerged.empty()) return unmerged;
  const std::string of_tie = diagnose_tie(columns_of(in, columns), expected, got);
  if (!of_tie.empty()) return of_tie;
  const std::string stand_in = diagnose_stand_in(expected, got);
  if (!stand_in.empty()) return stand_in;
  const std::size_t first = first_difference(got, expected);
  const bool descending = std::equal(got.begin(), got.end(), expected.rbegin());
  words by_sign = expected;
  std::sort(by_sign.begin(), by_sign.end(),
            [](word a, word b) { return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b); });
  if (descending)
    return "The keys are in descending order: the largest head was taken instead of the smallest." +
           std::string(got == by_sign
                           ? " Or they are compared as signed numbers, and keys of 2^31 or more are negative."
                           : "");
  if (got == by_sign)
    return "The keys are in the order of signed numbers, where keys of 2^31 or more are negative. Compare them "
           "as std::uint32_t.";
  if (sorted(got) == expected) return "";
  if (std::find(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(first), got[first]) !=
      expected.begin() + static_cast<std::ptrdiff_t>(first))
    return "At index " + text(first) +
           ", an earlier key appears again. A list did not advance, moved back, or took a key of another list.";
  const auto is_key = [&](word x) { return std::find(in.begin(), in.end(), x) != in.end(); };
  if (first > 0 && first + 1 < got.size() &&
      std::none_of(got.begin() + static_cast<std::ptrdiff_t>(first), got.end(), is_key))
    return "From index " + text(first) +
           " on, nothing was stored: no list was found to have the smallest head. Is the result of a step, "
           "such as a minimum, reset before the next step?";
  if (!is_key(got[first]))
    return "Index " + text(first) + " has " + text(got[first]) +
           ", which isn't a key of the input: nothing was stored there, or something that isn't a key.";
  return "At index " + text(first) + " the key " + text(expected[first]) +
         " is missing: its list was left out, or advanced although its key was not stored.";
}

// ---- exercise 8 and the whole sort ----

// Keys that occur more or less often than they should. "" if there are none.
inline std::string diagnose_lost(const words& expected, const words& got) {
  std::map<word, long> balance;
  for (const word key : expected) --balance[key];
  for (const word key : got) ++balance[key];
  std::string lost, doubled;
  for (const auto& [key, count] : balance) {
    if (count < 0 && lost.empty()) lost = text(key);
    if (count > 0 && doubled.empty()) doubled = text(key);
  }
  if (lost.empty()) return "";
  if (doubled == "0" || doubled == text(kLargest))
    return "Some keys are lost (" + lost + "), and " + doubled +
           " comes too often: the padding of a thread's keys, or of a tile, is in the output. Pad with the largest key, "
           "so that the padding stays behind the keys, and merge and store only positions below n.";
  return "Some keys are lost (" + lost + "), and others come too often (" + doubled +
         "). Either the merged runs are not sorted, or slices overlap or leave gaps. In a merge, a thread's slice "
         "must begin where the previous slice ends, so both ends must come from the same search. The first d outputs "
         "are i keys of a and d - i keys of b. Compare a[i] with b[d - 1 - i] until one i is left, starting from "
         "max(0, d - length of b) to min(d, length of a). A last run without a partner is not merged, but "
         "is copied to the other array like the others.";
}

inline std::string diagnose_sort(const words& keys, const words& got) {
  const words expected = sorted(keys);
  if (got == keys)
    return "The keys are unchanged: nothing was stored there, or each key was stored at its old place.";
  for (std::size_t run = std::size_t{1} << 24; run >= 2; run /= 2) {
    if (run >= keys.size()) continue;
    words runs = keys;
    for (std::size_t begin = 0; begin < runs.size(); begin += run)
      std::sort(runs.begin() + static_cast<std::ptrdiff_t>(begin),
                runs.begin() + static_cast<std::ptrdiff_t>(std::min(runs.size(), begin + run)));
    if (got == runs)
      return "Runs of " + text(run) +
             " keys are sorted, but not merged with each other: a round is missing. "
             "Rounds go on while a run is shorter than n, even if n isn't a power of two.";
  }
  const std::string stand_in = diagnose_stand_in(expected, got);
  if (!stand_in.empty()) return stand_in;
  return diagnose_lost(expected, got);
}

}  // namespace lab06
