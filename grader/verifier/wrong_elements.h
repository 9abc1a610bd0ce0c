// SPDX-License-Identifier: Apache-2.0
// Finds what the wrong elements of a result have in common.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "contrast.h"

namespace verifier {

// An actual and an expected result, accessed through functions, as in oracle_text.h.
struct compared_elements {
  std::size_t size = 0;
  std::function<bool(std::size_t)> differs;
  std::function<std::int64_t(std::size_t)> got, expected;
  bool are_numbers = false;  // true for counts, ranks and places, whose differences are meaningful; false for
                             // keys
  bool are_sums = false;     // true for values that no input has
  bool leaves_tiles = false;  // true for keys whose places are in the tiles of other keys
};

// What all wrong elements have in common, or "". Examples: "All 5 wrong values are 256 too small.", "The
// first tile is right, but each later one has wrong values." Places are described by the tile, block_size,
// bits and n of `ran`.
std::string what_they_share(const compared_elements& wrong, const run_facts& ran);

}  // namespace verifier
