// SPDX-License-Identifier: Apache-2.0
// Mathematical functions and fast intrinsics: relative errors below a bound, and exact results where they are
// defined.
#include <cmath>
#include <cstdio>

__global__ void double_kernel(double* out, double x) {
  int k = 0;
  out[k++] = rsqrt(x);
  out[k++] = rcbrt(x);
  out[k++] = sinpi(x);
  out[k++] = cospi(x);
  out[k++] = norm3d(x, 2.0, 3.0);
  out[k++] = rnorm3d(x, 2.0, 3.0);
  out[k++] = norm4d(x, 1.0, 2.0, 3.0);
  out[k++] = rhypot(x, 2.0);
  out[k++] = normcdf(x);
  out[k++] = normcdfinv(0.3);
  out[k++] = erfinv(0.4);
  out[k++] = erfcinv(0.7);
  out[k++] = erfcx(x);
  out[k++] = exp10(x);
  out[k++] = exp2(x) + cbrt(x) + log1p(x) + expm1(x) + tgamma(x) + erf(x);
  sincospi(0.25, &out[k], &out[k + 1]);
  k += 2;
  sincos(x, &out[k], &out[k + 1]);
  k += 2;
  out[k++] = fma(x, 2.0, 1.0) + pow(x, 3) + fmod(7.5, 2.0) + hypot(3.0, 4.0);
}

__global__ void float_kernel(float* out, float x) {
  int k = 0;
  out[k++] = rsqrtf(x);
  out[k++] = rcbrtf(x);
  out[k++] = __expf(x);
  out[k++] = __exp10f(x);
  out[k++] = __logf(x);
  out[k++] = __log2f(x);
  out[k++] = __log10f(x);
  out[k++] = __sinf(x);
  out[k++] = __cosf(x);
  out[k++] = __tanf(x);
  out[k++] = __powf(x, 2.5f);
  out[k++] = __fdividef(x, 3.0f);
  out[k++] = fdividef(x, 3.0f);
  out[k++] = norm3df(x, 2.0f, 3.0f);
  out[k++] = sinpif(x);
  __sincosf(x, &out[k], &out[k + 1]);
  k += 2;
  out[k++] = __frsqrt_rn(x);
  out[k++] = sqrt(x) + sin(x) + pow(x, 2.0f) + exp(x);
  out[k++] = normcdff(x);
}

__global__ void exact_kernel(float* out) {
  int k = 0;
  out[k++] = __saturatef(-0.5f);
  out[k++] = __saturatef(0.25f);
  out[k++] = __saturatef(7.0f);
  out[k++] = sinpif(0.5f);
  out[k++] = sinpif(3.0f);
  out[k++] = cospif(0.5f);
  out[k++] = floorf(-2.5f) + ceilf(-2.5f) + truncf(2.7f) + rintf(2.5f) + roundf(2.5f);
  out[k++] = fmaf(2.0f, 3.0f, 4.0f);
  out[k++] = copysignf(3.0f, -1.0f);
  out[k++] = isnan(nanf("")) + 2 * isinf(INFINITY) + 4 * (signbit(-1.0f) != 0) + 8 * isfinite(1.0f);
  out[k++] = ldexpf(0.75f, 4) + scalbnf(1.0f, 3) + ilogbf(10.0f);
}

void compare(const char* name, const double* got, const double* want, int n, double bound) {
  int right = 0;
  for (int i = 0; i < n; ++i) {
    const bool ok = fabs(got[i] - want[i]) / fabs(want[i]) <= bound;
    right += ok;
    if (!ok) printf("%s %d is wrong\n", name, i);
  }
  printf("%s: %d of %d are right\n", name, right, n);
}

int main() {
  const double x = 1.75, pi = 3.14159265358979323846;
  const double want[20] = {1 / sqrt(x),
                           1 / cbrt(x),
                           sin(pi * x),
                           cos(pi * x),
                           sqrt(x * x + 13),
                           1 / sqrt(x * x + 13),
                           sqrt(x * x + 14),
                           1 / sqrt(x * x + 4),
                           0.5 * erfc(-x / sqrt(2.0)),
                           -0.52440051270804078,
                           0.37080715859355797,
                           0.27246271472675438,
                           exp(x * x) * erfc(x),
                           pow(10, x),
                           exp2(x) + cbrt(x) + log1p(x) + expm1(x) + tgamma(x) + erf(x),
                           sqrt(0.5),
                           sqrt(0.5),
                           sin(x),
                           cos(x),
                           2 * x + 1 + x * x * x + 1.5 + 5};
  double *d, h[20];
  cudaMalloc(&d, sizeof h);
  double_kernel<<<1, 1>>>(d, x);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  compare("double", h, want, 20, 1e-14);

  const double want_f[20] = {1 / sqrt(x),
                             1 / cbrt(x),
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
                             sqrt(x * x + 13),
                             sin(pi * x),
                             sin(x),
                             cos(x),
                             1 / sqrt(x),
                             sqrt(x) + sin(x) + x * x + exp(x),
                             0.5 * erfc(-x / sqrt(2.0))};
  float f[20];
  float_kernel<<<1, 1>>>((float*)d, (float)x);
  cudaMemcpy(f, d, sizeof f, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 20; ++i) h[i] = f[i];
  compare("float", h, want_f, 20, 1e-5);

  exact_kernel<<<1, 1>>>((float*)d);
  cudaMemcpy(f, d, 11 * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 11; ++i) printf("%g ", f[i]);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
