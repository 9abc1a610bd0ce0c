// SPDX-License-Identifier: Apache-2.0
// uint32_t keys in ascending order, from the top digit down. By how many they are:
//
//   one block sorts them                                                                       up to 18 432
//   one split by bits 24-31 -> a block sorts each bin; if one does not fit: four sweeps instead    to 4.4
//   million counts of the top 16 bits -> where buckets begin -> split by bits 24-31 -> split by bits 16-23
//   -> local sort of each bucket, or of several -> buckets too large for a block: counted, and written
//
// Equal keys cannot be told apart, so no split is stable, and no block of one waits for another.
// simple_sort.cuh has the same steps without what makes them fast; hybrid_radix_log.md in docs/measurements
// has the gain of each part. The last way needs 152 KiB of shared memory for a block (A100, H100, H200);
// elsewhere sweeps take over.
#pragma once
#include "big_buckets.cuh"
#include "lab/cuda_check.h"
#include "one_split.cuh"
#include "simple_sort.cuh"
#include "sweeps.cuh"

namespace hybrid {

// How many keys are sorted by one split, or by sweeps; more are by two.
inline std::size_t one_split_most(const device_facts& device) {
  return has_room(device) ? one_split_most<large_shape>() : kSweepsMost;
}

// Words of device memory that sort_keys needs besides d_keys and d_scratch.
inline std::size_t workspace_words(std::size_t n, const device_facts& device) {
  if (n <= kLocalMost) return 0;
  return n <= one_split_most(device) ? one_split_words(n, device)
         : has_room(device)          ? plan_words(n)
                                     : simple::kWorkspaceWords;
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
  for (auto* kernel : {sweep_kernel<false, kSweepItems, true>, sweep_kernel<false, kSweepItems, false>})
    allow(device, kernel, sizeof(sweep_memory<false, kSweepItems>));
  allow(device, big_kernel, kBigBytes);
}

// kBuckets <= n < 2^32. d_workspace: plan_words(n).
template <class Phase>
void sort_by_two_splits(word* d_keys, word* d_scratch, std::size_t n, word* d_workspace,
                        const device_facts& device, Phase phase) {
  const auto run = launcher(device, phase);
  const auto count = static_cast<word>(n);
  const unsigned sms = device.multiprocessors;
  const plan p = plan_of(d_workspace, n, sms);
  CUDA_CHECK(cudaMemsetAsync(p.counts, 0, kZeroedWords * sizeof(word), device.stream));
  phase("clear");
  count_keys(d_keys, n, p.counts, device);
  phase("counts");
  run("plan", plan_kernel, kPlanBlocks, kPlanThreads, 0, p, count);
  launch_split<1>("split 1", run, p, d_keys, d_scratch, count);
  launch_split<2>("split 2", run, p, d_scratch, d_keys, count);
  const unsigned local_blocks = p.chunk != 0 ? p.chunks : kBuckets >> p.group;
  run("local", local_kernel, local_blocks, small_shape::kThreads, sizeof(local_memory<small_shape>), d_keys,
      d_keys, p, d_scratch);
  const bool many = n >= std::size_t{1} << 27;
  if (many) {
    run("middle", listed_kernel<middle_shape>, sms * 2, middle_shape::kThreads,
        sizeof(local_memory<middle_shape>), d_keys, d_keys, p);
    run("large", listed_kernel<large_shape>, sms, large_shape::kThreads, sizeof(local_memory<large_shape>),
        d_keys, d_keys, p);
  }
  run("big", big_kernel, sms, kBigThreads, kBigBytes, d_keys, d_keys, p, d_scratch, many);
  run("fill", fill_kernel, sms, kBigThreads, 0, d_keys, p, d_scratch);
}

// d_keys, d_scratch: n < 2^32 words each; the result is in d_keys. d_workspace: workspace_words(n, device).
// Launches in device.stream and does not wait. phase(name) is called after each launch. Call
// allow_shared_memory(device) once before.
template <class Phase = no_phases>
void sort_keys(word* d_keys, word* d_scratch, std::size_t n, word* d_workspace, const device_facts& device,
               Phase phase = {}) {
  if (n <= 1) return;
  if (sort_in_one_block(d_keys, n, device, phase)) return;
  if (n <= one_split_most(device))
    sort_by_one_split(d_keys, d_scratch, n, d_workspace, device, phase);
  else if (has_room(device))
    sort_by_two_splits(d_keys, d_scratch, n, d_workspace, device, phase);
  else
    simple::sort_keys(d_keys, d_scratch, n, d_workspace, device.stream, phase);
}

}  // namespace hybrid
