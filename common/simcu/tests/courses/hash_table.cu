// SPDX-License-Identifier: Apache-2.0
// A hash table with linear probing: atomicCAS on keys, inserts and look-ups in different kernels.
#include "helper.h"

struct KeyValue {
  unsigned key;
  unsigned value;
};
const unsigned kCapacity = 1024, kEmpty = 0xffffffff;

__device__ unsigned hash(unsigned k) {
  k ^= k >> 16;
  k *= 0x85ebca6b;
  k ^= k >> 13;
  return k & (kCapacity - 1);
}
__global__ void gpu_insert(KeyValue* table, const KeyValue* pairs, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (unsigned slot = hash(pairs[i].key);; slot = (slot + 1) & (kCapacity - 1)) {
    unsigned prev = atomicCAS(&table[slot].key, kEmpty, pairs[i].key);
    if (prev == kEmpty || prev == pairs[i].key) {
      table[slot].value = pairs[i].value;
      return;
    }
  }
}
__global__ void gpu_lookup(const KeyValue* table, KeyValue* queries, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    for (unsigned slot = hash(queries[i].key);; slot = (slot + 1) & (kCapacity - 1)) {
      bool found = table[slot].key == queries[i].key;
      if (!found && table[slot].key != kEmpty) continue;
      queries[i].value = found ? table[slot].value : kEmpty;
      break;
    }
}
int main() {
  const unsigned n = 600;
  std::vector<KeyValue> pairs(n), queries(2 * n);
  for (unsigned i = 0; i < n; ++i) pairs[i] = {i * 7 + 1, i};
  for (unsigned i = 0; i < 2 * n; ++i) queries[i] = {i * 7 + 1, 0};
  DeviceArray<KeyValue> table(kCapacity), d_pairs(pairs), d_queries(queries);
  checkCudaErrors(cudaMemset(table.data, 0xff, kCapacity * sizeof(KeyValue)));
  int minGridSize, blockSize;
  checkCudaErrors(cudaOccupancyMaxPotentialBlockSize(&minGridSize, &blockSize, gpu_insert, 0, 0));
  gpu_insert<<<divUp(n, blockSize), blockSize>>>(table.data, d_pairs.data, n);
  gpu_lookup<<<4, 128>>>(table.data, d_queries.data, 2 * n);
  queries = d_queries.get();
  for (unsigned i = 0; i < 2 * n; ++i)
    if (queries[i].value != (i < n ? i : kEmpty)) return EXIT_FAILURE;
  return EXIT_SUCCESS;
}
