// SPDX-License-Identifier: Apache-2.0
// Floating point atomics (sums of exactly representable numbers), CAS loops on bit patterns, vectors, scopes.
// Needs CUDA 12: atomicAdd of float2 and float4.
#include <cstdio>

__device__ float atomic_max_float(float* p, float value) {
  int* bits = (int*)p;
  int old = *bits, expected;
  do {
    expected = old;
    old = atomicCAS(bits, expected, __float_as_int(fmaxf(value, __int_as_float(expected))));
  } while (old != expected);
  return __int_as_float(old);
}

__device__ double atomic_mul_double(double* p, double factor) {
  unsigned long long* bits = (unsigned long long*)p;
  unsigned long long old = *bits, expected;
  do {
    expected = old;
    old = atomicCAS(bits, expected, __double_as_longlong(factor * __longlong_as_double(expected)));
  } while (old != expected);
  return __longlong_as_double(old);
}

__global__ void float_kernel(float* f, double* d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&f[0], 0.25f);
  atomicAdd(&d[0], 0.125 * i);
  atomic_max_float(&f[1], (float)(i % 777));
  if (i < 20) atomic_mul_double(&d[1], 2.0);
  if (i == 500) {
    f[2] = atomicExch(&f[3], 2.5f);
  }
}

__global__ void scopes_kernel(int* g, float* f) {
  atomicAdd_block(&g[0], 1);
  atomicAdd_system(&g[1], 2);
  atomicMax_system(&g[2], (int)threadIdx.x);
  atomicMin_block(&g[3], -(int)threadIdx.x);
  atomicCAS_system(&g[4], 0, 7);
  atomicOr_block(&g[5], 1 << (threadIdx.x % 8));
  atomicAdd_system(&f[0], 1.5f);
  atomicInc_system((unsigned*)&g[6], 4u);
  atomicSub_block(&g[7], 3);
  atomicExch_block(&g[8], 11);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__global__ void vector_kernel(float2* a, float4* b) {
  atomicAdd(a, make_float2(1.0f, 0.5f));
  atomicAdd(b, make_float4(1.0f, 2.0f, 3.0f, 4.0f));
}
#endif

int main() {
  float *d_f, f[8] = {};
  double *d_d, d[2] = {0, 1};
  int *d_g, g[9] = {};
  cudaMalloc(&d_f, sizeof f);
  cudaMalloc(&d_d, sizeof d);
  cudaMalloc(&d_g, sizeof g);
  cudaMemcpy(d_f, f, sizeof f, cudaMemcpyHostToDevice);
  cudaMemcpy(d_d, d, sizeof d, cudaMemcpyHostToDevice);
  float_kernel<<<8, 128>>>(d_f, d_d);
  cudaMemcpy(f, d_f, sizeof f, cudaMemcpyDeviceToHost);
  cudaMemcpy(d, d_d, sizeof d, cudaMemcpyDeviceToHost);
  printf("%.2f %.0f %.1f %.1f %.3f %.0f\n", f[0], f[1], f[2], f[3], d[0], d[1]);

  cudaMemset(d_f, 0, sizeof f);
  cudaMemset(d_g, 0, sizeof g);
  scopes_kernel<<<1, 64>>>(d_g, d_f);
  cudaMemcpy(f, d_f, sizeof f, cudaMemcpyDeviceToHost);
  cudaMemcpy(g, d_g, sizeof g, cudaMemcpyDeviceToHost);
  for (int v : g) printf("%d ", v);
  printf("%.1f\n", f[0]);

  cudaMemset(d_f, 0, sizeof f);
  vector_kernel<<<4, 32>>>((float2*)d_f, (float4*)(d_f + 4));
  cudaMemcpy(f, d_f, sizeof f, cudaMemcpyDeviceToHost);
  printf("%.1f %.1f %.1f %.1f %.1f %.1f %s\n", f[0], f[1], f[4], f[5], f[6], f[7],
         cudaGetErrorName(cudaGetLastError()));
  return 0;
}
