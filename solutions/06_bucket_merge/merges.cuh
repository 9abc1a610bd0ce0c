// SPDX-License-Identifier: Apache-2.0
// Exercises 3 to 6 inside a block: four ways to merge the sorted columns of s_keys into d_out. Called by all
// threads of the block, behind a barrier. A list's head is known by its index in s_keys; from n on the list
// is used up, and no value of a key stands for that.
#pragma once
#include <cstdint>

constexpr unsigned kAllLanes = 0xffffffff;
constexpr std::uint32_t kLargest = 0xffffffff;
// [lab06-head-word]
constexpr unsigned long long kNone = ~0ull;  // no head: its upper half may be a key, its lower is no list

// A head as one number: of equal keys that of the lower list is smaller.
__device__ inline unsigned long long head_word(std::uint32_t key, unsigned list) {
  return static_cast<unsigned long long>(key) << 32 | list;
}
// [lab06-head-word]

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

// [lab06-atomic-min]
// First the least key, then the first list that has it. Two sets of both, in turn: one is reset while the
// other is in use.
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
      __syncthreads();  // the key is known, and nobody reads the other set any more
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
      for (unsigned left = columns; left > 1; left = (left + 1) / 2) {  // an odd one waits for the next step
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

// A group is a warp with a list for each lane. The head and the key behind it are in registers: what the next
// step compares is there before the load that replaces it has ended.
struct by_groups {
  // [lab06-list-head]
  struct list_head {
    __device__ list_head(const std::uint32_t* keys, unsigned first, unsigned n_, unsigned columns_)
        : s_keys(keys), n(n_), columns(columns_), at(first), key(load(at)), behind(load(at + columns)) {}
    __device__ std::uint32_t load(unsigned i) const { return i < n ? s_keys[i] : kLargest; }
    __device__ bool has_key() const { return at < n; }
    // By selects, as all lanes come here together; only the load is conditional.
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
  // The first lane with the least key of those that have one; 32 if none has.
  __device__ static unsigned first_least(bool has_key, std::uint32_t key, std::uint32_t& least) {
    least = least_in_warp(key);  // lanes without a key bring kLargest
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
    __shared__ unsigned long long s_least[2][32];  // of the groups; two sets, so one barrier is enough
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
