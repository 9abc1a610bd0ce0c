// SPDX-License-Identifier: Apache-2.0
// Device queries and occupancy. Registers never limit the small kernels' occupancy, so it is the same on
// every device.
#include <cstring>

#include "both.h"

#define SHOW(call) printf("%s\n", cudaGetErrorName(call))

int attribute(cudaDeviceAttr a) {
  int v = -1;
  return cudaDeviceGetAttribute(&v, a, 0) == cudaSuccess ? v : -999;
}

void properties() {
  int count = 0, device = -1, runtime = 0, driver = 0, peer = -1;
  SHOW(cudaGetDeviceCount(&count));
  cudaSetDevice(0);
  cudaGetDevice(&device);
  cudaDeviceProp p;
  SHOW(cudaGetDeviceProperties(&p, 0));
  printf("%d %d\n", count >= 1, device);
  printf("%d %d %d %d\n", strlen(p.name) > 0, p.warpSize, p.maxThreadsPerBlock, p.major >= 7);
  printf("%d %d %d\n", p.maxThreadsDim[0], p.maxThreadsDim[1], p.maxThreadsDim[2]);
  printf("%d %d %d\n", p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2]);
  printf("%zu %zu %d\n", p.sharedMemPerBlock, p.totalConstMem, p.regsPerBlock);
  printf("%d %d\n", p.multiProcessorCount == attribute(cudaDevAttrMultiProcessorCount),
         p.maxThreadsPerMultiProcessor == attribute(cudaDevAttrMaxThreadsPerMultiProcessor));
  printf("%d %d %d\n", p.major == attribute(cudaDevAttrComputeCapabilityMajor),
         (int)p.sharedMemPerBlockOptin == attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin),
         p.concurrentKernels == attribute(cudaDevAttrConcurrentKernels));
  printf("%d %d %d %d\n", attribute(cudaDevAttrWarpSize), attribute(cudaDevAttrMaxBlockDimZ),
         attribute(cudaDevAttrMaxGridDimY), attribute(cudaDevAttrCooperativeLaunch));
  printf("%d %d %d\n", attribute(cudaDevAttrManagedMemory), attribute(cudaDevAttrUnifiedAddressing),
         attribute(cudaDevAttrMaxSharedMemoryPerBlock));
  cudaRuntimeGetVersion(&runtime);
  cudaDriverGetVersion(&driver);
  printf("%d %d\n", runtime >= 11000, driver >= 11000);
  size_t limit = 0;
  SHOW(cudaDeviceGetLimit(&limit, cudaLimitPrintfFifoSize));
  printf("%d\n", limit > 0);
  SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 8 << 20));
  SHOW(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
  SHOW(cudaDeviceCanAccessPeer(&peer, 0, 0));
  printf("%s, %s, %s, %s\n", cudaGetErrorString(cudaErrorMemoryAllocation),
         cudaGetErrorName(cudaErrorInvalidValue), cudaGetErrorString(cudaErrorIllegalAddress),
         cudaGetErrorString((cudaError_t)987654));
}

__global__ void small_kernel(int* p) { *p = 1; }
__global__ void shared_kernel(int* p) {
  __shared__ int s[1024];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  *p = s[0];
}
template <class T>
__global__ void template_kernel(T* p) {
  *p = T(1);
}
__global__ void __launch_bounds__(256) bounded_kernel(int* p) { *p = 2; }

int blocks_of(int threads, size_t shared) {
  int blocks = -1;
  cudaError_t e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, small_kernel, threads, shared);
  return e == cudaSuccess ? blocks : -(int)e;
}

int main() {
  properties();
  const int per_sm = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  const int most_blocks = attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
  for (int threads : {128, 256, 512, 1024})
    printf("%d %d\n", threads, blocks_of(threads, 0) * threads == per_sm);
  printf("%d\n", blocks_of(32, 0) == most_blocks);
  printf("%d\n", blocks_of(33, 0) <= most_blocks && blocks_of(33, 0) * 64 <= per_sm);
  printf("%d %d\n", blocks_of(128, 48 * 1024) > 0, blocks_of(128, 49 * 1024));
  int grid = 0, block = 0;
  SHOW(cudaOccupancyMaxPotentialBlockSize(&grid, &block, small_kernel, 0, 0));
  printf("%d %d\n", block, grid > 0);
  SHOW(cudaOccupancyMaxPotentialBlockSize(&grid, &block, template_kernel<float>, 0, 256));
  printf("%d\n", block);
  SHOW(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded_kernel, 0, 0));
  printf("%d %d\n", block <= 256, block % 32);
  int* d = both<int>(1);
  shared_kernel<<<1, 1024>>>(d);
  cudaFuncAttributes a;
  SHOW(cudaFuncGetAttributes(&a, shared_kernel));
  printf("%d %d %d\n", (int)a.sharedSizeBytes, a.maxThreadsPerBlock, a.numRegs > 0);
  SHOW(cudaFuncSetCacheConfig(small_kernel, cudaFuncCachePreferL1));
  SHOW(cudaFuncSetAttribute(small_kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
  SHOW(cudaGetLastError());
  return 0;
}
