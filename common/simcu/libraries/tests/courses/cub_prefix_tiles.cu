// SPDX-License-Identifier: Apache-2.0
// Processes tiles as in CUB's guide, with one storage for the load, the scan and the store.
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>

#include "helper.h"

struct RunningTotal {
  long long total;
  __device__ RunningTotal(long long start) : total(start) {}
  __device__ long long operator()(long long block_sum) {
    long long before = total;
    total += block_sum;
    return before;
  }
};

struct Largest {
  template <class T>
  __host__ __device__ T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};

template <int BLOCK_THREADS, int ITEMS_PER_THREAD>
__global__ void TiledScan(const long long* d_in, long long* d_out, int num_items) {
  typedef cub::BlockLoad<long long, BLOCK_THREADS, ITEMS_PER_THREAD, cub::BLOCK_LOAD_TRANSPOSE> BlockLoadT;
  typedef cub::BlockStore<long long, BLOCK_THREADS, ITEMS_PER_THREAD, cub::BLOCK_STORE_TRANSPOSE> BlockStoreT;
  typedef cub::BlockScan<long long, BLOCK_THREADS, cub::BLOCK_SCAN_RAKING> BlockScanT;
  __shared__ union {
    typename BlockLoadT::TempStorage load;
    typename BlockScanT::TempStorage scan;
    typename BlockStoreT::TempStorage store;
  } temp_storage;

  RunningTotal prefix(0);
  for (int offset = 0; offset < num_items; offset += BLOCK_THREADS * ITEMS_PER_THREAD) {
    long long items[ITEMS_PER_THREAD];
    BlockLoadT(temp_storage.load).Load(d_in + offset, items, num_items - offset, 0);
    __syncthreads();
    BlockScanT(temp_storage.scan).ExclusiveSum(items, items, prefix);
    __syncthreads();
    BlockStoreT(temp_storage.store).Store(d_out + offset, items, num_items - offset);
    __syncthreads();
  }
}

template <int BLOCK_THREADS, cub::BlockReduceAlgorithm ALGORITHM>
__global__ void Dot(const float* a, const float* b, float* sums, float* tops, int n) {
  using BlockReduce = cub::BlockReduce<float, BLOCK_THREADS, ALGORITHM>;
  __shared__ typename BlockReduce::TempStorage temp_storage;
  float product[2] = {0, 0};
  int first = 2 * (blockIdx.x * BLOCK_THREADS + threadIdx.x);
  for (int i = 0; i < 2; ++i)
    if (first + i < n) product[i] = a[first + i] * b[first + i];
  float sum = BlockReduce(temp_storage).Sum(product);
  __syncthreads();
  int valid = min(BLOCK_THREADS, n - static_cast<int>(blockIdx.x) * BLOCK_THREADS);
  float top = BlockReduce(temp_storage).Reduce(product[0], Largest(), valid > 0 ? valid : 1);
  if (threadIdx.x == 0) {
    atomicAdd(sums, sum);
    tops[blockIdx.x] = top;
  }
}

int main() {
  const int n = 1234;
  std::vector<long long> numbers(n);
  std::vector<float> a(n), b(n);
  float dot = 0, top = 0;
  for (int i = 0; i < n; ++i) {
    numbers[i] = 1ll * i * i % 1001 - 300;
    a[i] = i % 7, b[i] = i % 5;
    dot += a[i] * b[i];
    if (i % 2 == 0) top = a[i] * b[i] > top ? a[i] * b[i] : top;
  }
  DeviceArray<long long> in(numbers), out(n);
  TiledScan<96, 3><<<1, 96>>>(in.data, out.data, n);
  std::vector<long long> scanned = out.get();
  long long running = 0;
  for (int i = 0; i < n; ++i) {
    if (scanned[i] != running) return EXIT_FAILURE;
    running += numbers[i];
  }

  const int blocks = divUp(n, 2 * 128);
  DeviceArray<float> d_a(a), d_b(b), sums(1), tops(blocks);
  sums.zero();
  Dot<128, cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<blocks, 128>>>(d_a.data, d_b.data, sums.data, tops.data, n);
  Dot<128, cub::BLOCK_REDUCE_RAKING><<<blocks, 128>>>(d_a.data, d_b.data, sums.data, tops.data, n);
  float found = 0;
  for (float t : tops.get()) found = t > found ? t : found;
  return sums.get()[0] == 2 * dot && found == top ? EXIT_SUCCESS : EXIT_FAILURE;
}
