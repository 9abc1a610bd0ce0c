// SPDX-License-Identifier: Apache-2.0
// Locks, spin loops and deadlocks.

#include "cases.h"

// expect: deadlock
__global__ void deadlock_flag_never_kernel(volatile int* flag) {
  while (*flag == 0) {
  }
}
CASE(deadlock_flag_never) { deadlock_flag_never_kernel<<<2, 1>>>(zeros<int>(4096)); }

// expect: deadlock
__global__ void deadlock_lock_kept_kernel(int* lock, int* out) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  out[0] += 1;
}
CASE(deadlock_lock_kept) { deadlock_lock_kept_kernel<<<2, 1>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: deadlock
// Two blocks take two locks in opposite order, and wait for each other at a counter in between.
__global__ void deadlock_two_locks_kernel(int* locks, int* out) {
  const int first = blockIdx.x, second = 1 - first;
  while (atomicCAS(&locks[first], 0, 1) != 0) {
  }
  atomicAdd(&locks[2], 1);
  while (atomicAdd(&locks[2], 0) < 2) {
  }
  while (atomicCAS(&locks[second], 0, 1) != 0) {
  }
  out[blockIdx.x] = 1;
}
CASE(deadlock_two_locks) { deadlock_two_locks_kernel<<<2, 1>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: clean
template <between acquire, between release, bool exchange = true>
__global__ void lock_kernel(int* data) {
  while (atomicCAS(data, 0, 1) != 0) {
  }
  order<acquire>();
  data[1] += 1;  // a
  order<release>();
  if (exchange)
    atomicExch(data, 0);
  else
    *static_cast<volatile int*>(data) = 0;
}
CASE(lock_fences) { lock_kernel<fence, fence><<<8, 1>>>(zeros<int>(64)); }

// expect: race global-cross-block at a a
CASE(lock_no_acquire) { lock_kernel<nothing, fence><<<8, 1>>>(zeros<int>(64)); }

// expect: race global-cross-block at a a
CASE(lock_no_fences) { lock_kernel<nothing, nothing><<<8, 1>>>(zeros<int>(64)); }

// expect: race global-cross-block at a a
CASE(lock_no_release) { lock_kernel<fence, nothing><<<8, 1>>>(zeros<int>(64)); }

// expect: clean
CASE(lock_volatile_unlock) { lock_kernel<fence, fence, false><<<8, 1>>>(zeros<int>(64)); }

// expect: clean
// Each thread of a block takes a lock, retrying in a loop.
__device__ int lock_word;
__global__ void lock_per_thread_kernel(int* out) {
  for (bool done = false; !done;) {
    if (atomicCAS(&lock_word, 0, 1) == 0) {
      __threadfence();
      out[0] += 1;
      __threadfence();
      atomicExch(&lock_word, 0);
      done = true;
    }
  }
}
CASE(lock_per_thread) { lock_per_thread_kernel<<<2, 64>>>(zeros<int>(4096)); }

// expect: race global-cross-block at c a
// may: race global-cross-block at b b
// may: race global-cross-block at c c
__global__ void lock_plain_unlock_kernel(int* data) {
  while (atomicCAS(data, 0, 1) != 0) {  // a
  }
  __threadfence();
  data[1] += 1;  // b
  __threadfence();
  data[0] = 0;  // c
}
CASE(lock_plain_unlock) { lock_plain_unlock_kernel<<<8, 1>>>(zeros<int>(64)); }

// expect: clean
__global__ void lock_ticket_kernel(int* lock, int* out) {
  if (threadIdx.x != 0) return;
  const int ticket = atomicAdd(&lock[0], 1);
  while (atomicAdd(&lock[1], 0) != ticket) {
  }
  __threadfence();
  out[0] = out[0] + 1;
  out[1] = out[1] * 2 + 1;
  __threadfence();
  atomicAdd(&lock[1], 1);
}
CASE(lock_ticket) { lock_ticket_kernel<<<8, 32>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: race global-cross-block at a
// Two locks protect the same element, so two threads can hold one lock each.
__device__ int locks[2];
__global__ void lock_two_kernel(int* out) {
  int* const lock = &locks[blockIdx.x % 2];
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  out[0] += 1;  // a
  __threadfence();
  atomicExch(lock, 0);
}
CASE(lock_two) { lock_two_kernel<<<4, 1>>>(zeros<int>(4096)); }

// expect: race global-cross-block at b a
// may: deadlock
// A block spins on a plain load, which is a race, and which the compiler may execute only once.
__global__ void plain_spin_kernel(int* flag, int* out) {
  if (blockIdx.x == 1)
    while (*flag == 0) {  // a
    }
  flag[blockIdx.x] = 1;  // b
  out[blockIdx.x] = 1;
}
CASE(plain_spin) { plain_spin_kernel<<<2, 1>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: clean
// Threads poll a flag many times in vain, and then go on. They must not be reported as stuck.
constexpr int kTries = 12000;

__global__ void counts_in_register_kernel(const volatile int* flag, int* data) {
  int tries = 0;
  while (*flag == 0 && tries < kTries) ++tries;
  data[threadIdx.x] = tries;
}

__global__ void counts_in_memory_kernel(const volatile int* flag, int* data) {
  while (*flag == 0)
    if (++data[threadIdx.x] == kTries) break;
}

__global__ void another_lane_counts_kernel(int* data) {
  int tries = 0, seen = 0;
  do {
    ++tries;
    seen = __shfl_sync(~0u, tries, 1);
    __nanosleep(10);
  } while (seen < 1000);
  data[threadIdx.x] = seen;
}

__global__ void asks_clock_kernel(const volatile int* flag, int* data) {
  const long long begin = clock64();
  while (*flag == 0 && clock64() - begin < 1000000) {
  }
  data[threadIdx.x] = *flag;
}

__global__ void one_computes_kernel(const int* from, int* data) {
  __shared__ unsigned come;
  if (threadIdx.x == 0) come = 0;
  __syncthreads();
  int sum = 0;
  if (threadIdx.x == 40)
    for (int i = 0; i < 300000; ++i) sum += from[i % 64] ^ i;
  for (atomicAdd(&come, 1); atomicAdd(&come, 0) < blockDim.x;) __nanosleep(10);
  data[threadIdx.x] = sum;
}
CASE(spins_and_gives_up) {
  constexpr int kCount = 64;
  int h_data[kCount];
  int* const d_data = unset<int>(kCount);
  int* const d_flag = zeros<int>(kCount);
  bool failed = false;
  const auto show = [&] {
    failed = cudaDeviceSynchronize() != cudaSuccess || failed;
    cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
    unsigned sum = 0;
    for (const int value : h_data) sum = sum * 31 + static_cast<unsigned>(value);
    std::printf("%u\n", sum);
    cudaMemset(d_data, 0, sizeof h_data);
  };
  cudaMemset(d_data, 0, sizeof h_data);
  counts_in_register_kernel<<<1, kCount>>>(d_flag, d_data);
  show();
  counts_in_memory_kernel<<<1, kCount>>>(d_flag, d_data);
  show();
  another_lane_counts_kernel<<<1, kCount>>>(d_data);
  show();
  asks_clock_kernel<<<1, kCount>>>(d_flag, d_data);
  show();
  one_computes_kernel<<<1, kCount>>>(d_flag, d_data);
  show();
}
