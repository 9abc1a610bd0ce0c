// SPDX-License-Identifier: Apache-2.0
// Finds out how much shared memory a block can have, and lets a kernel use that much.
//
//   if (bytes > lab::shared_of_block()) …  // another shape: a T4 has 64 KiB, a GeForce 99, an H100 227
//   lab::allow_shared(kernel, bytes);
//   kernel<<<blocks, threads, bytes>>>(…);
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <map>
#include <utility>

#include "lab/cuda_check.h"

namespace lab {

// Returns the most bytes of shared memory that a block can have on the current device, __shared__ variables
// included.
inline std::size_t shared_of_block() {
  int device = 0, bytes = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  return static_cast<std::size_t>(bytes);
}

// Lets `kernel` use `bytes` of dynamic shared memory on the current device; without this call, the limit is
// 48 KiB. Throws cuda_error if a block cannot have that much.
template <class... Parameters>
void allow_shared(void (*kernel)(Parameters...), std::size_t bytes) {
  thread_local std::map<std::pair<const void*, int>, std::size_t> allowed;
  int device = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  std::size_t& most = allowed[{reinterpret_cast<const void*>(kernel), device}];
  if (bytes <= most) return;
  CUDA_CHECK(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
  most = bytes;
}

}  // namespace lab
