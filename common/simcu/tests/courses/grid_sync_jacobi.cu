// SPDX-License-Identifier: Apache-2.0
// Jacobi steps in one cooperative launch: grid.sync between them, cg::reduce for what is left.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <math.h>

#include "helper.h"

namespace cg = cooperative_groups;

__global__ void jacobi(float* x, float* next, const float* b, int n, int steps, double* change) {
  cg::grid_group grid = cg::this_grid();
  cg::thread_block cta = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cta);
  for (int step = 0; step < steps; ++step) {
    double moved = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size()) {
      float left = i > 0 ? x[i - 1] : 0, right = i + 1 < n ? x[i + 1] : 0;
      next[i] = (b[i] + left + right) / 4;
      moved += fabsf(next[i] - x[i]);
    }
    moved = cg::reduce(warp, moved, cg::plus<double>());
    if (warp.thread_rank() == 0) atomicAdd(&change[step], moved);
    cg::sync(grid);
    float* swap = x;
    x = next, next = swap;
  }
}
int main() {
  int n = 400, steps = 12, blocksPerSm = 0;
  std::vector<float> b(n, 2.0f), zero(n, 0.0f);
  DeviceArray<float> db(b), x(zero), next(zero);
  DeviceArray<double> change(steps);
  change.zero();
  checkCudaErrors(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocksPerSm, jacobi, 128, 0));
  if (blocksPerSm < 1) return EXIT_FAILURE;
  void* args[] = {&x.data, &next.data, &db.data, &n, &steps, &change.data};
  checkCudaErrors(cudaLaunchCooperativeKernel((const void*)jacobi, dim3(3), dim3(128), args, 0, NULL));
  std::vector<double> moved = change.get();
  for (int i = 1; i < steps; ++i)
    if (!(moved[i] < moved[i - 1])) return EXIT_FAILURE;
  std::vector<float> result = x.get();
  return fabs(result[n / 2] - 1.0f) < 0.01 ? EXIT_SUCCESS : EXIT_FAILURE;
}
