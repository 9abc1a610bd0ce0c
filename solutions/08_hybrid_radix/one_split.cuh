// SPDX-License-Identifier: Apache-2.0
// Few keys. The host's launches are what takes time, so there are few: one split by the top 8 bits, and a
// block for each bin, if each fits one. Only the device knows whether it does, so sweeps are launched as
// well, and find nothing to do if it does.
#pragma once
#include "local_sort.cuh"
#include "split.cuh"
#include "sweeps.cuh"

namespace hybrid {

// The bins of p's split, each in a block. p.cursors1: where they end.
template <class S>
__global__ void __launch_bounds__(S::kThreads, blocks_that_fit(S::kThreads, 2))
    sort_bins_kernel(const word* in, word* out, plan p) {
  wait_for_earlier_kernels();
  extern __shared__ __align__(16) word s_words[];
  if (*p.no_split != 0) return;
  const unsigned bin = blockIdx.x;
  const word begin = bin > 0 ? p.cursors1[bin - 1] : 0, count = p.cursors1[bin] - begin;
  if (count == 0) return;
  load_and_sort<S, (S::kThreads > 512)>(*reinterpret_cast<local_memory<S>*>(s_words), in + begin, out + begin,
                                        count, bin << 24, 24);
}
// Up to so many keys each bin has room if they are uniform; a sixteenth is kept for chance.
template <class S>
constexpr std::size_t one_split_most() {
  return std::size_t{S::kMost} * kBins / 16 * 15;
}

inline std::size_t one_split_words(std::size_t n, const device_facts& device) {
  return sweep_words<false>(n, device);
}

// True if the keys are so few.
template <class Phase>
bool sort_in_one_block(word* d_keys, std::size_t n, const device_facts& device, Phase phase) {
  const auto run = launcher(device, phase);
  const auto by = [&](auto shape) {
    using S = decltype(shape);
    if (n > S::kMost || sizeof(local_memory<S>) > device.block_bytes) return false;
    run("one block", one_block_kernel<S>, 1, S::kThreads, sizeof(local_memory<S>), d_keys,
        static_cast<word>(n));
    return true;
  };
  return by(alone_shape{}) || by(alone_more_shape{}) || by(large_shape{});
}

// n <= kSweepsMost. d_workspace: one_split_words(n, device).
template <class Phase>
void sort_by_one_split(word* d_keys, word* d_scratch, std::size_t n, word* d_workspace,
                       const device_facts& device, Phase phase) {
  const auto run = launcher(device, phase);
  const auto count = static_cast<word>(n);
  const sweep_room room = sweep_room_of(d_workspace);
  clear_for_sweeps<false>(d_workspace, n, device);
  phase("clear");
  const auto digits = [&](word most, word* overfull) {
    run("counts of digits", digits_kernel<0, kPasses>, digit_blocks(n, device), kDigitThreads, 0, d_keys, n,
        room.starts, room.done_blocks, static_cast<const word*>(nullptr), most, overfull);
  };
  const auto by = [&](auto shape) {
    using S = decltype(shape);
    if (n > one_split_most<S>() || sizeof(local_memory<S>) > device.block_bytes) return false;
    plan p{};
    p.cursors1 = room.starts + (kPasses - 1) * kBins;
    p.no_split = room.overfull;
    p.tile = split_tile(n < kFewTilesBelow ? kFewSplitItems : kSplitItems);
    digits(S::kMost, room.overfull);
    launch_split<1>("split", run, p, d_keys, d_scratch, count);
    run("bins", sort_bins_kernel<S>, kBins, S::kThreads, sizeof(local_memory<S>), d_scratch, d_keys, p);
    return true;
  };
  sweeps p{};
  if (by(alone_shape{}) || by(alone_more_shape{}) || by(large_shape{}))
    p.wanted = room.overfull;
  else
    digits(0, nullptr);
  p.keys[0] = d_keys, p.keys[1] = d_scratch, p.n = count;
  launch_sweeps<false>(p, 0, kPasses, room, device);
  phase("sweeps");
}

}  // namespace hybrid
