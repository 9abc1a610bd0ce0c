// SPDX-License-Identifier: Apache-2.0
// Every way to declare shared memory.
#include <cstdint>
#include <type_traits>

#include "expect.h"

constexpr int kBlock = 32;
struct pair_of {
  int first;
  float second;
};
template <class A, class B>
struct two {
  A first;
  B second;
};
template <class T>
struct traits {
  using type = T;
};

extern __shared__ int s_file[];
__shared__ int s_scalar;
static __shared__ float s_tile[4][kBlock + 1], s_other;
namespace ns {
__shared__ int s_in_namespace[2];
}

__global__ void forms_kernel(int* out) {
  __shared__ int a[kBlock];
  __shared__ int b[2][3][4], c, d[2];
  static __shared__ float e[4];
  __shared__ static int f;
  volatile __shared__ int g;
  __shared__ volatile int h[2];
  int __shared__ i[2];
  __shared__ pair_of j, k[3];
  __shared__ struct { int x; int y; } l;
  __shared__ struct named { int x; } m[2];
  __shared__ union { int as_int; float as_float; } n;
  __shared__ alignas(16) unsigned char o[64];
  __shared__ __align__(32) unsigned char p[3];
  __align__(8) __shared__ short q[2];
  __shared__ int *r, *r2[2];
  __shared__ int (*s)[2];
  __shared__ two<int, two<int, float>> t;
  __shared__ unsigned long long u;
  __shared__ const int* v;
  __shared__ int w;
  __shared__ float4 x;
  [[maybe_unused]] __shared__ int unused;
  const int size = 2;
  __shared__ int y[size * 2][size];
  __shared__ decltype(out) z;
  const unsigned me = threadIdx.x;
  a[me] = static_cast<int>(me);
  __syncthreads();
  if (me != 0) return;
  b[1][2][3] = 1, c = 2, d[1] = 3, e[3] = 4, f = 5, g = 6, h[1] = 7, i[1] = 8;
  j.first = 9, k[2].second = 10, l.x = 11, m[1].x = 12, n.as_int = 13, o[63] = 14, p[2] = 15, q[1] = 16;
  r = &c, r2[1] = r, s = &d;
  t.second.first = 17, u = 18, v = &a[31], w = 19, x.w = 20, y[3][1] = 21, z = out;
  named copy = m[1];
  z[0] = b[1][2][3] + *r2[1] + (*s)[1] + static_cast<int>(e[3]) + f + g + h[1] + i[1] + j.first +
         static_cast<int>(k[2].second) + l.x + copy.x + n.as_int + o[63] + p[2] + q[1] + t.second.first +
         static_cast<int>(u) + *v + w + static_cast<int>(x.w) + y[3][1];
  out[1] = reinterpret_cast<std::uintptr_t>(o) % 16 == 0 && reinterpret_cast<std::uintptr_t>(p) % 32 == 0;
  out[2] = sizeof(a) == kBlock * sizeof(int) && sizeof(b) == 24 * sizeof(int);
}

template <class T, int N>
__global__ void template_kernel(T* out) {
  __shared__ T tile[N][N + 1];
  __shared__ typename traits<T>::type x, y[N];
  __shared__ typename std::aligned_storage<sizeof(T), alignof(T)>::type raw[N];
  extern __shared__ T dynamic[];
  constexpr int kHalf = N / 2;
  __shared__ T half[kHalf];
  static_assert(std::is_same<decltype(y[0]), T&>::value, "y holds T");
  tile[N - 1][N] = T(1);
  x = T(2), y[N - 1] = T(3), half[kHalf - 1] = T(4), dynamic[3] = T(5);
  *reinterpret_cast<T*>(&raw[N - 1]) = T(6);
  if constexpr (N > 4) {
    __shared__ T only_here[N];
    only_here[0] = T(7);
    x += only_here[0];
  }
  *out = tile[N - 1][N] + x + y[N - 1] + half[kHalf - 1] + dynamic[3] + *reinterpret_cast<T*>(&raw[N - 1]);
}

template <class T>
__device__ T device_function(T v) {
  __shared__ T kept;
  kept = v;
  return kept + T(1);
}
__device__ int counts() {
  static __shared__ int n;
  return ++n;
}

__global__ void places_kernel(int* out) {
  int sum = device_function(1) + static_cast<int>(device_function(2.0f));
  for (int i = 0; i < 2; ++i) {
    __shared__ int in_loop[2];
    in_loop[i] = i + 1;
    sum += in_loop[i];
  }
  auto lambda = [&](int v) {
    __shared__ int in_lambda;
    in_lambda = v;
    return in_lambda;
  };
  sum += lambda(5);
  { __shared__ int a; a = 100; sum += a; }
  { __shared__ int a[2]; a[1] = 200; sum += a[1]; }
  *out = sum;
  counts();
}

__global__ void dynamic_kernel(int* out) {
  extern __shared__ __align__(16) unsigned char raw[];
  extern __shared__ float rows[][4];
  extern volatile __shared__ int flags[];
  float* f = reinterpret_cast<float*>(raw);
  f[5] = 3.0f;
  out[0] = static_cast<int>(rows[1][1]);
  flags[0] = 7;
  out[1] = *reinterpret_cast<int*>(raw);
}

__device__ int read_file_scope() { return s_file[2] + s_scalar; }
// A program that overloads an operator may store the result of any operator.
__device__ pair_of operator+(pair_of x, pair_of y) { return {x.first + y.first, x.second + y.second}; }
__device__ void add_file_scope(int* out) { out[0] = s_file[2] + ns::s_in_namespace[1]; }
__global__ void file_scope_kernel(int* out) {
  s_file[2] = 1;
  s_scalar = 2;
  s_tile[3][kBlock] = 3, s_other = 4;
  ::s_scalar += 1;
  ns::s_in_namespace[1] = 5;
  int* p = s_file;
  p[3] = 6;
  out[0] = read_file_scope() + static_cast<int>(s_tile[3][kBlock] + s_other) + ns::s_in_namespace[1] + *(s_file + 3);
  out[1] = sizeof(s_tile) == 4 * (kBlock + 1) * sizeof(float);
}
struct has_member {
  int s_scalar;
};
__device__ int hides(int s_scalar, has_member m) { return s_scalar + m.s_scalar; }
__global__ void hiding_kernel(int* out) {
  s_scalar = 1;
  {
    int s_scalar = 10;
    float* s_other = nullptr;
    out[1] = s_scalar + (s_other != nullptr);
  }
  out[0] = s_scalar + hides(100, {1000});
}

// Shared memory is not captured, not even by [=].
__global__ void lambda_kernel(int* out) {
  __shared__ int s_pair[2];
  extern __shared__ int s_more[];
  const auto put = [=](int v) {
    s_pair[0] = v;
    const auto again = [=] { s_pair[1] = s_pair[0] + 1; };
    again();
    s_more[0] = 100;
  };
  put(3);
  out[0] = s_pair[0] + s_pair[1] + s_more[0];
}

int main() {
  int* d = device_zeros<int>(4);
  forms_kernel<<<1, kBlock>>>(d);
  EXPECT(fetch(d) == 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13 + 14 + 15 + 16 + 17 + 18 + 31 + 19 + 20 + 21);
  EXPECT(fetch(d + 1) == 1);
  EXPECT(fetch(d + 2) == 1);
  template_kernel<int, 4><<<1, 1, 64>>>(d);
  EXPECT(fetch(d) == 21);
  template_kernel<int, 8><<<1, 1, 64>>>(d);
  EXPECT(fetch(d) == 28);
#ifdef __SIMCU__  // nvcc requires the same type for all dynamic arrays of the same name
  double* d_double = device_zeros<double>(1);
  template_kernel<double, 8><<<1, 1, 64>>>(d_double);
  EXPECT(fetch(d_double) == 28);
#endif
  places_kernel<<<1, 1>>>(d);
  EXPECT(fetch(d) == 2 + 3 + 3 + 5 + 300);
  dynamic_kernel<<<1, 1, 64>>>(d);
  EXPECT(fetch(d) == 3);
  EXPECT(fetch(d + 1) == 7);
  file_scope_kernel<<<1, 1, 64>>>(d);
  EXPECT(fetch(d) == 1 + 3 + 7 + 5 + 6);
  EXPECT(fetch(d + 1) == 1);
  lambda_kernel<<<1, 1, 64>>>(d);
  EXPECT(fetch(d) == 3 + 4 + 100);
  hiding_kernel<<<1, 1>>>(d);
  EXPECT(fetch(d) == 1101);
  EXPECT(fetch(d + 1) == 10);
  return 0;
}
