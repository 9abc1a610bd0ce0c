// SPDX-License-Identifier: Apache-2.0
// Before a sort by sweeps: one read of the keys finds where the bins of each pass begin, and which passes can
// be skipped.
#pragma once
#include "counts.cuh"

namespace hybrid {

constexpr unsigned kPassesMost = 9;  // one per digit, from the lowest up, and a spare pass

// Device memory for a sort by sweeps: a head, which must be zeroed, and the words of the look-back.
constexpr std::size_t kHeadWords = kPassesMost * (2 * kBins + 2) + 6;
struct sweep_room {
  word *counts, *starts;  // [pass][bin]: the number of keys, and where they begin
  word *tickets, *done;   // [pass]: tiles taken (for a whole launch, at its first pass), and tiles done
  word *active, *overfull, *done_blocks;
  word* words;
};
inline sweep_room sweep_room_of(word* d_workspace) {
  word *starts = d_workspace + kPassesMost * kBins, *tickets = starts + kPassesMost * kBins;
  word* after = tickets + 2 * kPassesMost;
  return {d_workspace, starts,    tickets,   tickets + kPassesMost,
          after,       after + 1, after + 2, d_workspace + kHeadWords};
}

// Passes in which all keys agree are skipped. `differing` has a bit for each of the other passes. In the
// spare pass, all keys agree, so it only moves them. If the sort is in place, the spare pass makes the number
// of passes even, because the first pass must not write the array that it reads. Otherwise, it runs only if
// no other pass does.
__device__ inline word active_passes(word differing, unsigned spare, bool in_place) {
  const bool more = in_place ? __popc(differing) % 2 == 1 : differing == 0;
  return differing | (more ? 1u << spare : 0);
}
// For all digits of `range`, counts the keys of each bin into room.counts. The last block to end turns the
// counts into the places where the bins begin, room.starts. *room.done_blocks must be 0 before. If *wanted is
// 0, the kernel does nothing (`wanted` can be null). *room.overfull becomes 1 if a bin of the last digit has
// more than `most` keys. Otherwise it becomes 0, and no passes run.
constexpr int kDigitThreads = 512;
template <class Code>
__global__ void __launch_bounds__(kDigitThreads)
    digits_kernel(const Code* keys, word n, bit_range range, key_order<Code> order, sweep_room room,
                  bool in_place, word most, const word* wanted) {
  constexpr unsigned kDigits = sizeof(Code);
  wait_for_earlier_kernels();
  if (wanted != nullptr && *wanted == 0) return;
  __shared__ word s_counts[kDigits * kBins], s_sums[32], s_last;
  for (unsigned i = threadIdx.x; i < kDigits * kBins; i += kDigitThreads) s_counts[i] = 0;
  __syncthreads();
  const int above = kBitsOf<Code> - range.end;
  const auto add = [&](Code key) {  // no result is used, so a warp's equal bins take one wavefront
    Code left = static_cast<Code>(order.encode(key) << above) >> (above + range.begin);
#pragma unroll
    for (unsigned d = 0; d < kDigits; ++d, left >>= kDigitBits)
      atomicAdd(&s_counts[d * kBins + (static_cast<unsigned>(left) & 255)], 1u);
  };
  constexpr unsigned kOf = kOfVector<Code>;
  const std::size_t begin = std::size_t{blockIdx.x} * kDigitThreads + threadIdx.x;
  const std::size_t step = std::size_t{gridDim.x} * kDigitThreads;
  const bool vectors = reinterpret_cast<std::uintptr_t>(keys) % sizeof(uint4) == 0;
  if (vectors)
    for (std::size_t i = begin; i < n / kOf; i += step) {
      Code key[kOf];
      unpack(reinterpret_cast<const uint4*>(keys)[i], key);
#pragma unroll
      for (unsigned j = 0; j < kOf; ++j) add(key[j]);
    }
  for (std::size_t i = begin + (vectors ? n / kOf * kOf : 0); i < n; i += step) add(keys[i]);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < kDigits * kBins; i += kDigitThreads)
    if (s_counts[i] > 0) atomicAdd(&room.counts[i], s_counts[i]);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) s_last = atomicAdd(room.done_blocks, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!s_last) return;
  __threadfence();
  const bool has_bin = threadIdx.x < kBins;
  word own[kDigits], total, differing = 0;
#pragma unroll
  for (unsigned d = 0; d < kDigits; ++d) own[d] = has_bin ? room.counts[d * kBins + threadIdx.x] : 0;
#pragma unroll
  for (unsigned d = 0; d < kDigits; ++d) {
    const word before = block_exclusive_scan(own[d], s_sums, kDigitThreads / 32, total);
    if (has_bin) room.starts[d * kBins + threadIdx.x] = before;
    differing |= __syncthreads_or(own[d] == n) ? 0 : 1u << d;
  }
  const bool any = __syncthreads_or(own[kDigits - 1] > most);
  if (threadIdx.x == 0) {
    *room.overfull = any;
    *room.active = any ? active_passes(differing, range.digits(), in_place) : 0;
  }
}
inline unsigned digit_blocks(std::size_t n, const device_facts& device) {
  const auto wanted = static_cast<unsigned>((n + 8191) / 8192), most = device.multiprocessors * 4;
  return wanted < most ? wanted : most;
}

// Prepares all passes over the digits of n > 0 keys.
template <class Code>
void count_digits(const Code* d_keys, std::size_t n, bit_range range, key_order<Code> order,
                  const sweep_room& room, bool in_place, word most, const word* wanted,
                  const device_facts& device) {
  launch(device, digits_kernel<Code>, digit_blocks(n, device), kDigitThreads, 0, d_keys, static_cast<word>(n),
         range, order, room, in_place, most, wanted);
}

}  // namespace hybrid
