// SPDX-License-Identifier: Apache-2.0
// What published code asks before it declares anything: the guards of CUDA's headers, versions, and words
// that are macros there. NVIDIA's helper_cuda.h asks for the first two.
#include <cstdio>

#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) || !defined(__CUDA_RUNTIME_API_H__) || \
    !defined(__VECTOR_TYPES_H__) || !defined(__DEVICE_LAUNCH_PARAMETERS_H__) || !defined(__HOST_DEFINES_H__)
#error "a guard is missing"
#endif
#if !defined(__CUDACC__) || !defined(__NVCC__) || __CUDACC_VER_MAJOR__ < 11
#error "no nvcc"
#endif
#if CUDART_VERSION < 11000 || __CUDART_API_VERSION != CUDART_VERSION
#error "no version"
#endif
#if !defined(__host__) || !defined(__device__) || !defined(__global__) || !defined(__shared__) || \
    !defined(__constant__) || !defined(__forceinline__) || !defined(__launch_bounds__) ||         \
    !defined(__align__)
#error "a word is not a macro"
#endif

#ifdef __CUDACC__
#define BOTH __host__ __device__ __forceinline__
#else
#define BOTH inline
#endif
#ifndef __device__
#define __device__
#endif

BOTH int twice(int x) { return 2 * x; }

__global__ void __launch_bounds__(128) fill(int* out) {
#if __CUDA_ARCH__ >= 700
  out[threadIdx.x] = twice(static_cast<int>(threadIdx.x));
#else
  out[threadIdx.x] = -1;
#endif
}

int main() {
  int *d_out, h_out[128];
  cudaMalloc(&d_out, sizeof h_out);
  fill<<<1, 128>>>(d_out);
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  int sum = 0;
  for (const int value : h_out) sum += value;
  std::printf("%d %d\n", sum, twice(4));
  cudaFree(d_out);
  return 0;
}
