// SPDX-License-Identifier: Apache-2.0
// __threadfence and flags: the last block sums up, and blocks hand a value on in order.
#include <cstdio>

__device__ unsigned d_ticket;

__global__ void last_block_kernel(const int* in, int* partial, int* out, int n) {
  __shared__ int s_sum;
  __shared__ bool s_last;
  if (threadIdx.x == 0) s_sum = 0;
  __syncthreads();
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  atomicAdd(&s_sum, sum);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = s_sum;
    __threadfence();
    s_last = atomicAdd(&d_ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (s_last && threadIdx.x == 0) {
    int total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) total += ((volatile int*)partial)[b];
    *out = total;
    d_ticket = 0;
  }
}

// Block b waits for block b - 1: right because blocks take a ticket before they wait.
__device__ int d_next_block;
__global__ void chain_kernel(volatile int* flags, volatile int* values) {
  __shared__ int s_block;
  if (threadIdx.x == 0) s_block = atomicAdd(&d_next_block, 1);
  __syncthreads();
  int b = s_block;
  if (threadIdx.x == 0) {
    int before = 0;
    if (b > 0) {
      while (flags[b - 1] == 0) {
      }
      __threadfence();
      before = values[b - 1];
    }
    values[b] = before + b;
    __threadfence();
    flags[b] = 1;
  }
}

__global__ void in_block_kernel(int* out) {
  __shared__ volatile int s_flag, s_value;
  if (threadIdx.x == 0) s_flag = 0;
  __syncthreads();
  if (threadIdx.x == 64) {
    s_value = 99;
    __threadfence_block();
    s_flag = 1;
  }
  if (threadIdx.x == 0) {
    while (s_flag == 0) __nanosleep(20);
    __threadfence_block();
    *out = s_value;
  }
  __threadfence_system();
}

int main() {
  const int n = 10000, blocks = 24;
  int* h = new int[n];
  for (int i = 0; i < n; ++i) h[i] = i % 11;
  int *d_in, *d_partial, *d_out, out = 0;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_partial, 2 * blocks * sizeof(int));
  cudaMalloc(&d_out, sizeof(int));
  cudaMemcpy(d_in, h, n * sizeof(int), cudaMemcpyHostToDevice);
  for (int round = 0; round < 3; ++round) {
    last_block_kernel<<<blocks, 128>>>(d_in, d_partial, d_out, n);
    cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("sum %d\n", out);
  }
  cudaMemset(d_partial, 0, 2 * blocks * sizeof(int));
  chain_kernel<<<blocks, 32>>>(d_partial, d_partial + blocks);
  cudaMemcpy(&out, d_partial + 2 * blocks - 1, sizeof out, cudaMemcpyDeviceToHost);
  printf("chain %d\n", out);
  in_block_kernel<<<1, 128>>>(d_out);
  cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  printf("in block %d %s\n", out, cudaGetErrorName(cudaGetLastError()));
  return 0;
}
