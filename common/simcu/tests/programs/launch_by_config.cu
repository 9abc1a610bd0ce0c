// SPDX-License-Identifier: Apache-2.0
// cudaLaunchKernelEx: the configuration is an object, and an attribute makes the launch cooperative.
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
  cudaFree(data);
  cudaFree(total);
}
