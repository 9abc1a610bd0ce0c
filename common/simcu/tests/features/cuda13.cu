// SPDX-License-Identifier: Apache-2.0
// Features that require CUDA 13, or CUDA 12 and a new device.
// Needs CUDA 13 for cudaLaunchKernel of a kernel that is not cast to void*, cudaMemLocation, double4_16a, and
// others.
#include <cooperative_groups.h>

#include "both.h"

template <class T>
__global__ void store_kernel(T* out, const T value) {
  for (int i = 0; i < 4; ++i) out[i] = value * i;
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__global__ void vector_kernel(float2* a, float4* b) {
  atomicAdd(a, make_float2(1.0f, 0.5f));
  atomicAdd(b, make_float4(1.0f, 2.0f, 3.0f, 4.0f));
}
#endif

__global__ void grid_kernel(unsigned long long* out) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  if (grid.thread_rank() != grid.size() - 1) return;
  put(out, grid.size(), grid.num_threads(), grid.num_blocks(), grid.block_rank(), grid.dim_blocks().y,
      grid.block_index().x, grid.thread_index().x, cooperative_groups::this_thread_block().dim_threads().x);
}

#define SIZE(T) printf("%s %d %d\n", #T, (int)sizeof(T), (int)alignof(T))

int main() {
  float *f = both<float>(8), value = 55;
  void* args[] = {&f, &value};
  cudaLaunchKernel(store_kernel<float>, dim3(1), dim3(1), args);
  show("%g", f, 4);
  for (int i = 0; i < 8; ++i) f[i] = 0;
  vector_kernel<<<4, 32>>>((float2*)f, (float4*)(f + 4));
  show("%.1f", f, 8);
  unsigned long long* ranks = both<unsigned long long>(8);
  void* args2[] = {&ranks};
  cudaLaunchCooperativeKernel(grid_kernel, dim3(2, 3), dim3(16, 2), args2, 0, 0);
  show("%llu", ranks, 8);
  SIZE(double4_16a), SIZE(double4_32a), SIZE(longlong4_32a);
  cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
  printf("%s\n", cudaGetErrorName(cudaMemPrefetchAsync(f, 32, here, 0, 0)));
  printf("%s\n", cudaGetErrorName(cudaMemAdvise(f, 32, cudaMemAdviseSetReadMostly, here)));
  return 0;
}
