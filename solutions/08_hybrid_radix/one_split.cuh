// SPDX-License-Identifier: Apache-2.0
// Sorts few keys. Most of the time goes into the host's launches, so there are few launches. One split is by
// the top 8 bits. Then, if every bin fits in a block, one block sorts each bin. Only the device knows whether
// they all fit, so sweeps are launched too; if the bins fit, the sweeps have nothing to do.
#pragma once
#include "local_kernels.cuh"
#include "split.cuh"
#include "sweeps.cuh"

namespace hybrid {

// Sorts the bins of p's split, each in one block, from codes to keys. p.cursors1 has the bins' ends.
template <class S>
__global__ void __launch_bounds__(S::kThreads,
                                  blocks_that_fit(S::kThreads, sizeof(local_memory<S>) > 112 * 1024 ? 1 : 2))
    sort_bins_kernel(const typename S::code* in, typename S::code* out, plan p,
                     key_order<typename S::code> order) {
  using Code = typename S::code;
  wait_for_earlier_kernels();
  extern __shared__ __align__(16) word s_words[];
  if (*p.no_split != 0) return;
  const unsigned bin = blockIdx.x;
  const word begin = bin > 0 ? p.cursors1[bin - 1] : 0, count = p.cursors1[bin] - begin;
  if (count == 0) return;
  constexpr int kRest = kBitsOf<Code> - 8;
  load_and_sort<S, (S::kThreads > 512)>(*reinterpret_cast<local_memory<S>*>(s_words), in + begin, out + begin,
                                        count, static_cast<Code>(bin) << kRest, kRest, order);
}
// Up to this many uniform keys, each bin fits in a block for `most` keys. A sixteenth is kept in reserve,
// because bins vary in size.
constexpr std::size_t one_split_most(std::size_t most) { return most * kBins / 16 * 15; }

// Calls use(shape{}) for the first of Shapes such that fits(most codes of a block) is true. Returns false if
// a block has room for no shape.
template <class... Shapes, class Fits, class Use>
bool with_shape(const device_facts& device, Fits fits, Use use) {
  const auto by = [&](auto shape) {
    using S = decltype(shape);
    if (!fits(std::size_t{S::kMost}) || sizeof(local_memory<S>) > device.block_bytes) return false;
    use(shape);
    return true;
  };
  return (by(Shapes{}) || ...);
}

// Launches the sort and returns true if n is small enough.
template <class Code, class Phase>
bool sort_in_one_block(const Code* d_in, Code* d_out, std::size_t n, key_order<Code> order,
                       const device_facts& device, Phase phase) {
  const auto fits = [=](std::size_t most) { return n <= most; };
  return with_shape<alone_shape<Code>, alone_more_shape<Code>, large_shape<Code>>(
      device, fits, [&](auto shape) {
        using S = decltype(shape);
        launcher(device, phase)("one block", one_block_kernel<S>, 1, S::kThreads, sizeof(local_memory<S>),
                                d_in, d_out, static_cast<word>(n), order);
      });
}

// n <= kSweepsMost. d_workspace: sweep_words<Code, no_value>(n, device).
template <class Code, class Phase>
void sort_by_one_split(const Code* d_in, Code* d_out, Code* d_scratch, std::size_t n, word* d_workspace,
                       key_order<Code> order, const device_facts& device, Phase phase) {
  const auto run = launcher(device, phase);
  const auto count = static_cast<word>(n);
  const sweep_room room = sweep_room_of(d_workspace);
  clear_for_sweeps<Code, no_value>(d_workspace, n, device);
  phase("clear");
  const auto digits = [&](word most) {
    count_digits(d_in, n, kAllBits<Code>, order, room, d_in == d_out, most, nullptr, device);
    phase("counts of digits");
  };
  const auto fits = [=](std::size_t most) { return n <= one_split_most(most); };
  const bool split =
      with_shape<alone_shape<Code>, alone_more_shape<Code>, large_shape<Code>>(device, fits, [&](auto shape) {
        using S = decltype(shape);
        plan p{};
        p.cursors1 = room.starts + (sizeof(Code) - 1) * kBins;
        p.no_split = room.overfull;
        p.tile = split_tile(n < kFewTilesBelow ? kFewSplitItems : kSplitItems<Code>);
        digits(S::kMost);
        launch_split<1>("split", run, p, d_in, d_scratch, count, order);
        run("bins", sort_bins_kernel<S>, kBins, S::kThreads, sizeof(local_memory<S>), d_scratch, d_out, p,
            order);
      });
  if (!split) digits(0);
  sweeps<Code, no_value> p{};
  p.source = d_in, p.keys[0] = d_out, p.keys[1] = d_scratch, p.n = count;
  p.range = kAllBits<Code>, p.order = order;
  launch_sweeps(p, split ? 0 : all_passes(p.range), room, device);
  phase("sweeps");
}

}  // namespace hybrid
