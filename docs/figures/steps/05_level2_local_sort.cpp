// SPDX-License-Identifier: Apache-2.0
#include "grader/labs/05_level2_local_sort/tile_model.h"
#include "steps.h"

namespace figures {

namespace {

// What a split by c's bit computes in tile b, as in the README.
json split(const lab05::words& keys, const lab05::cut& c, std::size_t b) {
  const std::size_t begin = c.begin(b), size = c.end(b, keys.size()) - begin;
  const lab05::words after = lab05::sorted_tiles(keys, c);
  lab05::words bits, ones_before, ranks;
  for (std::size_t i = 0; i < size; ++i) {
    ones_before.push_back(i == 0 ? 0 : ones_before.back() + bits.back());
    bits.push_back(c.digit_of(keys[begin + i]));
  }
  const std::size_t zeros = size - ones_before.back() - bits.back();
  for (std::size_t i = 0; i < size; ++i) {
    ranks.push_back(static_cast<std::uint32_t>(bits[i] == 1 ? zeros + ones_before[i] : i - ones_before[i]));
    FIGURE_CHECK(after[begin + ranks[i]] == keys[begin + i]);
  }
  return {{"keys", lab05::words(keys.begin() + static_cast<std::ptrdiff_t>(begin),
                                keys.begin() + static_cast<std::ptrdiff_t>(begin + size))},
          {"bits", bits},
          {"ones_before", ones_before},
          {"zeros", zeros},
          {"ranks", ranks}};
}

}  // namespace

json level2_local_sort() {
  const lab05::words keys{3, 8, 6, 0, 5, 7, 12, 2, /* tile 1: */ 5, 2, 7, 4, 1, 6};
  const lab05::cut c{0, 2, 8, 8};
  const std::size_t tiles = c.tiles(keys.size());
  json splits = json::array();
  lab05::words now = keys;
  for (int bit = 0; bit < c.bits; ++bit) {
    const lab05::cut one_bit{c.shift + bit, 1, c.block_size, c.tile};
    json by_tile = json::array();
    for (std::size_t b = 0; b < tiles; ++b) by_tile.push_back(split(now, one_bit, b));
    splits.push_back(by_tile);
    now = lab05::sorted_tiles(now, one_bit);
  }
  FIGURE_CHECK(now == lab05::sorted_tiles(keys, c));

  const lab05::words counts = lab05::histogram_of(keys, c), starts = lab05::starts_of(counts),
                     local = lab05::local_of(counts, tiles);
  lab05::words places, output(keys.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    const std::size_t b = i / c.tile, counter = c.digit_of(now[i]) * tiles + b;
    places.push_back(static_cast<std::uint32_t>(starts[counter] + (i - c.begin(b)) - local[counter]));
    output.at(places[i]) = now[i];
  }
  FIGURE_CHECK(output == lab05::ordered_by_digit(keys, c));
  return {{"tile", c.tile},   {"bits", c.bits}, {"splits", splits}, {"sorted_tiles", now},
          {"starts", starts}, {"local", local}, {"places", places}, {"output", output}};
}

}  // namespace figures
