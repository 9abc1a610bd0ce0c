// SPDX-License-Identifier: Apache-2.0
// Shared by the programs here: memory for host and device, and functions that store and print values.
#pragma once
#include <cstdio>
#include <initializer_list>

// The values are followed by zeros. The memory is never freed.
template <class T>
T* both(int count, std::initializer_list<T> values = {}) {
  T* data = nullptr;
  cudaMallocManaged(&data, count * sizeof(T));
  int i = 0;
  for (const T& value : values) data[i++] = value;
  while (i < count) data[i++] = T();
  return data;
}

// Prints `row` values per line, or the error instead if there is one.
template <class T>
void show(const char* format, const T* values, int count, int row = 0) {
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) return (void)printf("%s\n", cudaGetErrorName(error));
  for (int i = 0; i < count; ++i) {
    printf(format, values[i]);
    putchar(i + 1 == count || (row != 0 && (i + 1) % row == 0) ? '\n' : ' ');
  }
}

template <class T, class... Values>
__device__ void put(T* out, Values... values) {
  ((*out++ = static_cast<T>(values)), ...);
}
