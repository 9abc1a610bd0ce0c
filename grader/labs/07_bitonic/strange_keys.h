// SPDX-License-Identifier: Apache-2.0
// Explains keys in lab 07's output that are not in the input.
#pragma once
#include <algorithm>
#include <iterator>
#include <string>

#include "network.h"

namespace lab07 {

// Explains lost keys with padding in their place. If a key other than padding occurs twice, keys were
// duplicated instead.
inline std::string diagnose_padding(const words& keys, const words& got) {
  words more = sorted(got), had = sorted(keys), added;
  std::set_difference(more.begin(), more.end(), had.begin(), had.end(), std::back_inserter(added));
  constexpr struct {
    word key;
    const char* name;
  } kPaddings[] = {{0xffffffffu, "0xffffffff"},
                   {0u, "0"},
                   {0x7fffffffu, "0x7fffffff (INT_MAX, which is less than half of all keys)"}};
  const auto is_padding = [&](word key) {
    return std::any_of(std::begin(kPaddings), std::end(kPaddings),
                       [&](const auto& p) { return p.key == key; });
  };
  if (!std::all_of(added.begin(), added.end(), is_padding)) return "";
  for (const auto& [padding, name] : kPaddings) {
    const auto now = std::count(got.begin(), got.end(), padding);
    const auto before = std::count(keys.begin(), keys.end(), padding);
    if (now > before)
      return "Some keys are lost (" + std::to_string(now - before) + "), and as many places hold " + name +
             " instead. Padding is in the output. The padding past n must be +infinity: no "
             "comparison puts it before a key, and it is never stored.";
  }
  return "";
}

// Explains keys that are not in the input because they were converted to another type.
inline std::string diagnose_other_keys(const words& keys, const words& got) {
  const words now = sorted(got), had = sorted(keys);
  const auto strange = std::find_if(
      now.begin(), now.end(), [&](word key) { return !std::binary_search(had.begin(), had.end(), key); });
  if (strange == now.end()) return "";
  // For the largest keys, a float's value no longer fits into a word.
  words rounded = had;
  for (word& key : rounded) key = key >= 0xffffff80u ? 0 : static_cast<word>(static_cast<float>(key));
  std::sort(rounded.begin(), rounded.end());
  if (std::all_of(now.begin(), now.end(), [&](word key) {
        return std::binary_search(had.begin(), had.end(), key) ||
               std::binary_search(rounded.begin(), rounded.end(), key);
      }))
    return std::to_string(*strange) +
           " is not a key of the input, but a key that was converted to `float`, which keeps only 24 bits. Keys are "
           "std::uint32_t everywhere.";
  return std::to_string(*strange) +
         " is not a key of the input. It was loaded from a place that was never written, or a "
         "key was changed.";
}

}  // namespace lab07
