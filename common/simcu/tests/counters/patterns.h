// SPDX-License-Identifier: Apache-2.0
// Shared by the programs here. Each launch has a name, and the names are printed in launch order, so that
// ncu's and simcu's counts can be compared.
#pragma once
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    const cudaError_t status = (call);                                                     \
    if (status != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                        \
    }                                                                                      \
  } while (0)

constexpr int kThreads = 256;

// LAUNCH("name", kernel<<<grid, block>>>(…)) launches the kernel under a name for the tables.
#define LAUNCH(name, ...)      \
  do {                         \
    std::printf("%s\n", name); \
    __VA_ARGS__;               \
    CHECK(cudaGetLastError()); \
  } while (0)

template <class T>
T* device_array(std::size_t n) {
  T* d = nullptr;
  CHECK(cudaMalloc(&d, n * sizeof(T)));
  CHECK(cudaMemset(d, 0, n * sizeof(T)));
  return d;
}

template <class T>
T* on_device(const std::vector<T>& h) {
  T* d = nullptr;
  CHECK(cudaMalloc(&d, h.size() * sizeof(T)));
  CHECK(cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}

// Returns the same sequence of numbers on every machine.
inline unsigned next_random(unsigned& state) {
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}
