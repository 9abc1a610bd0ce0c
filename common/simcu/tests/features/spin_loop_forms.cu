// SPDX-License-Identifier: Apache-2.0
// Loops that only wait, in every form, next to loops that look like them and compute.
#include <cuda_runtime.h>

#include <cstdio>

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

// The waiting thread comes first, so the thread that sets the flags needs a turn in the middle of each loop.
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
    *out = seen;
  } else if (threadIdx.x == 40) {
    for (int i = 0; i < 6; ++i) flags[i] = 1;
  }
}

__global__ void computes_kernel(int* out) {
  out[0] = length_of("five!");
  out[1] = without_braces(3);
  out[2] = nested(3);
  out[3] = gate::steps(4);
}

// Every thread of every block waits at a barrier made of one counter and one flag.
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

int main() {
  int* values;
  cudaMallocManaged(&values, 8 * sizeof(int));
  for (int i = 0; i < 8; ++i) values[i] = 0;
  waits_kernel<<<1, 64>>>(values, values + 7);
  std::printf("%s, ", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("seen %d\n", values[7]);
  computes_kernel<<<1, 1>>>(values);
  std::printf("%s, ", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("%d %d %d %d\n", values[0], values[1], values[2], values[3]);
  values[0] = 0;
  all_wait_kernel<<<8, 256>>>(values);
  std::printf("%s, ", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("rounds %d\n", values[0]);
  return 0;
}
