// SPDX-License-Identifier: Apache-2.0
// Lab 06, exercise 7: the two parts of merge path, one at a time. a and b are sorted runs, in any memory.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lab/status.h"

namespace bucket_merge {

// How many of the first d keys of the merged runs come from a, found by binary search. If keys are equal,
// those from a come first.
//   a = 1 3 4 6 8,  b = 2 3 5 5 7 9 9,  d = 4
//   i                           0     1     2     3
//   a[i], b[d - 1 - i]         1 5   3 5   4 3   6 2
//   a[i] <= b[d - 1 - i] ?     yes   yes   no    no     yes: a[i] is among the first d keys
//   the first no: 2            2 keys from a, 1 3, and 2 from b, 2 3
//
// i is at most the number of keys in a, and d - i is at most the number of keys in b.
__device__ unsigned keys_from_a(const std::uint32_t* a, unsigned in_a, const std::uint32_t* b, unsigned in_b,
                                unsigned d);

// Writes the next `count` keys of the merged runs to out, after i keys of a and j keys of b have been taken.
//   i = 2, j = 2, count = 4    a: 4 6 8    b: 5 5 7 9 9    out: 4 5 5 6
//
// One of the runs may be used up; together they have at least `count` keys left.
__device__ void merge_part(const std::uint32_t* a, unsigned in_a, const std::uint32_t* b, unsigned in_b,
                           unsigned i, unsigned j, unsigned count, std::uint32_t* out);

// Given. The grader calls this. d_in has run a of in_a keys and then run b, n keys together.
enum class rung { keys_from_a, merge_part };
lab::status climb(rung which, const std::uint32_t* d_in, std::uint32_t* d_out, unsigned n, unsigned in_a);

}  // namespace bucket_merge
