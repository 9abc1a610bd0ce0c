// SPDX-License-Identifier: Apache-2.0
// Sorts keys from the top digit down. The number of keys determines the method:
//
//   one block sorts them                                                                       up to 18 432
//   one split by the top 8 bits -> a block sorts each bin; if one does not fit: sweeps  up to 4.4 million
//   counts of the top 16 bits -> where buckets begin -> split by the top 8 bits -> split by the next 8
//   -> local sort of each bucket, or of several -> larger buckets by larger blocks
//   -> buckets too large for a block: 32-bit keys are counted and written; 64-bit keys: sweeps instead
//
// Equal keys are identical, so the splits need not be stable, and a split's blocks don't wait for each other.
// The file simple_sort.cuh has the same steps without the optimizations. The gain of each optimization is in
// docs/measurements/hybrid_radix_log.md. The last method needs 150 KiB of shared memory per block, and 161
// KiB for 64-bit keys (A100, H100, H200). Other devices use sweeps, or simple_sort.cuh for 2^30 keys or more.
#pragma once
#include "big_buckets.cuh"
#include "lab/cuda_check.h"
#include "one_split.cuh"
#include "simple_sort.cuh"
#include "sweeps.cuh"

namespace hybrid {

// The most keys that are sorted by one split or by sweeps. More keys take two splits.
template <class Code>
std::size_t one_split_most(const device_facts& device) {
  return has_room<Code>(device) ? one_split_most(kLargeMost) : kSweepsMost;
}
// The most keys that can be sorted.
template <class Code>
constexpr std::size_t kKeysMost = kCountsLarge<Code> ? 0xffffffffu : kSweepsMost;

// Words of device memory that sort_by_two_splits needs in addition to the arrays. For 64-bit keys, the words
// of the sweeps come after those of the plan.
inline std::size_t plan_part(std::size_t n) { return (plan_words(n) + 63) / 64 * 64; }
template <class Code>
std::size_t two_splits_words(std::size_t n, const device_facts& device) {
  return kCountsLarge<Code> ? plan_words(n) : plan_part(n) + sweep_words<Code, no_value>(n, device);
}
// Words that sort_keys needs in addition to the arrays.
template <class Code>
std::size_t workspace_words(std::size_t n, const device_facts& device) {
  if (n <= kLocalMost) return 0;
  if (n <= one_split_most<Code>(device)) return sweep_words<Code, no_value>(n, device);
  return has_room<Code>(device) ? two_splits_words<Code>(n, device) : simple::kWorkspaceWords;
}

template <class Code>
void allow_keys(const device_facts& device) {
  const auto shapes = [&](auto... shape) {
    (allow(device, one_block_kernel<decltype(shape)>, sizeof(local_memory<decltype(shape)>)), ...);
    (allow(device, sort_bins_kernel<decltype(shape)>, sizeof(local_memory<decltype(shape)>)), ...);
  };
  shapes(alone_shape<Code>{}, alone_more_shape<Code>{}, large_shape<Code>{});
  allow_sweeps<Code, no_value>(device);
  allow(device, count_kernel<Code>, kTableBytes);
  allow(device, split_kernel<Code, 1, kSplitItems<Code>>, split_bytes<Code>(kSplitItems<Code>));
  allow(device, split_kernel<Code, 2, kSplitItems<Code>>, split_bytes<Code>(kSplitItems<Code>));
  allow(device, local_kernel<Code>, sizeof(local_memory<small_shape<Code>>));
  allow(device, listed_kernel<middle_shape<Code>>, sizeof(local_memory<middle_shape<Code>>));
  allow(device, listed_kernel<large_shape<Code>>, sizeof(local_memory<large_shape<Code>>));
  if constexpr (kCountsLarge<Code>) {
    allow(device, buckets_kernel<Code>, sizeof(local_memory<small_shape<Code>>));
    allow(device, big_kernel<Code>, kBigBytes<Code>);
  }
}

// kBuckets <= n <= kKeysMost<Code>. d_workspace: two_splits_words<Code>(n, device).
template <class Code, class Phase>
void sort_by_two_splits(const Code* d_in, Code* d_out, Code* d_scratch, std::size_t n, word* d_workspace,
                        key_order<Code> order, const device_facts& device, Phase phase) {
  const auto run = launcher(device, phase);
  const auto count = static_cast<word>(n);
  const unsigned sms = device.multiprocessors;
  const plan p = plan_of<Code>(d_workspace, n, sms);
  CUDA_CHECK(cudaMemsetAsync(p.counts, 0, kZeroedWords * sizeof(word), device.stream));
  phase("clear");
  count_keys(d_in, n, p.counts, order, device, kLargeMost, kCountsLarge<Code> ? nullptr : p.no_split);
  phase("counts");
  run("plan", plan_kernel<Code>, kPlanBlocks, kPlanThreads, 0, p, count);
  launch_split<1>("split 1", run, p, d_in, d_scratch, count, order);
  launch_split<2>("split 2", run, p, d_scratch, d_out, count);
  using small = small_shape<Code>;
  using middle = middle_shape<Code>;
  using large = large_shape<Code>;
  word* d_free = reinterpret_cast<word*>(d_scratch);
  const unsigned local_blocks = p.chunk != 0 ? p.chunks : kBuckets >> p.group;
  run("local", local_kernel<Code>, local_blocks, small::kThreads, sizeof(local_memory<small>), d_out, p,
      d_free, order);
  const bool listed = !kCountsLarge<Code> || n >= std::size_t{1} << 27;
  if (listed) {
    run("middle", listed_kernel<middle>, sms * 2, middle::kThreads, sizeof(local_memory<middle>), d_out, p,
        order);
    run("large", listed_kernel<large>, sms, large::kThreads, sizeof(local_memory<large>), d_out, p, order);
  }
  if constexpr (kCountsLarge<Code>) {
    run("big", big_kernel<Code>, sms, kBigThreads, kBigBytes<Code>, d_in, d_out, p, d_free, listed, order);
  } else {
    word* d_sweeps = d_workspace + plan_part(n);
    const sweep_room room = sweep_room_of(d_sweeps);
    clear_for_sweeps<Code, no_value>(d_sweeps, n, device);
    count_digits(d_in, n, kAllBits<Code>, order, room, d_in == d_out, 0, p.no_split, device);
    phase("counts of digits");
    sweeps<Code, no_value> s{};
    s.source = d_in, s.keys[0] = d_out, s.keys[1] = d_scratch, s.n = count;
    s.range = kAllBits<Code>, s.order = order;
    launch_sweeps(s, 0, room, device);
    phase("sweeps");
  }
}

// Turns keys into codes, or codes into keys. `in` can equal `out`.
constexpr int kConvertThreads = 256;
template <class Code>
__global__ void __launch_bounds__(kConvertThreads)
    convert_kernel(const Code* in, Code* out, std::size_t n, key_order<Code> order, bool back) {
  wait_for_earlier_kernels();
  const std::size_t step = std::size_t{gridDim.x} * kConvertThreads;
  for (std::size_t i = std::size_t{blockIdx.x} * kConvertThreads + threadIdx.x; i < n; i += step)
    out[i] = back ? order.decode(in[i]) : order.encode(in[i]);
}

// Sorts from d_in to d_out, which can be the same. d_scratch: n codes. d_workspace: workspace_words<Code>(n,
// device). n <= kKeysMost<Code>. Launches in device.stream and does not wait. phase(name) is called after
// each launch. Call allow_keys<Code>(device) once before.
template <class Code, class Phase = no_phases>
void sort_keys(const Code* d_in, Code* d_out, Code* d_scratch, std::size_t n, word* d_workspace,
               key_order<Code> order, const device_facts& device, Phase phase = {}) {
  if (n == 0 || sort_in_one_block(d_in, d_out, n, order, device, phase)) return;
  if (n <= one_split_most<Code>(device))
    sort_by_one_split(d_in, d_out, d_scratch, n, d_workspace, order, device, phase);
  else if (has_room<Code>(device))
    sort_by_two_splits(d_in, d_out, d_scratch, n, d_workspace, order, device, phase);
  else if constexpr (kCountsLarge<Code>) {
    const unsigned blocks = device.multiprocessors * 8;
    launch(device, convert_kernel<Code>, blocks, kConvertThreads, 0, d_in, d_out, n, order, false);
    simple::sort_keys(d_out, d_scratch, n, d_workspace, device.stream, phase);
    launch(device, convert_kernel<Code>, blocks, kConvertThreads, 0, d_out, d_out, n, order, true);
  }
}

}  // namespace hybrid
