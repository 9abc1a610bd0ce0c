// SPDX-License-Identifier: Apache-2.0
// The worked example of the notes on lab 04: one pass over 7 keys, with 1-bit digits and tiles of 4 keys. The
// addresses are computed and used on the device, by source 000's kernel.
#include <cstdio>
#include <vector>

#include "lab/device_buffer.h"
#include "lab/device_scan.h"
#include "lab/radix_tiles.h"
#include "lab/source_level1.h"

using words = std::vector<std::uint32_t>;

const words kKeys{0, 0, 1, 1, 0, 0, 1};
constexpr lab::digit kDigit{0, 1};
constexpr unsigned kTile = 4;

void print(const char* what, const words& row) {
  std::printf("%-28s", what);
  for (std::uint32_t word : row) std::printf(" %u", word);
  std::printf("\n");
}

// [lab04-example]
// Bin-major: all tiles of bin 0, then all tiles of bin 1. Block-major: all bins of tile 0, then
// all bins of tile 1.
std::size_t counter_of(std::size_t i, bool bin_major) {
  const std::size_t tiles = (kKeys.size() + kTile - 1) / kTile, tile = i / kTile, bin = kDigit.of(kKeys[i]);
  return bin_major ? bin * tiles + tile : tile * kDigit.bins() + bin;
}

struct pass {
  words histogram, starts, relative, address;
};

// The histogram and the relative positions are computed on the host, key by key; the scan runs on the device.
pass work_out(bool bin_major) {
  const std::size_t n = kKeys.size(), counters = kDigit.bins() * ((n + kTile - 1) / kTile);
  pass p{words(counters), words(counters), words(n), words(n)};
  for (std::size_t i = 0; i < n; ++i) p.relative[i] = p.histogram[counter_of(i, bin_major)]++;

  const lab::device_buffer<std::uint32_t> d_histogram(p.histogram);
  lab::device_buffer<std::uint32_t> d_starts(counters), d_sums(lab::scan_workspace(counters));
  lab::exclusive_scan(d_histogram.data(), d_starts.data(), counters, d_sums.data());
  p.starts = d_starts.download();
  for (std::size_t i = 0; i < n; ++i) p.address[i] = p.starts[counter_of(i, bin_major)] + p.relative[i];
  return p;
}
// [lab04-example]

words move_keys(const pass& p) {
  const lab::device_buffer<std::uint32_t> d_keys(kKeys), d_starts(p.starts), d_relative(p.relative);
  lab::device_buffer<std::uint32_t> d_out(kKeys.size());
  lab::source::specific_address<<<2, kTile>>>(d_out.data(), d_keys.data(), d_starts.data(), d_relative.data(),
                                              kDigit.bins(), kDigit.shift, kKeys.size());
  CUDA_CHECK_LAUNCH("specific_address");
  return d_out.download();
}

int main() {
  print("keys", kKeys);
  for (const bool bin_major : {true, false}) {
    const pass p = work_out(bin_major);
    std::printf("%s\n", bin_major ? "bin-major" : "block-major");
    print("  histogram", p.histogram);
    print("  starts", p.starts);
    print("  relative positions", p.relative);
    print("  addresses", p.address);
    if (bin_major) print("  keys, moved on the device", move_keys(p));
  }
  return 0;
}
