// SPDX-License-Identifier: Apache-2.0
// The bitonic network on the host, step by step, and how tests of lab 07 ask for its parts. Every entry point
// of the lab is a list of steps, so this is all that tests need; docs/notes/figure_07.py has the same list.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lab_test.h"

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

// The last steps of a later stage, in tiles of 2^lg_tile keys.
inline steps finish(int lg_tile) {
  steps all;
  for (int bit = lg_tile - 1; bit >= 0; --bit) all.push_back({lg_tile + 1, bit});
  return all;
}

// How a student may have understood a step.
enum class rule { right, descending, plain_partner, mirrored_partner, alternating };

inline void run_steps(words& keys, step s, rule as = rule::right) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::size_t j = s.partner(i);
    if (as == rule::plain_partner || as == rule::alternating) j = i ^ (std::size_t{1} << s.bit);
    if (as == rule::mirrored_partner) j = i ^ ((std::size_t{2} << s.bit) - 1);
    if (i >= j || j >= keys.size()) continue;
    const bool down = as == rule::descending || (as == rule::alternating && (i >> s.stage & 1) != 0);
    if (down ? keys[i] < keys[j] : keys[j] < keys[i]) std::swap(keys[i], keys[j]);
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

// ---- requests ----

struct config {
  unsigned block_size;
  int vector_length, vectors;  // L and M
  std::size_t keys_per_thread() const { return static_cast<std::size_t>(2 * vector_length * vectors); }
  std::size_t tile() const { return block_size * keys_per_thread(); }
  std::string name() const {
    return "L = " + std::to_string(vector_length) + ", M = " + std::to_string(vectors) + ", " +
           std::to_string(block_size) + " threads";
  }
};

inline verifier::request ask(const char* exercise, const words& keys) {
  verifier::request asked(exercise);
  asked.in_out("keys", keys).timeout(120);
  return asked;
}
inline verifier::request ask(const char* exercise, const words& keys, unsigned block_size) {
  return ask(exercise, keys).param("block_size", block_size);
}
inline verifier::request ask(const char* exercise, const words& keys, config c) {
  return ask(exercise, keys, c.block_size)
      .param("vector_length", c.vector_length)
      .param("vectors", c.vectors);
}
inline verifier::request ask_steps(const char* exercise, const words& keys, step first, int count) {
  verifier::request asked = ask(exercise, keys);
  asked.param("stage", first.stage).param("bit", first.bit);
  if (count > 0) asked.param("count", count);
  return asked;
}
inline verifier::request ask_remapped(const words& keys, unsigned block_size, bool swap) {
  return ask("finish_merge_remapped", keys, block_size).param("swap", swap ? 1 : 0);
}

}  // namespace lab07
