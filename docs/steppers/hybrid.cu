// SPDX-License-Identifier: Apache-2.0
// Lab 08 in its simplest form: 6-bit keys, whose top 3 bits are the bin, in tiles of 8. Each tile has its own
// launch, so that tiles can come in any order; two orders are recorded.
#include <algorithm>

#include "accesses.h"
#include "lab/device_buffer.h"
#include "solutions/08_hybrid_radix/simple_sort.cuh"
#include "sorts.h"

namespace steppers {

using buffer = lab::device_buffer<std::uint32_t>;
namespace simple = ::hybrid::simple;

constexpr unsigned kTile = 8, kBins = 8;

// The kernels' digit has 8 bits, so a key's top 3 bits go to bit 24.
static std::uint32_t spread(std::uint32_t key) { return (key >> 3) << 24 | (key & 7); }
static words spread(words keys) {
  for (std::uint32_t& key : keys) key = spread(key);
  return keys;
}
static words gathered(words keys) {
  for (std::uint32_t& key : keys) key = key >> 24 << 3 | (key & 7);
  return keys;
}

static words first_bins(const words& all) { return {all.begin(), all.begin() + kBins}; }

struct split_so_far {
  words cursors, out;
};

// Returns where each key of the tile went: the element written by the thread that read the key.
static words split_tile(const words& tile, split_so_far& so_far) {
  split_so_far after;
  const auto run = [&](bool from_input) {
    return [&, from_input]() -> const void* {
      const buffer d_in(tile);
      buffer d_cursors(so_far.cursors), d_out(so_far.out);
      simple::split_kernel<1><<<1, simple::kThreads>>>(d_in.data(), static_cast<unsigned>(tile.size()),
                                                       nullptr, d_cursors.data(), d_out.data());
      CUDA_CHECK_LAUNCH("split_kernel");
      after = {d_cursors.download(), d_out.download()};
      return from_input ? d_in.data() : d_out.data();
    };
  };
  const auto read = accesses("in", tile.size(), run(true)),
             written = accesses("out", so_far.out.size(), run(false));
  words places;
  for (const auto& readers : read)
    for (std::size_t at = 0; at < written.size(); ++at)
      if (std::any_of(written[at].begin(), written[at].end(),
                      [&](const access& one) { return one.write && one.thread == readers.at(0).thread; }))
        places.push_back(static_cast<std::uint32_t>(at));
  require(places.size() == tile.size(), "a key of a tile went nowhere, or to several places");
  for (std::size_t i = 0; i < tile.size(); ++i)
    require(after.out[places[i]] == tile[i], "a key is not where it should be");
  so_far = after;
  return places;
}

static std::string split_in_order(const words& keys, const words& order, const words& starts,
                                  const words& sorted) {
  split_so_far so_far{starts, words(keys.size(), 0)};
  std::vector<std::string> tiles;
  for (const std::uint32_t t : order) {
    const auto begin = keys.begin() + t * kTile;
    const words tile(begin, keys.end() - begin > kTile ? begin + kTile : keys.end());
    const words places = split_tile(tile, so_far);
    tiles.push_back("{\"tile\":" + std::to_string(t) + ",\"places\":" + json(places) +
                    ",\"cursors\":" + json(first_bins(so_far.cursors)) + "}");
  }
  buffer d_keys(so_far.out), d_other(keys.size());
  const buffer d_ends(so_far.cursors);
  simple::buckets_kernel<<<1, simple::kThreads>>>(d_keys.data(), d_other.data(), d_ends.data(),
                                                  ::hybrid::kBins);
  CUDA_CHECK_LAUNCH("buckets_kernel");
  require(d_keys.download() == sorted, "not sorted");
  return "{\"tiles\":" + json(tiles) + ",\"split\":" + json(gathered(so_far.out)) + "}";
}

std::string hybrid(const words& in) {
  const words keys = spread(in);
  const auto n = static_cast<unsigned>(keys.size());
  const buffer d_keys(keys);
  buffer d_counts(::hybrid::kBins);
  d_counts.fill_bytes(0);
  simple::count_kernel<1><<<1, simple::kThreads>>>(d_keys.data(), n, nullptr, d_counts.data());
  const words counts = first_bins(d_counts.download());
  simple::bin_starts_kernel<<<1, simple::kThreads>>>(d_counts.data());
  CUDA_CHECK_LAUNCH("bin_starts_kernel");
  const words starts = d_counts.download();
  words order, sorted = keys;
  for (unsigned t = 0; t * kTile < n; ++t) order.push_back(t);
  std::sort(sorted.begin(), sorted.end());
  const std::string up = split_in_order(keys, order, starts, sorted);
  std::reverse(order.begin(), order.end());
  const std::string down = split_in_order(keys, order, starts, sorted);
  return "{\"counts\":" + json(counts) + ",\"starts\":" + json(first_bins(starts)) + ",\"orders\":[" + up +
         "," + down + "],\"sorted\":" + json(gathered(sorted)) + "}";
}

}  // namespace steppers
