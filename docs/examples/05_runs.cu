// SPDX-License-Identifier: Apache-2.0
// Shows what sorting a tile by the digit gains in the scatter: 2^16 random keys are scattered by the same
// kernel, from unsorted tiles and from sorted tiles. First, the host counts the sectors for several digits
// and tiles. Then the device does both scatters.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

#include "lab/device_buffer.h"
#include "lab/radix_tiles.h"

using words = std::vector<std::uint32_t>;

// [lab05-scatter]
__device__ void move_key(const std::uint32_t* d_keys, const std::uint32_t* d_address, std::uint32_t* d_out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  d_out[d_address[i]] = d_keys[i];
}
__global__ void scatter_unsorted_tiles_kernel(const std::uint32_t* d_keys, const std::uint32_t* d_address,
                                              std::uint32_t* d_out) {
  move_key(d_keys, d_address, d_out);
}
__global__ void scatter_sorted_tiles_kernel(const std::uint32_t* d_keys, const std::uint32_t* d_address,
                                            std::uint32_t* d_out) {
  move_key(d_keys, d_address, d_out);
}
// [lab05-scatter]

struct pass {
  words keys, address;  // address: where key i goes in a stable sort by the digit
};

pass make_pass(words keys, lab::digit d, std::size_t tile, bool sorted_tiles) {
  const auto less = [&](std::uint32_t a, std::uint32_t b) { return d.of(a) < d.of(b); };
  if (sorted_tiles)
    for (std::size_t at = 0; at < keys.size(); at += tile)
      std::stable_sort(keys.begin() + static_cast<long>(at), keys.begin() + static_cast<long>(at + tile),
                       less);
  words order(keys.size()), address(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](unsigned a, unsigned b) { return less(keys[a], keys[b]); });
  for (unsigned place = 0; place < order.size(); ++place) address[order[place]] = place;
  return {keys, address};
}

// The number of 32-byte sectors in the stores of all warps, per key.
double sectors_per_key(const words& address) {
  std::size_t sectors = 0;
  for (std::size_t warp = 0; warp < address.size(); warp += 32) {
    words touched;
    for (std::size_t lane = 0; lane < 32; ++lane) touched.push_back(address[warp + lane] / 8);
    std::sort(touched.begin(), touched.end());
    sectors += static_cast<std::size_t>(std::unique(touched.begin(), touched.end()) - touched.begin());
  }
  return static_cast<double>(sectors) / static_cast<double>(address.size());
}

words random_words(std::size_t n) {
  words keys(n);
  std::mt19937 random(5);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());
  return keys;
}

template <class Kernel>
words scatter(Kernel* kernel, const pass& p) {
  const lab::device_buffer<std::uint32_t> d_keys(p.keys), d_address(p.address);
  lab::device_buffer<std::uint32_t> d_out(p.keys.size());
  kernel<<<static_cast<unsigned>(p.keys.size() / 256), 256>>>(d_keys.data(), d_address.data(), d_out.data());
  CUDA_CHECK_LAUNCH("scatter");
  return d_out.download();
}

int main() {
  const words keys = random_words(std::size_t{1} << 16);
  std::printf("sectors stored per key, by tile\n");
  std::printf("bits  tile  run  unsorted  sorted  at most\n");
  for (const int bits : {4, 8})
    for (const std::size_t tile : {256u, 1024u, 4096u, 8192u}) {
      const lab::digit d{0, bits};
      const double run = static_cast<double>(tile) / d.bins();
      std::printf("%4d  %4zu  %3.0f  %8.2f  %6.2f  %7.2f\n", bits, tile, run,
                  sectors_per_key(make_pass(keys, d, tile, false).address),
                  sectors_per_key(make_pass(keys, d, tile, true).address),
                  1 / 8. + 1.75 * (1 / 32. + 1 / run));
    }
  const lab::digit d{0, 8};
  const words unsorted = scatter(scatter_unsorted_tiles_kernel, make_pass(keys, d, 4096, false));
  const words sorted = scatter(scatter_sorted_tiles_kernel, make_pass(keys, d, 4096, true));
  std::printf("on the device, 8 bits, tiles of 4096 keys:\n%s\n",
              unsorted == sorted ? "both scatters give the same array" : "different arrays");
  return 0;
}
