// SPDX-License-Identifier: Apache-2.0
// Loops on volatile flags, and similar loops that compute.
#include "both.h"

struct gate {
  volatile int* flag;
  __device__ void pass(int wanted) const {
    while (*flag != wanted)
      ;
  }
  __device__ static constexpr int steps(int limit) {
    int i = 0;
    while (++i < limit)
      ;
    return i;
  }
};

__device__ int length_of(const char* text) {
  const char* p = text;
  while (*p++)
    ;
  return static_cast<int>(p - text) - 1;
}

__device__ int without_braces(int x) {
  do x++;
  while (x < 10);
  int y = 0;
  while (++y < x)
    ;
  return y;
}

__device__ int nested(int x) {
  do {
    do {
      x = x * 2;
    } while (x < 100);
    while (x > 50) x -= 7;
  } while (x > 1000);
  if (x)
    while (x-- > 3)
      ;
  else
    while (x++ < 3)
      ;
  return x;
}

__global__ void computes_kernel(int* out) {
  put(out, length_of("five!"), without_braces(3), nested(3), gate::steps(4));
}

// The waiting thread runs first, so the thread that sets the flags must get a turn during each loop.
__global__ void waits_kernel(volatile int* flags, int* out) {
  if (threadIdx.x == 0) {
    gate{flags}.pass(1);
    int seen;
    do {
      seen = flags[1];
    } while (seen == 0);
    do {
      seen = flags[2];
      __threadfence();
    } while (seen == 0);
    while (flags[3] == 0) {
    }
    while (flags[4] == 0) {
      ;
    }
    while (flags[5] == 0) /* nothing */
      ;
    while (flags[6] == 0) __nanosleep(20);
    *out = seen;
  } else if (threadIdx.x == 40) {
    for (int i = 0; i < 7; ++i) flags[i] = 1;
  }
}

// Every thread of every block waits at a barrier that consists of one counter and one flag.
__device__ unsigned arrived;
__device__ volatile unsigned generation;

__global__ void all_wait_kernel(int* sum) {
  for (unsigned round = 0; round < 5; ++round) {
    __threadfence();
    if (atomicAdd(&arrived, 1) == gridDim.x * blockDim.x - 1) {
      arrived = 0;
      *sum += 1;
      __threadfence();
      generation = round + 1;
    }
    while (generation == round)
      ;
  }
}

constexpr int kBlocks = 8, kThreads = 64, kRounds = 20;

__device__ void grid_barrier() {
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned mine = generation;
    __threadfence();
    if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
      arrived = 0;
      __threadfence();
      generation = mine + 1;
    } else {
      while (generation == mine) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void rotate_kernel(int* values, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  for (int round = 0; round < kRounds; ++round) {
    const int next = values[(i + 1) % n];
    grid_barrier();
    values[i] = next;
    grid_barrier();
  }
}

__device__ volatile int done[32];

// Each block waits for the block after it, so block 0 ends last.
__global__ void backwards_kernel(int* order) {
  if (threadIdx.x != 0) return;
  const int me = static_cast<int>(blockIdx.x);
  if (blockIdx.x + 1 < gridDim.x) {
    while (done[me + 1] == 0) {
    }
  }
  __threadfence();
  order[me] = me + 1 < static_cast<int>(gridDim.x) ? order[me + 1] + 1 : 0;
  __threadfence();
  done[me] = 1;
}

__global__ void queue_kernel(int* sum) {
  __shared__ volatile int slots[4];
  __shared__ volatile int head, tail;
  if (threadIdx.x == 0) head = tail = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i <= 100; ++i) {
      while (head - tail == 4) {
      }
      slots[head % 4] = i;
      __threadfence_block();
      head = head + 1;
    }
  } else if (threadIdx.x == 32) {
    int total = 0;
    for (int i = 0; i < 100; ++i) {
      while (head == tail) {
      }
      total += slots[tail % 4];
      __threadfence_block();
      tail = tail + 1;
    }
    *sum = total;
  }
}

int main() {
  int *flags = both<int>(8), *computed = both<int>(4), *rounds = both<int>(1);
  waits_kernel<<<1, 64>>>(flags, flags + 7);
  show("seen %d", flags + 7, 1);
  computes_kernel<<<1, 1>>>(computed);
  show("%d", computed, 4);
  all_wait_kernel<<<8, 256>>>(rounds);
  show("rounds %d", rounds, 1);

  const int n = kBlocks * kThreads;
  int *values = both<int>(n), wrong = 0;
  for (int i = 0; i < n; ++i) values[i] = i;
  rotate_kernel<<<kBlocks, kThreads>>>(values, n);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int i = 0; i < n; ++i) wrong += values[i] != (i + kRounds) % n;
  printf("rotated, %d wrong\n", wrong);
  backwards_kernel<<<32, 32>>>(values);
  show("block 0 ended after %d others", values, 1);
  queue_kernel<<<1, 64>>>(values);
  show("sum through the queue: %d", values, 1);
  return 0;
}
