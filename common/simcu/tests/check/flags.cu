// SPDX-License-Identifier: Apache-2.0
// Flags that pass data between blocks, with fences, without fences, and with too few fences.
#include <cuda/atomic>

#include "cases.h"

// expect: race global-cross-block at a b
// A relaxed store to a flag publishes nothing, even if the thread has acquired something before it.
__device__ cuda::atomic<int, cuda::thread_scope_device> go{0}, ready{0};
__device__ int payload, result;

__global__ void acquire_is_no_release_kernel() {
  if (blockIdx.x == 0) {
    go.store(1, cuda::memory_order_release);
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
  } else if (blockIdx.x == 1) {
    while (go.load(cuda::memory_order_acquire) == 0) {
    }  // the writes from here on are not released
    payload = 7, go.load(cuda::memory_order_acquire), ready.store(1, cuda::memory_order_relaxed);  // a
    return;
  }
  if (blockIdx.x == 0) result = payload;  // b
}
CASE(acquire_is_no_release) { acquire_is_no_release_kernel<<<2, 1>>>(); }

// expect: clean
template <between before, between behind>
__global__ void flag_atomic_kernel(int* data) {
  if (blockIdx.x == 0) {
    data[0] = 42;  // a
    order<before>();
    atomicExch(data + 1, 1);
    order<behind>();
  } else {
    while (atomicAdd(data + 1, 0) == 0) {
    }
    __threadfence();
    data[2] = data[0];  // b
  }
}
CASE(flag_atomic) { flag_atomic_kernel<fence, nothing><<<2, 1>>>(zeros<int>(64)); }

// expect: race global-cross-block at a b
// An atomic alone publishes nothing.
CASE(flag_atomic_no_release) { flag_atomic_kernel<nothing, nothing><<<2, 1>>>(zeros<int>(64)); }

// expect: race global-cross-block at a b
CASE(flag_fence_too_late) { flag_atomic_kernel<nothing, fence><<<2, 1>>>(zeros<int>(64)); }

// expect: clean
template <between release, between acquire>
__global__ void flag_kernel(int* data) {
  volatile int* flag = data + 1;
  if (blockIdx.x == 0) {
    data[0] = 42;  // a
    order<release>();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    order<acquire>();
    data[2] = data[0];  // b
  }
}
CASE(flag_fences) { flag_kernel<fence, fence><<<2, 1>>>(zeros<int>(64)); }

// expect: clean
// System-scope fences also order accesses on the device.
CASE(flag_system_fences) { flag_kernel<system_fence, system_fence><<<2, 1>>>(zeros<int>(64)); }

// expect: race global-cross-block at a b
CASE(flag_block_fences) { flag_kernel<block_fence, block_fence><<<2, 1>>>(zeros<int>(64)); }

// expect: race global-cross-block at a b
CASE(flag_no_acquire) { flag_kernel<fence, nothing><<<2, 1>>>(zeros<int>(64)); }

// expect: race global-cross-block at a b
CASE(flag_no_release) { flag_kernel<nothing, fence><<<2, 1>>>(zeros<int>(64)); }

// expect: race global-cross-block at a b
CASE(flag_no_fences) { flag_kernel<nothing, nothing><<<2, 1>>>(zeros<int>(64)); }

// expect: clean
__global__ void flag_atomic_both_kernel(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(flag, 1);
  } else {
    if (threadIdx.x == 0)
      while (atomicAdd(flag, 0) == 0) {
      }
    __threadfence();
    __syncthreads();
    out[threadIdx.x] = data[threadIdx.x ^ 1];
  }
}
CASE(flag_atomic_both) {
  int* const d_data = zeros<int>(4096);
  flag_atomic_both_kernel<<<2, 64>>>(d_data, d_data + 64, zeros<int>(4096));
}

// expect: race global-cross-block at b c
// may: race global-cross-block at a d
__global__ void flag_plain_kernel(int* data) {
  if (blockIdx.x == 0) {
    data[0] = 42;  // a
    __threadfence();
    data[1] = 1;              // b
  } else if (data[1] != 0) {  // c
    __threadfence();
    data[2] = data[0];  // d
  }
}
CASE(flag_plain) { flag_plain_kernel<<<2, 1>>>(zeros<int>(64)); }

// expect: race global-cross-block at b c
// may: race global-cross-block at a d
// The flag's load bypasses the L1 cache but is weak all the same. Compiled by nvcc 13, the same loop around
// cub::ThreadLoad<LOAD_CG> waits for nothing.
__global__ void flag_weak_load_kernel(int* data) {
  if (blockIdx.x == 1) {
    data[0] = 42;  // a
    __threadfence();
    *(volatile int*)&data[1] = 1;  // b
  } else {
    while (__ldcg(&data[1]) == 0) {  // c
    }
    __threadfence();
    data[2] = data[0];  // d
  }
}
CASE(flag_weak_load) { flag_weak_load_kernel<<<2, 1>>>(zeros<int>(64)); }

// expect: race global-cross-block at a b
// says: Set the flag after that access
// The release covers only what comes before it.
__global__ void flag_too_early_kernel(int* data) {
  const cuda::atomic_ref<int, cuda::thread_scope_device> flag(data[1]);
  if (blockIdx.x == 0) {
    flag.store(1, cuda::memory_order_release);
    data[0] = 42;  // a
    flag.store(2, cuda::memory_order_relaxed);
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    while (flag.load(cuda::memory_order_relaxed) != 2) {
    }
    data[2] = data[0];  // b
  }
}
CASE(flag_too_early) { flag_too_early_kernel<<<2, 1>>>(zeros<int>(64)); }
