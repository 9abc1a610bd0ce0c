// SPDX-License-Identifier: Apache-2.0
// Plain loops on volatile flags: a grid barrier written by hand, blocks that wait for later ones, a queue
// inside a block.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kBlocks = 8, kThreads = 64, kRounds = 20;

__device__ unsigned arrived;
__device__ volatile unsigned generation;

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

// Block 0 ends last: each block waits for the one behind it.
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
  int* values;
  cudaMallocManaged(&values, kBlocks * kThreads * sizeof(int));
  for (int i = 0; i < kBlocks * kThreads; ++i) values[i] = i;
  rotate_kernel<<<kBlocks, kThreads>>>(values, kBlocks * kThreads);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  int wrong = 0;
  for (int i = 0; i < kBlocks * kThreads; ++i) wrong += values[i] != (i + kRounds) % (kBlocks * kThreads);
  std::printf("rotated, %d wrong\n", wrong);

  backwards_kernel<<<32, 32>>>(values);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("block 0 ended behind %d others\n", values[0]);

  queue_kernel<<<1, 64>>>(values);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("sum through the queue: %d\n", values[0]);
  cudaFree(values);
  return 0;
}
