// SPDX-License-Identifier: Apache-2.0
// The prelude of the strict check (driver/strict.h), which clang's CUDA front end reads for the device.
#pragma once
// With internal linkage, clang reports errors in a __host__ __device__ function only if a kernel calls it.
#define __host__ __attribute__((host)) __attribute__((internal_linkage))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
// threadIdx and the like are thread-local on the simulated device; here they are device variables.
#define __thread
#define tls_model(model) device

#include <stddef.h>

// C and C++ functions that a device also has.
extern "C" {
__device__ int printf(const char*, ...);
__device__ void* memcpy(void*, const void*, size_t) noexcept;
__device__ void* memset(void*, int, size_t) noexcept;
__device__ long clock() noexcept;
__device__ int abs(int) noexcept;
__device__ long labs(long) noexcept;
__device__ long long llabs(long long) noexcept;
__device__ void __assert_fail(const char*, const char*, unsigned, const char*) noexcept;
}

#include <cstddef>
#pragma clang force_cuda_host_device begin
#include <initializer_list>
#pragma clang force_cuda_host_device end
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <type_traits>
namespace std {
template <class T>
__device__ constexpr remove_reference_t<T>&& move(T&&) noexcept;
template <class T>
__device__ constexpr T&& forward(remove_reference_t<T>&) noexcept;
template <class T>
__device__ constexpr T&& forward(remove_reference_t<T>&&) noexcept;
}  // namespace std
// These headers come before <cmath>, which would declare their functions for the device.
#include <array>
#include <limits>
#include <new>
#include <utility>
// A class with a virtual destructor needs these.
__device__ inline void operator delete(void*) noexcept {}
__device__ inline void operator delete[](void*) noexcept {}
__device__ inline void operator delete(void*, size_t) noexcept {}
__device__ inline void operator delete[](void*, size_t) noexcept {}
__device__ inline void operator delete(void*, void*) noexcept {}
__device__ inline void operator delete[](void*, void*) noexcept {}
__device__ inline void* operator new(size_t, void* p) noexcept { return p; }
__device__ inline void* operator new[](size_t, void* p) noexcept { return p; }

#pragma clang force_cuda_host_device begin
#include <math.h>

#include <cmath>
#pragma clang force_cuda_host_device end
#include <assert.h>

#include <cstdlib>

#pragma clang force_cuda_host_device begin
#include "simcu/device.h"
#include "simcu/kernel.h"
#include "simcu/shape.h"
#include "simcu/vector_functions.h"
#include "simcu/vector_types.h"
#pragma clang force_cuda_host_device end
#include "simcu/driver_types.h"
#include "simcu/host.h"
#include "simcu/kernel_functions.h"
#include "simcu/runtime_api.h"
#include "simcu/runtime_templates.h"
// Functions of the runtime API that kernels may also call.
extern "C" {
__device__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned int flags);
__device__ cudaError_t cudaStreamDestroy(cudaStream_t stream);
__device__ cudaError_t cudaGetDevice(int* device);
__device__ cudaError_t cudaGetLastError();
__device__ cudaError_t cudaPeekAtLastError();
__device__ const char* cudaGetErrorString(cudaError_t error);
__device__ const char* cudaGetErrorName(cudaError_t error);
}
#pragma clang force_cuda_host_device begin
#include "cuda_runtime.h"
#pragma clang force_cuda_host_device end

extern "C" int cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = nullptr);
extern "C" int __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = nullptr);
