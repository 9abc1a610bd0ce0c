// SPDX-License-Identifier: Apache-2.0
// Lab 06: sorted columns, merged in five ways, and then a sort by merge path (source 003). The interface of
// the stub, the solution and the grader. All arrays are in device memory.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lab/phase_timer.h"
#include "lab/status.h"

namespace bucket_merge {

constexpr unsigned kElements = 4096;  // the source's NUM_ELEMENT: most keys per block
constexpr unsigned kLists = 32;       // the source's NUM_LISTS: its number of threads, and of columns
constexpr unsigned kMaxBlockSize = 1024;
constexpr unsigned kMaxItems = 16;  // most keys per thread in exercise 8
constexpr std::size_t kMaxKeys = 0xffffffff;

// One block, and the arrangement of its keys in rows of `columns` keys. Column c has the keys with the
// indices c, c + columns, c + 2 * columns, … below n. The last row need not be full. `block_size` is a
// multiple of 32, at most kMaxBlockSize, and `columns` divides it.
struct shape {
  unsigned block_size;
  unsigned columns;
};
constexpr shape kSourceShape{kLists, kLists};

// For all functions below: arrays do not overlap; n = 0 is allowed and does nothing; `timer` may be null. n
// is at most kElements unless stated otherwise. Exercises 1 to 6 are one launch each, of one block of
// block_size threads. For a bad argument, even with n = 0, a function returns bad_argument with its name and
// writes nothing:
//   "block_size"           outside its limits
//   "columns"              0, more than the block's threads, or not a divisor of their number
//   "n"                    above its limit
//   an array's name below  null, although it would have elements

// 06.1  d_out[i] = d_keys[i], copied through shared memory.
lab::status copy_in(const std::uint32_t* d_keys, std::uint32_t* d_out, std::size_t n, unsigned block_size);

// 06.2  Sorts every column of d_keys ascending, in place: no key leaves its column.
lab::status sort_columns(std::uint32_t* d_keys, std::size_t n, shape s);

// 06.3 to 06.6  Merge d_columns, whose columns are sorted, into d_out in ascending order.
lab::status merge_1(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n, shape s);
lab::status merge_atomic_min(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n, shape s);
lab::status merge_reduction(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n, shape s);
lab::status merge_reduction_modified(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n,
                                     shape s);

// How sort_4096 finishes once the columns are sorted; the source's gpu_calc_type.
enum class finish { cpu, merge_1, merge_atomic_min, merge_reduction, merge_reduction_modified };

// 06.6  Sorts d_keys ascending in one kernel: it copies the keys in, sorts the columns and merges. Phase
// "kernel". With finish::cpu the kernel leaves sorted columns in d_keys, and the host finishes: phase "host".
lab::status sort_4096(std::uint32_t* d_keys, std::size_t n, shape s, finish how,
                      lab::phase_timer* timer = nullptr);

// 06.8  Sorts d_keys ascending in one block by merge path, without columns. n is at most kElements and at
// most kMaxItems * block_size. Some threads may have no keys.
lab::status sort_block(std::uint32_t* d_keys, std::size_t n, unsigned block_size);

// 06.9  Sorts d_keys ascending, n at most kMaxKeys. Sorts tiles like sort_block, for example of
// most_in_block(block_size) keys (given.h), then merges them through global memory. d_scratch: n elements
// with any content. The result is in d_keys. Takes at most one word of device memory per 16 keys, plus 4 KiB.
// Phases "tiles" and, if there are two tiles or more, "merge".
lab::status sort_any(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, unsigned block_size,
                     lab::phase_timer* timer = nullptr);

}  // namespace bucket_merge
