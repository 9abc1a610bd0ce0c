// SPDX-License-Identifier: Apache-2.0
// What a warp's addresses cost, by the simulated device's counters: loads with a stride, columns of a tile in
// shared memory, and the scatters of labs 04 and 05 by the bits of the digit. One JSON object. Built with
// `simcu --check`.
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

// Where the lanes are, of both kernels above.
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

// 4096 random keys in tiles of 1024; the addresses are those of the first warp.
static std::string by_bits() {
  constexpr lab::tiling kTiles{256, 1024};
  words keys(4096);
  std::mt19937 random(4);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());
  const std::size_t n = keys.size(), tiles = kTiles.tiles(n);
  std::vector<std::string> all;
  for (int bits = 1; bits <= lab::kMaxBits; ++bits) {
    const lab::digit d{0, bits};
    const std::size_t counters = d.bins() * tiles;
    const buffer d_keys(keys);
    buffer d_histogram(counters), d_starts(counters), d_relative(n), d_out(n), d_sorted(n), d_local(counters);
    auto good = [](const lab::status& done) { steppers::require(done.ok(), "a lab's function refused"); };
    good(multiblock_radix::block_histogram(d_keys.data(), n, d, kTiles, d_histogram.data()));
    good(multiblock_radix::scan_histogram(d_histogram.data(), d_starts.data(), counters));
    good(multiblock_radix::relative_positions(d_keys.data(), n, d, kTiles, d_relative.data()));
    const std::string lab04 = counted([&] {
      good(multiblock_radix::scatter(d_keys.data(), d_relative.data(), n, d, kTiles, d_starts.data(),
                                     d_out.data()));
    });
    good(level2_local_sort::sort_tiles(d_keys.data(), n, d, kTiles, d_sorted.data(), d_histogram.data()));
    good(level2_local_sort::scan_tile_histograms(d_histogram.data(), tiles, bits, kTiles.block_size,
                                                 d_local.data()));
    const std::string lab05 = counted([&] {
      good(level2_local_sort::scatter(d_sorted.data(), n, d, kTiles, d_starts.data(), d_local.data(),
                                      d_out.data()));
    });
    const words starts = d_starts.download(), relative = d_relative.download(), sorted = d_sorted.download(),
                local = d_local.download(), out = d_out.download();
    words places04, places05;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      places04.push_back(starts[d.of(keys[lane]) * tiles] + relative[lane]);
      places05.push_back(starts[d.of(sorted[lane]) * tiles] + lane - local[d.of(sorted[lane]) * tiles]);
      steppers::require(out.at(places04[lane]) == keys[lane] && out.at(places05[lane]) == sorted[lane],
                        "a key is not where it should be");
    }
    all.push_back("{\"bits\":" + std::to_string(bits) + ",\"lab04\":{\"places\":" + steppers::json(places04) +
                  ",\"report\":" + lab04 + "},\"lab05\":{\"places\":" + steppers::json(places05) +
                  ",\"report\":" + lab05 + "}}");
  }
  return steppers::json(all);
}

int main() {
  std::cout << "{\"stride\":" << by_stride() << ",\n\"pitch\":" << by_pitch() << ",\n\"bits\":" << by_bits()
            << "}" << std::endl;
}
