// SPDX-License-Identifier: Apache-2.0
// A header that editors read before each .cu file (.clangd). In simcu's headers device functions are ordinary
// functions, so here they are declared for both host and device; clang also needs declarations of the
// functions that a launch calls.
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
