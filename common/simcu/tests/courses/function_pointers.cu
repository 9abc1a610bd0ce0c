// SPDX-License-Identifier: Apache-2.0
// Kernels take device functions by pointer, and functors by value.
#include "helper.h"

typedef float (*unary)(float);
__device__ float twice(float x) { return 2 * x; }
__device__ float square(float x) { return x * x; }
__device__ unary d_table[2] = {twice, square};
__device__ unary d_square = square;

__global__ void apply(unary f, float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = f(data[i]);
}
__global__ void applyFromTable(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = d_table[i & 1](data[i]);
}
struct Saxpy {
  float a;
  const float* x;
  __device__ float operator()(int i, float y) const { return a * x[i] + y; }
};
template <typename F, typename... Args>
__global__ void applyFunctor(F f, float* data, int n, Args... more) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = f(i, data[i]) + (0.0f + ... + more);
}
int main() {
  const int n = 100;
  std::vector<float> v(n);
  for (int i = 0; i < n; ++i) v[i] = i;
  DeviceArray<float> d(v), x(v);
  unary h_square;
  checkCudaErrors(cudaMemcpyFromSymbol(&h_square, d_square, sizeof(unary)));
  apply<<<1, 128>>>(h_square, d.data, n);
  applyFromTable<<<1, 128>>>(d.data, n);
  applyFunctor<<<1, 128>>>(Saxpy{3.0f, x.data}, d.data, n, 1.0f, 0.5f);
  std::vector<float> out = d.get();
  for (int i = 0; i < n; ++i) {
    float s = float(i) * i, want = (i & 1 ? s * s : 2 * s) + 3.0f * i + 1.5f;
    if (out[i] != want && fabsf(out[i] - want) > 16.0f) return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
