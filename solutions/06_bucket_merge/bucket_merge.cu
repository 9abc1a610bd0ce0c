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
__device__ void load_keys(const std::uint32_t* d_keys, unsigned n, std::uint32_t* s_keys) {
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) s_keys[i] = d_keys[i];
  __syncthreads();
}

// To be called after a barrier.
__device__ void store_keys(const std::uint32_t* s_keys, unsigned n, std::uint32_t* d_keys) {
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) d_keys[i] = s_keys[i];
}

__global__ void copy_kernel(const std::uint32_t* d_keys, std::uint32_t* d_out, unsigned n) {
  __shared__ std::uint32_t s_keys[kElements];
  load_keys(d_keys, n, s_keys);
  store_keys(s_keys, n, d_out);
}

lab::status copy_in(const std::uint32_t* d_keys, std::uint32_t* d_out, std::size_t n, unsigned block_size) {
  const auto arrays = {named_array{"d_keys", d_keys}, named_array{"d_out", d_out}};
  if (lab::status bad = check_block(n, kElements, block_size, arrays); !bad.ok() || n == 0) return bad;
  copy_kernel<<<1, block_size>>>(d_keys, d_out, static_cast<unsigned>(n));
  CUDA_CHECK_LAUNCH("copy_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
// [lab06-sort-column]
// A column belongs to one thread, so its 32 passes need no barrier. Zeros move up in s_keys, where they only
// overwrite keys that have been read; ones wait in s_ones. The 32-bit mask is 0 after the 32nd shift.
__device__ void sort_column(std::uint32_t* s_keys, std::uint32_t* s_ones, unsigned n, unsigned columns) {
  constexpr unsigned kAhead = 8;  // rows read at once, so that no key waits for the previous key's load
  const unsigned first = threadIdx.x < columns ? threadIdx.x : n;
  for (std::uint32_t bit = 1; bit != 0; bit <<= 1) {
    unsigned zeros = first, ones = first;  // where the next zero or one goes
    for (unsigned i = first; i < n; i += kAhead * columns) {
      std::uint32_t keys[kAhead];
#pragma unroll
      for (unsigned k = 0; k < kAhead; ++k)
        if (i + k * columns < n) keys[k] = s_keys[i + k * columns];
#pragma unroll
      for (unsigned k = 0; k < kAhead; ++k) {
        if (i + k * columns >= n) continue;
        const bool one = (keys[k] & bit) != 0;
        (one ? s_ones[ones] : s_keys[zeros]) = keys[k];
        (one ? ones : zeros) += columns;
      }
    }
    for (unsigned i = first; i < ones; i += columns, zeros += columns) s_keys[zeros] = s_ones[i];
  }
  __syncthreads();
}
// [lab06-sort-column]

__global__ void columns_kernel(std::uint32_t* d_keys, unsigned n, unsigned columns) {
  __shared__ std::uint32_t s_keys[kElements], s_ones[kElements];
  load_keys(d_keys, n, s_keys);
  sort_column(s_keys, s_ones, n, columns);
  store_keys(s_keys, n, d_keys);
}

lab::status sort_columns(std::uint32_t* d_keys, std::size_t n, shape s) {
  if (lab::status bad = check_columns(n, s, {{"d_keys", d_keys}}); !bad.ok() || n == 0) return bad;
  columns_kernel<<<1, s.block_size>>>(d_keys, static_cast<unsigned>(n), s.columns);
  CUDA_CHECK_LAUNCH("columns_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 3)
// Exercises 3 to 6 within a block: each merge is a class that merges the sorted columns of s_keys into d_out.
// All threads of the block call it, after a barrier. A list's head is given by its index in s_keys. If that
// index is n or more, the list is used up, so no key value has to mean that.

// [lab06-one-thread]
struct by_one_thread {
  __device__ void operator()(const std::uint32_t* s_keys, std::uint32_t* d_out, unsigned n,
                             unsigned columns) const {
    __shared__ unsigned s_at[kMaxBlockSize];
    if (threadIdx.x != 0) return;
    for (unsigned list = 0; list < columns; ++list) s_at[list] = list;
    for (unsigned i = 0; i < n; ++i) {
      unsigned least = columns;
      for (unsigned list = 0; list < columns; ++list)
        if (s_at[list] < n && (least == columns || s_keys[s_at[list]] < s_keys[s_at[least]])) least = list;
      d_out[i] = s_keys[s_at[least]];
      s_at[least] += columns;
    }
  }
};
// [lab06-one-thread]

template <class Merge>
__global__ void merge_kernel(const std::uint32_t* d_columns, std::uint32_t* d_out, unsigned n,
                             unsigned columns) {
  __shared__ std::uint32_t s_keys[kElements];
  load_keys(d_columns, n, s_keys);
  Merge()(s_keys, d_out, n, columns);
}

template <class Merge>
lab::status merge_with(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n, shape s) {
  const auto arrays = {named_array{"d_columns", d_columns}, named_array{"d_out", d_out}};
  if (lab::status bad = check_columns(n, s, arrays); !bad.ok() || n == 0) return bad;
  merge_kernel<Merge><<<1, s.block_size>>>(d_columns, d_out, static_cast<unsigned>(n), s.columns);
  CUDA_CHECK_LAUNCH("merge_kernel");
  return {};
}

lab::status merge_1(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n, shape s) {
  return merge_with<by_one_thread>(d_columns, d_out, n, s);
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
constexpr std::uint32_t kLargest = 0xffffffff;

// [lab06-atomic-min]
// Finds the smallest key, then the first list that has it. Each of the two results has two variables, used in
// turn: one is reset while the other is in use.
struct by_atomic_min {
  __device__ void operator()(const std::uint32_t* s_keys, std::uint32_t* d_out, unsigned n,
                             unsigned columns) const {
    __shared__ std::uint32_t s_key[2];
    __shared__ unsigned s_list[2];
    if (threadIdx.x < 2) {
      s_key[threadIdx.x] = kLargest;
      s_list[threadIdx.x] = columns;
    }
    __syncthreads();
    unsigned at = threadIdx.x < columns ? threadIdx.x : n;
    for (unsigned i = 0; i < n; ++i) {
      if (at < n) atomicMin(&s_key[i % 2], s_keys[at]);
      __syncthreads();  // the key is known, and no thread still reads the other variables
      if (at < n && s_keys[at] == s_key[i % 2]) atomicMin(&s_list[i % 2], threadIdx.x);
      if (threadIdx.x == 0) {
        s_key[(i + 1) % 2] = kLargest;
        s_list[(i + 1) % 2] = columns;
      }
      __syncthreads();  // the list is known
      if (s_list[i % 2] != threadIdx.x) continue;
      d_out[i] = s_keys[at];
      at += columns;
    }
  }
};
// [lab06-atomic-min]

lab::status merge_atomic_min(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n, shape s) {
  return merge_with<by_atomic_min>(d_columns, d_out, n, s);
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 5)
// [lab06-head-word]
constexpr unsigned long long kNone =
    ~0ull;  // no head: the upper half can be a key, but the lower half is not a list number

// A head as one number. If two keys are equal, the one from the lower list gives the smaller number.
__device__ unsigned long long head_word(std::uint32_t key, unsigned list) {
  return static_cast<unsigned long long>(key) << 32 | list;
}
// [lab06-head-word]

// [lab06-reduction]
struct by_reduction {
  __device__ void operator()(const std::uint32_t* s_keys, std::uint32_t* d_out, unsigned n,
                             unsigned columns) const {
    __shared__ unsigned long long s_heads[kMaxBlockSize];
    const unsigned list = threadIdx.x;
    unsigned at = list < columns ? list : n;
    for (unsigned i = 0; i < n; ++i) {
      if (list < columns) s_heads[list] = at < n ? head_word(s_keys[at], list) : kNone;
      __syncthreads();
      for (unsigned left = columns; left > 1; left = (left + 1) / 2) {  // an odd head waits a round
        const unsigned other = list + (left + 1) / 2;
        if (other < left && s_heads[other] < s_heads[list]) s_heads[list] = s_heads[other];
        __syncthreads();
      }
      if (at < n && s_heads[0] == head_word(s_keys[at], list)) {
        d_out[i] = s_keys[at];
        at += columns;
      }
      __syncthreads();
    }
  }
};
// [lab06-reduction]

lab::status merge_reduction(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n, shape s) {
  return merge_with<by_reduction>(d_columns, d_out, n, s);
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 6)
constexpr unsigned kAllLanes = 0xffffffff;

// A group is a warp with one list per lane. The head and the key after it are in registers, so the next step
// has its key before the load of a replacement is complete.
struct by_groups {
  // [lab06-list-head]
  struct list_head {
    __device__ list_head(const std::uint32_t* keys, unsigned first, unsigned n_, unsigned columns_)
        : s_keys(keys), n(n_), columns(columns_), at(first), key(load(at)), behind(load(at + columns)) {}
    __device__ std::uint32_t load(unsigned i) const { return i < n ? s_keys[i] : kLargest; }
    __device__ bool has_key() const { return at < n; }
    // All lanes run this together, so it uses selects; only the load is conditional.
    __device__ void advance(bool mine) {
      at += mine ? columns : 0;
      key = mine ? behind : key;
      if (mine) behind = load(at + columns);
    }
    const std::uint32_t* s_keys;
    unsigned n, columns, at;
    std::uint32_t key, behind;
  };
  // [lab06-list-head]

  __device__ static std::uint32_t least_in_warp(std::uint32_t key) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    return __reduce_min_sync(kAllLanes, key);
#else
    for (int distance = 16; distance > 0; distance /= 2)
      key = min(key, __shfl_xor_sync(kAllLanes, key, distance));
    return key;
#endif
  }

  // [lab06-first-least]
  // Of the lanes that have a key, returns the first with the smallest key; 32 if no lane has a key.
  __device__ static unsigned first_least(bool has_key, std::uint32_t key, std::uint32_t& least) {
    least = least_in_warp(key);  // lanes without a key contribute kLargest
    const unsigned lanes = __ballot_sync(kAllLanes, has_key && key == least);
    return lanes != 0 ? static_cast<unsigned>(__ffs(static_cast<int>(lanes))) - 1 : 32;
  }
  // [lab06-first-least]

  __device__ static void take(list_head& head, bool mine, std::uint32_t* d_place) {
    if (mine) *d_place = head.key;
    head.advance(mine);
  }

  // [lab06-groups]
  __device__ void operator()(const std::uint32_t* s_keys, std::uint32_t* d_out, unsigned n,
                             unsigned columns) const {
    const unsigned lane = threadIdx.x % 32, group = threadIdx.x / 32, groups = (columns + 31) / 32;
    list_head head(s_keys, threadIdx.x < columns ? threadIdx.x : n, n, columns);
    std::uint32_t least;
    if (groups == 1) {
      for (unsigned i = 0; i < n && group == 0; ++i)
        take(head, first_least(head.has_key(), head.key, least) == lane, d_out + i);
      return;
    }
    __shared__ unsigned long long s_least[2][32];  // per group; two sets, so that one barrier is enough
    for (unsigned i = 0; i < n; ++i) {
      const unsigned winner = first_least(head.has_key(), head.key, least);
      if (lane == 0) s_least[i % 2][group] = winner < 32 ? head_word(least, winner) : kNone;
      __syncthreads();
      const unsigned long long word = lane < groups ? s_least[i % 2][lane] : kNone;
      const auto key = static_cast<std::uint32_t>(word >> 32);
      take(head, first_least(word != kNone, key, least) == group && winner == lane, d_out + i);
    }
  }
  // [lab06-groups]
};

lab::status merge_reduction_modified(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n,
                                     shape s) {
  return merge_with<by_groups>(d_columns, d_out, n, s);
}

// For finish::cpu: the sorted columns stay as they are.
struct by_nobody {
  __device__ void operator()(const std::uint32_t* s_keys, std::uint32_t* d_out, unsigned n, unsigned) const {
    store_keys(s_keys, n, d_out);
  }
};

// [lab06-sort-kernel]
template <class Merge>
__global__ void sort_kernel(std::uint32_t* d_keys, unsigned n, unsigned columns) {
  __shared__ std::uint32_t s_keys[kElements], s_ones[kElements];
  load_keys(d_keys, n, s_keys);
  sort_column(s_keys, s_ones, n, columns);
  Merge()(s_keys, d_keys, n, columns);
}
// [lab06-sort-kernel]

template <class Merge>
void sort_with(std::uint32_t* d_keys, std::size_t n, shape s, lab::phase_timer* timer) {
  lab::timed_phase phase(timer, "kernel");
  sort_kernel<Merge><<<1, s.block_size>>>(d_keys, static_cast<unsigned>(n), s.columns);
  CUDA_CHECK_LAUNCH("sort_kernel");
}

void finish_on_host(std::uint32_t* d_keys, std::size_t n, lab::phase_timer* timer) {
  lab::timed_phase phase(timer, "host");
  std::vector<std::uint32_t> keys(n);
  CUDA_CHECK(cudaMemcpy(keys.data(), d_keys, n * sizeof *d_keys, cudaMemcpyDeviceToHost));
  std::sort(keys.begin(), keys.end());
  CUDA_CHECK(cudaMemcpy(d_keys, keys.data(), n * sizeof *d_keys, cudaMemcpyHostToDevice));
}

lab::status sort_4096(std::uint32_t* d_keys, std::size_t n, shape s, finish how, lab::phase_timer* timer) {
  if (lab::status bad = check_columns(n, s, {{"d_keys", d_keys}}); !bad.ok() || n == 0) return bad;
  switch (how) {
    case finish::cpu:
      sort_with<by_nobody>(d_keys, n, s, timer);
      finish_on_host(d_keys, n, timer);
      break;
    case finish::merge_1:
      sort_with<by_one_thread>(d_keys, n, s, timer);
      break;
    case finish::merge_atomic_min:
      sort_with<by_atomic_min>(d_keys, n, s, timer);
      break;
    case finish::merge_reduction:
      sort_with<by_reduction>(d_keys, n, s, timer);
      break;
    case finish::merge_reduction_modified:
      sort_with<by_groups>(d_keys, n, s, timer);
      break;
  }
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 7)
// [lab06-diagonal]
// The number of keys from a among the first `diagonal` keys of the merged runs a and b. If keys are equal,
// those from a come first.
template <class Index, class KeyOfA, class KeyOfB>
__device__ Index merge_split(Index in_a, KeyOfA a, Index in_b, KeyOfB b, Index diagonal) {
  Index low = diagonal > in_b ? diagonal - in_b : 0, high = diagonal < in_a ? diagonal : in_a;
  while (low < high) {
    const Index middle = low + (high - low) / 2;
    if (a(middle) <= b(diagonal - 1 - middle))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
// [lab06-diagonal]

__device__ unsigned keys_from_a(const std::uint32_t* a, unsigned in_a, const std::uint32_t* b, unsigned in_b,
                                unsigned d) {
  const auto key_of_a = [=](unsigned i) { return a[i]; };
  const auto key_of_b = [=](unsigned j) { return b[j]; };
  return merge_split(in_a, key_of_a, in_b, key_of_b, d);
}

// [lab06-part]
__device__ void merge_part(const std::uint32_t* a, unsigned in_a, const std::uint32_t* b, unsigned in_b,
                           unsigned i, unsigned j, unsigned count, std::uint32_t* out) {
  for (unsigned k = 0; k < count; ++k) {
    const bool from_a = i < in_a && (j >= in_b || a[i] <= b[j]);
    out[k] = from_a ? a[i++] : b[j++];
  }
}
// [lab06-part]
// END YOUR CODE

// ---- Given: how the grader calls a part. ----
lab::status climb(rung which, const std::uint32_t* d_in, std::uint32_t* d_out, unsigned n, unsigned in_a) {
  return launch_rung(which, d_in, d_out, n, in_a);
}

// BEGIN YOUR CODE (exercise 8)
}  // namespace bucket_merge

#include "batcher_network.cuh"

namespace bucket_merge {

// ---- How one block sorts a tile ----
//
// A thread has up to `Items` neighbouring keys. Shared memory has a spare word after every 32 words, so that
// threads whose keys are a power of two apart use different banks.

constexpr unsigned kPaddedElements = kElements + kElements / 32;
__device__ unsigned padded(unsigned i) { return i + i / 32; }

// Two consecutive runs in shared memory: a = [begin, middle), b = [middle, end).
struct run_pair {
  unsigned begin, middle, end;
};

// [lab06-slice]
// Reads this thread's slice of the merged pair, from the diagonal on, into registers. There are no branches:
// after the end of both runs, a thread continues with keys that are never stored. No load goes past the last
// key.
template <unsigned Items>
__device__ void merge_slice(const std::uint32_t* s_keys, run_pair runs, unsigned diagonal,
                            std::uint32_t (&keys)[Items]) {
  const auto load = [&](unsigned i) { return s_keys[padded(min(i, runs.end - 1))]; };
  unsigned a =
      runs.begin + merge_split(
                       runs.middle - runs.begin, [&](unsigned i) { return s_keys[padded(runs.begin + i)]; },
                       runs.end - runs.middle, [&](unsigned i) { return s_keys[padded(runs.middle + i)]; },
                       diagonal);
  unsigned b = runs.middle + diagonal - (a - runs.begin);
  std::uint32_t key_a = load(a), key_b = load(b);
#pragma unroll
  for (unsigned k = 0; k < Items; ++k) {
    const bool from_a = a < runs.middle && (b >= runs.end || key_a <= key_b);
    keys[k] = from_a ? key_a : key_b;
    a += from_a ? 1 : 0;
    b += from_a ? 0 : 1;
    const std::uint32_t key = load(from_a ? a : b);
    key_a = from_a ? key : key_a;
    key_b = from_a ? key_b : key;
  }
}
// [lab06-slice]

// [lab06-tile]
// All threads call it, because there are barriers around the stores that replace the keys in s_keys.
template <unsigned Items>
__device__ void replace_keys(std::uint32_t* s_keys, unsigned first, unsigned count,
                             const std::uint32_t (&keys)[Items]) {
  __syncthreads();  // all threads have read s_keys
#pragma unroll
  for (unsigned k = 0; k < Items; ++k)
    if (k < count) s_keys[padded(first + k)] = keys[k];
  __syncthreads();
}

// Sorts n keys, at most Items per thread, from d_in to d_out, which can be the same array.
template <unsigned Items>
__device__ void sort_tile(const std::uint32_t* d_in, std::uint32_t* d_out, unsigned n,
                          std::uint32_t* s_keys) {
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) s_keys[padded(i)] = d_in[i];
  __syncthreads();
  const unsigned first = min(threadIdx.x * Items, n), count = min(Items, n - first);
  std::uint32_t keys[Items];
#pragma unroll
  for (unsigned k = 0; k < Items; ++k) keys[k] = k < count ? s_keys[padded(first + k)] : 0xffffffff;
  sort_network(keys);  // the padding stays after the keys, or is equal to them
  replace_keys(s_keys, first, count, keys);
  for (unsigned run = Items; run < n; run *= 2) {
    const unsigned begin = first / (2 * run) * (2 * run);
    const run_pair runs{begin, min(begin + run, n), min(begin + 2 * run, n)};
    if (count > 0) merge_slice(s_keys, runs, first - begin, keys);
    replace_keys(s_keys, first, count, keys);
  }
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) d_out[i] = s_keys[padded(i)];
}
// [lab06-tile]

constexpr unsigned kLeastItems = 4;

// The most threads per block with this many keys per thread; sort_block uses up to twice as many as a tile
// needs. The bound of 1 block per multiprocessor lets the kernel use more registers than a multiprocessor
// full of threads could have.
constexpr unsigned threads_with(unsigned items) {
  return 2 * kElements / items < kMaxBlockSize ? 2 * kElements / items : kMaxBlockSize;
}

template <unsigned Items>
__global__ void __launch_bounds__(threads_with(Items), 1) block_kernel(std::uint32_t* d_keys, unsigned n) {
  __shared__ std::uint32_t s_keys[kPaddedElements];
  sort_tile<Items>(d_keys, d_keys, n, s_keys);
}

// Chooses the fewest keys per thread with which a block can hold n keys: 4, 8 or 16.
template <unsigned Items>
void sort_in_block(std::uint32_t* d_keys, unsigned n, unsigned block_size) {
  if constexpr (Items < kMaxItems)
    if (n > Items * block_size) return sort_in_block<2 * Items>(d_keys, n, block_size);
  block_kernel<Items><<<1, block_size>>>(d_keys, n);
  CUDA_CHECK_LAUNCH("block_kernel");
}

lab::status sort_block(std::uint32_t* d_keys, std::size_t n, unsigned block_size) {
  const auto arrays = {named_array{"d_keys", d_keys}};
  if (lab::status bad = check_block(n, most_in_block(block_size), block_size, arrays); !bad.ok() || n == 0)
    return bad;
  sort_in_block<kLeastItems>(d_keys, static_cast<unsigned>(n), block_size);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 9)
}  // namespace bucket_merge

#include "fast_merge.cuh"

namespace bucket_merge {

lab::status sort_any(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, unsigned block_size,
                     lab::phase_timer* timer) {
  const auto arrays = {named_array{"d_keys", d_keys}, named_array{"d_scratch", d_scratch}};
  if (lab::status bad = check_block(n, kMaxKeys, block_size, arrays); !bad.ok() || n == 0) return bad;
  const auto sort_keys = block_size <= 256   ? sort_with_threads<256>
                         : block_size <= 512 ? sort_with_threads<512>
                                             : sort_with_threads<1024>;
  sort_keys(d_keys, d_scratch, n, block_size, timer);
  return {};
}
// END YOUR CODE

}  // namespace bucket_merge
