// SPDX-License-Identifier: Apache-2.0
// Game of life on a torus with managed arrays of a managed class and bytes.
#include <new>

#include "helper.h"

class Managed {
 public:
  void* operator new(size_t len) {
    void* ptr;
    cudaMallocManaged(&ptr, len);
    cudaDeviceSynchronize();
    return ptr;
  }
  void operator delete(void* ptr) {
    cudaDeviceSynchronize();
    cudaFree(ptr);
  }
};
struct World : public Managed {
  static constexpr int kWidth = 33, kHeight = 21;
  unsigned char cell[2][kHeight][kWidth];
  __host__ __device__ int neighbours(int which, int x, int y) const {
    int sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if (dx || dy) sum += cell[which][(y + dy + kHeight) % kHeight][(x + dx + kWidth) % kWidth];
    return sum;
  }
  __host__ __device__ void step(int which, int x, int y) {
    int n = neighbours(which, x, y);
    cell[1 - which][y][x] = n == 3 || (n == 2 && cell[which][y][x]);
  }
};
__global__ void generation(World* w, int which) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < World::kWidth && y < World::kHeight) w->step(which, x, y);
}
int main() {
  World *gpu = new World, *cpu = new World;
  unsigned s = 77;
  for (int y = 0; y < World::kHeight; ++y)
    for (int x = 0; x < World::kWidth; ++x) gpu->cell[0][y][x] = cpu->cell[0][y][x] = nextRandom(s) % 3 == 0;
  for (int g = 0; g < 6; ++g) {
    generation<<<dim3(divUp(World::kWidth, 8), divUp(World::kHeight, 8)), dim3(8, 8)>>>(gpu, g % 2);
    for (int y = 0; y < World::kHeight; ++y)
      for (int x = 0; x < World::kWidth; ++x) cpu->step(g % 2, x, y);
  }
  checkCudaErrors(cudaDeviceSynchronize());
  bool ok = true;
  for (int y = 0; y < World::kHeight; ++y)
    for (int x = 0; x < World::kWidth; ++x) ok = ok && gpu->cell[0][y][x] == cpu->cell[0][y][x];
  delete gpu;
  delete cpu;
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
