// SPDX-License-Identifier: Apache-2.0
// Data that one thread publishes for others: pointers, queues, ring buffers, stacks, flags within a block.

#include "cases.h"

// expect: clean
// A block fills its part. After a barrier, one thread publishes it for all, and one thread waits for all.
template <between what>
__global__ void flag_of_block_kernel(int* data) {
  volatile int* flag = data + 200;
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;  // a
    order<what>();
    if (threadIdx.x == 0) {
      __threadfence();
      *flag = 1;
    }
  } else {
    if (threadIdx.x == 0) {
      while (*flag == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    data[64 + threadIdx.x] = data[63 - threadIdx.x];  // b
  }
}
CASE(flag_whole_block) { flag_of_block_kernel<barrier><<<2, 64>>>(zeros<int>(256)); }

// expect: race global-cross-block at a b
CASE(flag_before_barrier) { flag_of_block_kernel<nothing><<<2, 64>>>(zeros<int>(256)); }

// expect: clean
// One warp waits for another warp of its block, so block fences are enough.
template <between what>
__global__ void flag_in_block_kernel(int* data) {
  volatile int* flag = data + 1;
  if (threadIdx.x == 0) {
    data[0] = 42;  // a
    order<what>();
    *flag = 1;
  }
  if (threadIdx.x == 32) {
    while (*flag == 0) {
    }
    order<what>();
    data[2] = data[0];  // b
  }
}
CASE(flag_in_block) { flag_in_block_kernel<block_fence><<<1, 64>>>(zeros<int>(64)); }

// expect: race global-same-block at a b
CASE(flag_in_block_no_fence) { flag_in_block_kernel<nothing><<<1, 64>>>(zeros<int>(64)); }

// expect: race global-cross-block at a b
// Thread 0 sets the flag for the whole block, but the other threads have neither fence nor barrier.
__global__ void flag_set_by_other_thread_kernel(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;  // a
    if (threadIdx.x == 0) {
      __threadfence();
      atomicExch(flag, 1);
    }
  } else {
    if (threadIdx.x == 0)
      while (atomicAdd(flag, 0) == 0) {
      }
    __threadfence();
    __syncthreads();
    out[threadIdx.x] = data[threadIdx.x];  // b
  }
}
CASE(flag_set_by_other_thread) {
  int* const d_data = zeros<int>(4096);
  flag_set_by_other_thread_kernel<<<2, 64>>>(d_data, d_data + 64, zeros<int>(4096));
}

// expect: clean
__global__ void flag_shared_kernel(int* out) {
  __shared__ int s_data;
  __shared__ volatile int s_flag;
  if (threadIdx.x == 0) s_flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    s_data = 5;
    __threadfence_block();
    s_flag = 1;
  } else if (threadIdx.x == 32) {
    while (s_flag == 0) {
    }
    __threadfence_block();
    out[0] = s_data;
  }
}
CASE(flag_shared) { flag_shared_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: clean
// A block receives data from one block and publishes it to a third.
__device__ void wait_for(volatile int* flag) {
  while (*flag == 0) {
  }
  __threadfence();
}
__global__ void flag_three_blocks_kernel(int* data) {
  if (blockIdx.x > 0) wait_for(data + 9 + blockIdx.x);
  if (blockIdx.x == 0) data[0] = 42;
  if (blockIdx.x == 2) data[1] = data[0];
  __threadfence();
  atomicExch(data + 10 + blockIdx.x, 1);
}
CASE(flag_three_blocks) { flag_three_blocks_kernel<<<3, 1>>>(zeros<int>(64)); }

// expect: clean
__global__ void pointer_published_kernel(int* data, unsigned long long* slot, int* out) {
  if (blockIdx.x == 0) {
    data[5] = 17;
    __threadfence();
    atomicExch(slot, reinterpret_cast<unsigned long long>(data + 5));
  } else {
    unsigned long long address;
    do address = atomicAdd(slot, 0ull);
    while (address == 0);
    __threadfence();
    out[0] = *reinterpret_cast<int*>(address);
  }
}
CASE(pointer_published) {
  int* const d_data = scratch<int>(4096);
  pointer_published_kernel<<<2, 1>>>(d_data, reinterpret_cast<unsigned long long*>(d_data + 64),
                                     zeros<int>(4096));
}

// expect: race global-cross-block at a
__global__ void pointer_swap_kernel(int* from, int* to, int* out) {
  const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int step = 1; step < 8; step *= 2) {
    to[i] = from[i] + (i >= step ? from[i - step] : 1);  // a
    __syncthreads();
    int* const swap = from;
    from = to;
    to = swap;
  }
  out[i % n] = from[i];
}
CASE(pointer_swap) {
  int* const d_data = zeros<int>(4096);
  pointer_swap_kernel<<<4, 64>>>(d_data, d_data + 1024, zeros<int>(4096));
}

// expect: clean
__global__ void pointer_swap_launches_kernel(const int* from, int* to, int step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i] + (i >= step ? from[i - step] : 1);
}
CASE(pointer_swap_launches) {
  int *const d_data = zeros<int>(4096), *const d_out = zeros<int>(4096);
  for (int step = 1; step < 64; step *= 4) {
    pointer_swap_launches_kernel<<<4, 64>>>(d_data, d_out, step);
    pointer_swap_launches_kernel<<<4, 64>>>(d_out, d_data, 2 * step);
  }
}

// expect: race global-cross-block at a b
// The queue's count is increased before the task is stored, and readers rely on the count.
__global__ void queue_count_before_store_kernel(int* tasks, int* count, int* out) {
  if (blockIdx.x == 0) {
    for (int i = 0; i < 8; ++i) {
      const int place = atomicAdd(count, 1);
      tasks[place] = i;  // a
      __threadfence();
    }
  } else {
    const int n = atomicAdd(count, 0);
    __threadfence();
    for (int i = 0; i < n; ++i) out[i] = tasks[i];  // b
  }
}
CASE(queue_count_before_store) {
  int* const d_data = zeros<int>(4096);
  queue_count_before_store_kernel<<<2, 1>>>(d_data, d_data + 64, zeros<int>(4096));
}

// expect: clean
// Blocks put tasks into a queue and take them out. Atomics assign places, each with a flag and fences.
__global__ void queue_of_tasks_kernel(int* tasks, int* ready, int* counters, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x < 4) {
    const int place = atomicAdd(&counters[0], 1);
    tasks[place] = blockIdx.x * 10;
    __threadfence();
    atomicExch(&ready[place], 1);
  } else {
    const int place = atomicAdd(&counters[1], 1);
    while (atomicCAS(&ready[place], 1, 2) != 1) {
    }
    __threadfence();
    atomicAdd(out, tasks[place]);
  }
}
CASE(queue_of_tasks) {
  int* const d_data = scratch<int>(4096);
  queue_of_tasks_kernel<<<8, 32>>>(d_data, d_data + 64, d_data + 128, zeros<int>(4096));
}

// expect: clean
// One block fills a ring of four cells, and another empties it. Head and tail are volatile, with fences.
template <bool wait>
__global__ void ring_buffer_kernel(int* ring, volatile int* head, volatile int* tail, int* out) {
  constexpr int kCells = 4, kItems = 20;
  if (blockIdx.x == 0) {
    for (int i = 0; i < kItems; ++i) {
      while (wait && i - *tail >= kCells) {
      }
      if (wait) __threadfence();
      ring[i % kCells] = i * i;  // a
      __threadfence();
      *head = i + 1;
    }
  } else {
    for (int i = 0; i < kItems; ++i) {
      while (*head <= i) {
      }
      __threadfence();
      out[i] = ring[i % kCells];  // b
      __threadfence();
      *tail = i + 1;
    }
  }
}
CASE(ring_buffer) {
  int* const d_data = zeros<int>(4096);
  ring_buffer_kernel<true><<<2, 1>>>(d_data, d_data + 64, d_data + 128, zeros<int>(4096));
}

// expect: race global-cross-block at a b
// The ring's producer does not wait for the consumer.
CASE(ring_buffer_no_tail) {
  int* const d_data = zeros<int>(4096);
  ring_buffer_kernel<false><<<2, 1>>>(d_data, d_data + 64, d_data + 128, zeros<int>(4096));
}

// expect: race global-cross-block at c a
// expect: race global-cross-block at d b
// A stack changes its top by compare-and-swap, but publishes its nodes without a fence.
struct node {
  int value, next;
};
__device__ node pool[64];
__device__ int top = -1, sum;
__device__ void push(int i) {
  pool[i].value = i;  // a
  int seen = atomicAdd(&top, 0);
  for (bool done = false; !done;) {
    const int expected = seen;
    // The node must point to the node below before it becomes the top.
    pool[i].next = expected;  // b
    seen = atomicCAS(&top, expected, i);
    done = seen == expected;
  }
}
__device__ int take_all() { return atomicExch(&top, -1); }

__global__ void stack_without_fences_kernel() {
  if (blockIdx.x < 4) {
    push(static_cast<int>(blockIdx.x));
  } else {
    for (int i = take_all(), left = 64; i >= 0 && left > 0; --left) {
      const int value = pool[i].value;  // c
      i = pool[i].next;                 // d
      atomicAdd(&sum, value);
    }
  }
}
CASE(stack_without_fences) { stack_without_fences_kernel<<<5, 1>>>(); }
