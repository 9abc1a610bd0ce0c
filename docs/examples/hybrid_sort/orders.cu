// SPDX-License-Identifier: Apache-2.0
// Prices in descending order, each with its order number. Orders with the same price keep their sequence.
#include <cstdio>
#include <vector>

#include "hybrid_sort.cuh"

cudaError_t sort_ids(void* d_temp, std::size_t& bytes, std::uint32_t* d_ids, std::size_t n);

int main() {
  const std::vector<float> prices{9.5f, -0.5f, 120, 9.5f, 0.25f};
  const std::size_t n = prices.size();
  float *d_prices = nullptr, *d_sorted = nullptr;
  std::uint32_t *d_ids = nullptr, *d_numbers = nullptr;
  CUDA_CHECK(cudaMalloc(&d_prices, n * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&d_sorted, n * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&d_ids, n * sizeof(std::uint32_t)));
  CUDA_CHECK(cudaMemcpy(d_prices, prices.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  // If the values are null, they are the numbers 0, 1, 2, ...
  const hybrid::sort_options down{true};
  void* d_temp = nullptr;
  std::size_t bytes = 0, fewer = 0;
  CUDA_CHECK(hybrid::device_sort_pairs(nullptr, bytes, d_prices, d_sorted, d_numbers, d_ids, n, down));
  CUDA_CHECK(sort_ids(nullptr, fewer, d_ids, n));
  CUDA_CHECK(cudaMalloc(&d_temp, bytes));
  CUDA_CHECK(hybrid::device_sort_pairs(d_temp, bytes, d_prices, d_sorted, d_numbers, d_ids, n, down));

  std::vector<float> sorted(n);
  std::vector<std::uint32_t> ids(n);
  CUDA_CHECK(cudaMemcpy(sorted.data(), d_sorted, n * sizeof(float), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(ids.data(), d_ids, n * sizeof(std::uint32_t), cudaMemcpyDeviceToHost));
  for (std::size_t i = 0; i < n; ++i) std::printf("order %u at %g\n", ids[i], static_cast<double>(sorted[i]));

  CUDA_CHECK(sort_ids(d_temp, bytes, d_ids, n));
  CUDA_CHECK(cudaMemcpy(ids.data(), d_ids, n * sizeof(std::uint32_t), cudaMemcpyDeviceToHost));
  for (const std::uint32_t id : ids) std::printf("%u ", id);
  std::printf("%s\n", fewer <= bytes ? "in the same memory" : "");
  for (void* memory :
       {d_temp, static_cast<void*>(d_prices), static_cast<void*>(d_sorted), static_cast<void*>(d_ids)})
    CUDA_CHECK(cudaFree(memory));
  return 0;
}
