// SPDX-License-Identifier: Apache-2.0
// The bitonic network on the host. Every entry point of lab 07 does a list of its steps.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lab07 {

using word = std::uint32_t;
using words = std::vector<word>;

struct step {
  int stage, bit;
  bool mirrored() const { return bit == stage - 1; }
  std::size_t partner(std::size_t i) const {
    return i ^ (mirrored() ? (std::size_t{2} << bit) - 1 : std::size_t{1} << bit);
  }
  bool operator==(const step& other) const { return stage == other.stage && bit == other.bit; }
};
using steps = std::vector<step>;

inline steps network(int first_stage, int last_stage) {
  steps all;
  for (int stage = first_stage; stage <= last_stage; ++stage)
    for (int bit = stage - 1; bit >= 0; --bit) all.push_back({stage, bit});
  return all;
}

inline int ceil_log2(std::size_t n) {
  int k = 0;
  while ((std::size_t{1} << k) < n) ++k;
  return k;
}

// Returns the last steps of a later stage, in tiles of 2^lg_tile keys.
inline steps finish(int lg_tile) {
  steps all;
  for (int bit = lg_tile - 1; bit >= 0; --bit) all.push_back({lg_tile + 1, bit});
  return all;
}

// A step's rule, or a common misunderstanding of it.
enum class rule { right, descending, plain_partner, mirrored_partner, whole_mirror, alternating, as_signed };

inline void run_steps(words& keys, step s, rule as = rule::right) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::size_t j = s.partner(i);
    if (as == rule::plain_partner || as == rule::alternating) j = i ^ (std::size_t{1} << s.bit);
    if (as == rule::mirrored_partner) j = i ^ ((std::size_t{2} << s.bit) - 1);
    if (as == rule::whole_mirror) j = i ^ ((std::size_t{1} << s.stage) - 1);
    const bool first = as == rule::whole_mirror ? (i >> s.bit & 1) == 0 : i < j;
    if (!first || j >= keys.size()) continue;
    const bool down = as == rule::descending || (as == rule::alternating && (i >> s.stage & 1) != 0);
    const word flip = as == rule::as_signed ? 0x80000000u : 0;
    if (down ? keys[i] < keys[j] : (keys[j] ^ flip) < (keys[i] ^ flip)) std::swap(keys[i], keys[j]);
  }
}

inline words run_steps(words keys, const steps& all, rule as = rule::right) {
  for (const step& s : all) run_steps(keys, s, as);
  return keys;
}

inline words sorted(words keys) {
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace lab07
