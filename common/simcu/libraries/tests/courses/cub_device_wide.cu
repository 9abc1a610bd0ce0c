// SPDX-License-Identifier: Apache-2.0
// CUB's device-wide sums, scans, and sorts with double buffers.
#include <algorithm>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

#include "helper.h"

struct Larger {
  template <class T>
  __host__ __device__ T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};
struct ByLastDigit {
  __host__ __device__ bool operator()(int a, int b) const { return a % 10 < b % 10; }
};

// Storage that is too small is refused, unless the algorithm needs only one byte.
template <class Algorithm>
void twice(Algorithm algorithm) {
  void* d_temp_storage = nullptr;
  size_t temp_storage_bytes = 0, too_few = 0;
  checkCudaErrors(algorithm(d_temp_storage, temp_storage_bytes));
  checkCudaErrors(cudaMalloc(&d_temp_storage, temp_storage_bytes));
  if (temp_storage_bytes > 1 && algorithm(d_temp_storage, too_few) != cudaErrorInvalidValue)
    exit(EXIT_FAILURE);
  checkCudaErrors(algorithm(d_temp_storage, temp_storage_bytes));
  checkCudaErrors(cudaDeviceSynchronize());
  checkCudaErrors(cudaFree(d_temp_storage));
}

bool sums_and_scans(const std::vector<int>& h_in) {
  const int n = static_cast<int>(h_in.size());
  DeviceArray<int> in(h_in), out(n), least(1), most(1), top(1);
  DeviceArray<long long> sum(1);
  twice([&](void* t, size_t& b) { return cub::DeviceReduce::Sum(t, b, in.data, sum.data, n); });
  twice([&](void* t, size_t& b) { return cub::DeviceReduce::Min(t, b, in.data, least.data, n); });
  twice([&](void* t, size_t& b) { return cub::DeviceReduce::Max(t, b, in.data, most.data, n); });
  twice(
      [&](void* t, size_t& b) { return cub::DeviceReduce::Reduce(t, b, in.data, top.data, n, Larger(), 7); });
  long long total = 0;
  for (int v : h_in) total += v;
  if (sum.get()[0] != total || least.get()[0] != *std::min_element(h_in.begin(), h_in.end()) ||
      most.get()[0] != *std::max_element(h_in.begin(), h_in.end()) || top.get()[0] != most.get()[0])
    return false;

  cudaStream_t stream;
  checkCudaErrors(cudaStreamCreate(&stream));
  std::vector<int> want(n);
  for (int i = 0, before = 0; i < n; before += h_in[i++]) want[i] = before;
  twice(
      [&](void* t, size_t& b) { return cub::DeviceScan::ExclusiveSum(t, b, in.data, out.data, n, stream); });
  if (out.get() != want) return false;
  for (int i = 0; i < n; ++i) want[i] += h_in[i];
  twice(
      [&](void* t, size_t& b) { return cub::DeviceScan::InclusiveSum(t, b, in.data, out.data, n, stream); });
  if (out.get() != want) return false;
  for (int i = 0, best = -5; i < n; best = std::max(best, h_in[i++])) want[i] = best;
  twice([&](void* t, size_t& b) {
    return cub::DeviceScan::ExclusiveScan(t, b, in.data, out.data, Larger(), -5, n, stream);
  });
  if (out.get() != want) return false;
  for (int i = 0; i < n; ++i) want[i] = *std::max_element(h_in.begin(), h_in.begin() + i + 1);
  twice([&](void* t, size_t& b) {
    return cub::DeviceScan::InclusiveScan(t, b, in.data, out.data, Larger(), n);
  });
  checkCudaErrors(cudaStreamDestroy(stream));
  return out.get() == want;
}

bool sorts(const std::vector<int>& h_in) {
  const int n = static_cast<int>(h_in.size());
  std::vector<int> h_places(n), up = h_in, down = h_in, order(n);
  for (int i = 0; i < n; ++i) h_places[i] = order[i] = i;
  std::sort(up.begin(), up.end());
  std::sort(down.rbegin(), down.rend());
  DeviceArray<int> in(h_in), out(n), places(h_places), places_out(n);
  twice([&](void* t, size_t& b) { return cub::DeviceRadixSort::SortKeys(t, b, in.data, out.data, n); });
  if (out.get() != up) return false;
  twice([&](void* t, size_t& b) {
    return cub::DeviceRadixSort::SortKeysDescending(t, b, in.data, out.data, n);
  });
  if (out.get() != down) return false;

  cub::DoubleBuffer<int> keys(in.data, out.data), values(places.data, places_out.data);
  twice([&](void* t, size_t& b) { return cub::DeviceRadixSort::SortPairsDescending(t, b, keys, values, n); });
  std::vector<int> sorted(n), sorted_places(n);
  checkCudaErrors(cudaMemcpy(sorted.data(), keys.Current(), n * sizeof(int), cudaMemcpyDeviceToHost));
  checkCudaErrors(
      cudaMemcpy(sorted_places.data(), values.Current(), n * sizeof(int), cudaMemcpyDeviceToHost));
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return h_in[b] < h_in[a]; });
  if (sorted != down || sorted_places != order) return false;

  DeviceArray<int> again(h_in), by_bits(n), values_again(h_places), values_by_bits(n);
  twice([&](void* t, size_t& b) {
    return cub::DeviceRadixSort::SortPairs(t, b, again.data, by_bits.data, values_again.data,
                                           values_by_bits.data, n, 2, 6);
  });
  for (int i = 0; i < n; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return (h_in[a] >> 2 & 15) < (h_in[b] >> 2 & 15); });
  if (values_by_bits.get() != order) return false;
  twice([&](void* t, size_t& b) {
    return cub::DeviceMergeSort::StableSortKeys(t, b, again.data, n, ByLastDigit());
  });
  std::vector<int> by_digit = h_in;
  std::stable_sort(by_digit.begin(), by_digit.end(), [](int a, int b) { return a % 10 < b % 10; });
  return again.get() == by_digit;
}

int main() {
  const int n = 300;
  std::vector<int> in(n);
  unsigned state = 11;
  for (int i = 0; i < n; ++i)
    in[i] = i > 0 && nextRandom(state) % 2 ? in[i - 1] : static_cast<int>(nextRandom(state) % 100) - 10;
  return sums_and_scans(in) && sorts(in) ? EXIT_SUCCESS : EXIT_FAILURE;
}
