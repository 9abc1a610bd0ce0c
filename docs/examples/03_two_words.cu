// SPDX-License-Identifier: Apache-2.0
// Chapter 03: sums passed from block to block in two words, a sum and a state, with fences.
#include <cstdio>
#include <vector>

#include "grader/labs/03_single_block_scan_bug/lookback_two_words.cuh"
#include "lab/device_buffer.h"

#ifndef FENCES
#define FENCES true
#endif

int main() {
  const std::vector<std::uint32_t> values{1, 2, 3, 4, 5, 6, 7, 8};
  const unsigned tiles = static_cast<unsigned>(values.size());
  const lab::device_buffer<std::uint32_t> d_in(values);
  lab::device_buffer<std::uint32_t> d_out(tiles), d_state(tiles), d_sums(tiles);
  d_state.fill_bytes(0);
  two_words_kernel<FENCES><<<tiles, 1>>>(d_in.data(), d_out.data(), d_state.data(), d_sums.data());
  CUDA_CHECK_LAUNCH("two_words_kernel");
  for (std::uint32_t sum : d_out.download()) std::printf("%u ", sum);
  std::printf("\n");
  return 0;
}
