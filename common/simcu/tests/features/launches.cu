// SPDX-License-Identifier: Apache-2.0
// Ways to launch: 2, 3 and 4 arguments, integers as extents, templates, overloads, namespaces, by address and
// by configuration; parameters of class type, of which a thread gets a copy of the bytes; many launches and
// blocks.
#include <cooperative_groups.h>

#include "both.h"
namespace cg = cooperative_groups;

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
void show_ends(const char* name, int last) {
  cudaDeviceSynchronize();
  printf("%s %g %g %g %s\n", name, d[0], d[1], d[last], cudaGetErrorName(cudaGetLastError()));
}

void forms_of_launches() {
  d = both<float>(256);
  cudaStream_t s;
  cudaStreamCreate(&s);
  store_kernel<<<4, 64>>>(d, 1);
  show_ends("two", 255);
  store_kernel<<<dim3(2, 1, 1), dim3(8, 1), 128>>>(d, 2.5);
  show_ends("three", 15);
  store_kernel<<<dim3(1), 32, 0, s>>>(d, 'a');
  show_ends("four", 31);
  by_value_kernel<<<1, 16>>>({7, {1, 2, 3}, d}, 'A', make_int3(0, 0, 1000));
  show_ends("value", 15);
  template_kernel<float><<<1, 1>>>(d, 3);
  show_ends("template", 3);
  template_kernel<float, 8><<<1, 1>>>(d, 2.0f);
  show_ends("template8", 7);
  template_kernel<<<1, 1>>>(d, 4.0f);
  show_ends("deduced", 3);
  mode_kernel<mode::twice><<<1, 4>>>(d);
  mode_kernel<mode::square><<<1, 4>>>(d);
  show_ends("mode", 3);
  overloaded_kernel<<<1, 1>>>(d, 1);
  show_ends("int", 0);
  overloaded_kernel<<<1, 1>>>(d, 1.0);
  show_ends("double", 0);
  outer::inner::deep_kernel<<<1, 1>>>(d);
  show_ends("deep", 0);
  apply_kernel<<<1, 32>>>(d, 8, multiply_add{2, 1});
  show_ends("functor", 7);
  bounds_kernel<<<1, 100>>>(d, d + 128);
  show_ends("bounds", 99);
  static_kernel<<<1, 1>>>(d);
  show_ends("static", 0);
  holder{d}.run(3);
  show_ends("member", 2);
  for (int n = 1; n <= 3; ++n) store_kernel<<<n, n>>>(d, (float)n), store_kernel<<<1, 1>>>(d, -1);
  show_ends("loop", 8);
  auto pointer = store_kernel;
  pointer<<<1, 2>>>(d, 77);
  show_ends("pointer", 1);
  void (*kernels[2])(float*, float) = {store_kernel, template_kernel<float, 2>};
  kernels[1]<<<1, 1>>>(d, 6);
  show_ends("table", 1);
  float value = 55;
  void* args[] = {&d, &value};
  cudaLaunchKernel((const void*)store_kernel, dim3(1), dim3(4), args, 0, 0);
  show_ends("by address", 3);
}

__global__ void phases_kernel(int* data, int n, int* total) {
  cg::grid_group grid = cg::this_grid();
  for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size()) data[i] = i + 1;
  grid.sync();
  if (grid.thread_rank() != 0) return;
  for (int i = 0; i < n; ++i) *total += data[i];
}
__global__ void first_kernel(int* data) {
  data[threadIdx.x] = 5;
  cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void second_kernel(const int* data, int* total) {
  cudaGridDependencySynchronize();
  atomicAdd(total, data[threadIdx.x] + (int)threadIdx.x);
}

void launches_by_configuration() {
  int *data = both<int>(1000), *total = both<int>(2);
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeCooperative;
  attribute[0].val.cooperative = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4);
  config.blockDim = dim3(64);
  config.attrs = attribute;
  config.numAttrs = 1;
  printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&config, phases_kernel, data, 1000, total)));
  attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute[0].val.programmaticStreamSerializationAllowed = 1;
  config.gridDim = dim3(1);
  cudaLaunchKernelEx(&config, first_kernel, data);
  printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&config, second_kernel, data, total + 1)));
  show("%d", total, 2);
}

// The host's copies are destroyed on the host; no constructor or destructor runs on the device.
struct managed_number {
  int* value;
  bool owner;
  explicit managed_number(int v) : value(both<int>(1, {v})), owner(true) {}
  managed_number(const managed_number& other) : value(other.value), owner(false) {}
  managed_number& operator=(const managed_number&) = delete;
  ~managed_number() {
    if (owner) cudaFree(value);
  }
  __host__ __device__ int get() const { return *value; }
};
__global__ void object_kernel(managed_number number, int* out) {
  atomicAdd(out, number.get());
  number.value = nullptr;  // the thread's own copy
}

// Frees its memory with every copy: after a launch it is gone, but the launch itself is in order.
struct careless_number {
  int* value;
  careless_number() : value(nullptr) {
    cudaMalloc(&value, sizeof(int));
    cudaMemset(value, 0, sizeof(int));
  }
  careless_number(const careless_number& other) : value(other.value) {}
  careless_number& operator=(const careless_number&) = delete;
  ~careless_number() { cudaFree(value); }
};
__global__ void careless_kernel(const careless_number number, int* out) { *out = *number.value + 1; }

struct pair_of_ints {
  int first, second;
};
template <class First, class Second = int>
__global__ void default_kernel(First first, int* out, Second second = Second(3)) {
  first.second += second;
  if (threadIdx.x == 40) *out = first.second;
}
__global__ void by_reference_kernel(pair_of_ints& pair) { atomicAdd(&pair.first, (int)threadIdx.x); }
template <class... T>
__global__ void pack_kernel(T&... numbers) {
  ((numbers += 1), ...);
}
__global__ void array_kernel(const int (&numbers)[3], pair_of_ints* pair) {
  pair->second = numbers[0] + numbers[2];
}

void parameters() {
  int* sum = both<int>(1);
  {
    managed_number five(5);
    object_kernel<<<2, 64>>>(five, sum);
    show("sum %d", sum, 1);
    printf("number %d\n", five.get());
  }
  {
    careless_number number;
    careless_kernel<<<1, 1>>>(number, sum);
    show("sum %d", sum, 1);
  }
  cudaGetLastError();
  default_kernel<<<1, 64>>>(pair_of_ints{1, 2}, sum);
  show("sum %d", sum, 1);
  pair_of_ints* pair = both<pair_of_ints>(1);
  by_reference_kernel<<<1, 32>>>(*pair);
  show("first %d", &pair->first, 1);
  pack_kernel<<<1, 1>>>(pair->first, *sum);
  show("first %d", &pair->first, 1);
  show("sum %d", sum, 1);
  int* numbers = both<int>(3, {1, 0, 3});
  array_kernel<<<1, 1>>>(*reinterpret_cast<int(*)[3]>(numbers), pair);
  show("second %d", &pair->second, 1);
}

__global__ void last_kernel(int* total) {
  if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) *total += 1;
}
__global__ void sum_kernel(unsigned long long* total) {
  __shared__ unsigned s_block;
  if (threadIdx.x == 0) s_block = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 31) atomicAdd(total, (unsigned long long)s_block);
}

int main() {
  forms_of_launches();
  launches_by_configuration();
  parameters();
  int* launches = both<int>(1);
  for (int i = 0; i < 100000; ++i) last_kernel<<<1 + i % 2, 32>>>(launches);
  show("%d launches", launches, 1);
  unsigned long long* sum = both<unsigned long long>(1);
  sum_kernel<<<100000, 32>>>(sum);
  show("sum of the block indices: %llu", sum, 1);
  return 0;
}
