// expect: race global-cross-block at 30 13
// expect: race global-cross-block at 31 18
// SPDX-License-Identifier: Apache-2.0
// A stack of nodes whose top is changed by compare-and-swap, but whose nodes are published without a fence.
#include <cstdio>

struct node {
  int value, next;
};
__device__ node pool[64];
__device__ int top = -1, sum;
__device__ void push(int i) {
  pool[i].value = i;
  int seen = atomicAdd(&top, 0);
  for (bool done = false; !done;) {
    const int expected = seen;
    // The node must name the one below before it becomes the top.
    pool[i].next = expected;
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
      const int value = pool[i].value;
      i = pool[i].next;
      atomicAdd(&sum, value);
    }
  }
}

int main() {
  stack_without_fences_kernel<<<5, 1>>>();
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  std::printf("%d\n", failed);
  return failed;
}
