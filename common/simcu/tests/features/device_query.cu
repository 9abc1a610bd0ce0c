// SPDX-License-Identifier: Apache-2.0
// Device properties and attributes agree with each other and with CUDA's fixed limits.
#include <cstdio>
#include <cstring>

int attribute(cudaDeviceAttr a) {
  int v = -1;
  if (cudaDeviceGetAttribute(&v, a, 0) != cudaSuccess) return -999;
  return v;
}

int main() {
  int count = 0, device = -1, version = 0;
  printf("%s\n", cudaGetErrorName(cudaGetDeviceCount(&count)));
  printf("%d\n", count >= 1);
  cudaSetDevice(0);
  cudaGetDevice(&device);
  printf("%d\n", device);
  cudaDeviceProp p;
  printf("%s\n", cudaGetErrorName(cudaGetDeviceProperties(&p, 0)));
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
  cudaRuntimeGetVersion(&version);
  printf("%d\n", version >= 12000);
  cudaDriverGetVersion(&version);
  printf("%d\n", version >= 12000);
  size_t limit = 0;
  printf("%s", cudaGetErrorName(cudaDeviceGetLimit(&limit, cudaLimitPrintfFifoSize)));
  printf(" %d\n", limit > 0);
  printf("%s\n", cudaGetErrorName(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 8 << 20)));
  printf("%s\n", cudaGetErrorName(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared)));
  int peer = -1;
  printf("%s\n", cudaGetErrorName(cudaDeviceCanAccessPeer(&peer, 0, 0)));
  printf("%s %s\n", cudaGetErrorString(cudaErrorMemoryAllocation), cudaGetErrorName(cudaErrorInvalidValue));
  printf("%s %s\n", cudaGetErrorString(cudaErrorIllegalAddress), cudaGetErrorString((cudaError_t)987654));
  return 0;
}
