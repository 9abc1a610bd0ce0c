// SPDX-License-Identifier: Apache-2.0
// Exercise 7: merge path in a block. A thread has up to `Items` neighbouring keys; places in shared memory
// are padded by one word in 32, so that threads whose keys are 4, 8 or 16 apart use different banks.
#pragma once
#include <cstddef>
#include <cstdint>

constexpr unsigned kPaddedElements = kElements + kElements / 32;
__device__ inline unsigned padded(unsigned i) { return i + i / 32; }

// [lab06-diagonal]
// How many of the first `diagonal` keys of the merged runs a and b come from a; equal keys come from a first.
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

// [lab06-network]
// Batcher's network, in registers.
template <unsigned Items>
__device__ void sort_network(std::uint32_t (&keys)[Items]) {
#pragma unroll
  for (unsigned run = 1; run < Items; run *= 2)
#pragma unroll
    for (unsigned distance = run; distance > 0; distance /= 2)
#pragma unroll
      for (unsigned i = 0; i < Items; ++i) {
        if (i + distance >= Items || i < distance % run) continue;
        if ((i - distance % run) / distance % 2 != 0) continue;
        if (i / (2 * run) != (i + distance) / (2 * run)) continue;
        const std::uint32_t low = min(keys[i], keys[i + distance]);
        keys[i + distance] = max(keys[i], keys[i + distance]);
        keys[i] = low;
      }
}
// [lab06-network]

// Two runs that lie behind each other in shared memory: a = [begin, middle), b = [middle, end).
struct run_pair {
  unsigned begin, middle, end;
};

// [lab06-slice]
// This thread's slice of the merged pair, from the diagonal on, into registers. No branches: behind the end
// of both runs it goes on with keys that nobody stores, and loads go no further than the last key.
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
// All threads: barriers around what replaces the keys of s_keys.
template <unsigned Items>
__device__ void replace_keys(std::uint32_t* s_keys, unsigned first, unsigned count,
                             const std::uint32_t (&keys)[Items]) {
  __syncthreads();  // all have read
#pragma unroll
  for (unsigned k = 0; k < Items; ++k)
    if (k < count) s_keys[padded(first + k)] = keys[k];
  __syncthreads();
}

// Sorts n keys, at most Items for each thread, from d_in to d_out, which may be the same.
template <unsigned Items>
__device__ void sort_tile(const std::uint32_t* d_in, std::uint32_t* d_out, unsigned n,
                          std::uint32_t* s_keys) {
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) s_keys[padded(i)] = d_in[i];
  __syncthreads();
  const unsigned first = min(threadIdx.x * Items, n), count = min(Items, n - first);
  std::uint32_t keys[Items];
#pragma unroll
  for (unsigned k = 0; k < Items; ++k) keys[k] = k < count ? s_keys[padded(first + k)] : 0xffffffff;
  sort_network(keys);  // what is no key stays behind the keys, or is equal to them
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
