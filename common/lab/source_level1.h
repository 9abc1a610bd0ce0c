// SPDX-License-Identifier: Apache-2.0
// The radix sorts that the labs begin from, with the kernels as their sources print them: what lab 04 and
// those after it are measured beside.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/phase_timer.h"

namespace lab {
namespace source {

// Source 002, Level 1: one atomicAdd to global memory for each key; hist[block * nBins + bin] (block-major).
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

// Source 002, Level 1: thread 0 of each block moves the block's keys, one after the other.
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

// Source 000, section 3: each key to the start of its bin in its block (bin-major) plus its relative
// position.
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

// Source 002's sort, Level 1, around its two kernels: digits of k bits, where k divides 32 and 32 / k is
// even; the scan of the histograms on the host, over bins and then blocks. The source gives neither k nor the
// size of a block; 4 and 512 are the ones measured here. n < 2^31. Phases "histogram", "scan" (with the
// copies to the host and back), "scatter".
inline void sort_level1(std::uint32_t* d_keys, std::uint32_t* d_scratch, int n, lab::phase_timer* timer,
                        int k = 4, int block_size = 512) {
  if (n == 0) return;
  const int bins = 1 << k, blocks = (n - 1) / block_size + 1;
  lab::device_buffer<int> d_hist(static_cast<std::size_t>(bins) * blocks);
  std::vector<int> hist(d_hist.size()), scan(d_hist.size());
  std::uint32_t *src = d_keys, *dst = d_scratch;
  for (int bit = 0; bit < 32; bit += k) {
    {
      lab::timed_phase phase(timer, "histogram");
      d_hist.fill_bytes(0);
      computeHist<<<blocks, block_size>>>(src, n, d_hist.data(), bins, bit);
      CUDA_CHECK_LAUNCH("computeHist");
    }
    {
      lab::timed_phase phase(timer, "scan");
      d_hist.download(hist.data());
      int sum = 0;
      for (int bin = 0; bin < bins; ++bin)
        for (int block = 0; block < blocks; ++block) {
          scan[static_cast<std::size_t>(block) * bins + bin] = sum;
          sum += hist[static_cast<std::size_t>(block) * bins + bin];
        }
      d_hist.upload(scan.data());
    }
    lab::timed_phase phase(timer, "scatter");
    source::scatter<<<blocks, block_size>>>(src, dst, n, d_hist.data(), bins, bit);
    CUDA_CHECK_LAUNCH("scatter");
    std::swap(src, dst);
  }
}

}  // namespace source
}  // namespace lab
