// expect: clean
// SPDX-License-Identifier: Apache-2.0
// atomicExch whose result nobody uses is a store: it may come first to memory that nobody has written.
#include <cstdio>

#define MARK(array, i) atomicExch(&(array)[i], 1)

__device__ void put(unsigned* p, unsigned value) { atomicExch(p, value); }

__global__ void exchange_unread_kernel(unsigned* d_slots, float* d_last, int* d_seen) {
  __shared__ int s_any;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  put(&d_slots[i], i);
  if (i % 2)
    atomicExch_block(&s_any, 1);
  else
    (void)atomicExch_system(&s_any, 1);
  for (unsigned j = 0; j < 4; ++j) atomicExch(d_last, 1.5f);
  MARK(d_seen, i % 8);
  __syncthreads();
  if (s_any != 1) atomicAdd(&d_slots[i], 1);
}

int main() {
  unsigned *d_slots, h_slots[128];
  float* d_last;
  int* d_seen;
  cudaMalloc(&d_slots, sizeof h_slots);
  cudaMalloc(&d_last, sizeof(float));
  cudaMalloc(&d_seen, 8 * sizeof(int));
  exchange_unread_kernel<<<2, 64>>>(d_slots, d_last, d_seen);
  cudaMemcpy(h_slots, d_slots, sizeof h_slots, cudaMemcpyDeviceToHost);
  std::printf("%u\n", h_slots[127]);
  cudaFree(d_slots);
  cudaFree(d_last);
  cudaFree(d_seen);
  return 0;
}
