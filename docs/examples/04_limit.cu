// SPDX-License-Identifier: Apache-2.0
// Computes how many keys source 000's sort can handle: one block scans one counter per bin and block, with
// one thread per counter. Then runs that scan at the limit.
#include <cstdio>
#include <numeric>
#include <vector>

#include "lab/device_buffer.h"

// [lab04-limit]
// The most keys whose counters fit in one block: bins * (number of blocks) <= threads.
std::size_t limit(std::size_t threads, std::size_t bins) {
  std::size_t blocks = 0;
  while (bins * (blocks + 1) <= threads) ++blocks;
  return blocks * threads;
}
// [lab04-limit]

// The source's scan, in one block of n threads, with the source's `tid` as the only index.
__global__ void scan_cal(unsigned* d_cdf, unsigned* d_bins, unsigned n) {
  const unsigned id = threadIdx.x;
  if (id >= n) return;
  const unsigned value = d_bins[id];
  unsigned sum = value;
  for (unsigned interval = 1; interval < blockDim.x; interval <<= 1) {
    if (id >= interval) sum += d_bins[id - interval];
    __syncthreads();
    d_bins[id] = sum;
    __syncthreads();
  }
  d_cdf[id] = sum - value;
}

int main() {
  std::printf("threads  bins  keys at most\n");
  for (const std::size_t threads : {512, 1024, 2048})
    for (const std::size_t bins : {1, 2, 4, 16, 256})
      std::printf("%7zu %5zu %13zu%s\n", threads, bins, limit(threads, bins),
                  bins == 1 ? "  (no such digit)" : "");

  constexpr unsigned kThreads = 1024, kBins = 2;
  const std::size_t n = limit(kThreads, kBins);
  const auto counters = static_cast<unsigned>(kBins * (n / kThreads));
  std::vector<unsigned> counts(counters), starts(counters);
  for (unsigned i = 0; i < counters; ++i) counts[i] = i * 7919 % 1025;
  std::exclusive_scan(counts.begin(), counts.end(), starts.begin(), 0u);
  lab::device_buffer<unsigned> d_counts(counts), d_starts(counters);
  scan_cal<<<1, kThreads>>>(d_starts.data(), d_counts.data(), counters);
  CUDA_CHECK_LAUNCH("scan_cal");
  std::printf("%zu keys: %u counters, scanned by one block: %s\n", n, counters,
              d_starts.download() == starts ? "right" : "wrong");
  return 0;
}
