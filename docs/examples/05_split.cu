// SPDX-License-Identifier: Apache-2.0
// The worked example of the notes on lab 05: the figure's tiles, split by two bits. As in the source, each
// thread of the block has one key. The last tile is split a second time with the printed formula.
#include <cstdio>
#include <vector>

#include "lab/collectives.h"
#include "lab/device_buffer.h"

using words = std::vector<std::uint32_t>;

constexpr unsigned kThreads = 32;

// [lab05-split]
// One split of a block's `count` keys by one bit, with one key per thread. The formula for numZeros
// begins with `zeros_of`. Threads without a key contribute no ones, but must reach the scan's barrier.
__global__ void split_kernel(std::uint32_t* d_keys, unsigned count, int bit, unsigned zeros_of,
                             std::uint32_t* d_scan, std::uint32_t* d_rank) {
  __shared__ std::uint32_t s_sums[kThreads / 32];
  const unsigned tid = threadIdx.x;
  const std::uint32_t key = tid < count ? d_keys[tid] : 0, one = key >> bit & 1;
  std::uint32_t ones = 0;
  const std::uint32_t ones_before = lab::block_exclusive_scan(one, s_sums, kThreads / 32, ones);
  const std::uint32_t num_zeros = zeros_of - ones;  // ones: scan[last] + bit[last]
  const std::uint32_t rank = one != 0 ? num_zeros + ones_before : tid - ones_before;
  if (tid >= count) return;
  d_scan[tid] = ones_before;
  d_rank[tid] = rank;
  if (rank < count) d_keys[rank] = key;  // each thread has one key, so all keys have been read
}
// [lab05-split]

void print(const char* what, const words& row) {
  std::printf("%-18s", what);
  for (std::uint32_t word : row) std::printf(" %2u", word);
  std::printf("\n");
}

words digits(const words& keys, int shift, std::uint32_t mask) {
  words row;
  for (std::uint32_t key : keys) row.push_back(key >> shift & mask);
  return row;
}

words split(const words& keys, int bit, unsigned zeros_of) {
  const auto count = static_cast<unsigned>(keys.size());
  lab::device_buffer<std::uint32_t> d_keys(keys), d_scan(count), d_rank(count);
  split_kernel<<<1, kThreads>>>(d_keys.data(), count, bit, zeros_of, d_scan.data(), d_rank.data());
  CUDA_CHECK_LAUNCH("split_kernel");
  std::printf("bit %d\n", bit);
  print("  bit", digits(keys, bit, 1));
  print("  ones before it", d_scan.download());
  print("  rank", d_rank.download());
  return d_keys.download();
}

int main() {
  const std::vector<words> tiles{{3, 8, 6, 0, 5, 7, 12, 2}, {5, 2, 7, 4, 1, 6}};
  for (const words& tile : tiles) {
    print("keys", tile);
    words keys = tile;
    for (int bit = 0; bit < 2; ++bit) {
      keys = split(keys, bit, static_cast<unsigned>(keys.size()));
      print("  after the split", keys);
    }
    print("digits", digits(keys, 0, 3));
  }
  std::printf("\nthe last tile again, with\nnumZeros = 8 - scan[last] - bit[last]\n");
  split(tiles.back(), 0, 8);
  return 0;
}
