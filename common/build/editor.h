// SPDX-License-Identifier: Apache-2.0
// Editors read this header before each .cu file (.clangd). It declares simcu's device functions for both host
// and device, and the functions that clang calls for a launch.
#pragma once
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#pragma clang force_cuda_host_device begin
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include <cuda/atomic>
#if __has_include("lab/todo.h")  // LAB_TODO is also called in device functions
#include "lab/todo.h"
#endif
#pragma clang force_cuda_host_device end
__attribute__((device)) inline void* memcpy(void* to, const void* from, size_t bytes) {
  return __builtin_memcpy(to, from, bytes);
}
extern "C" int __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = nullptr);
extern "C" int cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = nullptr);  // without a CUDA Toolkit
