// SPDX-License-Identifier: Apache-2.0
// The kernels with which lab 04 begins, as their sources print them, except for integer types and a last
// barrier that orders nothing. source_002.h launches them.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace lab {
namespace source {

// Source 002, Level 1: one global atomicAdd per key; hist[block * nBins + bin] (block-major).
// [lab04-source-histogram]
static __global__ void computeHist(std::uint32_t* in, int n, int* hist, int nBins, int bit) {
  int idx = blockDim.x * blockIdx.x + threadIdx.x;
  if (idx < n) {
    int bin = (in[idx] >> bit) & (nBins - 1);
    int histIdx = blockIdx.x * nBins + bin;
    atomicAdd(&hist[histIdx], 1);
  }
}
// [lab04-source-histogram]

// Source 002, Level 1: thread 0 moves the block's keys, one after the other.
// [lab04-source-scatter]
static __global__ void scatter(std::uint32_t* in, std::uint32_t* out, int n, int* histScan, int nBins,
                               int bit) {
  int idx = blockIdx.x * blockDim.x;
  if (threadIdx.x == 0) {
    for (unsigned i = 0; i < blockDim.x; i++) {
      if (idx + static_cast<int>(i) < n) {
        int bin = (in[idx + i] >> bit) & (nBins - 1);
        int histIdx = blockIdx.x * nBins + bin;
        out[histScan[histIdx]] = in[idx + i];
        histScan[histIdx]++;
      }
    }
  }
}
// [lab04-source-scatter]

// Source 000, section 3: a key goes to the start of its bin in its block (bin-major) plus its relative place.
// [lab04-address]
static __global__ void specific_address(unsigned int* d_out_value, const unsigned int* const d_in_value,
                                        const unsigned int* d_cdfs, const unsigned int* d_relative_pos,
                                        const std::size_t numBins, const unsigned int pos,
                                        const std::size_t size) {
  std::size_t myId = blockDim.x * blockIdx.x + threadIdx.x;
  if (myId >= size) return;
  unsigned int mask = static_cast<unsigned int>(numBins - 1) << pos;
  int bin = (d_in_value[myId] & mask) >> pos;
  int real_bin_addr = bin * gridDim.x + blockIdx.x;
  unsigned int address = d_cdfs[real_bin_addr] + d_relative_pos[myId];
  d_out_value[address] = d_in_value[myId];
}
// [lab04-address]

}  // namespace source
}  // namespace lab
