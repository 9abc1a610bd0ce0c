// SPDX-License-Identifier: Apache-2.0
// uint32_t keys in ascending order, from the top digit down:
//
//   counts of the top 16 bits -> where buckets begin -> split by bits 24-31 -> split by bits 16-23
//   -> local sort of each bucket, or of several -> buckets too large for a block: counted, and written
//
// Equal keys cannot be told apart, so no pass is stable, and no block waits for another. simple_sort.cuh has
// the same steps without what makes them fast; hybrid_radix_log.md in docs/measurements has the gain of each
// part. Needs 152 KiB of shared memory for a block (A100, H100, H200).
#pragma once
#include "big_buckets.cuh"
#include "lab/cuda_check.h"
#include "simple_sort.cuh"
#include "split.cuh"

namespace hybrid {

// Words of device memory that sort_keys needs besides d_keys and d_scratch.
inline std::size_t workspace_words(std::size_t n) { return n <= kLocalMost ? 0 : plan_words(n); }

// Whether a block can have the memory of the largest kernel. Else simple_sort.cuh sorts.
inline bool has_room(const device_facts& device) {
  return device.block_bytes >= kBigBytes + sizeof(big_memory) + 1024;
}

inline void allow_shared_memory(const device_facts& device) {
  allow(device, count_kernel, kTableBytes);
  allow(device, split_kernel<1, kSplitItems>, split_bytes(kSplitItems));
  allow(device, split_kernel<2, kSplitItems>, split_bytes(kSplitItems));
  allow(device, buckets_kernel, sizeof(local_memory<small_shape>));
  allow(device, local_kernel, sizeof(local_memory<small_shape>));
  allow(device, listed_kernel<middle_shape>, sizeof(local_memory<middle_shape>));
  allow(device, listed_kernel<large_shape>, sizeof(local_memory<large_shape>));
  allow(device, sort_bins_kernel<alone_shape>, sizeof(local_memory<alone_shape>));
  allow(device, sort_bins_kernel<alone_more_shape>, sizeof(local_memory<alone_more_shape>));
  allow(device, sort_bins_kernel<large_shape>, sizeof(local_memory<large_shape>));
  allow(device, one_block_kernel<alone_shape>, sizeof(local_memory<alone_shape>));
  allow(device, one_block_kernel<alone_more_shape>, sizeof(local_memory<alone_more_shape>));
  allow(device, one_block_kernel<large_shape>, sizeof(local_memory<large_shape>));
  allow(device, big_kernel, kBigBytes);
}

// counts: kBuckets zeros.
inline void count_keys(const word* d_keys, std::size_t n, word* counts, const device_facts& device,
                       const word* sorted = nullptr) {
  if (n <= kFewKeys) {
    const auto blocks = static_cast<unsigned>((n + kFewThreads - 1) / kFewThreads);
    return launch(device, count_few_kernel, blocks, kFewThreads, 0, d_keys, n, counts);
  }
  const auto tiles = static_cast<unsigned>((n + 16383) / 16384);
  const unsigned blocks = tiles < device.multiprocessors ? tiles : device.multiprocessors;
  if (!has_room(device))
    return launch(device, count_met_kernel, blocks, kMeetingThreads, 0, d_keys, n, counts);
  launch(device, count_kernel, blocks, kCountThreads, kTableBytes, d_keys, n, counts, sorted);
}

// d_keys, d_scratch: n < 2^32 words each; the result is in d_keys. d_workspace: workspace_words(n). Launches
// in device.stream and does not wait. phase(name) is called after each launch. Call
// allow_shared_memory(device) once before.
template <class Phase = no_phases>
void sort_keys(word* d_keys, word* d_scratch, std::size_t n, word* d_workspace, const device_facts& device,
               Phase phase = {}) {
  if (n <= 1) return;
  const auto count = static_cast<word>(n);
  const auto run = [&](const char* name, auto* kernel, unsigned blocks, int threads, std::size_t bytes,
                       auto... arguments) {
    launch(device, kernel, blocks, static_cast<unsigned>(threads), bytes, arguments...);
    phase(name);
  };
  const auto in_one_block = [&](auto shape) {
    using S = decltype(shape);
    if (n <= S::kMost)
      run("one block", one_block_kernel<S>, 1, S::kThreads, sizeof(local_memory<S>), d_keys, count);
    return n <= S::kMost;
  };
  if (in_one_block(alone_shape{})) return;
  if (!has_room(device)) {
    simple::sort_keys(d_keys, d_scratch, n, d_workspace, device.stream, phase);
    return;
  }
  if (in_one_block(alone_more_shape{}) || in_one_block(large_shape{})) return;
  const unsigned sms = device.multiprocessors;
  const plan p = plan_of(d_workspace, n, sms);
  const bool few = n <= kFewKeys;
  const auto split = [&](int level, const plan& of, const word* in, word* out) {
    const bool small = p.tile == split_tile(kFewSplitItems);
    const auto tiles = static_cast<unsigned>((n + p.tile - 1) / p.tile);
    const std::size_t bytes = p.tile * sizeof(word);
    if (level == 1)
      run("split 1", small ? split_kernel<1, kFewSplitItems> : split_kernel<1, kSplitItems>, tiles,
          kSplitThreads, bytes, in, out, of, count);
    else
      run("split 2", small ? split_kernel<2, kFewSplitItems> : split_kernel<2, kSplitItems>, tiles + kBins,
          kSplitThreads, bytes, in, out, of, count);
  };
  CUDA_CHECK(cudaMemsetAsync(p.counts, 0, kZeroedWords * sizeof(word), device.stream));
  phase("clear");
  const auto by_one_split = [&](auto shape) {
    using S = decltype(shape);
    if (n > one_split_most<S>()) return false;
    plan one = p;
    one.cursors1 = p.bins, one.to_split = p.fits;
    run("bins", digits_kernel<3, 4>, digit_blocks(n, device), kDigitThreads, 0, d_keys, n, p.bins,
        p.done_blocks, word{S::kMost}, p.fits);
    split(1, one, d_keys, d_scratch);
    run("sort of bins", sort_bins_kernel<S>, kBins, S::kThreads, sizeof(local_memory<S>), d_scratch, d_keys,
        one);
    return true;
  };
  const bool one_split = !few && (by_one_split(alone_shape{}) || by_one_split(alone_more_shape{}) ||
                                  by_one_split(large_shape{}));
  count_keys(d_keys, n, p.counts, device, one_split ? p.fits : nullptr);
  phase("counts");
  run("plan", plan_kernel, kPlanBlocks, kPlanThreads, 0, p, count);
  if (few) {
    run("scatter", scatter_few_kernel, (count + kFewThreads - 1) / kFewThreads, kFewThreads, 0, d_keys,
        d_scratch, p.cursors, n);
  } else {
    split(1, p, d_keys, d_scratch);
    split(2, p, d_scratch, d_keys);
  }
  const word* in = few ? d_scratch : d_keys;
  word* d_free = few ? nullptr : d_scratch;
  const unsigned local_blocks = p.chunk != 0 ? p.chunks : kBuckets >> p.group;
  run("local", local_kernel, local_blocks, small_shape::kThreads, sizeof(local_memory<small_shape>), in,
      d_keys, p, d_free);
  const bool many = n >= std::size_t{1} << 27;
  if (many) {
    run("middle", listed_kernel<middle_shape>, sms * 4, middle_shape::kThreads,
        sizeof(local_memory<middle_shape>), in, d_keys, p);
    run("large", listed_kernel<large_shape>, sms * 2, large_shape::kThreads,
        sizeof(local_memory<large_shape>), in, d_keys, p);
  }
  run("big", big_kernel, sms, kBigThreads, kBigBytes, in, d_keys, p, d_free, many);
  if (!few) run("fill", fill_kernel, sms, kBigThreads, 0, d_keys, p, static_cast<const word*>(d_free));
}

}  // namespace hybrid
