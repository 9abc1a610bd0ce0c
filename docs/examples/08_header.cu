// SPDX-License-Identifier: Apache-2.0
// Lab 08's sort in a program of your own. The program first asks for the memory size, does the work in
// a stream, and gets errors as return values.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

#include "solutions/08_hybrid_radix/hybrid_sort.cuh"

int main() {
  const std::size_t n = 10000;
  std::vector<std::uint32_t> keys(n), values(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<std::uint32_t>(i) * 2654435761u >> 12;
  std::iota(values.begin(), values.end(), 0u);
  std::uint32_t *d_keys = nullptr, *d_values = nullptr;
  void* d_temp = nullptr;
  std::size_t bytes = 0;
  cudaStream_t stream = nullptr;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaMalloc(&d_keys, n * sizeof(std::uint32_t)));
  CUDA_CHECK(cudaMalloc(&d_values, n * sizeof(std::uint32_t)));
  // [lab08-header]
  // How much memory is needed? Nothing else is done yet.
  CUDA_CHECK(hybrid::device_sort_pairs(nullptr, bytes, d_keys, d_keys, d_values, d_values, n));
  CUDA_CHECK(cudaMalloc(&d_temp, bytes));
  CUDA_CHECK(cudaMemcpy(d_keys, keys.data(), n * sizeof(std::uint32_t), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(d_values, values.data(), n * sizeof(std::uint32_t), cudaMemcpyHostToDevice));

  CUDA_CHECK(hybrid::device_sort_pairs(d_temp, bytes, d_keys, d_keys, d_values, d_values, n, {}, stream));
  // [lab08-header]

  CUDA_CHECK(cudaStreamSynchronize(stream));
  std::vector<std::uint32_t> got(n);
  CUDA_CHECK(cudaMemcpy(got.data(), d_values, n * sizeof(std::uint32_t), cudaMemcpyDeviceToHost));
  std::stable_sort(values.begin(), values.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
  std::printf("pairs: %s\n", got == values ? "sorted" : "WRONG");

  // Keys without values need less memory, so the same memory is enough.
  std::size_t needed = 0, too_few = 4;
  CUDA_CHECK(hybrid::device_sort_keys(nullptr, needed, d_values, d_values, n));
  CUDA_CHECK(hybrid::device_sort_keys(d_temp, bytes, d_values, d_values, n, {}, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaMemcpy(got.data(), d_values, n * sizeof(std::uint32_t), cudaMemcpyDeviceToHost));
  std::printf("keys: %s\n", std::is_sorted(got.begin(), got.end()) && needed < bytes ? "sorted" : "WRONG");
  std::printf("4 bytes for it: %s\n",
              cudaGetErrorName(hybrid::device_sort_keys(d_temp, too_few, d_values, d_values, n, {}, stream)));
  const std::uint32_t* none = nullptr;
  std::printf("no keys: %s\n",
              cudaGetErrorName(hybrid::device_sort_keys(d_temp, bytes, none, d_values, n, {}, stream)));
  std::printf("40 bits of 32: %s\n", cudaGetErrorName(hybrid::device_sort_keys(
                                         d_temp, bytes, d_values, d_values, n, {false, 0, 40}, stream)));
  for (void* memory : {d_temp, static_cast<void*>(d_keys), static_cast<void*>(d_values)})
    CUDA_CHECK(cudaFree(memory));
  CUDA_CHECK(cudaStreamDestroy(stream));
  return 0;
}
