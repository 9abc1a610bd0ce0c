// SPDX-License-Identifier: Apache-2.0
// Lab 04: one pass of the worked example that the tests have, too.
#include "grader/labs/04_multiblock_radix/tiles_model.h"
#include "steps.h"

namespace figures {

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
  return {{"keys", keys},          {"tile", t.tile},
          {"bins", d.bins()},      {"histogram", lab04::histogram_of(keys, d, t)},
          {"starts", starts},      {"relative", relative},
          {"addresses", addresses}};
}

}  // namespace figures
