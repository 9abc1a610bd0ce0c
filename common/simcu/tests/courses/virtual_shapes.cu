// SPDX-License-Identifier: Apache-2.0
// Objects made and destroyed on the device, with virtual functions.
#include "helper.h"

class Shape {
 public:
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
class Square : public Shape {
 public:
  __device__ explicit Square(float a) : a_(a) {}
  __device__ float area() const override { return a_ * a_; }

 private:
  float a_;
};
class Box final : public Shape {
 public:
  __device__ Box(float a, float b) : a_(a), b_(b) {}
  __device__ float area() const override { return a_ * b_; }

 private:
  float a_, b_;
};
__global__ void make(Shape** shapes, Box* places, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i % 2)
    shapes[i] = new (places + i) Square(i);
  else
    shapes[i] = new (places + i) Box(i, 2);
}
__global__ void measure(Shape* const* shapes, float* areas, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) areas[i] = shapes[n - 1 - i]->area();
}
__global__ void destroy(Shape** shapes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) shapes[i]->~Shape();
}
int main() {
  const int n = 70;
  DeviceArray<Shape*> shapes(n);
  DeviceArray<Box> places(n);
  DeviceArray<float> areas(n);
  make<<<2, 64>>>(shapes.data, places.data, n);
  measure<<<2, 64>>>(shapes.data, areas.data, n);
  destroy<<<2, 64>>>(shapes.data, n);
  checkCudaErrors(cudaDeviceSynchronize());
  std::vector<float> out = areas.get();
  for (int i = 0; i < n; ++i) {
    int k = n - 1 - i;
    if (out[i] != (k % 2 ? k * k : k * 2)) return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
