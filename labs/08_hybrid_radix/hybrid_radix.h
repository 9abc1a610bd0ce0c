// SPDX-License-Identifier: Apache-2.0
// Lab 08: a sort that is faster than CUB's. The interface of the stub, the solution and the grader. All
// arrays are in device memory.
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
    (std::size_t{1} << 30) - 1;        // the state takes two bits of a look-back status word
constexpr unsigned kBins = 256;        // of an 8-bit digit
constexpr unsigned kBuckets = 65536;   // values of the top 16 bits
constexpr unsigned kMaxBucket = 4608;  // most keys in a bucket that one block sorts

// For all functions below: arrays do not overlap; n = 0 is allowed, needs no workspace (0 words) and does
// nothing; `timer` may be null. They throw lab::cuda_error if CUDA fails. For a bad argument, even with
// n = 0, they return bad_argument with its name and write nothing:
//   "n"                              more than lab::kMaxKeys; for pairs, more than kMaxPairs; in
//                                    sort_buckets, more than lab::kMaxTiles buckets
//   "bits", "shift", "block_size",
//   "tile"                           outside the limits of lab/radix_tiles.h
//   an array's name below            null, although it would have elements

// 08.1  d_ranks[i] = number of keys before key i in its tile with the same digit as key i. n elements each.
lab::status rank_tiles(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t, std::uint32_t* d_ranks);

// 08.2  One stable pass over pairs: stores them in d_out_keys and d_out_values, ordered by the 8-bit digit at
// `shift`. The keys are read twice, the first time to count them. The values are read once. Keys and values
// are written once. shift: a multiple of 8 from 0 to 24 (else "shift" is refused). It may allocate what it
// needs.
lab::status sweep(const std::uint32_t* d_keys, const std::uint32_t* d_values, std::size_t n, int shift,
                  std::uint32_t* d_out_keys, std::uint32_t* d_out_values);
// 08.2  All four passes. The result is in d_keys and d_values; pairs with equal keys keep their order.
// d_workspace has `words` elements with any content, and cudaMalloc's alignment. If `words` is less than
// pairs_workspace_words(n), "d_workspace" is refused with a message that says how many are needed. No other
// device memory is used. Phase "sweeps".
std::size_t pairs_workspace_words(std::size_t n);
lab::status sort_pairs(std::uint32_t* d_keys, std::uint32_t* d_values, std::uint32_t* d_scratch_keys,
                       std::uint32_t* d_scratch_values, std::size_t n, std::uint32_t* d_workspace,
                       std::size_t words, lab::phase_timer* timer = nullptr);

// 08.3  Moves the keys into bins by their top 8 bits, in any order within a bin. `d_cursors` has kBins
// elements. d_cursors[b] is the place in d_out where bin b begins (on entry) and ends (on return).
lab::status split(const std::uint32_t* d_keys, std::size_t n, std::uint32_t* d_cursors, std::uint32_t* d_out);

// 08.4  d_counts[b] = number of keys whose top 16 bits are b. d_counts has kBuckets elements with any
// content. The keys are read once. d_keys may begin at any address that a uint32_t can have.
lab::status count_buckets(const std::uint32_t* d_keys, std::size_t n, std::uint32_t* d_counts);

// 08.5  Sorts each bucket in place. d_ends has `buckets` elements: bucket b is [d_ends[b - 1], d_ends[b]),
// and bucket 0 begins at 0. A bucket has at most kMaxBucket keys, which share their top 16 bits.
lab::status sort_buckets(std::uint32_t* d_keys, const std::uint32_t* d_ends, std::size_t buckets);

// 08.6 (uniform keys) and 08.7 (any keys)  Sorts d_keys ascending. d_scratch: n elements with any content.
// d_workspace: as in sort_pairs, but with at least workspace_words(n) elements. Phases "counts", "splits",
// "buckets".
std::size_t workspace_words(std::size_t n);
lab::status sort(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, std::uint32_t* d_workspace,
                 std::size_t words, lab::phase_timer* timer = nullptr);

}  // namespace hybrid_radix
