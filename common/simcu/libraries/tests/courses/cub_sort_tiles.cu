// SPDX-License-Identifier: Apache-2.0
// CUB sorts tiles in several ways.
#include <algorithm>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_store.cuh>

#include "helper.h"

template <typename Key, int BLOCK_THREADS, int ITEMS_PER_THREAD, bool DESCENDING>
__launch_bounds__(BLOCK_THREADS) __global__ void SortTiles(Key* d_keys, int* d_places) {
  enum { TILE_SIZE = BLOCK_THREADS * ITEMS_PER_THREAD };
  typedef cub::BlockLoad<Key, BLOCK_THREADS, ITEMS_PER_THREAD, cub::BLOCK_LOAD_WARP_TRANSPOSE> BlockLoadT;
  typedef cub::BlockRadixSort<Key, BLOCK_THREADS, ITEMS_PER_THREAD, int> BlockRadixSortT;
  __shared__ union TempStorage {
    typename BlockLoadT::TempStorage load;
    typename BlockRadixSortT::TempStorage sort;
  } temp_storage;
  Key items[ITEMS_PER_THREAD];
  int places[ITEMS_PER_THREAD];
  int block_offset = blockIdx.x * TILE_SIZE;
  BlockLoadT(temp_storage.load).Load(d_keys + block_offset, items);
  for (int i = 0; i < ITEMS_PER_THREAD; ++i) places[i] = threadIdx.x * ITEMS_PER_THREAD + i;
  __syncthreads();
  if (DESCENDING)
    BlockRadixSortT(temp_storage.sort).SortDescendingBlockedToStriped(items, places);
  else
    BlockRadixSortT(temp_storage.sort).SortBlockedToStriped(items, places);
  cub::StoreDirectStriped<BLOCK_THREADS>(threadIdx.x, d_keys + block_offset, items);
  cub::StoreDirectStriped<BLOCK_THREADS>(threadIdx.x, d_places + block_offset, places);
}

template <typename Key, bool DESCENDING>
bool sorts(int (*number)(int)) {
  const int tile = 96 * 5, n = 2 * tile;
  std::vector<Key> keys(n);
  for (int i = 0; i < n; ++i) keys[i] = static_cast<Key>(static_cast<Key>(number(i)) / 2);
  DeviceArray<Key> d_keys(keys);
  DeviceArray<int> d_places(n);
  SortTiles<Key, 96, 5, DESCENDING><<<2, 96>>>(d_keys.data, d_places.data);
  std::vector<Key> sorted = d_keys.get();
  std::vector<int> places = d_places.get(), order(tile);
  for (int t = 0; t < n; t += tile) {
    const Key* k = keys.data() + t;
    for (int i = 0; i < tile; ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [k](int a, int b) { return DESCENDING ? k[b] < k[a] : k[a] < k[b]; });
    for (int i = 0; i < tile; ++i)
      if (places[t + i] != order[i] || sorted[t + i] != k[order[i]]) return false;
  }
  return true;
}

struct ByLastDigit {
  __device__ bool operator()(const unsigned& a, const unsigned& b) const { return a % 10 < b % 10; }
};

// Sorts by bits 4 to 10 and reverses the result by a scatter.
__global__ void SomeBits(const unsigned* in, unsigned* by_bits, unsigned* by_digit, int n) {
  using Radix = cub::BlockRadixSort<unsigned, 64, 4>;
  using Exchange = cub::BlockExchange<unsigned, 64, 4>;
  using Merge = cub::BlockMergeSort<unsigned, 64, 4>;
  __shared__ typename Radix::TempStorage radix;
  __shared__ typename Exchange::TempStorage exchange;
  __shared__ typename Merge::TempStorage merge;
  unsigned keys[4], more[4];
  cub::LoadDirectBlocked(threadIdx.x, in, keys, n, 0u);
  for (int i = 0; i < 4; ++i) more[i] = keys[i];
  Radix(radix).Sort(keys, 4, 10);
  int ranks[4];
  for (int i = 0; i < 4; ++i) ranks[i] = 255 - static_cast<int>(4 * threadIdx.x + i);
  Exchange(exchange).ScatterToBlocked(keys, ranks);
  cub::StoreDirectBlocked(threadIdx.x, by_bits, keys);
  Merge(merge).Sort(more, ByLastDigit(), n, 9u);
  cub::StoreDirectBlocked(threadIdx.x, by_digit, more);
}

int main() {
  const bool all = sorts<int, false>([](int i) { return i * 7919 % 2003 - 1000; }) &&
                   sorts<unsigned, true>([](int i) { return i * 7919 % 503; }) &&
                   sorts<float, true>([](int i) { return i * 31 % 101 - 50; }) &&
                   sorts<double, false>([](int i) { return i * 31 % 101 - 50; }) &&
                   sorts<unsigned char, false>([](int i) { return i * 31 % 256; });
  if (!all) return EXIT_FAILURE;

  const int n = 250;
  std::vector<unsigned> in(n);
  unsigned state = 5;
  for (unsigned& v : in) v = nextRandom(state);
  DeviceArray<unsigned> d_in(in), bits(256), digits(256);
  SomeBits<<<1, 64>>>(d_in.data, bits.data, digits.data, n);
  std::vector<unsigned> by_bits = in, by_digit = in;
  by_bits.resize(256, 0u);
  by_digit.resize(256, 9u);
  std::stable_sort(by_bits.begin(), by_bits.end(),
                   [](unsigned a, unsigned b) { return (a >> 4 & 63) < (b >> 4 & 63); });
  std::reverse(by_bits.begin(), by_bits.end());
  std::stable_sort(by_digit.begin(), by_digit.end(), [](unsigned a, unsigned b) { return a % 10 < b % 10; });
  std::vector<unsigned> digits_there = digits.get();
  by_digit.resize(n);  // CUB doesn't specify what is stored after valid_items
  digits_there.resize(n);
  return by_bits == bits.get() && by_digit == digits_there ? EXIT_SUCCESS : EXIT_FAILURE;
}
