// SPDX-License-Identifier: Apache-2.0
// Correct and wrong forms of decoupled look-back.

#include "cases.h"

// expect: clean
// A chained scan passes on a sum and a flag, with fences on both sides.
template <between acquire, between release>
__global__ void lookback_chain_kernel(int* data) {
  int* sums = data;
  volatile int* flags = data + 16;
  int before = 0;
  if (blockIdx.x > 0) {
    while (flags[blockIdx.x - 1] == 0) {
    }
    order<acquire>();
    before = sums[blockIdx.x - 1];  // a
  }
  sums[blockIdx.x] = before + blockIdx.x;  // b
  order<release>();
  flags[blockIdx.x] = 1;
}
CASE(lookback_fences) { lookback_chain_kernel<fence, fence><<<8, 1>>>(zeros<int>(64)); }

// expect: race global-cross-block at b a
CASE(lookback_no_acquire) { lookback_chain_kernel<nothing, fence><<<8, 1>>>(zeros<int>(64)); }

// expect: race global-cross-block at b a
CASE(lookback_no_release) { lookback_chain_kernel<fence, nothing><<<8, 1>>>(zeros<int>(64)); }

// expect: race global-cross-block at b a
// A look-back overwrites a partial sum, which other blocks may still read, with the inclusive sum.
__global__ void lookback_one_slot_kernel(int* data, int* out) {
  int* value = data;
  volatile int* status = data + 128;
  const int b = blockIdx.x;
  value[b] = b + 1;
  __threadfence();
  status[b] = 1;
  int before = 0;
  for (int t = b - 1; t >= 0; --t) {
    int s;
    do s = status[t];
    while (s == 0);
    __threadfence();
    before += value[t];  // a
    if (s == 2) break;
  }
  value[b] = before + b + 1;  // b
  __threadfence();
  status[b] = 2;
  out[b] = before;
}
CASE(lookback_one_slot) { lookback_one_slot_kernel<<<8, 1>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: clean
// Decoupled look-back with state and sum in one 64-bit word needs no fence.
using packed = unsigned long long;
__global__ void lookback_packed_kernel(packed* state) {
  __shared__ unsigned s_before;
  const unsigned own = blockIdx.x + 1;
  if (threadIdx.x == 0) {
    atomicExch(&state[blockIdx.x], packed{blockIdx.x == 0 ? 2u : 1u} << 32 | own);
    unsigned before = 0;
    for (int block = static_cast<int>(blockIdx.x) - 1; block >= 0;) {
      const packed seen = *static_cast<volatile packed*>(&state[block]);
      if (seen >> 32 == 0) continue;
      before += static_cast<unsigned>(seen);
      if (seen >> 32 == 2) break;
      --block;
    }
    atomicExch(&state[blockIdx.x], packed{2} << 32 | (before + own));
    s_before = before;
  }
  __syncthreads();
  if (threadIdx.x == 1) state[32 + blockIdx.x] = s_before;
}
CASE(lookback_packed) { lookback_packed_kernel<<<8, 32>>>(zeros<unsigned long long>(64)); }

// expect: race global-cross-block at b a
// The flag is volatile with a fence on one side, and the value is read before the flag.
__global__ void lookback_plain_value_kernel(int* sums, int* out) {
  volatile int* flags = sums + 64;
  const unsigned b = blockIdx.x;
  int before = 0;
  if (b > 0) {
    before = sums[b - 1];  // a
    while (flags[b - 1] == 0) {
    }
    __threadfence();
  }
  sums[b] = before + 1;  // b
  __threadfence();
  flags[b] = 1;
  out[b] = before;
}
CASE(lookback_plain_value) { lookback_plain_value_kernel<<<8, 1>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: clean
// Decoupled look-back by a whole warp, which waits in a loop with a vote.
__device__ unsigned counter;

__global__ void lookback_spin_in_warp_kernel(volatile unsigned long long* states, unsigned* sums) {
  __shared__ unsigned s_tile;
  if (threadIdx.x == 0) s_tile = atomicAdd(&counter, 1);
  __syncthreads();
  const unsigned tile = s_tile;
  if (threadIdx.x >= 32) return;
  if (threadIdx.x == 0) states[tile] = (tile == 0 ? 2ull << 32 : 1ull << 32) + 1;
  unsigned sum = 0;
  for (int at = static_cast<int>(tile) - 1 - static_cast<int>(threadIdx.x); tile > 0; at -= 32) {
    unsigned long long state;
    do state = at >= 0 ? states[at] : 2ull << 32;
    while (__any_sync(~0u, state >> 32 == 0));
    const unsigned complete = __ballot_sync(~0u, state >> 32 == 2);
    const unsigned first = __ffs(static_cast<int>(complete));
    unsigned part = complete == 0 || threadIdx.x < first ? static_cast<unsigned>(state) : 0;
    for (int d = 16; d > 0; d /= 2) part += __shfl_down_sync(~0u, part, d);
    sum += part;
    if (complete) break;
  }
  if (threadIdx.x != 0) return;
  if (tile > 0) states[tile] = (2ull << 32) + sum + 1;
  sums[tile] = sum;
}
CASE(lookback_spin_in_warp) {
  lookback_spin_in_warp_kernel<<<24, 64>>>(scratch<unsigned long long>(24), unset<unsigned>(24, true));
}

// expect: clean
constexpr unsigned long long kPartial = 1ull << 32, kComplete = 2ull << 32;
__global__ void lookback_states_kernel(unsigned long long* states, unsigned* ticket, int* out) {
  __shared__ unsigned s_tile, s_before;
  if (threadIdx.x == 0) s_tile = atomicAdd(ticket, 1);
  __syncthreads();
  const unsigned sum = s_tile + 1;
  if (threadIdx.x == 0) {
    unsigned before = 0;
    if (s_tile > 0) {
      atomicExch(&states[s_tile], kPartial | sum);
      for (int t = static_cast<int>(s_tile) - 1; t >= 0;) {
        const unsigned long long state = atomicAdd(&states[t], 0ull);
        if (state == 0) continue;
        before += static_cast<unsigned>(state);
        if (state & kComplete) break;
        --t;
      }
    }
    atomicExch(&states[s_tile], kComplete | (before + sum));
    s_before = before;
  }
  __syncthreads();
  if (threadIdx.x < 4) out[s_tile * 4 + threadIdx.x] = s_before + sum;
}
CASE(lookback_states) {
  int* const d_data = zeros<int>(4096);
  int* const d_out = zeros<int>(4096);
  lookback_states_kernel<<<8, 64>>>(reinterpret_cast<unsigned long long*>(d_data),
                                    reinterpret_cast<unsigned*>(d_data + 1024), d_out);
}

// expect: clean
__global__ void lookback_two_words_kernel(int* data, int* out) {
  int *partial = data, *complete = data + 64;
  volatile int* status = data + 128;
  const int b = blockIdx.x;
  if (threadIdx.x == 0) {
    partial[b] = b + 1;
    __threadfence();
    status[b] = 1;
    int before = 0;
    for (int t = b - 1; t >= 0; --t) {
      int s;
      do s = status[t];
      while (s == 0);
      __threadfence();
      if (s == 2) {
        before += complete[t];
        break;
      }
      before += partial[t];
    }
    complete[b] = before + b + 1;
    __threadfence();
    status[b] = 2;
    out[b] = before;
  }
}
CASE(lookback_two_words) { lookback_two_words_kernel<<<8, 32>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: clean
// Decoupled look-back by a whole warp, with fences and one flag per block.
__global__ void lookback_warp_kernel(int* data) {
  int* sums = data;
  volatile int* flags = data + 16;
  int before = 0;
  const int block = static_cast<int>(blockIdx.x) - 1 - static_cast<int>(threadIdx.x);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    flags[blockIdx.x] = 1;
  }
  if (block >= 0) {
    while (flags[block] == 0) {
    }
    __threadfence();
    before = sums[block];
  }
  for (int step = 16; step > 0; step /= 2) before += __shfl_down_sync(0xffffffff, before, step);
  if (threadIdx.x == 0) data[32 + blockIdx.x] = before;
}
CASE(lookback_warp) { lookback_warp_kernel<<<8, 32>>>(zeros<int>(64)); }
