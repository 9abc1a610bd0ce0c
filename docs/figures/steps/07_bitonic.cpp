// SPDX-License-Identifier: Apache-2.0
#include "grader/labs/07_bitonic/network.h"
#include "steps.h"

namespace figures {

// A longer network and its launches: the first one, the global steps, the tails.
static json longer() {
  const int stages = 8, lg_tile = 5;
  json steps = json::array();
  int launches = 1;
  for (const lab07::step& s : lab07::network(1, stages)) {
    steps.push_back({s.stage, s.bit});
    if (s.stage > lg_tile && s.bit >= lg_tile - 1) ++launches;  // a global step, or the first step of a tail
  }
  const int later = stages - lg_tile;
  FIGURE_CHECK(launches == 1 + later * (later + 1) / 2 + later);
  return {{"stages", stages}, {"lg_tile", lg_tile}, {"launches", launches}, {"steps", steps}};
}

json bitonic() {
  const std::size_t tile = 4;
  const int lg_tile = lab07::ceil_log2(tile);
  lab07::words keys{6, 2, 7, 1, 5, 0, 3, 4};
  json steps = json::array();
  const lab07::words before = keys;
  for (const lab07::step& s : lab07::network(1, lab07::ceil_log2(keys.size()))) {
    lab07::run_steps(keys, s);
    json pairs = json::array();
    bool leaves_tile = false;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (i >= s.partner(i)) continue;
      pairs.push_back({i, s.partner(i)});
      leaves_tile = leaves_tile || i / tile != s.partner(i) / tile;
    }
    FIGURE_CHECK(leaves_tile == (s.bit >= lg_tile));
    steps.push_back({{"stage", s.stage},
                     {"bit", s.bit},
                     {"mirrored", s.mirrored()},
                     {"leaves_tile", leaves_tile},
                     {"pairs", pairs},
                     {"keys", keys}});
  }
  FIGURE_CHECK(keys == lab07::sorted(before));
  return {{"tile", tile}, {"keys", before}, {"steps", steps}, {"big", longer()}};
}

}  // namespace figures
