// SPDX-License-Identifier: Apache-2.0
// Kernels whose work and span are known up to a small factor that depends on the compiler (steps_test.cpp).
#include <cooperative_groups.h>

#include "patterns.h"

constexpr unsigned kTurns = 1000;

__device__ unsigned turns(unsigned count, unsigned x) {
  for (unsigned i = 0; i < count; ++i) x = x * 3 + (x >> 7);
  return x;
}

__global__ void all_threads_kernel(unsigned* out) { out[threadIdx.x] = turns(kTurns, threadIdx.x); }

__global__ void one_thread_kernel(unsigned* out) {
  if (threadIdx.x == 0) out[0] = turns(kTurns, 1);
}

// Between two barriers, only one thread works, and each time a different one.
__global__ void one_by_one_kernel(unsigned* out) {
  for (unsigned i = 0; i < blockDim.x; ++i) {
    if (threadIdx.x == i) out[i] = turns(kTurns, i);
    __syncthreads();
  }
}

__global__ void lane_by_lane_kernel(unsigned* out) {
  for (unsigned i = 0; i < 32; ++i) {
    if (threadIdx.x == i) out[i] = turns(kTurns, i);
    __syncwarp();
  }
}

__global__ void block_by_block_kernel(unsigned* out) {
  for (unsigned i = 0; i < gridDim.x; ++i) {
    if (blockIdx.x == i) out[blockIdx.x * 32 + threadIdx.x] = turns(kTurns, i);
    cooperative_groups::this_grid().sync();
  }
}

// Works in the thread's own memory, which the checkers do not observe.
__global__ void local_memory_kernel(unsigned* out) {
  unsigned own[64];
  for (unsigned i = 0; i < 64; ++i) own[i] = i * 2654435761u;
  for (unsigned i = 0; i < kTurns; ++i) own[i % 64] += own[(i * 7 + 1) % 64];
  unsigned sum = 0;
  for (unsigned i = 0; i < 64; ++i) sum += own[i];
  out[threadIdx.x] = sum;
}

#define MIX(i, j) v[i] += v[j] ^ (v[j] >> 3);
#define EIGHT MIX(0, 1) MIX(2, 3) MIX(1, 2) MIX(3, 0) MIX(0, 2) MIX(1, 3) MIX(2, 0) MIX(3, 1)
#define SIXTY_FOUR EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT
#define FIVE_HUNDRED SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR

__global__ void straight_kernel(unsigned* out) {
  unsigned v[4] = {out[0], out[1], out[2], out[3]};
  FIVE_HUNDRED FIVE_HUNDRED for (unsigned i = 0; i < 4; ++i) out[i] = v[i];
}

__global__ void wide_kernel(unsigned* out) {
  struct wide {
    unsigned words[16];
  };
  auto* const at = reinterpret_cast<wide*>(out);
  if (threadIdx.x == 0)
    for (unsigned i = 0; i < 16; ++i) at[16 + i] = at[i];
}

__global__ void memcpy_kernel(unsigned* out) {
  if (threadIdx.x == 0) memcpy(out + 256, out, 1024);
}

// ---- one thread after another ----

__global__ void takes_turns_kernel(volatile unsigned* turn, unsigned* out) {
  while (*turn != threadIdx.x) {
  }
  out[threadIdx.x] = turns(kTurns, threadIdx.x);
  __threadfence();
  *turn = threadIdx.x + 1;
}

__global__ void takes_turns_by_atomics_kernel(unsigned* turn, unsigned* out) {
  while (atomicAdd(turn, 0) != blockIdx.x) {
  }
  out[blockIdx.x] = turns(kTurns, blockIdx.x);
  __threadfence();
  atomicExch(turn, blockIdx.x + 1);
}

// As in a look-back, lanes read the states of earlier blocks, and vote.
__global__ void looks_back_kernel(volatile unsigned* done, unsigned* out) {
  const unsigned lane = threadIdx.x;
  unsigned seen;
  do {
    seen = lane < blockIdx.x ? done[blockIdx.x - 1 - lane] : 1;
  } while (__any_sync(~0u, seen == 0));
  if (lane != 0) return;
  out[blockIdx.x] = turns(kTurns, blockIdx.x);
  __threadfence();
  done[blockIdx.x] = 1;
}

// The threads race, so their order is arbitrary and none has waited for another.
__global__ void hands_on_kernel(unsigned* out) { out[threadIdx.x + 1] = turns(kTurns, out[threadIdx.x]); }

// Each thread uses the value of the thread before it, by a shuffle.
__global__ void shuffles_on_kernel(unsigned* out) {
  unsigned value = threadIdx.x;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (threadIdx.x == lane) value = turns(kTurns, value);
    value = __shfl_sync(~0u, value, static_cast<int>(lane));
  }
  out[threadIdx.x] = value;
}

// The atomics can run in any order.
__global__ void adds_up_kernel(unsigned* out) {
  for (unsigned i = 0; i < kTurns; ++i) atomicAdd(out, i);
}

// The threads use neighbouring bytes in one word.
__global__ void bytes_kernel(unsigned* out) {
  volatile auto* own = reinterpret_cast<unsigned char*>(out) + threadIdx.x;
  for (unsigned i = 0; i < kTurns; ++i) *own = *own + 1;
}

// ---- kernels that wait, and kernels that only seem to wait ----

__device__ void release(volatile unsigned* flag) {
  if (turns(kTurns, 1) != 1) flag[0] = 1;
}

__global__ void waits_kernel(volatile unsigned* flag) {
  if (blockIdx.x == 1) return release(flag);
  while (flag[0] == 0) {
  }
}

__global__ void waits_as_a_warp_kernel(volatile unsigned* flag) {
  if (blockIdx.x == 1) return release(flag);
  unsigned seen;
  do {
    seen = flag[0];
  } while (__any_sync(~0u, seen == 0));
}

__global__ void waits_by_atomics_kernel(unsigned* flag) {
  if (blockIdx.x == 1) return release(flag);
  if (threadIdx.x % 2 == 0)
    while (atomicCAS(flag, 1, 1) == 0) {
    }
  else
    while (atomicAdd(flag, 0) == 0) {
    }
}

__global__ void pretends_kernel(volatile unsigned* flag, unsigned* out) {
  unsigned own[8] = {};
  for (unsigned i = 0; i < kTurns && flag[0] == 0; ++i) own[i % 8] += i * own[(i + 1) % 8] + 1;
  for (unsigned i = 0; i < 8; ++i) out[i] = own[i];
}

__global__ void pretends_in_shared_memory_kernel(volatile unsigned* flag, unsigned* out) {
  __shared__ unsigned s_turn, s_sum;
  s_turn = s_sum = 0;
  while (s_turn < kTurns && flag[0] == 0) {
    s_sum += s_turn;
    ++s_turn;
  }
  *out = s_sum;
}

__global__ void pretends_by_atomics_kernel(volatile unsigned* flag, unsigned* out) {
  while (atomicAdd(out, 1) < kTurns && flag[0] == 0) {
  }
}

int main() {
  unsigned* d_out = nullptr;
  cudaMalloc(&d_out, 1024 * sizeof *d_out);
  const auto clear = [&] { cudaMemset(d_out, 0, 1024 * sizeof *d_out); };
  clear();
  all_threads_kernel<<<1, 32>>>(d_out);
  one_thread_kernel<<<1, 32>>>(d_out);
  one_by_one_kernel<<<1, 32>>>(d_out);
  lane_by_lane_kernel<<<1, 32>>>(d_out);
  void* arguments[] = {&d_out};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(block_by_block_kernel), 4, 32, arguments, 0, nullptr);
  local_memory_kernel<<<1, 32>>>(d_out);
  straight_kernel<<<1, 1>>>(d_out);
  wide_kernel<<<1, 32>>>(d_out);
  memcpy_kernel<<<1, 32>>>(d_out);
  clear();
  takes_turns_kernel<<<1, 32>>>(d_out, d_out + 1);
  clear();
  takes_turns_by_atomics_kernel<<<32, 1>>>(d_out, d_out + 1);
  clear();
  looks_back_kernel<<<32, 32>>>(d_out, d_out + 32);
  hands_on_kernel<<<1, 32>>>(d_out);
  shuffles_on_kernel<<<1, 32>>>(d_out);
  clear();
  adds_up_kernel<<<1, 32>>>(d_out);
  bytes_kernel<<<1, 32>>>(d_out);
  clear();
  waits_kernel<<<2, 1>>>(d_out);
  clear();
  waits_as_a_warp_kernel<<<2, 32>>>(d_out);
  clear();
  waits_by_atomics_kernel<<<2, 32>>>(d_out);
  clear();
  pretends_kernel<<<1, 1>>>(d_out, d_out + 1);
  pretends_in_shared_memory_kernel<<<1, 1>>>(d_out, d_out + 1);
  clear();
  pretends_by_atomics_kernel<<<1, 1>>>(d_out, d_out + 1);
  cudaDeviceSynchronize();
  cudaFree(d_out);
}
