// SPDX-License-Identifier: Apache-2.0
// Needs CUDA 12.8: TransformReduce and DeviceFor.
// CUB by key, by segment and by element, and what a thread of a block gets of its neighbours.
#include <cstdio>
#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>
#include <vector>

using ints = std::vector<int>;
#define EXPECT(...)                                       \
  if (!(__VA_ARGS__)) {                                   \
    std::printf("line %d: " #__VA_ARGS__ "\n", __LINE__); \
    return false;                                         \
  }

static int* toDevice(const ints& h) {
  int* d;
  cudaMalloc(&d, h.size() * sizeof(int));
  cudaMemcpy(d, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
  return d;
}
static ints toHost(const int* d, int n) {
  ints h(n);
  cudaMemcpy(h.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
  return h;
}
// Asks how much storage the call needs, takes it, and makes the call.
template <class Call>
bool twice(Call call) {
  void* d_temp = nullptr;
  size_t bytes = 0;
  if (call(d_temp, bytes) != cudaSuccess || cudaMalloc(&d_temp, bytes) != cudaSuccess) return false;
  const bool right = call(d_temp, bytes) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess;
  return cudaFree(d_temp) == cudaSuccess && right;
}

struct add {
  __host__ __device__ int operator()(int a, int b) const { return a + b; }
};
struct larger {
  __host__ __device__ int operator()(int a, int b) const { return a < b ? b : a; }
};
struct isOdd {
  __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct negated {
  __host__ __device__ int operator()(int x) const { return -x; }
};
struct increment {
  __device__ void operator()(int& x) const { ++x; }
};

static bool byKey() {
  int *keys = toDevice({7, 7, 8, 8, 8, 9}), *values = toDevice({1, 2, 3, 4, 5, 6}), *out = toDevice(ints(6)),
      *unique = toDevice(ints(6)), *count = toDevice(ints(1));
  EXPECT(twice([&](void* t, size_t& b) {
    return cub::DeviceReduce::ReduceByKey(t, b, keys, unique, values, out, count, add(), 6);
  }));
  EXPECT(toHost(count, 1)[0] == 3 && toHost(unique, 3) == ints{7, 8, 9} && toHost(out, 3) == ints{3, 12, 6});
  EXPECT(twice(
      [&](void* t, size_t& b) { return cub::DeviceScan::ExclusiveSumByKey(t, b, keys, values, out, 6); }));
  EXPECT(toHost(out, 6) == ints{0, 1, 0, 3, 7, 0});
  EXPECT(twice(
      [&](void* t, size_t& b) { return cub::DeviceScan::InclusiveSumByKey(t, b, keys, values, out, 6); }));
  EXPECT(toHost(out, 6) == ints{1, 3, 3, 7, 12, 6});
  EXPECT(twice([&](void* t, size_t& b) {
    return cub::DeviceScan::ExclusiveScanByKey(t, b, keys, values, out, larger(), -1, 6);
  }));
  EXPECT(toHost(out, 6) == ints{-1, 1, -1, 3, 4, -1});
  EXPECT(twice([&](void* t, size_t& b) {
    return cub::DeviceScan::InclusiveScanByKey(t, b, keys, values, out, add(), 6);
  }));
  EXPECT(toHost(out, 6) == ints{1, 3, 3, 7, 12, 6});
  EXPECT(twice([&](void* t, size_t& b) {
    return cub::DeviceSelect::UniqueByKey(t, b, keys, values, unique, out, count, 6);
  }));
  EXPECT(toHost(count, 1)[0] == 3 && toHost(out, 3) == ints{1, 3, 6});
  EXPECT(twice([&](void* t, size_t& b) {
    return cub::DeviceReduce::TransformReduce(t, b, values, out, 6, add(), negated(), 100);
  }));
  EXPECT(toHost(out, 1)[0] == 79);
  EXPECT(twice(
      [&](void* t, size_t& b) { return cub::DevicePartition::If(t, b, values, out, count, 6, isOdd()); }));
  EXPECT(toHost(count, 1)[0] == 3 && toHost(out, 6) == ints{1, 3, 5, 6, 4, 2});
  int* flags = toDevice({0, 1, 0, 0, 1, 1});
  EXPECT(twice(
      [&](void* t, size_t& b) { return cub::DevicePartition::Flagged(t, b, values, flags, out, count, 6); }));
  EXPECT(toHost(out, 6) == ints{2, 5, 6, 4, 3, 1});
  EXPECT(cub::DeviceFor::ForEachN(out, 6, increment()) == cudaSuccess);
  EXPECT(toHost(out, 6) == ints{3, 6, 7, 5, 4, 2});
  for (int* d : {keys, values, out, unique, count, flags}) cudaFree(d);
  return true;
}

static bool bySegment() {
  int *in = toDevice({5, 3, 4, 9, 8, 1, 2, 0}), *offsets = toDevice({0, 3, 3, 8}), *out = toDevice(ints(8)),
      *values = toDevice({0, 1, 2, 3, 4, 5, 6, 7}), *sorted = toDevice(ints(8));
  EXPECT(twice([&](void* t, size_t& b) {
    return cub::DeviceSegmentedReduce::Sum(t, b, in, out, 3, offsets, offsets + 1);
  }));
  EXPECT(toHost(out, 3) == ints{12, 0, 20});
  EXPECT(twice([&](void* t, size_t& b) {
    return cub::DeviceSegmentedReduce::Reduce(t, b, in, out, 3, offsets, offsets + 1, larger(), -1);
  }));
  EXPECT(toHost(out, 3) == ints{5, -1, 9});
  EXPECT(twice([&](void* t, size_t& b) {
    return cub::DeviceSegmentedSort::SortKeys(t, b, in, out, 8, 3, offsets, offsets + 1);
  }));
  EXPECT(toHost(out, 8) == ints{3, 4, 5, 0, 1, 2, 8, 9});
  EXPECT(twice([&](void* t, size_t& b) {
    return cub::DeviceSegmentedRadixSort::SortPairsDescending(t, b, in, out, values, sorted, 8, 3, offsets,
                                                              offsets + 1);
  }));
  EXPECT(toHost(out, 8) == ints{5, 4, 3, 9, 8, 2, 1, 0} && toHost(sorted, 8) == ints{0, 2, 1, 3, 4, 6, 5, 7});
  for (int* d : {in, offsets, out, values, sorted}) cudaFree(d);
  return true;
}

__global__ void neighbours(int* rotated, int* left, int* up) {
  using shuffle = cub::BlockShuffle<int, 64>;
  using difference = cub::BlockAdjacentDifference<int, 64>;
  __shared__ union {
    shuffle::TempStorage items;
    difference::TempStorage ends;
  } s_temp;
  const int t = threadIdx.x;
  int other = -1;
  shuffle(s_temp.items).Rotate(t, other, 3);
  rotated[t] = other;
  __syncthreads();
  int items[2] = {t * t, t * t + t}, before[2] = {-5, -5};
  shuffle(s_temp.items).Up(items, before);
  up[t] = before[0];
  __syncthreads();
  difference(s_temp.ends).SubtractLeft(items, items, add());
  left[t] = items[1];
}

static bool inBlocks() {
  int *rotated = toDevice(ints(64)), *left = toDevice(ints(64)), *up = toDevice(ints(64));
  neighbours<<<1, 64>>>(rotated, left, up);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(toHost(rotated, 64)[0] == 3 && toHost(rotated, 64)[63] == 2);
  EXPECT(toHost(left, 64)[5] == 25 + 30);
  EXPECT(toHost(up, 64)[0] == -5 && toHost(up, 64)[5] == 16 + 4);
  for (int* d : {rotated, left, up}) cudaFree(d);
  return true;
}

int main() { return byKey() && bySegment() && inBlocks() ? 0 : 1; }
