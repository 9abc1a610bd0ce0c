// SPDX-License-Identifier: Apache-2.0
// Checks for the programs in this folder. The first failed check prints its line and ends the program.
#pragma once
#include <cstdio>
#include <cstdlib>

#define EXPECT(condition)                                               \
  do {                                                                  \
    if (!(condition)) {                                                 \
      std::printf("%s:%d: %s is false\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                     \
    }                                                                   \
  } while (0)

// Returns the value at d_value after all work launched so far.
template <class T>
T fetch(const T* d_value) {
  T value;
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(cudaMemcpy(&value, d_value, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess);
  return value;
}

// Returns zeroed device memory, which is never freed.
template <class T>
T* device_zeros(int count) {
  T* d = nullptr;
  EXPECT(cudaMalloc(&d, static_cast<size_t>(count) * sizeof(T)) == cudaSuccess);
  EXPECT(cudaMemset(d, 0, static_cast<size_t>(count) * sizeof(T)) == cudaSuccess);
  return d;
}
