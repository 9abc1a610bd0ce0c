// SPDX-License-Identifier: Apache-2.0
// Sorts with two networks: bitonic (shared memory, then global steps) and odd-even transposition inside a
// block.
#include <cuda_runtime.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <vector>

#include "check.h"

constexpr unsigned kSharedKeys = 512;  // one block of half as many threads sorts these in shared memory

template <typename T>
__device__ __forceinline__ void compare_exchange(T& a, T& b, bool ascending) {
  if ((a > b) == ascending) {
    T t = a;
    a = b;
    b = t;
  }
}

// Runs all steps with a stride below kSharedKeys, for the merge sizes first_size … last_size.
__global__ void bitonic_shared_kernel(int* keys, unsigned first_size, unsigned last_size) {
  __shared__ int s_keys[kSharedKeys];
  const unsigned base = blockIdx.x * kSharedKeys;
  s_keys[threadIdx.x] = keys[base + threadIdx.x];
  s_keys[threadIdx.x + kSharedKeys / 2] = keys[base + threadIdx.x + kSharedKeys / 2];

  for (unsigned size = first_size; size <= last_size; size <<= 1) {
    for (unsigned stride = min(size / 2, kSharedKeys / 2); stride > 0; stride >>= 1) {
      __syncthreads();
      const unsigned low = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      compare_exchange(s_keys[low], s_keys[low + stride], ((base + low) & size) == 0);
    }
  }

  __syncthreads();
  keys[base + threadIdx.x] = s_keys[threadIdx.x];
  keys[base + threadIdx.x + kSharedKeys / 2] = s_keys[threadIdx.x + kSharedKeys / 2];
}

__global__ void bitonic_global_kernel(int* keys, unsigned size, unsigned stride) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned low = 2 * i - (i & (stride - 1));
  compare_exchange(keys[low], keys[low + stride], (low & size) == 0);
}

// Sorts `padded` keys (a power of two, at least kSharedKeys) in place. Returns the number of launches.
static int bitonic_sort(int* d_keys, unsigned padded) {
  int launches = 1;
  bitonic_shared_kernel<<<padded / kSharedKeys, kSharedKeys / 2>>>(d_keys, 2, kSharedKeys);
  for (unsigned size = 2 * kSharedKeys; size <= padded; size *= 2) {
    for (unsigned stride = size / 2; stride >= kSharedKeys; stride /= 2, ++launches) {
      bitonic_global_kernel<<<padded / 2 / 128, 128>>>(d_keys, size, stride);
    }
    bitonic_shared_kernel<<<padded / kSharedKeys, kSharedKeys / 2>>>(d_keys, size, size);
    ++launches;
  }
  CHECK(cudaGetLastError());
  return launches;
}

// Runs as one block, with n keys in dynamic shared memory; n / 2 threads are enough.
__global__ void odd_even_kernel(int* keys, int n) {
  extern __shared__ int s_keys[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) s_keys[i] = keys[i];
  __syncthreads();
  for (int step = 0; step < n; ++step) {
    for (int i = 2 * threadIdx.x + step % 2; i + 1 < n; i += 2 * blockDim.x)
      compare_exchange(s_keys[i], s_keys[i + 1], true);
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) keys[i] = s_keys[i];
}

static std::vector<int> make_keys(int n) {
  std::vector<int> keys(n);
  unsigned state = 2024;
  for (int& key : keys) {
    state = state * 1664525u + 1013904223u;
    key = static_cast<int>(state >> 8) % 10'000 - 5'000;  // negative keys and duplicates
  }
  return keys;
}

int main() {
  const int n = 3000, padded = 4096, small = 301;
  std::vector<int> h_keys = make_keys(n), expected = h_keys, sorted(n);
  std::sort(expected.begin(), expected.end());

  int* d_keys;
  CHECK(cudaMalloc(&d_keys, padded * sizeof(int)));
  h_keys.resize(padded, INT_MAX);  // padding sorts to the end
  CHECK(cudaMemcpy(d_keys, h_keys.data(), padded * sizeof(int), cudaMemcpyHostToDevice));
  const int launches = bitonic_sort(d_keys, padded);
  CHECK(cudaMemcpy(sorted.data(), d_keys, n * sizeof(int), cudaMemcpyDeviceToHost));
  const bool bitonic_right = sorted == expected;
  std::printf("bitonic: %d keys, %d launches, %s\n", n, launches, bitonic_right ? "sorted" : "NOT sorted");

  expected.assign(h_keys.begin(), h_keys.begin() + small);
  std::sort(expected.begin(), expected.end());
  sorted.resize(small);
  CHECK(cudaMemcpy(d_keys, h_keys.data(), small * sizeof(int), cudaMemcpyHostToDevice));
  odd_even_kernel<<<1, (small + 1) / 2, small * sizeof(int)>>>(d_keys, small);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(sorted.data(), d_keys, small * sizeof(int), cudaMemcpyDeviceToHost));
  const bool odd_even_right = sorted == expected;
  std::printf("odd-even transposition: %d keys, 1 launch, %s\n", small,
              odd_even_right ? "sorted" : "NOT sorted");

  CHECK(cudaFree(d_keys));
  const bool passed = bitonic_right && odd_even_right;
  std::printf("sorting_network: %s\n", passed ? "PASSED" : "FAILED");
  return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
