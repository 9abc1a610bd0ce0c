// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <string>

#include "missing_steps.h"

namespace lab07 {

// Says which keys are lost, and what is in their places.
inline std::string about_other_keys(const words& keys, const words& got) {
  const words now = sorted(got), had = sorted(keys);
  if (now == had) return "";
  const auto strange = std::find_if(
      now.begin(), now.end(), [&](word key) { return !std::binary_search(had.begin(), had.end(), key); });
  if (strange == now.end()) return "Some keys are lost and others occur too often.";
  return "Some keys are lost. " + std::to_string(*strange) + " is not a key of the input.";
}

// Returns whether each key of the output is one of the input, or such a key after rounding.
inline bool are_rounded(const words& keys, const words& rounded, const words& got) {
  const words had = sorted(keys), other = sorted(rounded);
  bool any = false;
  for (const word key : got) {
    const bool same = std::binary_search(had.begin(), had.end(), key);
    if (!same && !std::binary_search(other.begin(), other.end(), key)) return false;
    any = any || !same;
  }
  return any;
}

// The keys after `all`, if each launch for tiles of 2^lg_tile keys pads its last tile with `key`. Steps of
// higher bits need no tiles, and so no padding.
inline words after_launches(words keys, const steps& all, int lg_tile, word key) {
  const std::size_t n = keys.size(), tile = std::size_t{1} << lg_tile;
  if (tile >= n) {
    keys.resize(tile, key);
    keys = sorted(keys);
    keys.resize(n);
    return keys;
  }
  for (auto from = all.begin(), to = from; from != all.end(); from = to) {
    const bool in_tile = from->bit < lg_tile;
    to = std::find_if(from, all.end(), [&](const step& s) { return (s.bit < lg_tile) != in_tile; });
    if (in_tile) keys.resize((n + tile - 1) / tile * tile, key);
    keys = run_steps(keys, steps(from, to));
    keys.resize(n);
  }
  return keys;
}

// Padding that comes before some keys, and keys that were converted to another type.
inline void add_strange_keys(std::vector<slip>& slips, const words& keys, const steps& all,
                             const words& got) {
  struct padding {
    word key;
    const char* name;
  };
  for (const auto& [key, name] :
       {padding{0u, "0"},
        padding{0x7fffffffu, "0x7fffffff (INT_MAX, which is less than half of all keys)"}}) {
    bool fits = false;
    for (int lg_tile = 1; lg_tile <= ceil_log2(keys.size()) + 1; ++lg_tile)
      fits = fits || after_launches(keys, all, lg_tile, key) == got;
    slips.push_back(
        {std::string("padding ") + name, fits,
         std::string("The padding past n is ") + name +
             ". It must be +infinity: no comparison puts it before a key, and it is never stored."});
  }
  words rounded = keys;  // for the largest keys, a float's value no longer fits into a word
  for (word& key : rounded) key = key >= 0xffffff80u ? 0 : static_cast<word>(static_cast<float>(key));
  slips.push_back(
      {"floats", are_rounded(keys, rounded, got),
       "The keys were converted to `float`, which keeps only 24 bits. Keys are std::uint32_t everywhere."});
}

}  // namespace lab07
