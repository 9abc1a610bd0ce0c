// SPDX-License-Identifier: Apache-2.0
// The radix passes of labs 04 and 05, kernel by kernel, for digits of 1, 2 and 3 bits.
#include <algorithm>

#include "solutions/04_multiblock_radix/multiblock_radix.cu"
#include "solutions/05_level2_local_sort/level2_local_sort.cu"
#include "sorts.h"

namespace steppers {

using buffer = lab::device_buffer<std::uint32_t>;

constexpr lab::tiling kTiles{32, 8};

// Replaces `keys` by the result of one pass.
static std::string pass(words& keys, lab::digit d) {
  const std::size_t n = keys.size(), tiles = kTiles.tiles(n), counters = d.bins() * tiles;
  const buffer d_keys(keys);
  buffer d_histogram(counters), d_starts(counters), d_relative(n), d_out(n), d_sorted(n), d_local(counters),
      d_out5(n);
  auto good = [](const lab::status& done) { require(done.ok(), "a lab's function refused"); };
  good(multiblock_radix::block_histogram(d_keys.data(), n, d, kTiles, d_histogram.data()));
  good(multiblock_radix::scan_histogram(d_histogram.data(), d_starts.data(), counters));
  good(multiblock_radix::relative_positions(d_keys.data(), n, d, kTiles, d_relative.data()));
  good(multiblock_radix::scatter(d_keys.data(), d_relative.data(), n, d, kTiles, d_starts.data(),
                                 d_out.data()));
  good(level2_local_sort::sort_tiles(d_keys.data(), n, d, kTiles, d_sorted.data(), d_histogram.data()));
  good(level2_local_sort::scan_tile_histograms(d_histogram.data(), tiles, d.bits, kTiles.block_size,
                                               d_local.data()));
  good(level2_local_sort::scatter(d_sorted.data(), n, d, kTiles, d_starts.data(), d_local.data(),
                                  d_out5.data()));

  // The kernels' own numbers say where each key went; they are compared with what the kernels wrote.
  const words starts = d_starts.download(), relative = d_relative.download(), local = d_local.download(),
              out = d_out.download(), sorted = d_sorted.download();
  words places(n), in_tile(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t tile = i / kTiles.tile, counter = d.of(keys[i]) * tiles + tile;
    places[i] = starts[counter] + relative[i];
    in_tile[i] = static_cast<std::uint32_t>(tile * kTiles.tile + local[counter] + relative[i]);
    require(out.at(places[i]) == keys[i] && sorted.at(in_tile[i]) == keys[i],
            "a key is not where it should be");
  }
  require(d_out5.download() == out, "labs 04 and 05 differ");
  keys = out;
  return "{\"shift\":" + std::to_string(d.shift) + ",\"histogram\":" + json(d_histogram.download()) +
         ",\"starts\":" + json(starts) + ",\"places\":" + json(places) + ",\"in_tile\":" + json(in_tile) +
         ",\"sorted_tiles\":" + json(sorted) + ",\"out\":" + json(out) + "}";
}

std::string radix(const words& in) {
  std::vector<std::string> by_bits;
  for (int bits = 1; bits <= 3; ++bits) {
    words keys = in;
    std::vector<std::string> passes;
    for (int shift = 0; shift < kBitsOfKeys; shift += bits) passes.push_back(pass(keys, {shift, bits}));
    require(std::is_sorted(keys.begin(), keys.end()), "not sorted");
    by_bits.push_back(json(passes));
  }
  return json(by_bits);
}

}  // namespace steppers
