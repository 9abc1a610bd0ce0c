// SPDX-License-Identifier: Apache-2.0
// Lab 08: past CUB. What the stub, the solution and the grader agree on. All arrays are in device memory.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lab/phase_timer.h"
#include "lab/radix_tiles.h"
#include "lab/status.h"

namespace hybrid_radix {

using lab::digit;
using lab::tiling;

constexpr std::size_t kMaxPairs =
    (std::size_t{1} << 30) - 1;        // two bits of a look-back word are for its state
constexpr unsigned kBins = 256;        // of a digit of 8 bits
constexpr unsigned kBuckets = 65536;   // values of the top 16 bits
constexpr unsigned kMaxBucket = 4608;  // keys of a bucket that one block sorts

// All functions below: arrays do not overlap; n = 0 is allowed and does nothing; `timer` may be null. They
// return bad_argument, and write nothing, for n > lab::kMaxKeys (pairs: kMaxPairs) ("n"), a digit or tiling
// outside the limits of lab/radix_tiles.h ("bits", "shift", "block_size", "tile"), and a null array, called
// as below, that would have elements. They throw lab::cuda_error if CUDA fails.

// 08.1  d_ranks[i] = how many keys before key i in its tile have the digit that key i has. n elements each.
lab::status rank_tiles(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t, std::uint32_t* d_ranks);

// 08.2  One pass over pairs, stable: d_out_keys and d_out_values get them in order of bits shift .. shift +
// 7, pairs with equal digits in their old order. The keys are read twice, once to count; values are read
// once, and both are written once. shift: 0, 8, 16 or 24 ("shift").
lab::status sweep(const std::uint32_t* d_keys, const std::uint32_t* d_values, std::size_t n, int shift,
                  std::uint32_t* d_out_keys, std::uint32_t* d_out_values);
// 08.2  All four passes. The result is in d_keys and d_values; equal keys keep the order of their values.
// d_workspace: `words` elements with any content, pairs_workspace_words(n) or more ("d_workspace"; the
// message names how many it needs). No other device memory is used.
std::size_t pairs_workspace_words(std::size_t n);
lab::status sort_pairs(std::uint32_t* d_keys, std::uint32_t* d_values, std::uint32_t* d_scratch_keys,
                       std::uint32_t* d_scratch_values, std::size_t n, std::uint32_t* d_workspace,
                       std::size_t words, lab::phase_timer* timer = nullptr);

// 08.3  Keys by their top 8 bits, in any order within a bin. d_cursors: kBins elements; [b] is where bin b
// begins in d_out, and afterwards where it ends.
lab::status split(const std::uint32_t* d_keys, std::size_t n, std::uint32_t* d_cursors, std::uint32_t* d_out);

// 08.4  d_counts[b] = how many keys have the top 16 bits b. kBuckets elements with any content; the keys are
// read once.
lab::status count_buckets(const std::uint32_t* d_keys, std::size_t n, std::uint32_t* d_counts);

// 08.5  Sorts each bucket in place. d_ends: `buckets` elements; bucket b is [d_ends[b - 1], d_ends[b]), b = 0
// begins at 0. The keys of a bucket share their top 16 bits; it has at most kMaxBucket.
lab::status sort_buckets(std::uint32_t* d_keys, const std::uint32_t* d_ends, std::size_t buckets);

// 08.6  Sorts d_keys ascending. d_scratch: n elements with any content; d_workspace as in sort_pairs, here
// workspace_words(n) or more. Phases "counts", "splits", "buckets".
std::size_t workspace_words(std::size_t n);
lab::status sort(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, std::uint32_t* d_workspace,
                 std::size_t words, lab::phase_timer* timer = nullptr);

}  // namespace hybrid_radix
