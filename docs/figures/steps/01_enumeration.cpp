// SPDX-License-Identifier: Apache-2.0
#include "grader/labs/01_enumeration/ranks_model.h"
#include "steps.h"

namespace figures {

json enumeration() {
  const std::vector<std::uint32_t> keys{4, 1, 7, 4, 2, 4};
  const std::size_t tile = 3, tiles = keys.size() / tile;
  const std::vector<std::uint32_t> ranks = lab01::stable_ranks(keys);

  json counts = json::array(), added = json::array();
  std::vector<std::uint32_t> sorted(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::vector<int> before(keys.size()), by_tile(tiles);
    for (std::size_t j = 0; j < keys.size(); ++j) {
      before[j] = lab01::comes_before(keys, j, i) ? 1 : 0;
      by_tile[j / tile] += before[j];
    }
    FIGURE_CHECK(std::accumulate(by_tile.begin(), by_tile.end(), 0u) == ranks[i]);
    counts.push_back(before);
    added.push_back(by_tile);
    sorted[ranks[i]] = keys[i];
  }
  FIGURE_CHECK(std::is_sorted(sorted.begin(), sorted.end()));
  return {{"keys", keys},   {"tile", tile},   {"counts", counts},
          {"added", added}, {"ranks", ranks}, {"sorted", sorted}};
}

}  // namespace figures
