// SPDX-License-Identifier: Apache-2.0
// Lab 08: a radix sort from the top digit down, faster than CUB's. Task: README.md. Contracts: the header.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cuda/atomic>
#include <initializer_list>
#include <string>

#include "hybrid_radix.h"
#include "lab/collectives.h"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/shared_memory.h"
#include "lab/todo.h"

namespace hybrid_radix {

// Given: refuses n above `most`, and a null array that would have elements.
static lab::status check_count(std::size_t n, std::size_t most,
                               std::initializer_list<lab::named_array> arrays) {
  if (n > most)
    return lab::status::bad_argument(
        "n", "is " + std::to_string(n) + ", but can be at most " + std::to_string(most));
  return lab::check_arrays(n, arrays);
}

// Given: refuses a workspace of fewer than `needed` words.
static lab::status check_workspace(const std::uint32_t* d_workspace, std::size_t words, std::size_t needed) {
  if (words < needed)
    return lab::status::bad_argument("d_workspace", "has " + std::to_string(words) + " words, but " +
                                                        std::to_string(needed) + " are needed");
  return lab::check_arrays(needed, {{"d_workspace", d_workspace}});
}

// BEGIN YOUR CODE (exercise 1)
// The tuned sort is long, and is also used without this file: docs/measurements/hybrid_radix.cu compares it
// with CUB. So its parts are headers that do not depend on the lab, and are included outside the lab's
// namespace. Read simple_sort.cuh first. hybrid_sort.cuh is for other programs.
}  // namespace hybrid_radix

#include "hybrid_sort.cuh"

namespace hybrid_radix {

// The codes are the keys.
using word = hybrid::word;
constexpr hybrid::key_order<word> kOrder{};
static const hybrid::device_facts& device_of_keys() { return hybrid::this_device<word>(); }
static const hybrid::device_facts& device_of_pairs() { return hybrid::this_device<word, word>(); }

// [lab08-rank-tiles]
// A warp ranks a stretch of the tile, 32 keys at a time. Its counters count the keys so far in the stretch.
__global__ void rank_tiles_kernel(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t,
                                  std::uint32_t* d_ranks) {
  extern __shared__ std::uint32_t s_counts[];  // [warp][bin], and a bin for missing keys
  const unsigned warps = blockDim.x / 32, warp = threadIdx.x / 32, lane = threadIdx.x % 32, bins = d.bins();
  const std::size_t begin = std::size_t{blockIdx.x} * t.tile;
  const unsigned count = n - begin < t.tile ? static_cast<unsigned>(n - begin) : t.tile;
  const unsigned stretch = (t.tile + blockDim.x - 1) / blockDim.x * 32, first = warp * stretch;
  std::uint32_t* counts = s_counts + warp * (bins + 1);
  for (unsigned i = lane; i <= bins; i += 32) counts[i] = 0;
  __syncwarp();
  for (unsigned i = first + lane; i < first + stretch; i += 32) {  // ranks within the stretch
    const bool on = i < count;
    const unsigned bin = on ? d.of(d_keys[begin + i]) : bins;
    const word rank = hybrid::take_rank(counts[bin], lab::warp_match(bin));
    if (on) d_ranks[begin + i] = rank;
  }
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    std::uint32_t before = 0;
    for (unsigned w = 0; w < warps; ++w) {
      const std::uint32_t own = s_counts[w * (bins + 1) + bin];
      s_counts[w * (bins + 1) + bin] = before;
      before += own;
    }
  }
  __syncthreads();
  for (unsigned i = first + lane; i < first + stretch && i < count; i += 32)
    d_ranks[begin + i] += counts[d.of(d_keys[begin + i])];
}
// [lab08-rank-tiles]

lab::status rank_tiles(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t,
                       std::uint32_t* d_ranks) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_ranks", d_ranks}};
  if (lab::status bad = lab::check_tiles(n, d, t, arrays); !bad.ok()) return bad;
  if (n == 0) return {};
  const std::size_t bytes = std::size_t{t.block_size / 32} * (d.bins() + 1) * sizeof(std::uint32_t);
  rank_tiles_kernel<<<static_cast<unsigned>(t.tiles(n)), t.block_size, bytes>>>(d_keys, n, d, t, d_ranks);
  CUDA_CHECK_LAUNCH("rank_tiles_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
lab::status sweep(const std::uint32_t* d_keys, const std::uint32_t* d_values, std::size_t n, int shift,
                  std::uint32_t* d_out_keys, std::uint32_t* d_out_values) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_values", d_values},
                       lab::named_array{"d_out_keys", d_out_keys},
                       lab::named_array{"d_out_values", d_out_values}};
  if (lab::status bad = check_count(n, kMaxPairs, arrays); !bad.ok()) return bad;
  if (shift % 8 != 0 || shift < 0 || shift > 24)
    return lab::status::bad_argument("shift", "is not 0, 8, 16 or 24");
  if (n == 0) return {};
  const hybrid::device_facts& device = device_of_pairs();
  lab::device_buffer<std::uint32_t> d_workspace(hybrid::sweep_words<word, word>(n, device));
  const hybrid::pairs<word, word> p{d_keys, d_values, d_out_keys, d_out_values};
  word* none = nullptr;  // one pass needs no scratch arrays
  hybrid::sort_by_sweeps(p, none, none, n, d_workspace.data(), {shift, shift + 8}, kOrder, device);
  CUDA_CHECK_LAUNCH("sweep_kernel");
  return {};
}
std::size_t pairs_workspace_words(std::size_t n) {
  return hybrid::pairs_workspace_words<word, word>(n, device_of_pairs());
}
lab::status sort_pairs(std::uint32_t* d_keys, std::uint32_t* d_values, std::uint32_t* d_scratch_keys,
                       std::uint32_t* d_scratch_values, std::size_t n, std::uint32_t* d_workspace,
                       std::size_t words, lab::phase_timer* timer) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_values", d_values},
                       lab::named_array{"d_scratch_keys", d_scratch_keys},
                       lab::named_array{"d_scratch_values", d_scratch_values}};
  if (lab::status bad = check_count(n, kMaxPairs, arrays); !bad.ok()) return bad;
  if (lab::status bad = check_workspace(d_workspace, words, pairs_workspace_words(n)); !bad.ok()) return bad;
  if (n == 0) return {};
  lab::timed_phase phase(timer, "sweeps");
  const hybrid::pairs<word, word> p{d_keys, d_values, d_keys, d_values};
  hybrid::sort_pairs(p, d_scratch_keys, d_scratch_values, n, d_workspace, kOrder, device_of_pairs());
  CUDA_CHECK_LAUNCH("sweep_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 3)
lab::status split(const std::uint32_t* d_keys, std::size_t n, std::uint32_t* d_cursors,
                  std::uint32_t* d_out) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_cursors", d_cursors},
                       lab::named_array{"d_out", d_out}};
  if (lab::status bad = check_count(n, lab::kMaxKeys, arrays); !bad.ok()) return bad;
  if (n == 0) return {};
  hybrid::plan p{};
  p.cursors1 = d_cursors;
  const bool large = hybrid::splits_large_tiles<word>(device_of_keys());
  p.tile = hybrid::split_tile(large ? hybrid::kSplitItems<word> : hybrid::kFewSplitItems);
  hybrid::launch_split<1>("split", hybrid::launcher(device_of_keys(), hybrid::no_phases{}), p, d_keys, d_out,
                          static_cast<word>(n));
  CUDA_CHECK_LAUNCH("split_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
lab::status count_buckets(const std::uint32_t* d_keys, std::size_t n, std::uint32_t* d_counts) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_counts", d_counts}};
  if (lab::status bad = check_count(n, lab::kMaxKeys, arrays); !bad.ok()) return bad;
  if (n == 0) return {};
  CUDA_CHECK(cudaMemsetAsync(d_counts, 0, kBuckets * sizeof(std::uint32_t)));
  hybrid::count_keys(d_keys, n, d_counts, kOrder, device_of_keys());
  CUDA_CHECK_LAUNCH("count_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 5)
lab::status sort_buckets(std::uint32_t* d_keys, const std::uint32_t* d_ends, std::size_t buckets) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_ends", d_ends}};
  if (lab::status bad = check_count(buckets, lab::kMaxTiles, arrays); !bad.ok()) return bad;
  if (buckets == 0) return {};
  using shape = hybrid::small_shape<word>;
  hybrid::launch(device_of_keys(), hybrid::buckets_kernel<word>, static_cast<unsigned>(buckets),
                 shape::kThreads, sizeof(hybrid::local_memory<shape>), d_keys, d_ends);
  CUDA_CHECK_LAUNCH("buckets_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 6)
std::size_t workspace_words(std::size_t n) { return hybrid::workspace_words<word>(n, device_of_keys()); }
lab::status sort(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, std::uint32_t* d_workspace,
                 std::size_t words, lab::phase_timer* timer) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_scratch", d_scratch}};
  if (lab::status bad = check_count(n, lab::kMaxKeys, arrays); !bad.ok()) return bad;
  if (lab::status bad = check_workspace(d_workspace, words, workspace_words(n)); !bad.ok()) return bad;
  if (n == 0) return {};
  std::string running;
  // A launch belongs to the phase that is running at the time of the launch.
  const auto begin = [&](const std::string& phase) {
    if (timer == nullptr || phase == running) return;
    if (!running.empty()) timer->stop();
    if (!phase.empty()) timer->start(phase);
    running = phase;
  };
  begin("counts");
  const word* in = d_keys;
  hybrid::sort_keys(in, d_keys, d_scratch, n, d_workspace, kOrder, device_of_keys(),
                    [&](const std::string& made) {
                      CUDA_CHECK(cudaGetLastError());
                      if (made == "plan" || made == "counts of digits") begin("splits");
                      if (made == "split 2" || made == "split") begin("buckets");
                    });
  begin("");
  return {};
}
// END YOUR CODE

}  // namespace hybrid_radix
