// SPDX-License-Identifier: Apache-2.0
// Macros that CUDA's own headers define and that published code tests, such as NVIDIA's helper_cuda.h.
#pragma once

// The include guards of the headers that nvcc includes implicitly.
#define __CHANNEL_DESCRIPTOR_H__
#define __COMMON_FUNCTIONS_H__
#define __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_RUNTIME_H__
#define __DEVICE_ATOMIC_FUNCTIONS_H__
#define __DEVICE_DOUBLE_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __DEVICE_TYPES_H__
#define __DRIVER_FUNCTIONS_H__
#define __HOST_CONFIG_H__
#define __HOST_DEFINES_H__
#define __LIBRARY_TYPES_H__
#define __MATH_FUNCTIONS_H__
#define __SM_20_ATOMIC_FUNCTIONS_H__
#define __SM_20_INTRINSICS_H__
#define __SM_30_INTRINSICS_H__
#define __SM_32_ATOMIC_FUNCTIONS_H__
#define __SM_32_INTRINSICS_H__
#define __SM_35_ATOMIC_FUNCTIONS_H__
#define __SM_35_INTRINSICS_H__
#define __SM_60_ATOMIC_FUNCTIONS_H__
#define __SM_61_INTRINSICS_H__
#define __SURFACE_INDIRECT_FUNCTIONS_H__
#define __SURFACE_TYPES_H__
#define __TEXTURE_INDIRECT_FUNCTIONS_H__
#define __TEXTURE_TYPES_H__
#define __VECTOR_FUNCTIONS_H__

#define __CUDA_API_VER_MAJOR__ 13
#define __CUDA_API_VER_MINOR__ 0
#define __NVCC_DIAG_PRAGMA_SUPPORT__ 1
#ifdef __CUDA_ARCH__
#define __CUDA_ARCH_LIST__ __CUDA_ARCH__
#endif

// Each keyword is defined as itself, because the translator reads it. Host files have their own definitions.
#ifndef __host__
#define __host__ __host__
#endif
#ifndef __device__
#define __device__ __device__
#endif
#ifndef __global__
#define __global__ __global__
#endif
#ifndef __shared__
#define __shared__ __shared__
#endif
#ifndef __constant__
#define __constant__ __constant__
#endif
#ifndef __managed__
#define __managed__ __managed__
#endif
#ifndef __forceinline__
#define __forceinline__ __forceinline__
#endif
#ifndef __launch_bounds__
#define __launch_bounds__ __launch_bounds__
#endif
#ifndef __grid_constant__
#define __grid_constant__ __grid_constant__
#endif
#ifndef __align__
#define __align__ __align__
#endif
#ifndef __maxnreg__
#define __maxnreg__ __maxnreg__
#endif
