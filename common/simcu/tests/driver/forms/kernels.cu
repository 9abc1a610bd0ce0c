// SPDX-License-Identifier: Apache-2.0
// Every way to write a kernel.
#include <cstring>
#include <type_traits>

#include "expect.h"

struct params {
  int a;
  float b[3];
  const int* p;
};

__global__ void forward_kernel(int* out, int n = 7);
template <class T>
__global__ void forward_template_kernel(T* out);

__global__ void plain_kernel(int* out) { out[0] = 1; }
static __global__ void static_kernel(int* out) { out[0] = 2; }
__global__ static void static_after_kernel(int* out) { *out = 3; }
inline __global__ void inline_kernel(int* out) { *out = 4; }
extern "C" __global__ void c_kernel(int* out) { *out = 5; }
extern "C" {
__global__ void c_block_kernel(int* out) { *out = 6; }
}
__launch_bounds__(256) __global__ void bounds_first_kernel(int* out) { *out = 7; }
__global__ void __launch_bounds__(256, 2) bounds_kernel(int* out) { *out = 8; }
__global__ __launch_bounds__(128 * 2) void bounds_before_void_kernel(int* __restrict__ out) { *out = 9; }
void __global__ void_first_kernel(int* out) { *out = 10; }
[[maybe_unused]] __global__ void attribute_kernel(int* out) { *out = 11; }

namespace outer {
namespace inner {
__global__ void kernel(int* out) { *out = 12; }
}
inline namespace v1 {
__global__ void kernel_v1(int* out) { *out = 13; }
}
}  // namespace outer
namespace a::b {
__global__ void kernel(int* out) { *out = 14; }
}
namespace {
__global__ void anonymous_kernel(int* out) { *out = 15; }
}  // namespace

#ifdef __SIMCU__  // nvcc allows no kernels in classes
struct holder {
  static __global__ void member_kernel(int* out) { *out = 16; }
  static __global__ void outside_kernel(int* out);
  template <int N>
  static __global__ void member_template_kernel(int* out) { *out = N; }
  __host__ __device__ holder() {}
  __device__ int operator()(int x) const { return x + 1; }
};
__global__ void holder::outside_kernel(int* out) { *out = 17; }
template <class T>
struct holder_of {
  static __global__ void kernel(T* out) { *out = T(18); }
};
#endif

__global__ void by_value_kernel(int* out, const params p, const int add, __grid_constant__ const params q) {
  *out = p.a + static_cast<int>(p.b[2]) + add + q.a;
}
__global__ void changes_parameter_kernel(int* out, int n, int* cursor) {
  while (n > 0) n -= 3;
  cursor = cursor ? cursor + 1 : out;
  if (threadIdx.x == 1) *cursor = n;
}
__global__ void unnamed_kernel(int* out, int, float = 2.0f) { *out = 20; }
__global__ void function_pointer_kernel(int* out, int (*f)(int)) { *out = f(4); }
__global__ void array_kernel(int out[], const int values[4]) { out[0] = values ? 1 : 22; }

template <class T, int N = 3>
__global__ void template_kernel(T* out, T add = T(1)) {
  T sum = 0;
#pragma unroll
  for (int i = 0; i < N; ++i) sum += add;
  *out = sum;
}
template <>
__global__ void template_kernel<long, 3>(long* out, long) {
  *out = 99;
}
template <typename... Ts>
__global__ void variadic_kernel(int* out, Ts... values) {
  *out = (0 + ... + static_cast<int>(values));
}
template <class F, class... Ts>
__global__ void call_kernel(F f, int* out, Ts... values) {
  auto add = [&](auto... more) { return f(more...) + (0 + ... + values); };
  *out = add(values...);
}
template <bool kFast, template <class> class Box, class T>
__global__ void constexpr_kernel(T* out, Box<T> box) {
  if constexpr (kFast) {
    *out = box.value;
    return;
  } else {
    *out = -box.value;
  }
}
template <class T>
struct box_of {
  T value;
};
__global__ void overloaded_kernel(int* out) { *out = 30; }
__global__ void overloaded_kernel(int* out, int n) { *out = n; }
__global__ void overloaded_kernel(float* out) { *out = 31; }
void overloaded_kernel(int n, double) { EXPECT(n == 1); }

__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
__global__ void body_kernel(int* out, int n) {
  struct local {
    int x;
    __device__ int twice() const { return 2 * x; }
  };
  enum { kThree = 3 };
  constexpr int kFour = 4;
  static const int kTable[kFour] = {1, 2, 3, 4};
  using value = decltype(n);
  local v{n};
  auto lambda = [=](int k) { return v.twice() + k + kFour; };
  auto by_reference = [&, k = 1](int m) mutable { n += m + k++; };
  by_reference(1);
  for (value i = 0; i < 2; ++i) {
    if (i == 1) continue;
    switch (i) {
      case 0: n += kTable[i]; break;
      default: goto done;
    }
  }
done:
  *out = lambda(kThree) + n + factorial(4);
  out[1] = static_cast<int>(sizeof(__func__));
  out[2] = __func__[0] == 'b';
}
__global__ void empty_kernel() {}
__global__ void returns_void_kernel(int* out) { return (void)(*out = 33); }

template <class T>
__global__ void forward_template_kernel(T* out) { *out = T(34); }
template __global__ void forward_template_kernel<int>(int*);
template <typename T>
__global__ void unused_template_kernel(T* out, int n) {
  if (n > 0) *out = 1;
}

template <class K>
int run(K kernel) {
  int* d = device_zeros<int>(4);
  kernel<<<1, 1>>>(d);
  return fetch(d);
}

__global__ void forward_kernel(int* out, int n) { *out = n; }

int main() {
  EXPECT(run(plain_kernel) == 1);
  EXPECT(run(static_kernel) == 2);
  EXPECT(run(static_after_kernel) == 3);
  EXPECT(run(inline_kernel) == 4);
  EXPECT(run(c_kernel) == 5);
  EXPECT(run(c_block_kernel) == 6);
  EXPECT(run(bounds_first_kernel) == 7);
  EXPECT(run(bounds_kernel) == 8);
  EXPECT(run(bounds_before_void_kernel) == 9);
  EXPECT(run(void_first_kernel) == 10);
  EXPECT(run(attribute_kernel) == 11);
  EXPECT(run(outer::inner::kernel) == 12);
  EXPECT(run(outer::kernel_v1) == 13);
  EXPECT(run(::a::b::kernel) == 14);
  EXPECT(run(anonymous_kernel) == 15);
#ifdef __SIMCU__
  EXPECT(run(holder::member_kernel) == 16);
  EXPECT(run(&holder::outside_kernel) == 17);
  EXPECT(run(holder_of<int>::kernel) == 18);
  EXPECT(run(holder::member_template_kernel<19>) == 19);
#endif
  EXPECT(run(returns_void_kernel) == 33);
  EXPECT(run(forward_template_kernel<int>) == 34);

  int* d = device_zeros<int>(4);
  params p{1, {1, 2, 3}, nullptr}, q{10, {}, nullptr};
  by_value_kernel<<<1, 1>>>(d, p, 100, q);
  EXPECT(fetch(d) == 114);
  changes_parameter_kernel<<<1, 4>>>(d, 10, nullptr);
  EXPECT(fetch(d) == -2);
  unnamed_kernel<<<1, 1>>>(d, 1);
  EXPECT(fetch(d) == 20);
  function_pointer_kernel<<<1, 1>>>(d, [](int x) { return x * x; });
  EXPECT(fetch(d) == 16);
  array_kernel<<<1, 1>>>(d, nullptr);
  EXPECT(fetch(d) == 22);
  template_kernel<<<1, 1>>>(d, 4);
  EXPECT(fetch(d) == 12);
  template_kernel<int, 8><<<1, 1>>>(d);
  EXPECT(fetch(d) == 8);
  long* d_long = device_zeros<long>(1);
  template_kernel<long><<<1, 1>>>(d_long);
  EXPECT(fetch(d_long) == 99);
  variadic_kernel<<<1, 1>>>(d, 1, 2.5f, short(3));
  EXPECT(fetch(d) == 6);
  variadic_kernel<<<1, 1>>>(d);
  EXPECT(fetch(d) == 0);
  call_kernel<<<1, 1>>>([] __device__(int x, int y) { return x * y; }, d, 3, 4);
  EXPECT(fetch(d) == 19);
  constexpr_kernel<true><<<1, 1>>>(d, box_of<int>{5});
  EXPECT(fetch(d) == 5);
  constexpr_kernel<false><<<1, 1>>>(d, box_of<int>{5});
  EXPECT(fetch(d) == -5);
  overloaded_kernel<<<1, 1>>>(d);
  EXPECT(fetch(d) == 30);
  overloaded_kernel<<<1, 1>>>(d, 32);
  EXPECT(fetch(d) == 32);
  overloaded_kernel(1, 2.0);
  body_kernel<<<1, 1>>>(d, 5);
  EXPECT(fetch(d) == 10 + 3 + 4 + 5 + 2 + 1 + 24);
  EXPECT(fetch(d + 1) == sizeof("body_kernel"));
  EXPECT(fetch(d + 2) == 1);
  empty_kernel<<<1, 1>>>();
  forward_kernel<<<1, 1>>>(d);
  EXPECT(fetch(d) == 7);

  // Launch by address, through the registrar, through a cast, and with the kernel's type.
  int value = 41;
  void* args[] = {&d, &value};
  void* by_address = (void*)forward_kernel;
  EXPECT(cudaLaunchKernel(by_address, dim3(1), dim3(1), args, 0, nullptr) == cudaSuccess);
  EXPECT(fetch(d) == 41);
  value = 6;
  EXPECT(cudaLaunchKernel((void*)template_kernel<int, 4>, 1, 1, args) == cudaSuccess);
  EXPECT(fetch(d) == 24);
  EXPECT(cudaLaunchKernel((const void*)&template_kernel<int, 2>, 1, 1, args, 0, 0) == cudaSuccess);
  EXPECT(fetch(d) == 12);
  EXPECT(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(template_kernel<int>), 1, 1, args) == cudaSuccess);
  EXPECT(fetch(d) == 18);
  EXPECT(cudaLaunchKernel(forward_kernel, 1, 1, args) == cudaSuccess);
  EXPECT(fetch(d) == 6);
  EXPECT(cudaFuncSetAttribute((const void*)template_kernel<int, 4>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536) ==
         cudaSuccess);
  EXPECT(cudaFuncSetAttribute(plain_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536) == cudaSuccess);
  int blocks = 0, size = 0;
  EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (void*)template_kernel<int, 4>, 256, 0) == cudaSuccess);
  EXPECT(blocks > 0);
  EXPECT(cudaOccupancyMaxPotentialBlockSize(&blocks, &size, plain_kernel, 0, 0) == cudaSuccess);
  EXPECT(size > 0 && blocks > 0);
  cudaFuncAttributes attributes;
  EXPECT(cudaFuncGetAttributes(&attributes, (const void*)plain_kernel) == cudaSuccess);
  return 0;
}
