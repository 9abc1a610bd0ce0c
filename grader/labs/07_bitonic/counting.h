// SPDX-License-Identifier: Apache-2.0
// The cost of sort_vectors as derived in the README, and by source 004's formulas.
#pragma once
#include "network_calls.h"

namespace lab07 {

struct counted {
  std::uint64_t launches, global_steps, tile_barriers, finish_barriers;
};

inline const std::vector<config> kCounted{{32, 4, 1},  {32, 4, 2},  {64, 4, 4},   {32, 8, 1},
                                          {128, 8, 2}, {256, 8, 4}, {1024, 4, 1}, {512, 8, 4}};

// A step that needs keys of another tile takes a launch, and so does each sequence of other steps. A step for
// which a thread needs other keys than before takes a barrier.
inline counted derived(std::size_t n, config c) {
  if (n < 2) return {};
  const int stages = ceil_log2(n), lg_tile = ceil_log2(c.tile()), in_thread = ceil_log2(c.keys_per_thread());
  counted sum{1, 0, 0, 0};
  for (const step& s : network(lg_tile + 1, std::max(stages, lg_tile))) {
    sum.global_steps += s.bit >= lg_tile ? 1 : 0;
    sum.launches += s.bit >= lg_tile || s.bit == lg_tile - 1 ? 1 : 0;
  }
  const auto across_threads = [&](const step& s) { return s.bit >= in_thread ? 1u : 0u; };
  // There is a barrier before each of these steps, and one before the steps in registers that follow the last
  // of them.
  for (const step& s : network(in_thread + 1, lg_tile))
    sum.tile_barriers += across_threads(s) + (s.bit == 0 ? 1 : 0);
  if (stages > lg_tile)
    for (const step& s : finish(lg_tile)) sum.finish_barriers += across_threads(s);
  return sum;
}

inline counted predicted(std::size_t n, config c) {
  const verifier::answer said = verifier::request("predicted_counts")
                                    .param("n", static_cast<std::int64_t>(n))
                                    .param("block_size", c.block_size)
                                    .param("vector_length", c.vector_length)
                                    .param("vectors", c.vectors)
                                    .run();
  const auto count = [&](const char* name) { return static_cast<std::uint64_t>(said.value(name)); };
  return {count("launches"), count("global_steps"), count("tile_barriers"), count("finish_barriers")};
}

// The source's formula has 2 lg L but means lg L. M is 1.
inline std::int64_t host_synchronisations_of_source(std::size_t n, config c) {
  const std::int64_t b =
      ceil_log2(n / 2) - 2 * ceil_log2(static_cast<std::size_t>(c.vector_length)) - ceil_log2(c.block_size);
  return b <= 0 ? 0 : (1 + b) * b / 2;
}

inline void expect_prediction(const std::string& what, std::uint64_t got, std::uint64_t expected,
                              std::size_t n, config c) {
  if (got == expected) return;
  const std::string with_source =
      what == "global_steps" && c.vectors == 1 && n >= 2 &&
              static_cast<std::int64_t>(got) == host_synchronisations_of_source(n, c)
          ? " The source's formula gives that number, with 2 lg L: see the chapter's errata."
          : "";
  const std::uint64_t steps = derived(n, c).global_steps;
  const std::string made_of = what == "launches" && expected > 0
                                  ? ": 1 for the tiles, " + std::to_string(steps) +
                                        " for global steps, and " + std::to_string(expected - 1 - steps) +
                                        " to finish merges"
                                  : "";
  verifier::wrong("predicted_counts: " + what + " is " + std::to_string(got) + " for n = " +
                  std::to_string(n) + ", " + c.name() + " (tiles of " + std::to_string(c.tile()) +
                  " keys), but the network has " + std::to_string(expected) + made_of + "." + with_source);
}

}  // namespace lab07
