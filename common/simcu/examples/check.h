// SPDX-License-Identifier: Apache-2.0
// CHECK(call) ends the program with a message if a CUDA call fails.
#pragma once
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    cudaError_t error_ = (call);                                                           \
    if (error_ != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_)); \
      std::exit(EXIT_FAILURE);                                                             \
    }                                                                                      \
  } while (0)
