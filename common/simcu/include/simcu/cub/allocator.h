// SPDX-License-Identifier: Apache-2.0
// cub::CachingDeviceAllocator, which caches nothing here: returned memory is freed, so that --check sees its
// use. And CUB's macros that print an error.
#pragma once
#include <cstdio>
#include <cstdlib>

#include "simcu/runtime_api.h"

namespace cub {

struct CachingDeviceAllocator {
  static constexpr unsigned int INVALID_BIN = ~0u;
  static constexpr std::size_t INVALID_SIZE = ~std::size_t(0);

  explicit CachingDeviceAllocator(bool skip_cleanup = false, bool debug = false)
      : skip_cleanup(skip_cleanup), debug(debug) {}
  explicit CachingDeviceAllocator(unsigned int, unsigned int = 1, unsigned int = INVALID_BIN,
                                  std::size_t = INVALID_SIZE, bool skip_cleanup = false, bool debug = false)
      : skip_cleanup(skip_cleanup), debug(debug) {}

  cudaError_t DeviceAllocate(void** at, std::size_t bytes, cudaStream_t = nullptr) {
    return cudaMalloc(at, bytes);
  }
  cudaError_t DeviceAllocate(int, void** at, std::size_t bytes, cudaStream_t = nullptr) {
    return cudaMalloc(at, bytes);
  }
  cudaError_t DeviceFree(void* p) { return cudaFree(p); }
  cudaError_t DeviceFree(int, void* p) { return cudaFree(p); }
  cudaError_t FreeAllCached() { return cudaSuccess; }
  cudaError_t SetMaxCachedBytes(std::size_t) { return cudaSuccess; }

  const bool skip_cleanup;
  bool debug;
};

inline cudaError_t Debug(cudaError_t error, const char* file, int line) {
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", error, file, line, cudaGetErrorString(error));
    std::fflush(stderr);
  }
  return error;
}

}  // namespace cub

#ifndef CubDebug
#define CubDebug(e) cub::Debug((cudaError_t)(e), __FILE__, __LINE__)
#endif
#ifndef CubDebugExit
#define CubDebugExit(e)                                   \
  if (cub::Debug((cudaError_t)(e), __FILE__, __LINE__)) { \
    std::exit(1);                                         \
  }
#endif
