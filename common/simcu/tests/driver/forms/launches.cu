// SPDX-License-Identifier: Apache-2.0
// Every way to write a launch.
#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <tuple>
#include <vector>

#include "expect.h"

template <class T>
struct vec {
  using type = T;
  static constexpr int size = 2;
};

__global__ void count_kernel(int* out) { atomicAdd(out, 1); }
template <class T, int N>
__global__ void add_kernel(T* out, int n) { atomicAdd(out, n + N); }
template <bool B, class A = int>
__global__ void flag_kernel(int* out, bool v) { atomicAdd(out, B ? 100 : v ? 10 : 1); }
namespace ns {
namespace s {
template <class T>
__global__ void kernel(T* out) { atomicAdd(out, 1); }
}  // namespace s
}  // namespace ns

using kernel_pointer = void (*)(int*);
struct object {
  kernel_pointer f = count_kernel;
  kernel_pointer table[2] = {count_kernel, count_kernel};
  kernel_pointer get() const { return f; }
  void launch(int* d) {
    f<<<1, 1>>>(d);
    this->f<<<1, 1>>>(d);
    (*this).table[1]<<<1, 1>>>(d);
    get()<<<1, 1>>>(d);
    this->get()<<<1, 1>>>(d);
    auto lambda = [this, d] { f<<<1, 1>>>(d); };
    lambda();
  }
};

#define LAUNCH(kernel, n, ...) kernel<<<(n), 32>>>(__VA_ARGS__)
#define OPEN <<<
#define CLOSE >>>
#define TWO_SHIFTS(a) a <<

template <class T>
int launch_in_template(T* d, int n) {
  ns::s::kernel<T><<<1, n>>>(d);
  ns::s::template kernel<T><<<1, n>>>(d);
  add_kernel<T, vec<T>::size><<<1, 1>>>(d, 0);
  add_kernel<typename vec<T>::type, (vec<vec<T>>::size > 1)><<<vec<vec<T>>::size, vec<vec<vec<T>>>::size>>>(d, 0);
  return 2 * n + 2 + 4;
}

int* g_out;
int expect_count = 0;
bool ran(int n) {
  expect_count += n;
  return fetch(g_out) == expect_count;
}
void returns_a_launch(int* d) { return count_kernel<<<1, 1>>>(d); }
unsigned blocks_for(unsigned n, unsigned m) { return (n + m - 1) / m; }
std::ostream& print(std::ostream& o, int x) { return o << x << (x < 3) << ((x) << 2); }

__global__ void set_kernel(int* out, int v) { *out = v; }
int launch_and_fetch(int* d, int v) {
  set_kernel<<<1, 1>>>(d, v);
  return fetch(d);
}
template <int N>
__global__ void __launch_bounds__(N * 2, 1) bounded_kernel(int* out) {
  atomicAdd(out, 1);
}
template <int Threads, class T>
struct shape_of {
  static constexpr int kThreads = Threads;
};
template <class T>
__global__ void __launch_bounds__(shape_of<2, T>::kThreads, shape_of<1, T>::kThreads) shaped_kernel(T* out) {
  atomicAdd(out, 1);
}

int main() {
  int* d = g_out = device_zeros<int>(1);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int n = 5;
  dim3 grid(2, 2), block = {4, 2, 1};

  count_kernel<<<2, 3>>>(d);
  EXPECT(ran(6));
  count_kernel<<<grid, block, 16>>>(d);
  EXPECT(ran(32));
  count_kernel<<<grid, block, sizeof(int) * 4, stream>>>(d);
  EXPECT(ran(32));
  count_kernel<<<grid, block, 0, 0>>>(d);
  EXPECT(ran(32));
  count_kernel<<<{2, 2}, {3, 1, 2}>>>(d);
  EXPECT(ran(24));
  count_kernel<<<dim3{2, 2}, dim3(3)>>>(d);
  EXPECT(ran(12));
  ::count_kernel <<< 1 , 1 >>> (d);
  EXPECT(ran(1));
  (count_kernel)<<<1, 1>>>(d);
  (*count_kernel)<<<1, 1>>>(d);
  (&count_kernel)<<<1, 1>>>(d);
  EXPECT(ran(3));
  add_kernel<int, 2><<<1, 1>>>(d, 3);
  EXPECT(ran(5));
  add_kernel<int, (3 > 2)><<<(n > 3) ? 2 : 1, n < 9 ? 1 : 2>>>(d, n > 3);
  EXPECT(ran(4));
  add_kernel<int, 1 << 2><<<1 << 1, 4 >> 1>>>(d, 1 << 1);
  EXPECT(ran(24));
  flag_kernel<(1 < 2), std::vector<std::vector<int>>><<<1, 1>>>(d, true);
  EXPECT(ran(100));
  flag_kernel<false, std::array<std::array<int, 2>, 3>><<<std::max<int>(1, 2), std::min(n, 1)>>>(d, n < 4 || n > 6);
  EXPECT(ran(2));
  count_kernel<<<blocks_for(static_cast<unsigned>(n), 2), std::get<0>(std::tuple<int, int>(2, 1))>>>(d);
  EXPECT(ran(6));
  count_kernel<<<vec<vec<vec<int>>>::size, vec<vec<int>>().size>>>(d);
  EXPECT(ran(4));
  count_kernel  // a comment
      <<<        /* blocks */ 1,
                 // threads
      2
      >>>
      (
          d
      );
  EXPECT(ran(2));
  count_kernel<<<1, [] { return 3; }()>>>(d);
  EXPECT(ran(3));
  kernel_pointer table[] = {count_kernel, count_kernel};
  std::vector<kernel_pointer> list(2, count_kernel);
  table[0]<<<1, 1>>>(d);
  list[static_cast<size_t>(n > 4)]<<<1, 1>>>(d);
  list.at(1)<<<1, 1>>>(d);
  list.back()<<<1, 1>>>(d);
  kernel_pointer pointer = table[1];
  pointer<<<1, 1>>>(d);
  EXPECT(ran(5));
  object o, *p = &o;
  o.launch(d);
  o.f<<<1, 1>>>(d);
  p->f<<<1, 1>>>(d);
  p->table[0]<<<1, 1>>>(d);
  EXPECT(ran(9));
  LAUNCH(count_kernel, 1, d);
  LAUNCH((add_kernel<int, 1>), 1, d, 2);
  count_kernel OPEN 1, 2 CLOSE(d);
  count_kernel TWO_SHIFTS() < 1, 2 >> >(d);
  EXPECT(ran(32 + 96 + 4));
  if (n > 3)
    count_kernel<<<1, 1>>>(d);
  else
    count_kernel<<<1, 2>>>(d);
  if (n < 3) count_kernel<<<1, 5>>>(d);
  else (count_kernel)<<<1, 4>>>(d);
  for (int i = 0; i < 3; ++i) count_kernel<<<1, 1>>>(d);
  do count_kernel<<<1, 1>>>(d);
  while (--n > 3);
  switch (n) {
    case 3: count_kernel<<<1, 1>>>(d); break;
    default: break;
  }
  EXPECT(ran(1 + 4 + 3 + 2 + 1));
  n > 100 ? count_kernel<<<1, 1>>>(d) : count_kernel<<<1, 2>>>(d);
  count_kernel<<<1, 1>>>(d), count_kernel<<<1, 1>>>(d);
  returns_a_launch(d);
  EXPECT(ran(5));
  auto lambda = [&](int blocks) { count_kernel<<<blocks, 1>>>(d); };
  lambda(3);
  std::function<void()> later = [=] { return add_kernel<int, 7><<<1, 1>>>(d, 0); };
  later();
  EXPECT(ran(10));
  EXPECT(ran(launch_in_template(d, 3)));

  count_kernel<<<1, 2048>>>(d);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  EXPECT(ran(0));
  set_kernel<<<1, 1>>>(d, 40 + launch_and_fetch(d, 2));  // a launch among the arguments of a launch
  EXPECT(fetch(d) == 42);
  bounded_kernel<32><<<1, 64>>>(d);
  EXPECT(fetch(d) == 42 + 64);
  bounded_kernel<32><<<1, 65>>>(d);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  cudaFuncAttributes attributes;
  EXPECT(cudaFuncGetAttributes(&attributes, bounded_kernel<32>) == cudaSuccess && attributes.maxThreadsPerBlock == 64);
  EXPECT(cudaFuncGetAttributes(&attributes, shaped_kernel<int>) == cudaSuccess && attributes.maxThreadsPerBlock == 2);
  print(std::cerr, 1 << 2);
  operator<<(std::cerr, "\n");
  return 0;
}
