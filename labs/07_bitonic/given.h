// SPDX-License-Identifier: Apache-2.0
// Lab 07, given: argument checks for the entry points, a logarithm, and functions that allow a kernel more
// shared memory.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <initializer_list>
#include <string>

#include "bitonic.h"
#include "lab/cuda_check.h"
#include "lab/shared_memory.h"

namespace bitonic {

// The least k with 2^k >= n: the number of stages of the network for n keys. 0 for n < 2.
inline int ceil_log2(std::size_t n) {
  int k = 0;
  while ((std::size_t{1} << k) < n) ++k;
  return k;
}

// A property of the current device, such as cudaDevAttrMultiProcessorCount.
inline std::size_t device_attribute(cudaDeviceAttr which) {
  int device = 0, value = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&value, which, device));
  return static_cast<std::size_t>(value);
}

// allow_shared(kernel, bytes): launches of `kernel` may have `bytes` of dynamic shared memory; without it,
// the limit is 48 KiB. shared_of_block(): the most bytes that a block can have on this device.
using lab::allow_shared;
using lab::shared_of_block;

// An argument and its name, for the error message if it is null.
struct named_array {
  const char* name;
  const void* data;
};

// Each check returns ok, or bad_argument with the name of the bad argument. The other checks call check_keys.
inline lab::status check_keys(std::size_t n, std::initializer_list<named_array> arrays) {
  if (n > kMaxKeys)
    return lab::status::bad_argument(
        "n", "is " + std::to_string(n) + ", but at most " + std::to_string(kMaxKeys) + " keys are sorted");
  for (const named_array& array : arrays)
    if (n > 0 && array.data == nullptr)
      return lab::status::bad_argument(array.name, "is null, but n is not 0");
  return {};
}

inline lab::status check_step(const void* d_keys, std::size_t n, int stage, int bit, int count = 1) {
  if (stage < 1 || stage > 31)
    return lab::status::bad_argument("stage", "is " + std::to_string(stage) + ", but must be 1 to 31");
  if (bit < 0 || bit >= stage)
    return lab::status::bad_argument("bit", "is " + std::to_string(bit) + ", but stage " +
                                                std::to_string(stage) + " has the steps of bits " +
                                                std::to_string(stage - 1) + " to 0");
  if (count >= 1 && count <= 4 && count <= bit + 1) return check_keys(n, {{"d_keys", d_keys}});
  return lab::status::bad_argument("count", "is " + std::to_string(count) + ", but must be 1 to 4, and " +
                                                std::to_string(bit + 1) + " steps are left");
}

// Checks a block of `block_size` threads with `keys_per_thread` keys per thread, all in shared memory.
inline lab::status check_block(const void* d_keys, std::size_t n, unsigned block_size,
                               std::size_t keys_per_thread) {
  const std::size_t most = device_attribute(cudaDevAttrMaxThreadsPerBlock);
  if (block_size < 32 || block_size > most || (block_size & (block_size - 1)) != 0)
    return lab::status::bad_argument("block_size", "is " + std::to_string(block_size) +
                                                       ", but must be a power of two from 32 to " +
                                                       std::to_string(most) + " on this device");
  const std::size_t bytes = block_size * keys_per_thread * sizeof(std::uint32_t);
  const std::size_t shared = shared_of_block();
  if (bytes <= shared) return check_keys(n, {{"d_keys", d_keys}});
  return lab::status::bad_argument(
      "block_size", "is " + std::to_string(block_size) + ", so that a tile has " +
                        std::to_string(block_size * keys_per_thread) + " keys and takes " +
                        std::to_string(bytes) + " bytes of shared memory, but a block has only " +
                        std::to_string(shared) + " on this device");
}

inline lab::status check_config(const void* d_keys, std::size_t n, config c) {
  if (c.vector_length != 4 && c.vector_length != 8)
    return lab::status::bad_argument("vector_length",
                                     "is " + std::to_string(c.vector_length) + ", but must be 4 or 8");
  if (c.vectors != 1 && c.vectors != 2 && c.vectors != 4)
    return lab::status::bad_argument("vectors",
                                     "is " + std::to_string(c.vectors) + ", but must be 1, 2 or 4");
  return check_block(d_keys, n, c.block_size, c.keys_per_thread());
}

}  // namespace bitonic
