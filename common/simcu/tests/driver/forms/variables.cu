// SPDX-License-Identifier: Apache-2.0
// Device variables, and words that the translator replaces or removes.
#include <cassert>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "expect.h"

#define HD __host__ __device__
#define MAX_TAPS 4

struct point {
  int x, y;
};
extern __device__ int declared_only;
__device__ int a = 1, b[2] = {2, 3}, *c;
__device__ static int d = 4;
static __device__ float e[2][2] = {{1, 2}, {3, 4}};
__constant__ float taps[MAX_TAPS];
const __constant__ int table[] = {5, 6, 7};
__constant__ const point origin = {8, 9};
__managed__ int m = 10;
__device__ __managed__ int m2;
__device__ point p{11, 12};
__device__ volatile int flag;
__device__ unsigned long long int big = 13;
__device__ int (*operation)(int) = nullptr;
__device__ constexpr int kLimit = 14;
__device__ alignas(16) char bytes[16];
__align__(16) __device__ char more_bytes[16];
static __device__ int inline_variable = 15;
__device__ int declared_only = 16;
namespace ns {
__device__ int v = 17;
namespace {
__constant__ int hidden = 18;
}
}  // namespace ns
extern "C" {
__device__ int c_variable = 19;
}
struct __align__(16) aligned_struct {
  float x;
};
typedef struct __align__(8) { int x, y; } aligned_typedef;
struct clocked {
  HD int clock() const { return 1; }
  HD int printf(const char*) const { return 2; }
};

HD int both(int x) { return x + 1; }
__device__ __forceinline__ int forced(int x) { return both(x); }
#ifdef __SIMCU__  // nvcc reports this as a duplicate
static inline __device__ __forceinline__ int forced_twice(int x) { return x; }
#else
static __device__ __forceinline__ int forced_twice(int x) { return x; }
#endif
__forceinline__ __device__ static int forced_first(int x) { return x; }
__device__ __noinline__ int not_inlined(int x) { return x; }
__attribute__((noinline)) __device__ int attribute(int x) { return x; }
template <class T>
__device__ __host__ constexpr T square(const T& x) { return x * x; }
struct functor {
  int n;
  HD explicit functor(int k) : n(k), list{k, k} {}
  HD ~functor() {}
  __device__ int operator()(int x) const { return x + n + list[0]; }
  HD operator int() const { return n; }
  friend HD bool operator==(const functor& l, const functor& r) { return l.n == r.n; }
  int list[2];
};

__global__ void variables_kernel(int* out) {
  taps[0] = taps[1];
  c = &a;
  flag = 1;
  int sum = a + b[0] + b[1] + *c + d + static_cast<int>(e[1][1]) + table[2] + origin.y + m + p.y + static_cast<int>(big) +
            kLimit + inline_variable + declared_only + ns::v + ns::hidden + c_variable + flag;
  m2 = sum + (operation ? 1 : 0) + bytes[0] + more_bytes[0];
  out[0] = m2;
}

__global__ void words_kernel(int* out, const char* text) {
#pragma unroll
  for (int i = 0; i < 2; ++i) out[0] += i;
#pragma unroll 4
  for (int i = 0; i < 2; ++i) out[0] += i;
#pragma unroll(2)
  for (int i = 0; i < 2; ++i) out[0] += i;
  _Pragma("unroll") for (int i = 0; i < 2; ++i) out[0] += i;
  assert(out != nullptr && "no output");
  assert(text);
  std::printf("std %s\n", text);
  ::printf("global %d\n", 1);
  printf("plain\n");
  if (threadIdx.x == 0) printf("no braces\n");
  else printf("other\n");
  clock_t before = clock();
  out[1] = clock() >= before && clock64() >= 0;
  functor f(3);
  out[2] = forced(1) + forced_twice(1) + forced_first(1) + not_inlined(1) + attribute(1) + square(2) + f(1) + (f == f) +
           clocked{}.clock() + clocked().printf("");
  int level = 0;
  switch (out[3]) {
    case 0:
      level++;
      // Falls through.
    case 1:
      level++;
      break;
    default: break;
  }
  out[3] = level;
}

int main() {
  int* d_out = device_zeros<int>(4);
  variables_kernel<<<1, 1>>>(d_out);
  EXPECT(fetch(d_out) == 1 + 2 + 3 + 1 + 4 + 4 + 7 + 9 + 10 + 12 + 13 + 14 + 15 + 16 + 17 + 18 + 19 + 1);
  EXPECT(m2 == fetch(d_out));
  float h_taps[MAX_TAPS] = {1, 2, 3, 4}, back[MAX_TAPS] = {};
  EXPECT(cudaMemcpyToSymbol(taps, h_taps, sizeof h_taps) == cudaSuccess);
  EXPECT(cudaMemcpyFromSymbol(back, taps, sizeof back) == cudaSuccess);
  EXPECT(back[3] == 4);
  int value = 0;
  EXPECT(cudaMemcpyFromSymbol(&value, ns::v, sizeof value) == cudaSuccess && value == 17);
  EXPECT(cudaMemcpyFromSymbol(&value, declared_only, sizeof value) == cudaSuccess && value == 16);
  EXPECT(cudaMemcpyFromSymbol(&value, table, sizeof value, 4) == cudaSuccess && value == 6);
  size_t size = 0;
  EXPECT(cudaGetSymbolSize(&size, e) == cudaSuccess && size == 16);
  EXPECT(cudaGetSymbolSize(&size, bytes) == cudaSuccess && size == 16);
  EXPECT(alignof(aligned_struct) == 16 && alignof(aligned_typedef) == 8);

  const char* d_text = "in constant memory";
  char* d_copy = device_zeros<char>(8);
  cudaMemcpy(d_copy, "text", 5, cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, 16);
  words_kernel<<<1, 1>>>(d_out, d_copy);
  EXPECT(fetch(d_out) == 4);
  EXPECT(fetch(d_out + 1) == 1);
  EXPECT(fetch(d_out + 2) == 2 + 1 + 1 + 1 + 1 + 4 + 7 + 1 + 1 + 2);
  EXPECT(fetch(d_out + 3) == 2);
  printf("%s\n", d_text);
  EXPECT(clock() != clock_t(-1));
  return __LINE__ == 146 ? 0 : 1;
}
