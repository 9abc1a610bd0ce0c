// SPDX-License-Identifier: Apache-2.0
// Integer intrinsics, conversions, bit casts, math functions, and the global min and max together with `using
// namespace std`.
#include <algorithm>
#include <cmath>
#include <limits>

#include "both.h"
using namespace std;

const int kValues = 6;
__constant__ unsigned c_values[kValues] = {0u, 1u, 0x80000000u, 0xdeadbeefu, 0x00ff00ffu, 0xffffffffu};

__global__ void unary_kernel(int* out) {
  unsigned x = c_values[threadIdx.x];
  unsigned long long w = ((unsigned long long)x << 32) | (x ^ 0x0f0f0f0fu);
  put(out + threadIdx.x * 10, __popc(x), __popcll(w), __clz(x), __clzll(w), __ffs(x), __ffsll(w), __brev(x),
      __brevll(w) >> 32, __fns(x, 0, 2), __fns(x, 31, -1));
}

__global__ void binary_kernel(unsigned* out) {
  unsigned a = c_values[threadIdx.x], b = c_values[threadIdx.y] + 12345u;
  unsigned long long wa = ((unsigned long long)a << 32) | b, wb = ((unsigned long long)b << 32) | a;
  put(out + (threadIdx.y * kValues + threadIdx.x) * 12, __byte_perm(a, b, 0x5140), __byte_perm(a, b, 0x9c3f),
      __funnelshift_l(a, b, 7), __funnelshift_r(a, b, 39), __funnelshift_lc(a, b, 40),
      __funnelshift_rc(a, b, 32), __umul24(a, b), __mul24((int)a, (int)b), __umulhi(a, b),
      __mulhi((int)a, (int)b), __umul64hi(wa, wb) >> 13, __mul64hi((long long)wa, (long long)wb) >> 13);
}

void integers() {
  int* unary = both<int>(kValues * 10);
  unary_kernel<<<1, kValues>>>(unary);
  show("%d", unary, kValues * 10, 20);
  unsigned* binary = both<unsigned>(kValues * kValues * 12);
  binary_kernel<<<1, dim3(kValues, kValues)>>>(binary);
  show("%08x", binary, kValues * kValues * 12, 12);
}

#define FOUR(name, x) name##_rn(x), name##_rz(x), name##_ru(x), name##_rd(x)

__global__ void to_integer_kernel(long long* out, float f, double d) {
  put(out, FOUR(__float2int, f), FOUR(__float2uint, f), FOUR(__float2ll, f), FOUR(__float2ull, f),
      FOUR(__double2int, d), FOUR(__double2uint, d), FOUR(__double2ll, d), FOUR(__double2ull, d));
}

__global__ void to_real_kernel(float* f, double* r, long long x, double d) {
  unsigned long long u = x;
  put(f, FOUR(__int2float, (int)x), FOUR(__uint2float, (unsigned)x), FOUR(__ll2float, x),
      FOUR(__ull2float, u), FOUR(__double2float, d));
  put(r, FOUR(__ll2double, x), FOUR(__ull2double, u), __int2double_rn((int)x), __uint2double_rn((unsigned)x));
}

__global__ void casts_kernel(long long* out) {
  put(out, __float_as_int(-1.5f), __float_as_uint(-1.5f), __int_as_float(0x40490fdb) * 1000,
      __uint_as_float(0x3f000000u) * 1000, __double_as_longlong(-2.5),
      __longlong_as_double(0x400921fb54442d18ll) * 1000, __double2hiint(3.14159), __double2loint(3.14159),
      __hiloint2double(0x40091eb8, 0x51eb851f) * 100);
}

void conversions() {
  long long* whole = both<long long>(32);
  for (double x : {2.5, -2.5, 3.5000001, 0.1, -0.75, 3e9, -3e9, 5e18, 1e19, 1e30, -1e30}) {
    to_integer_kernel<<<1, 1>>>(whole, (float)x, x);
    show("%lld", whole, 32);
  }
  float* f = both<float>(20);
  double* r = both<double>(10);
  for (long long x : {0ll, 16777217ll, -16777217ll, 16777219ll, 0x7fffffffll, -0x7fffffffll - 1, 0xffffffffll,
                      (1ll << 53) + 1, -((1ll << 53) + 3), 0x7fffffffffffffffll, -1ll}) {
    to_real_kernel<<<1, 1>>>(f, r, x, (double)x * 1.0000000123);
    show("%08x", (int*)f, 20);
    show("%.0f", r, 10);
  }
  casts_kernel<<<1, 1>>>(whole);
  show("%lld", whole, 9);
}

__global__ void double_kernel(double* out, double x) {
  put(out, rsqrt(x), sinpi(x), cospi(x), exp10(x), exp2(x) + cbrt(x) + log1p(x),
      expm1(x) + tgamma(x) + erf(x), fma(x, 2.0, 1.0) + pow(x, 3) + fmod(7.5, 2.0) + hypot(3.0, 4.0),
      __dadd_rn(x, 1.0), __ddiv_rn(x, 3.0));
  sincospi(0.25, out + 9, out + 10);
  sincos(x, out + 11, out + 12);
}

__global__ void float_kernel(double* out, float x) {
  float s, c;
  __sincosf(x, &s, &c);
  put(out, rsqrtf(x), __expf(x), __exp10f(x), __logf(x), __log2f(x), __log10f(x), __sinf(x), __cosf(x),
      __tanf(x), __powf(x, 2.5f), __fdividef(x, 3.0f), fdividef(x, 3.0f), sinpif(x), s, c, __frsqrt_rn(x),
      sqrt(x) + sin(x) + pow(x, 2.0f) + exp(x), __fmul_rn(x, x), __fsqrt_rn(x), __frcp_rn(x));
}

__global__ void exact_kernel(float* out) {
  put(out, __saturatef(-0.5f), __saturatef(0.25f), __saturatef(7.0f), sinpif(0.5f), sinpif(3.0f),
      cospif(0.5f), floorf(-2.5f) + ceilf(-2.5f) + truncf(2.7f) + rintf(2.5f) + roundf(2.5f),
      fmaf(2.0f, 3.0f, 4.0f), copysignf(3.0f, -1.0f),
      isnan(nanf("")) + 2 * isinf(INFINITY) + 4 * (signbit(-1.0f) != 0) + 8 * isfinite(1.0f),
      ldexpf(0.75f, 4) + scalbnf(1.0f, 3) + ilogbf(10.0f));
}

void compare(const char* name, const double* got, initializer_list<double> want, double bound) {
  cudaDeviceSynchronize();
  int right = 0, i = 0;
  for (double w : want) {
    const bool ok = fabs(got[i] - w) / fabs(w) <= bound;
    right += ok;
    if (!ok) printf("%s %d is wrong\n", name, i);
    ++i;
  }
  printf("%s: %d of %d are right\n", name, right, i);
}

void functions() {
  const double x = 1.75, pi = 3.14159265358979323846;
  double* out = both<double>(20);
  double_kernel<<<1, 1>>>(out, x);
  compare("double", out,
          {1 / sqrt(x), sin(pi * x), cos(pi * x), pow(10, x), exp2(x) + cbrt(x) + log1p(x),
           expm1(x) + tgamma(x) + erf(x), 2 * x + 1 + x * x * x + 1.5 + 5, x + 1, x / 3, sqrt(0.5), sqrt(0.5),
           sin(x), cos(x)},
          1e-14);
  float_kernel<<<1, 1>>>(out, (float)x);
  compare("float", out,
          {1 / sqrt(x),
           exp(x),
           pow(10, x),
           log(x),
           log2(x),
           log10(x),
           sin(x),
           cos(x),
           tan(x),
           pow(x, 2.5),
           x / 3,
           x / 3,
           sin(pi * x),
           sin(x),
           cos(x),
           1 / sqrt(x),
           sqrt(x) + sin(x) + x * x + exp(x),
           x * x,
           sqrt(x),
           1 / x},
          1e-5);
  float* exact = both<float>(11);
  exact_kernel<<<1, 1>>>(exact);
  show("%g", exact, 11);
}

template <class T>
__host__ __device__ int bytes_of(T) {
  return (int)sizeof(T) * (T(-1) < T(0) ? -1 : 1);
}

__global__ void min_max_kernel(double* out) {
  int i = -3;
  unsigned u = 5;
  long l = -7;
  unsigned long ul = 9;
  long long ll = -11;
  unsigned long long ull = 13;
  float f = 1.5f;
  double d = -2.5;
  put(out, min(i, 2), max(i, 2), max(u, 2u), min(i, u), max(u, i), min(l, 3L), max(ul, 3UL), min(ll, 3LL),
      max(ull, 3ULL), min(f, 1.0f), max(d, -3.0), min(f, d), max(d, f), max(nanf(""), 4.0f), fminf(f, 0.5f),
      fmax(d, 0.5), umin(7u, 8u), llmax(-7ll, 8ll), bytes_of(min(i, i)), bytes_of(min(i, u)),
      bytes_of(max(l, ul)), bytes_of(max(f, d)), abs(-3) + abs(-2.5) + abs(-1.25f) + llabs(-4ll));
}

int main() {
  integers();
  conversions();
  functions();
  double* extremes = both<double>(23);
  min_max_kernel<<<1, 1>>>(extremes);
  show("%g", extremes, 23);
  int a = 3, b = 4;
  size_t n = 100, m = 99;
  printf("host %d %zu %g\n", min(a, b), max(n, m), max(1.5, 2.0));
  swap(a, b);
  printf("%d %d %s\n", a, numeric_limits<int>::max(), cudaGetErrorName(cudaGetLastError()));
  return 0;
}
