// SPDX-License-Identifier: Apache-2.0
// Lab 03, given: the launch of the source's scan, and the kernels with which the grader calls ladder.h.
#pragma once
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "article_sort.h"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "ladder.h"
#include "single_block_scan_bug.h"

__global__ void scan_cal_kernel(std::uint32_t* d_cdf, std::uint32_t* d_bins, const int size, const int reach);

lab::status run_source_scan(std::uint32_t* d_bins, std::uint32_t* d_cdf, std::size_t n, unsigned block_size,
                            loop_bound bound) {
  if (n > kMaxSourceElements)
    return lab::status::bad_argument("n", "is more than the source's int indices allow");
  if (block_size < 1 || block_size > kMaxBlockSize)
    return lab::status::bad_argument("block_size", "is not 1 to 1024");
  if (n == 0) return {};
  const int size = static_cast<int>(n), reach = bound == loop_bound::grid ? size : int(block_size);
  scan_cal_kernel<<<(size + block_size - 1) / block_size, block_size>>>(d_cdf, d_bins, size, reach);
  CUDA_CHECK_LAUNCH("scan_cal_kernel");
  return {};
}

// One thread per value and result.
template <std::uint32_t (*value_rung)(std::uint32_t)>
__global__ void value_rung_kernel(const std::uint32_t* d_in, std::uint32_t* d_out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  d_out[i] = value_rung(d_in[i]);
}

__global__ void sum_of_four_kernel(const std::uint32_t* d_in, std::uint32_t* d_out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  d_out[i] = sum_of_four(d_in + 4 * i);
}

__global__ void pass_on_kernel(const std::uint32_t* d_in, std::uint32_t* d_sums, std::uint32_t* d_ready) {
  pass_on(d_in[blockIdx.x], d_sums, d_ready);
}

// d_out[b] = d_in[b] + d_in[b + 1]; the element after the last is d_in[0]. d_met: one word per block.
__global__ void neighbours_kernel(const std::uint32_t* d_in, std::uint32_t* d_met, std::uint32_t* d_out) {
  const unsigned b = blockIdx.x, next = (b + 1) % gridDim.x;
  if (threadIdx.x == 0) d_met[b] = d_in[b];
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0) d_out[b] = d_in[b] + d_met[next];
}

inline lab::status launch_rung(rung which, const std::uint32_t* d_in, std::uint32_t* d_out, unsigned n,
                               unsigned block) {
  const unsigned blocks = n / block;
  lab::device_buffer<std::uint32_t> d_words(n);
  d_words.fill_bytes(0);
  switch (which) {
    case rung::scan_by_shuffles:
      value_rung_kernel<scan_by_shuffles><<<blocks, block>>>(d_in, d_out);
      break;
    case rung::count_by_ballot:
      value_rung_kernel<count_by_ballot><<<blocks, block>>>(d_in, d_out);
      break;
    case rung::rank_by_match:
      value_rung_kernel<rank_by_match><<<blocks, block>>>(d_in, d_out);
      break;
    case rung::scan_by_warps:
      value_rung_kernel<scan_by_warps><<<blocks, block>>>(d_in, d_out);
      break;
    case rung::sum_of_four:
      sum_of_four_kernel<<<blocks, block>>>(d_in, d_out);
      break;
    case rung::pass_on:
      pass_on_kernel<<<n, 1>>>(d_in, d_out, d_words.data());
      break;
    case rung::launch_neighbours:
      return launch_neighbours(d_in, d_words.data(), d_out, n);
  }
  CUDA_CHECK_LAUNCH("a rung");
  return {};
}

lab::status climb(rung which, const std::uint32_t* d_in, std::uint32_t* d_out, unsigned n, unsigned block) {
  return launch_rung(which, d_in, d_out, n, block);
}
