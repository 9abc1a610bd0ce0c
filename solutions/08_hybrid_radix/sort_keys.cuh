// SPDX-License-Identifier: Apache-2.0
// uint32_t keys in ascending order, from the top digit down:
//
//   counts of the top 16 bits -> where buckets begin -> split by bits 24-31 -> split by bits 16-23
//   -> local sort of each bucket, or of several -> buckets too large for a block: counted, and written
//
// Equal keys cannot be told apart, so no pass is stable, and no block waits for another. Needs 128 KiB of
// shared memory for a block (A100, H100, H200).
#pragma once
#include "big_buckets.cuh"
#include "lab/cuda_check.h"
#include "split.cuh"

namespace hybrid {

// Words of device memory that sort_keys needs besides d_keys and d_scratch.
inline std::size_t workspace_words(std::size_t n) { return plan_words(n); }

inline void allow_shared_memory() {
  const auto allow = [](auto* kernel, std::size_t bytes) {
    CUDA_CHECK(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
  };
  allow(count_kernel, kTableBytes);
  allow(split_kernel<1>, kSplitBytes);
  allow(split_kernel<2>, kSplitBytes);
  allow(buckets_kernel, sizeof(local_memory<small_shape>));
  allow(local_kernel, sizeof(local_memory<small_shape>));
  allow(large_kernel, sizeof(local_memory<large_shape>));
  allow(one_block_kernel, sizeof(local_memory<alone_shape>));
  allow(big_kernel, kBigBytes);
}

// counts: kBuckets zeros.
inline void count_keys(const word* d_keys, std::size_t n, word* counts, unsigned sms) {
  if (n <= kFewKeys) {
    const auto blocks = static_cast<unsigned>((n + kFewThreads - 1) / kFewThreads);
    count_few_kernel<<<blocks, kFewThreads>>>(d_keys, n, counts);
    return;
  }
  const auto tiles = static_cast<unsigned>((n + 16383) / 16384), blocks = tiles < sms ? tiles : sms;
  count_kernel<<<blocks, kCountThreads, kTableBytes>>>(d_keys, n, counts);
}

struct no_phases {
  void operator()(const char*) const {}
};

// d_keys, d_scratch: n < 2^32 words each; the result is in d_keys. d_workspace: workspace_words(n). sms:
// multiprocessors of the device. Launches in the default stream and does not wait. phase(name) is called
// after each launch. Call allow_shared_memory() once before.
template <class Phase = no_phases>
void sort_keys(word* d_keys, word* d_scratch, std::size_t n, word* d_workspace, unsigned sms,
               Phase phase = {}) {
  if (n <= 1) return;
  const auto count = static_cast<word>(n);
  if (n <= kLocalMost) {
    one_block_kernel<<<1, alone_shape::kThreads, sizeof(local_memory<alone_shape>)>>>(d_keys, count);
    return phase("one block");
  }
  const plan p = plan_of(d_workspace, n, sms);
  const bool few = n <= kFewKeys;
  const auto few_blocks = static_cast<unsigned>((n + kFewThreads - 1) / kFewThreads);
  CUDA_CHECK(cudaMemsetAsync(p.counts, 0, (kBuckets + 4) * sizeof(word)));
  phase("clear");
  count_keys(d_keys, n, p.counts, sms);
  phase("counts");
  plan_kernel<<<kPlanBlocks, kPlanThreads>>>(p, count);
  phase("plan");
  if (few) {
    scatter_few_kernel<<<few_blocks, kFewThreads>>>(d_keys, d_scratch, p.cursors, n);
    phase("scatter");
  } else {
    const auto tiles = static_cast<unsigned>((n + kSplitTile - 1) / kSplitTile);
    split_kernel<1><<<tiles, kSplitThreads, kSplitBytes>>>(d_keys, d_scratch, p, count);
    phase("split 1");
    split_kernel<2><<<tiles + kBins, kSplitThreads, kSplitBytes>>>(d_scratch, d_keys, p, count);
    phase("split 2");
  }
  const word* in = few ? d_scratch : d_keys;
  word* d_free = few ? nullptr : d_scratch;
  const unsigned local_blocks = p.chunk != 0 ? p.chunks : kBuckets >> p.group;
  constexpr std::size_t kLocalBytes = sizeof(local_memory<small_shape>);
  local_kernel<<<local_blocks, small_shape::kThreads, kLocalBytes>>>(in, d_keys, p, d_free);
  phase("local");
  const bool many = n >= std::size_t{1} << 27;
  if (many) {
    large_kernel<<<sms * 2, large_shape::kThreads, sizeof(local_memory<large_shape>)>>>(in, d_keys, p);
    phase("large");
  }
  big_kernel<<<sms, kBigThreads, kBigBytes>>>(in, d_keys, p, d_free, many);
  phase("big");
  if (few) return;
  fill_kernel<<<sms, kBigThreads>>>(d_keys, p, d_free);
  phase("fill");
}

}  // namespace hybrid
