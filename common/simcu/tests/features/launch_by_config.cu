// SPDX-License-Identifier: Apache-2.0
// cudaLaunchKernelEx: the configuration is an object, and an attribute makes the launch cooperative,
// or lets it begin before the kernel in front of it has ended.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void phases(int* data, int n, int* total) {
  cg::grid_group grid = cg::this_grid();
  for (unsigned long long i = grid.thread_rank(); i < static_cast<unsigned long long>(n); i += grid.size())
    data[i] = static_cast<int>(i) + 1;
  grid.sync();
  if (grid.thread_rank() != 0) return;
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += data[i];
  *total = sum;
}

__global__ void first(int* data) {
  data[threadIdx.x] = 5;
  cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void second(const int* data, int* total) {
  const int own = static_cast<int>(threadIdx.x);
  cudaGridDependencySynchronize();
  atomicAdd(total, data[threadIdx.x] + own);
}

int main() {
  constexpr int kCount = 1000;
  int *data, *total;
  cudaMalloc(&data, kCount * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4);
  config.blockDim = dim3(64);
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeCooperative;
  attribute[0].val.cooperative = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  const cudaError_t error = cudaLaunchKernelEx(&config, phases, data, kCount, total);
  cudaDeviceSynchronize();
  std::printf("%s %d\n", cudaGetErrorName(error), *total);
  *total = 0;
  attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute[0].val.programmaticStreamSerializationAllowed = 1;
  config.gridDim = dim3(1);
  cudaLaunchKernelEx(&config, first, data);
  const cudaError_t dependent = cudaLaunchKernelEx(&config, second, data, total);
  cudaDeviceSynchronize();
  std::printf("%s %d\n", cudaGetErrorName(dependent), *total);
  cudaFree(data);
  cudaFree(total);
  return 0;
}
