// SPDX-License-Identifier: Apache-2.0
// Adds up an array in four ways: two trees in shared memory, warp shuffles, and cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "check.h"

namespace cg = cooperative_groups;

// Adds neighbours first, with a growing stride, so half of each warp is idle from the first step on.
__global__ void interleaved_kernel(const unsigned* in, unsigned* sums, unsigned n) {
  extern __shared__ unsigned s_data[];
  const unsigned tid = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + tid;
  s_data[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (tid % (2 * stride) == 0) s_data[tid] += s_data[tid + stride];
    __syncthreads();
  }
  if (tid == 0) sums[blockIdx.x] = s_data[0];
}

// Adds the two halves first, with a shrinking stride, so whole warps become idle. The first addition happens
// during the load.
__global__ void sequential_kernel(const unsigned* in, unsigned* sums, unsigned n) {
  extern __shared__ unsigned s_data[];
  const unsigned tid = threadIdx.x;
  const unsigned i = blockIdx.x * (2 * blockDim.x) + tid;
  s_data[tid] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride >>= 1) {
    if (tid < stride) s_data[tid] += s_data[tid + stride];
    __syncthreads();
  }
  if (tid == 0) sums[blockIdx.x] = s_data[0];
}

template <typename T>
__inline__ __device__ T warp_sum(T value) {
#pragma unroll
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffffu, value, offset);
  return value;
}

__inline__ __device__ unsigned block_sum(unsigned value) {
  static __shared__ unsigned s_partial[32];
  const unsigned lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  value = warp_sum(value);
  if (lane == 0) s_partial[warp] = value;
  __syncthreads();
  value = threadIdx.x < blockDim.x / warpSize ? s_partial[lane] : 0;
  return warp == 0 ? warp_sum(value) : 0;
}

__global__ void __launch_bounds__(1024) shuffle_kernel(const unsigned* in, unsigned* total, unsigned n) {
  unsigned sum = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += in[i];
  sum = block_sum(sum);
  if (threadIdx.x == 0) atomicAdd(total, sum);
}

__global__ void groups_kernel(const unsigned* in, unsigned* total, unsigned n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  const unsigned i = block.group_index().x * block.size() + block.thread_rank();
  const unsigned sum = cg::reduce(warp, i < n ? in[i] : 0u, cg::plus<unsigned>());
  if (warp.thread_rank() == 0) atomicAdd(total, sum);
}

// Adds up d_in by repeated launches of one of the tree kernels, until one sum is left.
template <typename Kernel>
static unsigned reduce_by_tree(Kernel kernel, const unsigned* d_in, unsigned n, unsigned items_per_block,
                               unsigned block_size) {
  unsigned* d_sums[2];
  for (unsigned*& d_sum : d_sums)
    CHECK(cudaMalloc(&d_sum, ((n + items_per_block - 1) / items_per_block) * sizeof(unsigned)));
  const unsigned* d_from = d_in;
  for (int step = 0; n > 1; ++step) {
    const unsigned blocks = (n + items_per_block - 1) / items_per_block;
    kernel<<<blocks, block_size, block_size * sizeof(unsigned)>>>(d_from, d_sums[step % 2], n);
    CHECK(cudaGetLastError());
    d_from = d_sums[step % 2];
    n = blocks;
  }
  unsigned sum;
  CHECK(cudaMemcpy(&sum, d_from, sizeof sum, cudaMemcpyDeviceToHost));
  for (unsigned* d_sum : d_sums) CHECK(cudaFree(d_sum));
  return sum;
}

static unsigned reduce_by_atomics(bool with_groups, const unsigned* d_in, unsigned n) {
  unsigned *d_total, sum;
  CHECK(cudaMalloc(&d_total, sizeof *d_total));
  CHECK(cudaMemset(d_total, 0, sizeof *d_total));
  if (with_groups) {
    groups_kernel<<<(n + 127) / 128, 128>>>(d_in, d_total, n);
  } else {
    shuffle_kernel<<<24, 256>>>(d_in, d_total, n);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&sum, d_total, sizeof sum, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_total));
  return sum;
}

int main() {
  const unsigned n = 70'001;
  std::vector<unsigned> h_in(n);
  unsigned expected = 0;
  for (unsigned i = 0; i < n; ++i) expected += h_in[i] = (i * 2654435761u) >> 20;

  unsigned* d_in;
  CHECK(cudaMalloc(&d_in, n * sizeof(unsigned)));
  CHECK(cudaMemcpy(d_in, h_in.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));

  const unsigned sums[] = {reduce_by_tree(interleaved_kernel, d_in, n, 256, 256),
                           reduce_by_tree(sequential_kernel, d_in, n, 512, 256),
                           reduce_by_atomics(false, d_in, n), reduce_by_atomics(true, d_in, n)};
  const char* names[] = {"interleaved tree", "sequential tree", "shuffles", "cooperative groups"};
  bool passed = true;
  std::printf("expected sum: %u\n", expected);
  for (int i = 0; i < 4; ++i) {
    std::printf("%s: %u\n", names[i], sums[i]);
    passed = passed && sums[i] == expected;
  }
  CHECK(cudaFree(d_in));
  std::printf("reduction: %s\n", passed ? "PASSED" : "FAILED");
  return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
