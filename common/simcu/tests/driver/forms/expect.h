// SPDX-License-Identifier: Apache-2.0
// Checks for the programs in this folder: the first that fails ends the program with its line.
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

// The value at d_value after everything launched so far.
template <class T>
T fetch(const T* d_value) {
  T value;
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(cudaMemcpy(&value, d_value, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess);
  return value;
}

// Zeroed device memory, never freed.
template <class T>
T* device_zeros(int count) {
  T* d = nullptr;
  EXPECT(cudaMalloc(&d, static_cast<size_t>(count) * sizeof(T)) == cudaSuccess);
  EXPECT(cudaMemset(d, 0, static_cast<size_t>(count) * sizeof(T)) == cudaSuccess);
  return d;
}
