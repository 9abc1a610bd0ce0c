// SPDX-License-Identifier: Apache-2.0
// Lab 05: one split of a tile by one bit, by a block that holds the tile in its registers.
// Included by level2_local_sort.cu, inside of its namespace.
#pragma once

// [lab05-padding]
// A tile in shared memory. One word of every 33 is left out: thread t has the words t * kItems … in its
// registers, and without the gaps threads of a warp would wait for each other's bank.
__device__ inline std::uint32_t& at(std::uint32_t* s_tile, unsigned i) { return s_tile[i + i / 32]; }
constexpr std::size_t padded(std::size_t words) { return words + words / 32 + 1; }
// [lab05-padding]

// [lab05-registers]
// What thread t holds: the elements t * kItems … of the tile. Beyond the tile's `count` stand keys of ones:
// each split leaves them behind all others, so they neither move nor count among the zeros.
template <unsigned kItems>
struct registers {
  std::uint32_t words[kItems];

  __device__ void load(std::uint32_t* s_tile, const std::uint32_t* d_from, span mine) {
    for (unsigned i = threadIdx.x; i < kItems * blockDim.x; i += blockDim.x)
      at(s_tile, i) = i < mine.count ? d_from[mine.begin + i] : 0xffffffff;
    __syncthreads();
    read(s_tile);
  }
  __device__ void read(std::uint32_t* s_tile) {
#pragma unroll
    for (unsigned k = 0; k < kItems; ++k) words[k] = at(s_tile, threadIdx.x * kItems + k);
  }
  // To their ranks and back into registers. The caller has passed a barrier since the last read.
  __device__ void exchange(std::uint32_t* s_tile, const unsigned short (&ranks)[kItems]) {
#pragma unroll
    for (unsigned k = 0; k < kItems; ++k) at(s_tile, ranks[k]) = words[k];
    __syncthreads();
    read(s_tile);
  }
};
// [lab05-registers]

// [lab05-split]
// Splits the tile by one bit: `numZeros` and `rank` of the source, for kItems keys in each thread. The keys
// end in s_tile and in registers; so do the values, if there are any, in registers alone.
template <unsigned kItems, bool kPairs>
__device__ void split(registers<kItems>& keys, registers<kItems>& values, int bit, std::uint32_t* s_tile,
                      std::uint32_t* s_sums) {
  unsigned own = 0, zeros = 0;
#pragma unroll
  for (unsigned k = 0; k < kItems; ++k) own += ~(keys.words[k] >> bit) & 1;
  unsigned zeros_before = lab::block_exclusive_scan(own, s_sums, blockDim.x / 32, zeros);
  unsigned short ranks[kItems];
#pragma unroll
  for (unsigned k = 0; k < kItems; ++k) {
    const bool one = keys.words[k] >> bit & 1;
    const unsigned ones_before = threadIdx.x * kItems + k - zeros_before;
    ranks[k] = static_cast<unsigned short>(one ? zeros + ones_before : zeros_before);
    zeros_before += !one;
  }
  if (kPairs) {
    values.exchange(s_tile, ranks);
    __syncthreads();
  }
  keys.exchange(s_tile, ranks);
}
// [lab05-split]
