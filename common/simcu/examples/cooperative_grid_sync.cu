// SPDX-License-Identifier: Apache-2.0
// Diffuses heat along a rod in one cooperative launch, with grid.sync() between the steps instead of one
// launch per step.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "check.h"

namespace cg = cooperative_groups;

__global__ void diffuse_kernel(float* now, float* next, int n, int steps) {
  cg::grid_group grid = cg::this_grid();
  for (int step = 0; step < steps; ++step) {
    for (int i = static_cast<int>(grid.thread_rank()); i < n; i += static_cast<int>(grid.size())) {
      const float left = i > 0 ? now[i - 1] : now[i];
      const float right = i + 1 < n ? now[i + 1] : now[i];
      next[i] = 0.25f * left + 0.5f * now[i] + 0.25f * right;
    }
    grid.sync();
    float* t = now;
    now = next;
    next = t;
  }
}

int main() {
  int device = 0, cooperative = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device));
  if (!cooperative) {
    std::printf("cooperative_grid_sync: this device doesn't support cooperative launches\n");
    return EXIT_FAILURE;
  }

  int n = 5000, steps = 20;
  const int block_size = 128;
  int blocks_per_sm = 0;
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, device));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_per_sm, diffuse_kernel, block_size, 0));
  const int blocks = std::min(16, blocks_per_sm * properties.multiProcessorCount);
  if (blocks < 2) {
    std::printf("cooperative_grid_sync: at least two blocks must be resident\n");
    return EXIT_FAILURE;
  }

  std::vector<float> heat(n, 0.0f), next(n), result(n);
  for (int i = n / 3; i < n / 2; ++i) heat[i] = 100.0f;
  float *d_now, *d_next;
  CHECK(cudaMalloc(&d_now, n * sizeof(float)));
  CHECK(cudaMalloc(&d_next, n * sizeof(float)));
  CHECK(cudaMemcpy(d_now, heat.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  void* arguments[] = {&d_now, &d_next, &n, &steps};
  CHECK(cudaLaunchCooperativeKernel((void*)diffuse_kernel, dim3(blocks), dim3(block_size), arguments, 0,
                                    nullptr));
  CHECK(cudaDeviceSynchronize());
  CHECK(
      cudaMemcpy(result.data(), steps % 2 == 0 ? d_now : d_next, n * sizeof(float), cudaMemcpyDeviceToHost));

  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < n; ++i) {
      const float left = i > 0 ? heat[i - 1] : heat[i], right = i + 1 < n ? heat[i + 1] : heat[i];
      next[i] = 0.25f * left + 0.5f * heat[i] + 0.25f * right;
    }
    heat.swap(next);
  }
  int wrong = 0;
  double total = 0;
  for (int i = 0; i < n; ++i) {
    wrong += !(std::max(result[i] - heat[i], heat[i] - result[i]) <= 1e-3f);
    total += result[i];
  }
  std::printf("%d cells, %d steps, %d blocks: total heat %.1f, %d wrong\n", n, steps, blocks, total, wrong);

  CHECK(cudaFree(d_now));
  CHECK(cudaFree(d_next));
  std::printf("cooperative_grid_sync: %s\n", wrong == 0 ? "PASSED" : "FAILED");
  return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
