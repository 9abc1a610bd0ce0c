// SPDX-License-Identifier: Apache-2.0
// Lab 09: reverse. Task: README.md. Contracts: reverse.h.
#include <cuda_runtime.h>

#include "lab/cuda_check.h"
#include "lab/todo.h"
#include "reverse.h"

namespace reverse {

// BEGIN YOUR CODE (exercise 1)
namespace {

constexpr unsigned kThreads = 256;

__global__ void reverse_copy_kernel(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) d_out[n - 1 - i] = d_in[i];
}

}  // namespace

lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n > 0 && d_in == nullptr) return lab::status::bad_argument("d_in", "is null, but n is not 0");
  if (n > 0 && d_out == nullptr) return lab::status::bad_argument("d_out", "is null, but n is not 0");
  if (n == 0) return {};
  reverse_copy_kernel<<<static_cast<unsigned>((n + kThreads - 1) / kThreads), kThreads>>>(d_in, d_out, n);
  CUDA_CHECK_LAUNCH("reverse_copy_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
namespace {

__global__ void reverse_tiles_kernel(std::uint32_t* d_data, std::size_t n) {
  __shared__ std::uint32_t s_tile[kMaxTile];
  const std::size_t begin = std::size_t{blockIdx.x} * blockDim.x, left = n - begin;
  const unsigned size = left < blockDim.x ? static_cast<unsigned>(left) : blockDim.x;
  if (threadIdx.x < size) s_tile[threadIdx.x] = d_data[begin + threadIdx.x];
  __syncthreads();  // all threads have loaded
  if (threadIdx.x < size) d_data[begin + threadIdx.x] = s_tile[size - 1 - threadIdx.x];
}

}  // namespace

lab::status reverse_tiles(std::uint32_t* d_data, std::size_t n, unsigned tile) {
  if (tile < 1 || tile > kMaxTile) return lab::status::bad_argument("tile", "is not 1 to 1024");
  if (n > 0 && d_data == nullptr) return lab::status::bad_argument("d_data", "is null, but n is not 0");
  if (n == 0) return {};
  reverse_tiles_kernel<<<static_cast<unsigned>((n + tile - 1) / tile), tile>>>(d_data, n);
  CUDA_CHECK_LAUNCH("reverse_tiles_kernel");
  return {};
}
// END YOUR CODE

}  // namespace reverse
