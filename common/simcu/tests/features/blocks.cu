// SPDX-License-Identifier: Apache-2.0
// A block's threads: indices in three dimensions, clocks, a lot of shared memory, and barriers.
#include <ctime>

#include "both.h"

__global__ void count_kernel(unsigned* hits, unsigned* wrong) {
  unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  atomicAdd(&hits[block * threads + thread], 1u);
  if (threadIdx.x >= blockDim.x || blockIdx.z >= gridDim.z || warpSize != 32) atomicAdd(wrong, 1u);
}

void every_thread_runs_once() {
  const dim3 grids[] = {dim3(1), dim3(7), dim3(3, 5), dim3(2, 3, 4)};
  const dim3 blocks[] = {dim3(1), dim3(33), dim3(16, 8), dim3(4, 4, 64), dim3(1024)};
  for (dim3 grid : grids)
    for (dim3 block : blocks) {
      unsigned n = grid.x * grid.y * grid.z * block.x * block.y * block.z, once = 0;
      unsigned *hits = both<unsigned>(n), *wrong = both<unsigned>(1);
      count_kernel<<<grid, block>>>(hits, wrong);
      cudaDeviceSynchronize();
      for (unsigned i = 0; i < n; ++i) once += hits[i] == 1;
      printf("%u of %u once, %u wrong%c", once, n, *wrong, block.x == 1024 ? '\n' : ' ');
    }
}

__global__ void reverse_kernel(int* data, int n) {
  extern __shared__ int s_data[];
  int i = threadIdx.x;
  s_data[i] = data[blockIdx.x * n + i];
  __syncthreads();
  data[blockIdx.x * n + i] = s_data[n - 1 - i];
}

__global__ void votes_kernel(int* out) {
  int i = threadIdx.x;
  int count = __syncthreads_count(i % 3 == 0);
  int all = __syncthreads_and(i >= 0);
  int not_all = __syncthreads_and(i != 77);
  int any = __syncthreads_or(i == 77);
  int none = __syncthreads_or(i > 1000);
  if (i == 5) put(out, count, all != 0, not_all != 0, any != 0, none != 0);
}

__global__ void rounds_kernel(int* out) {
  __shared__ int s_a[256], s_b[256];
  int i = threadIdx.x;
  s_a[i] = i;
  for (int round = 0; round < 17; ++round) {
    __syncthreads();
    s_b[i] = s_a[(i + 1) % 256];
    __syncthreads();
    s_a[i] = s_b[(i + 2) % 256];
  }
  if (i == 0 || i == 100 || i == 255) out[i / 100] = s_a[i];
}

__global__ void early_exit_kernel(int* out) {
  __shared__ int s_sum;
  if (threadIdx.x == 0) s_sum = 0;
  __syncthreads();
  if (threadIdx.x >= 100) return;
  atomicAdd(&s_sum, 1);
  __syncthreads();
  if (threadIdx.x % 99 == 0) out[threadIdx.x / 99] = s_sum;
}

__global__ void fill_kernel(int* out, int n) {
  extern __shared__ int s_many[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) s_many[i] = i ^ 1;
  __syncthreads();
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += s_many[n - 1 - i] & 1;
  atomicAdd(out, sum);
}

void large_shared_memory() {
  const int n = 40000 / 4, large = 90000 / 4;
  int* sum = both<int>(1);
  fill_kernel<<<1, 128, n * sizeof(int)>>>(sum, n);
  show("%d", sum, 1);
  fill_kernel<<<1, 128, large * sizeof(int)>>>(sum, large);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFuncSetAttribute(fill_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, large * 4);
  *sum = 0;
  fill_kernel<<<1, 128, large * sizeof(int)>>>(sum, large);
  show("%d", sum, 1);
}

__global__ void clock_kernel(int* out) {
  long long before = clock64();
  clock_t ticks = clock();
  for (int i = 0; i < 10; ++i) __nanosleep(1000);
  out[threadIdx.x] = (clock64() > before) + 2 * (clock() != ticks);
}

__global__ void wait_kernel(int* out) {
  long long start = clock64();
  while (clock64() - start < 20000) {
  }
  *out = 1;
}

int main() {
  every_thread_runs_once();
  const int n = 128, blocks = 3;
  int* data = both<int>(n * blocks);
  for (int i = 0; i < n * blocks; ++i) data[i] = i;
  reverse_kernel<<<blocks, n, n * sizeof(int)>>>(data, n);
  cudaDeviceSynchronize();
  printf("reverse %d %d %d %d\n", data[0], data[127], data[128], data[383]);
  int* out = both<int>(256);
  votes_kernel<<<1, 200>>>(out);
  show("%d", out, 5);
  rounds_kernel<<<1, 256>>>(out);
  show("%d", out, 3);
  early_exit_kernel<<<1, 128>>>(out);
  show("%d", out, 2);
  large_shared_memory();
  clock_kernel<<<1, 32>>>(out);
  show("%d", out, 32);
  wait_kernel<<<1, 1>>>(out);
  show("%d", out, 1);
  printf("%d\n", clock() >= 0);
  return 0;
}
