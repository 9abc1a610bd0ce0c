// SPDX-License-Identifier: Apache-2.0
// Lab 06: sorted columns and five ways to finish; merge path. Task: README.md. Contracts: bucket_merge.h.
#include <cuda_runtime.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "bucket_merge.h"
#include "given.h"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/todo.h"

namespace bucket_merge {

// BEGIN YOUR CODE (exercise 1)
// Copy from global to shared memory and, after a barrier, back. Neighbouring threads take neighbouring keys.
// Traps: n can be more than the number of threads, and need not be a multiple of it.
lab::status copy_in(const std::uint32_t* d_keys, std::uint32_t* d_out, std::size_t n, unsigned block_size) {
  if (lab::status bad = check_block(n, kElements, block_size, {{"d_keys", d_keys}, {"d_out", d_out}});
      !bad.ok())
    return bad;
  LAB_TODO("06.1: copy_in");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
// One thread per column makes 32 passes over it: zeros move up in place, ones wait in a second array.
// Traps: a column is keys c, c + columns, …, not the c-th run of consecutive keys. The last row can be
// partial. There are 32 passes, not 31. Threads without a column must still reach the barriers.
lab::status sort_columns(std::uint32_t* d_keys, std::size_t n, shape s) {
  if (lab::status bad = check_columns(n, s, {{"d_keys", d_keys}}); !bad.ok()) return bad;
  LAB_TODO("06.2: sort_columns");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 3)
// One thread takes the smallest of all heads, n times.
// Traps: one list can run out long before the others; 0xffffffff is a key like any other.
lab::status merge_1(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n, shape s) {
  const auto arrays = {named_array{"d_columns", d_columns}, named_array{"d_out", d_out}};
  if (lab::status bad = check_columns(n, s, arrays); !bad.ok()) return bad;
  LAB_TODO("06.3: merge_1");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
// One thread per list: atomicMin of the heads in shared memory, then one list with that minimum advances.
// Traps: only one list advances, even if several heads are equal. There must be a barrier before the minimum
// is read, and another before it is reset.
lab::status merge_atomic_min(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n, shape s) {
  const auto arrays = {named_array{"d_columns", d_columns}, named_array{"d_out", d_out}};
  if (lab::status bad = check_columns(n, s, arrays); !bad.ok()) return bad;
  LAB_TODO("06.4: merge_atomic_min");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 5)
// The heads are in shared memory, and each step halves their number until one is left.
// Traps: each head must keep the number of its list; columns need not be a power of two.
lab::status merge_reduction(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n, shape s) {
  const auto arrays = {named_array{"d_columns", d_columns}, named_array{"d_out", d_out}};
  if (lab::status bad = check_columns(n, s, arrays); !bad.ok()) return bad;
  LAB_TODO("06.5: merge_reduction");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 6)
// First reduce within groups of lists, then over the groups. A group of 32 lists fits in a warp and needs no
// block barrier. Traps: every lane in the mask must reach a _sync function; with 3 columns, the only group is
// partial; with 256 columns, there are several groups.
lab::status merge_reduction_modified(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n,
                                     shape s) {
  const auto arrays = {named_array{"d_columns", d_columns}, named_array{"d_out", d_out}};
  if (lab::status bad = check_columns(n, s, arrays); !bad.ok()) return bad;
  LAB_TODO("06.6: merge_reduction_modified");
  return {};
}

// One kernel for everything. With finish::cpu, the host merges the sorted columns, or calls std::sort.
lab::status sort_4096(std::uint32_t* d_keys, std::size_t n, shape s, finish how, lab::phase_timer* timer) {
  if (lab::status bad = check_columns(n, s, {{"d_keys", d_keys}}); !bad.ok()) return bad;
  LAB_TODO("06.6: sort_4096", how, timer);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 7)
// The two parts of merge path. ladder.h has the contracts, with pictures.
__device__ unsigned keys_from_a(const std::uint32_t* a, unsigned in_a, const std::uint32_t* b, unsigned in_b,
                                unsigned d) {
  LAB_TODO("06.7: keys_from_a", a, in_a, b, in_b, d);
  return 0;
}

__device__ void merge_part(const std::uint32_t* a, unsigned in_a, const std::uint32_t* b, unsigned in_b,
                           unsigned i, unsigned j, unsigned count, std::uint32_t* out) {
  LAB_TODO("06.7: merge_part", a, in_a, b, in_b, i, j, count, out);
}
// END YOUR CODE

// ---- Given: how the grader calls a part. ----
lab::status climb(rung which, const std::uint32_t* d_in, std::uint32_t* d_out, unsigned n, unsigned in_a) {
  return launch_rung(which, d_in, d_out, n, in_a);
}

// BEGIN YOUR CODE (exercise 8)
// Each thread sorts its own keys. Then runs are merged in pairs; each thread writes a slice of the output.
// Traps: the last run can be short or missing. A thread whose slice is empty must still reach the barriers.
// All threads must have read their keys before any thread overwrites one.
lab::status sort_block(std::uint32_t* d_keys, std::size_t n, unsigned block_size) {
  if (lab::status bad = check_block(n, most_in_block(block_size), block_size, {{"d_keys", d_keys}});
      !bad.ok())
    return bad;
  LAB_TODO("06.8: sort_block");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 9)
// Sort the tiles, then merge runs in pairs, pass by pass, from one array to the other.
// Traps: the last run has a short partner or none; run lengths can exceed 2^32; which array has the result?
lab::status sort_any(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, unsigned block_size,
                     lab::phase_timer* timer) {
  const auto arrays = {named_array{"d_keys", d_keys}, named_array{"d_scratch", d_scratch}};
  if (lab::status bad = check_block(n, kMaxKeys, block_size, arrays); !bad.ok()) return bad;
  LAB_TODO("06.9: sort_any", timer);
  return {};
}
// END YOUR CODE

}  // namespace bucket_merge
