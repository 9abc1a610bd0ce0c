// SPDX-License-Identifier: Apache-2.0
// Where the extremes of a row are, and blocks that wait for one another's flags. Not with LOAD_CG: that load
// is weak, and nvcc 13 drops a loop that does nothing else.
#include <cub/device/device_reduce.cuh>
#include <cub/iterator/cache_modified_input_iterator.cuh>
#include <cub/iterator/cache_modified_output_iterator.cuh>
#include <cub/thread/thread_load.cuh>
#include <cub/thread/thread_store.cuh>

#include "helper.h"

const int N = 1000, BLOCK = 64;

// Each block adds its part to the sum of those before it.
__global__ void running_sums(const int* in, int* sums, int* flags) {
  __shared__ int part;
  if (threadIdx.x == 0) part = 0;
  __syncthreads();
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < N) atomicAdd(&part, cub::ThreadLoad<cub::LOAD_LDG>(in + i));
  __syncthreads();
  if (threadIdx.x != 0) return;
  int before = 0;
  if (blockIdx.x > 0) {
    while (cub::ThreadLoad<cub::LOAD_VOLATILE>(flags + blockIdx.x - 1) == 0) {
    }
    __threadfence();
    before = cub::ThreadLoad<cub::LOAD_CG>(sums + blockIdx.x - 1);
  }
  cub::ThreadStore<cub::STORE_CG>(sums + blockIdx.x, before + part);
  __threadfence();
  cub::ThreadStore<cub::STORE_VOLATILE>(flags + blockIdx.x, 1);
}

__global__ void reverse(cub::CacheModifiedInputIterator<cub::LOAD_CS, int> in,
                        cub::CacheModifiedOutputIterator<cub::STORE_CS, int> out) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < N) out[N - 1 - i] = in[i];
}

int main() {
  std::vector<int> keys(N);
  unsigned state = 7;
  for (int& key : keys) key = nextRandom(state) % 5000;
  const int blocks = divUp(N, BLOCK);
  DeviceArray<int> d_keys(keys), d_sums(blocks), d_flags(blocks), d_back(N);
  d_flags.zero();
  running_sums<<<blocks, BLOCK>>>(d_keys.data, d_sums.data, d_flags.data);
  reverse<<<blocks, BLOCK>>>(d_keys.data, d_back.data);
  getLastCudaError("kernels");

  DeviceArray<cub::KeyValuePair<int, int>> d_extremes(2);
  size_t bytes = 0, more = 0;
  cub::DeviceReduce::ArgMin(nullptr, bytes, d_keys.data, d_extremes.data, N);
  cub::DeviceReduce::ArgMax(nullptr, more, d_keys.data, d_extremes.data + 1, N);
  DeviceArray<char> temp(bytes > more ? bytes : more);
  checkCudaErrors(cub::DeviceReduce::ArgMin(temp.data, bytes, d_keys.data, d_extremes.data, N));
  checkCudaErrors(cub::DeviceReduce::ArgMax(temp.data, more, d_keys.data, d_extremes.data + 1, N));

  int smallest = 0, largest = 0, sum = 0;
  for (int i = 0; i < N; i++) {
    if (keys[i] < keys[smallest]) smallest = i;
    if (keys[i] > keys[largest]) largest = i;
    sum += keys[i];
  }
  std::vector<cub::KeyValuePair<int, int>> extremes = d_extremes.get();
  std::vector<int> back = d_back.get();
  bool ok = d_sums.get().back() == sum && extremes[0].key == smallest &&
            extremes[0].value == keys[smallest] && extremes[1].key == largest &&
            extremes[1].value == keys[largest];
  for (int i = 0; i < N; i++) ok = ok && back[i] == keys[N - 1 - i];
  return ok ? 0 : 1;
}
