// SPDX-License-Identifier: Apache-2.0
// Ways to launch: 2, 3 and 4 arguments, integers as extents, templates, overloads, namespaces, structures by
// value, cudaLaunchKernel.
// Needs CUDA 13: cudaLaunchKernel of a kernel that is not cast to void*.
#include <cstdio>

struct arguments {
  int a;
  double b[3];
  float* p;
};
enum class mode { twice, square };

__global__ void store_kernel(float* out, float v) { out[blockIdx.x * blockDim.x + threadIdx.x] = v; }
__global__ void by_value_kernel(arguments args, char c, const int3 v) {
  args.a += threadIdx.x;  // a copy for each thread
  args.p[threadIdx.x] = args.a + (float)args.b[2] + c + v.z;
}
template <class T, int N = 4>
__global__ void template_kernel(T* out, const T value) {
  for (int i = 0; i < N; ++i) out[i] = value * i;
}
template <mode M>
__global__ void mode_kernel(float* p) {
  if (M == mode::twice) p[threadIdx.x] *= 2;
  if constexpr (M == mode::square) p[threadIdx.x] *= p[threadIdx.x];
}
__global__ void overloaded_kernel(float* out, int v) { out[0] = v + 0.5f; }
__global__ void overloaded_kernel(float* out, double v) { out[0] = (float)v + 0.25f; }
namespace outer {
namespace inner {
__global__ void deep_kernel(float* out) { out[0] = 321; }
}  // namespace inner
}  // namespace outer
template <class Function>
__global__ void apply_kernel(float* p, int n, Function f) {
  int i = threadIdx.x;
  if (i < n) p[i] = f(p[i], i);
}
struct multiply_add {
  float m, a;
  __host__ __device__ float operator()(float x, int i) const { return x * m + a + i; }
};
__global__ void __launch_bounds__(128, 2)
    bounds_kernel(float* __restrict__ out, const float* __restrict__ in) {
  out[threadIdx.x] = in[threadIdx.x] + 1;
}
static __global__ void static_kernel(float* out) { *out = 5; }
struct holder {
  float* p;
  void run(int n) { store_kernel<<<1, n>>>(p, 9); }
};

float* d;
float h[256];
void show(const char* name, int last) {
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s %g %g %g %s\n", name, h[0], h[1], h[last], cudaGetErrorName(cudaGetLastError()));
}

int main() {
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  cudaStream_t s;
  cudaStreamCreate(&s);
  store_kernel<<<4, 64>>>(d, 1);
  show("two", 255);
  store_kernel<<<dim3(2, 1, 1), dim3(8, 1), 128>>>(d, 2.5);
  show("three", 15);
  store_kernel<<<dim3(1), 32, 0, s>>>(d, 'a');
  show("four", 31);
  by_value_kernel<<<1, 16>>>({7, {1, 2, 3}, d}, 'A', make_int3(0, 0, 1000));
  show("value", 15);
  template_kernel<float><<<1, 1>>>(d, 3);
  show("template", 3);
  template_kernel<float, 8><<<1, 1>>>(d, 2.0f);
  show("template8", 7);
  template_kernel<<<1, 1>>>(d, 4.0f);
  show("deduced", 3);
  mode_kernel<mode::twice><<<1, 4>>>(d);
  mode_kernel<mode::square><<<1, 4>>>(d);
  show("mode", 3);
  overloaded_kernel<<<1, 1>>>(d, 1);
  show("int", 0);
  overloaded_kernel<<<1, 1>>>(d, 1.0);
  show("double", 0);
  outer::inner::deep_kernel<<<1, 1>>>(d);
  show("deep", 0);
  apply_kernel<<<1, 32>>>(d, 8, multiply_add{2, 1});
  show("functor", 7);
  bounds_kernel<<<1, 100>>>(d, d + 128);
  show("bounds", 99);
  static_kernel<<<1, 1>>>(d);
  show("static", 0);
  holder{d}.run(3);
  show("member", 2);
  for (int n = 1; n <= 3; ++n) store_kernel<<<n, n>>>(d, (float)n), store_kernel<<<1, 1>>>(d, -1);
  show("loop", 8);
  auto pointer = store_kernel;
  pointer<<<1, 2>>>(d, 77);
  show("pointer", 1);
  void (*kernels[2])(float*, float) = {store_kernel, template_kernel<float, 2>};
  kernels[1]<<<1, 1>>>(d, 6);
  show("table", 1);
  float value = 55;
  void* args[] = {&d, &value};
  cudaLaunchKernel((const void*)store_kernel, dim3(1), dim3(4), args, 0, 0);
  show("by address", 3);
  cudaLaunchKernel(template_kernel<float, 4>, dim3(1), dim3(1), args);
  show("typed", 3);
  return 0;
}
