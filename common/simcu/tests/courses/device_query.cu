// SPDX-License-Identifier: Apache-2.0
// Asks the device what it is, and tries what goes wrong: errors have names and go away.
#include <string.h>

#include "helper.h"

__global__ void nothing() {}
int main() {
  int count = 0, driver = 0, runtime = 0, value = 0;
  checkCudaErrors(cudaGetDeviceCount(&count));
  if (count < 1) return EXIT_FAILURE;
  cudaSetDevice(0);
  cudaDeviceProp p;
  checkCudaErrors(cudaGetDeviceProperties(&p, 0));
  checkCudaErrors(cudaDriverGetVersion(&driver));
  checkCudaErrors(cudaRuntimeGetVersion(&runtime));
  checkCudaErrors(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0));
  bool ok = p.warpSize == 32 && p.maxThreadsPerBlock == value && strlen(p.name) > 0 && driver >= runtime &&
            p.major >= 3;
  size_t free, total;
  checkCudaErrors(cudaMemGetInfo(&free, &total));
  ok = ok && free <= total;
  nothing<<<1, p.maxThreadsPerBlock + 1>>>();
  cudaError_t error = cudaGetLastError();
  ok = ok && error != cudaSuccess && strncmp(cudaGetErrorName(error), "cudaErrorInvalid", 16) == 0;
  ok = ok && cudaGetLastError() == cudaSuccess;
  void* q = nullptr;
  ok = ok && cudaMalloc(&q, (size_t)1 << 50) == cudaErrorMemoryAllocation &&
       cudaGetLastError() == cudaErrorMemoryAllocation;
  ok = ok && cudaSetDevice(count) == cudaErrorInvalidDevice && cudaGetLastError() == cudaErrorInvalidDevice;
  nothing<<<1, 1>>>();
  return ok && cudaDeviceSynchronize() == cudaSuccess ? EXIT_SUCCESS : EXIT_FAILURE;
}
