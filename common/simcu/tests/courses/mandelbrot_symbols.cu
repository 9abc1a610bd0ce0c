// SPDX-License-Identifier: Apache-2.0
// The Mandelbrot set by a device function of complex numbers with operators; rows as a 2-D grid.
#include "helper.h"

struct cuComplexF {
  float r, i;
  HOST_DEVICE cuComplexF(float a, float b) : r(a), i(b) {}
  HOST_DEVICE float magnitude2() const { return r * r + i * i; }
  HOST_DEVICE cuComplexF operator*(const cuComplexF& a) const {
    return cuComplexF(r * a.r - i * a.i, i * a.r + r * a.i);
  }
  HOST_DEVICE cuComplexF operator+(const cuComplexF& a) const { return cuComplexF(r + a.r, i + a.i); }
};
#define DIM 48
#define MAX_ITER 100
__host__ __device__ int mandel(int x, int y) {
  cuComplexF c(x * (3.0f / DIM) - 2.0f, y * (2.0f / DIM) - 1.0f), z(0, 0);
  int n = 0;
  for (; n < MAX_ITER && z.magnitude2() <= 4.0f; ++n) z = z * z + c;
  return n;
}
__global__ void kernel(unsigned char* ptr) {
  int x = blockIdx.x, y = blockIdx.y * blockDim.x + threadIdx.x;
  int offset = x + y * gridDim.x;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 200
  ptr[offset] = mandel(x, y);
#else
  ptr[offset] = 0;
#endif
}
int main() {
  DeviceArray<unsigned char> d(DIM * DIM);
  kernel<<<dim3(DIM, DIM / 16), 16>>>(d.data);
  std::vector<unsigned char> out = d.get();
  int inside = 0, near = 0;
  for (int y = 0; y < DIM; ++y)
    for (int x = 0; x < DIM; ++x) {
      inside += out[x + y * DIM] == MAX_ITER;
      near += out[x + y * DIM] == mandel(x, y);
    }
  // A GPU fuses products and sums, so a point at the edge may leave in another step.
  return inside > 300 && inside < 1200 && near > DIM * DIM * 9 / 10 ? EXIT_SUCCESS : EXIT_FAILURE;
}
