// SPDX-License-Identifier: Apache-2.0
// The notes' example: split by the top digit, with tiles in any order, then sorted bin by bin.
#include <algorithm>

#include "grader/labs/08_hybrid_radix/hybrid_model.h"
#include "steps.h"

namespace figures {

// Splits a bucket of 16 keys below 64 into bins of 8 values, and sorts windows of kWindow keys, alternating
// with windows that begin half a window later.
static json local_sort() {
  constexpr std::size_t kWindow = 8;
  lab08::words keys{5, 2, 12, 23, 17, 20, 30, 25, 27, 33, 46, 41, 53, 60, 57, 59};
  const auto bin = [](lab08::u32 key) { return key / 8; };
  FIGURE_CHECK(std::is_sorted(keys.begin(), keys.end(), [&](auto a, auto b) { return bin(a) < bin(b); }));
  json bins = json::array(), rounds = json::array({{{"windows", json::array()}, {"keys", keys}}});
  for (const lab08::u32 key : keys) bins.push_back(bin(key));
  for (std::size_t round = 0; !std::is_sorted(keys.begin(), keys.end()); ++round) {
    json windows = json::array();
    for (std::size_t from = round % 2 * kWindow / 2; from + kWindow <= keys.size(); from += kWindow) {
      const auto first = keys.begin() + static_cast<std::ptrdiff_t>(from);
      std::sort(first, first + kWindow);
      windows.push_back(from);
    }
    rounds.push_back({{"windows", windows}, {"keys", keys}});
  }
  return {{"window", kWindow}, {"bins", bins}, {"rounds", rounds}};
}

json hybrid_radix() {
  const lab08::words &keys = lab08::kExample, starts = lab08::bin_starts(keys, 2, 2);
  const lab08::cut c = lab08::kExampleCut;
  lab08::words bins, split = lab08::split_in_order(keys, c, lab08::kExampleOrder), sorted = split;
  for (const lab08::u32 key : keys) bins.push_back(c.digit_of(key));
  std::vector<std::size_t> tiles, first = lab08::kExampleOrder;  // tiles: one per place of the split
  for (std::size_t place = 0; place < split.size(); ++place) {
    const auto of = [&](std::size_t tile) {
      const auto begin = keys.begin() + static_cast<std::ptrdiff_t>(tile * c.tile);
      return std::count(begin, begin + c.tile, split[place]);
    };
    const lab08::u32 bin = c.digit_of(split[place]);
    std::size_t before = place - starts[bin];
    for (const std::size_t tile : first) {
      const auto begin = keys.begin() + static_cast<std::ptrdiff_t>(tile * c.tile);
      const auto own = static_cast<std::size_t>(
          std::count_if(begin, begin + c.tile, [&](lab08::u32 key) { return c.digit_of(key) == bin; }));
      if (before < own) {
        FIGURE_CHECK(of(tile) > 0);
        tiles.push_back(tile);
        break;
      }
      before -= own;
    }
  }
  for (std::size_t b = 0; b < starts.size(); ++b)
    std::sort(sorted.begin() + starts[b],
              b + 1 < starts.size() ? sorted.begin() + starts[b + 1] : sorted.end());
  FIGURE_CHECK(std::is_sorted(sorted.begin(), sorted.end()));
  FIGURE_CHECK(tiles.size() == keys.size());
  return {{"keys", keys},   {"bins", bins},     {"tile", c.tile},
          {"order", first}, {"starts", starts}, {"split", split},
          {"tiles", tiles}, {"sorted", sorted}, {"local_sort", local_sort()}};
}

}  // namespace figures
