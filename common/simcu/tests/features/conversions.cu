// SPDX-License-Identifier: Apache-2.0
// Conversions with rounding modes, saturation, and casts of bit patterns.
#include <cstdio>

#define FOUR(name, x) \
  (long long)name##_rn(x), (long long)name##_rz(x), (long long)name##_ru(x), (long long)name##_rd(x)

__global__ void to_integer_kernel(long long* out, float f, double d) {
  long long v[] = {FOUR(__float2int, f), FOUR(__float2uint, f), FOUR(__float2ll, f),
                   FOUR(__float2ull, f), FOUR(__double2int, d), FOUR(__double2uint, d),
                   FOUR(__double2ll, d), FOUR(__double2ull, d)};
  for (int i = 0; i < 32; ++i) out[i] = v[i];
}

#define BITS(name, x)                                                                       \
  __float_as_int(name##_rn(x)), __float_as_int(name##_rz(x)), __float_as_int(name##_ru(x)), \
      __float_as_int(name##_rd(x))

__global__ void to_float_kernel(int* out, long long x, double d) {
  int v[] = {BITS(__int2float, (int)x), BITS(__uint2float, (unsigned)x), BITS(__ll2float, x),
             BITS(__ull2float, (unsigned long long)x), BITS(__double2float, d)};
  for (int i = 0; i < 20; ++i) out[i] = v[i];
}

__global__ void to_double_kernel(double* out, long long x) {
  double v[] = {__ll2double_rn(x),
                __ll2double_rz(x),
                __ll2double_ru(x),
                __ll2double_rd(x),
                __ull2double_rn((unsigned long long)x),
                __ull2double_rz((unsigned long long)x),
                __ull2double_ru((unsigned long long)x),
                __ull2double_rd((unsigned long long)x),
                __int2double_rn((int)x),
                __uint2double_rn((unsigned)x)};
  for (int i = 0; i < 10; ++i) out[i] = v[i];
}

__global__ void casts_kernel(long long* out) {
  out[0] = __float_as_int(-1.5f);
  out[1] = __float_as_uint(-1.5f);
  out[2] = (long long)(__int_as_float(0x40490fdb) * 1000);
  out[3] = (long long)(__uint_as_float(0x3f000000u) * 1000);
  out[4] = __double_as_longlong(-2.5);
  out[5] = (long long)(__longlong_as_double(0x400921fb54442d18ll) * 1000);
  out[6] = __double2hiint(3.14159);
  out[7] = __double2loint(3.14159);
  out[8] = (long long)(__hiloint2double(0x40091eb8, 0x51eb851f) * 100);
}

int main() {
  long long *d, h[32];
  cudaMalloc(&d, sizeof h);
  const double inputs[] = {2.5, -2.5, 3.5000001, 0.1, -0.75, 3e9, -3e9, 5e18, 1e19, 1e30, -1e30};
  for (double x : inputs) {
    to_integer_kernel<<<1, 1>>>(d, (float)x, x);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; ++i) printf("%lld%c", h[i], i == 31 ? '\n' : ' ');
  }
  const long long integers[] = {0,
                                16777217,
                                -16777217,
                                16777219,
                                0x7fffffff,
                                -0x7fffffffll - 1,
                                0xffffffffll,
                                (1ll << 53) + 1,
                                -((1ll << 53) + 3),
                                0x7fffffffffffffffll,
                                -1};
  for (long long x : integers) {
    to_float_kernel<<<1, 1>>>((int*)d, x, (double)x * 1.0000000123);
    int bits[20];
    cudaMemcpy(bits, d, sizeof bits, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 20; ++i) printf("%08x%c", bits[i], i == 19 ? '\n' : ' ');
    to_double_kernel<<<1, 1>>>((double*)d, x);
    double reals[10];
    cudaMemcpy(reals, d, sizeof reals, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 10; ++i) printf("%.0f%c", reals[i], i == 9 ? '\n' : ' ');
  }
  casts_kernel<<<1, 1>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 9; ++i) printf("%lld ", h[i]);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
