// SPDX-License-Identifier: Apache-2.0
// The worked example that the tests also use, and the notes' lanes that rank by warp match.
#include "grader/labs/04_multiblock_radix/tiles_model.h"
#include "steps.h"

namespace figures {

// `before` has the warp's counters.
static json match() {
  const lab04::words digits{3, 1, 3, 3, 1, 0, 1, 3}, before{2, 5, 0, 10};
  const lab04::digit d{0, 2};
  const lab04::words below = lab04::relative_of(digits, d, {32, 8});
  lab04::words after = before, relative;
  for (std::size_t lane = 0; lane < digits.size(); ++lane) {
    relative.push_back(before[digits[lane]] + below[lane]);
    FIGURE_CHECK(relative[lane] ==
                 after[digits[lane]]++);  // one thread that visits them in order finds the same ranks
  }
  return {{"digits", digits}, {"below", below}, {"before", before}, {"after", after}, {"relative", relative}};
}

json multiblock_radix() {
  const lab04::words& keys = lab04::kExample;
  const lab04::digit d = lab04::kExampleDigit;
  const lab04::tiling t = lab04::kExampleTiling;
  const std::size_t tiles = t.tiles(keys.size());
  const lab04::words starts = lab04::starts_of(keys, d, t), relative = lab04::relative_of(keys, d, t);
  lab04::words addresses, output(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    addresses.push_back(starts[d.of(keys[i]) * tiles + i / t.tile] + relative[i]);
    output.at(addresses[i]) = keys[i];
  }
  FIGURE_CHECK(output == lab04::ordered_by(keys, d));
  return {{"keys", keys},           {"tile", t.tile},
          {"bins", d.bins()},       {"histogram", lab04::histogram_of(keys, d, t)},
          {"starts", starts},       {"relative", relative},
          {"addresses", addresses}, {"match", match()}};
}

}  // namespace figures
