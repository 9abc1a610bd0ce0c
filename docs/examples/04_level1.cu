// SPDX-License-Identifier: Apache-2.0
// The memory traffic of the sources' kernels in one pass: 2^14 random keys, 8-bit digits, blocks of 256
// threads with 256 keys. Source 002's histogram, and its scatter by one thread per block; source 000's
// scatter by all threads, with addresses that were computed before.
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

#include "lab/device_buffer.h"
#include "lab/radix_tiles.h"
#include "lab/source_level1.h"

using words = std::vector<std::uint32_t>;

int main() {
  constexpr int kKeys = 1 << 14, kBits = 8, kBins = 1 << kBits, kThreads = 256, kBlocks = kKeys / kThreads;
  constexpr lab::digit kDigit{0, kBits};
  words keys(kKeys);
  std::mt19937 random(4);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());

  // Starts and relative positions, bin-major; then the same starts, block-major, for source 002.
  words counts(kBins * kBlocks), starts(counts.size()), relative(kKeys);
  for (std::size_t i = 0; i < kKeys; ++i) relative[i] = counts[kDigit.of(keys[i]) * kBlocks + i / kThreads]++;
  std::exclusive_scan(counts.begin(), counts.end(), starts.begin(), 0u);
  std::vector<int> block_major(starts.size());
  for (std::size_t bin = 0; bin < kBins; ++bin)
    for (std::size_t block = 0; block < kBlocks; ++block)
      block_major[block * kBins + bin] = static_cast<int>(starts[bin * kBlocks + block]);

  lab::device_buffer<std::uint32_t> d_keys(keys), d_out(kKeys);
  lab::device_buffer<int> d_hist(counts.size()), d_scan(block_major);
  d_hist.fill_bytes(0);
  lab::source::computeHist<<<kBlocks, kThreads>>>(d_keys.data(), kKeys, d_hist.data(), kBins, 0);
  CUDA_CHECK_LAUNCH("computeHist");

  lab::source::scatter<<<kBlocks, kThreads>>>(d_keys.data(), d_out.data(), kKeys, d_scan.data(), kBins, 0);
  CUDA_CHECK_LAUNCH("scatter");
  const words by_one_thread = d_out.download();

  const lab::device_buffer<std::uint32_t> d_starts(starts), d_relative(relative);
  lab::source::specific_address<<<kBlocks, kThreads>>>(d_out.data(), d_keys.data(), d_starts.data(),
                                                       d_relative.data(), kBins, 0u, kKeys);
  CUDA_CHECK_LAUNCH("specific_address");
  std::printf("one thread of each block and all threads: %s\n",
              d_out.download() == by_one_thread ? "the same keys in the same places" : "different");
  return 0;
}
