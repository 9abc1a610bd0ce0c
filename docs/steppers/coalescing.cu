// SPDX-License-Identifier: Apache-2.0
// The cost of a warp's addresses, by the simulated device's counters: strided loads, columns of a tile in
// shared memory, and the scatters of labs 04 and 05. Prints one JSON object. Built with `simcu --check`.
#include <iostream>
#include <random>

#include "keys_and_json.h"
#include "simcu/report.h"
#include "solutions/04_multiblock_radix/multiblock_radix.cu"
#include "solutions/05_level2_local_sort/level2_local_sort.cu"

using steppers::words;
using buffer = lab::device_buffer<std::uint32_t>;

constexpr unsigned kLanes = 32, kMostStride = 32, kMostOffset = 8, kMostPitch = 40;

__device__ unsigned place(unsigned lane, unsigned step, unsigned offset) { return offset + lane * step; }

__global__ void load_kernel(const std::uint32_t* d_in, std::uint32_t* d_out, unsigned stride,
                            unsigned offset) {
  d_out[threadIdx.x] = d_in[place(threadIdx.x, stride, offset)];
}

__global__ void column_kernel(std::uint32_t* d_out, unsigned pitch) {
  __shared__ std::uint32_t s_tile[kLanes * kMostPitch];
  for (unsigned i = threadIdx.x; i < kLanes * kMostPitch; i += kLanes) s_tile[i] = i;
  __syncthreads();
  d_out[threadIdx.x] = s_tile[place(threadIdx.x, pitch, 0)];
}

__global__ void places_kernel(std::uint32_t* d_out, unsigned step, unsigned offset) {
  d_out[threadIdx.x] = place(threadIdx.x, step, offset);
}

template <class Launch>
static std::string counted(const Launch& launch) {
  simcu::take_report();
  setenv("SIMCU_COUNTERS", "1", 1);
  launch();
  setenv("SIMCU_COUNTERS", "0", 1);
  return steppers::one_line(simcu::take_report());
}

static std::string places_of(unsigned step, unsigned offset) {
  buffer d_out(kLanes);
  places_kernel<<<1, kLanes>>>(d_out.data(), step, offset);
  return steppers::json(d_out.download());
}

static std::string by_stride() {
  buffer d_in(words(kLanes * kMostStride + kMostOffset, 7)), d_out(kLanes);
  std::vector<std::string> all;
  for (unsigned offset = 0; offset <= kMostOffset; ++offset)
    for (unsigned stride = 0; stride <= kMostStride; ++stride)
      all.push_back("{\"stride\":" + std::to_string(stride) + ",\"offset\":" + std::to_string(offset) +
                    ",\"places\":" + places_of(stride, offset) + ",\"report\":" +
                    counted([&] { load_kernel<<<1, kLanes>>>(d_in.data(), d_out.data(), stride, offset); }) +
                    "}");
  return steppers::json(all);
}

static std::string by_pitch() {
  buffer d_out(kLanes);
  std::vector<std::string> all;
  for (unsigned pitch = 1; pitch <= kMostPitch; ++pitch)
    all.push_back("{\"pitch\":" + std::to_string(pitch) + ",\"places\":" + places_of(pitch, 0) +
                  ",\"report\":" + counted([&] { column_kernel<<<1, kLanes>>>(d_out.data(), pitch); }) + "}");
  return steppers::json(all);
}

struct two_scatters {
  words places04, places05;
  std::string report04, report05;
};

static two_scatters scatter_both(const words& keys, const lab::digit& d, const lab::tiling& tiling) {
  const std::size_t n = keys.size(), tiles = tiling.tiles(n), counters = d.bins() * tiles;
  const buffer d_keys(keys);
  buffer d_histogram(counters), d_starts(counters), d_relative(n), d_out(n), d_sorted(n), d_local(counters);
  auto good = [](const lab::status& done) { steppers::require(done.ok(), "a lab's function refused"); };
  good(multiblock_radix::block_histogram(d_keys.data(), n, d, tiling, d_histogram.data()));
  good(multiblock_radix::scan_histogram(d_histogram.data(), d_starts.data(), counters));
  good(multiblock_radix::relative_positions(d_keys.data(), n, d, tiling, d_relative.data()));
  two_scatters both;
  both.report04 = counted([&] {
    good(multiblock_radix::scatter(d_keys.data(), d_relative.data(), n, d, tiling, d_starts.data(),
                                   d_out.data()));
  });
  const words out04 = d_out.download();
  good(level2_local_sort::sort_tiles(d_keys.data(), n, d, tiling, d_sorted.data(), d_histogram.data()));
  good(level2_local_sort::scan_tile_histograms(d_histogram.data(), tiles, d.bits, tiling.block_size,
                                               d_local.data()));
  both.report05 = counted([&] {
    good(level2_local_sort::scatter(d_sorted.data(), n, d, tiling, d_starts.data(), d_local.data(),
                                    d_out.data()));
  });
  const words starts = d_starts.download(), relative = d_relative.download(), sorted = d_sorted.download(),
              local = d_local.download(), out05 = d_out.download();
  for (unsigned i = 0; i < n; ++i) {
    const unsigned tile = i / tiling.tile, in_tile = i % tiling.tile;
    const std::size_t own = d.of(keys[i]) * tiles + tile, of_sorted = d.of(sorted[i]) * tiles + tile;
    both.places04.push_back(starts[own] + relative[i]);
    both.places05.push_back(starts[of_sorted] + in_tile - local[of_sorted]);
    steppers::require(out04.at(both.places04[i]) == keys[i] && out05.at(both.places05[i]) == sorted[i],
                      "a key is not where it should be");
  }
  return both;
}

static words random_keys(std::size_t n) {
  words keys(n);
  std::mt19937 random(4);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());
  return keys;
}

// 4096 random keys in tiles of 1024; the first warp's addresses.
static std::string by_bits() {
  const words keys = random_keys(4096);
  std::vector<std::string> all;
  for (int bits = 1; bits <= lab::kMaxBits; ++bits) {
    two_scatters both = scatter_both(keys, lab::digit{0, bits}, lab::tiling{256, 1024});
    both.places04.resize(kLanes);
    both.places05.resize(kLanes);
    all.push_back("{\"bits\":" + std::to_string(bits) +
                  ",\"lab04\":{\"places\":" + steppers::json(both.places04) + ",\"report\":" + both.report04 +
                  "},\"lab05\":{\"places\":" + steppers::json(both.places05) +
                  ",\"report\":" + both.report05 + "}}");
  }
  return steppers::json(all);
}

// 2048 random keys; every warp's addresses.
static std::string by_tile() {
  const words keys = random_keys(2048);
  std::vector<std::string> all;
  for (const int bits : {4, 8})
    for (const unsigned tile : {256U, 512U, 1024U}) {
      const two_scatters both = scatter_both(keys, lab::digit{0, bits}, lab::tiling{256, tile});
      all.push_back(
          "{\"bits\":" + std::to_string(bits) + ",\"tile\":" + std::to_string(tile) +
          ",\"lab04\":{\"places\":" + steppers::json(both.places04) + ",\"report\":" + both.report04 +
          "},\"lab05\":{\"places\":" + steppers::json(both.places05) + ",\"report\":" + both.report05 + "}}");
    }
  return steppers::json(all);
}

int main() {
  std::cout << "{\"stride\":" << by_stride() << ",\n\"pitch\":" << by_pitch() << ",\n\"bits\":" << by_bits()
            << ",\n\"tiles\":" << by_tile() << "}" << std::endl;
}
